"""Rules of one's own again: the text as Python reads it, evaluated number by number.

Python's own parser knows the precedence of operators, so that the two readings have nothing in
common. What is left of the text after a few signs is an expression of Python.
"""

from __future__ import annotations

import ast
import operator
from functools import partial

import numpy as np

WORDS = {"^": "**", "η": "eta", "θ": "theta", "−": "-", "·": "*", "≤": "<=", "≥": ">=", "≠": "!="}
BINARY = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}
COMPARED = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
FUNCTIONS = {
    "abs": abs,
    "sign": np.sign,
    "sqrt": np.sqrt,
    "exp": np.exp,
    "log": np.log,
    "max": lambda *of: np.max(of),
    "min": lambda *of: np.min(of),
    "clip": lambda v, low, high: np.minimum(np.maximum(v, low), high),
    "where": lambda condition, a, b: a if condition else b,
}


def your_rule(run, rule, gravity, threshold, period):
    for t, x, s in run:
        eta_t = run.rate(t)
        run.step(eta_t * s, x)
        if run.is_due(t, period):
            given = {"eta": eta_t, "g": gravity, "theta": threshold, "K": period, "t": t}
            run.w = [new_weight(rule, w=v, **given) for v in run.w]


def new_weight(text: str, **names: float) -> float:
    """What a rule makes of ``w``, the other names given."""
    for sign, python in WORDS.items():
        text = text.replace(sign, python)
    names = {name: np.float64(value) for name, value in names.items()}
    value = np.float64(np.nan)
    with np.errstate(all="ignore"):
        for statement in ast.parse(text).body:
            value = evaluate(statement.value, names)
            if isinstance(statement, ast.Assign):
                names[statement.targets[0].id] = value
    return float(value)


def evaluate(node: ast.expr, names: dict):
    """The value of a part of an expression."""
    of = partial(evaluate, names=names)
    match node:
        case ast.Constant():
            return np.float64(node.value)
        case ast.Name():
            return names[node.id]
        case ast.BinOp():
            return BINARY[type(node.op)](np.float64(of(node.left)), np.float64(of(node.right)))
        case ast.UnaryOp(op=ast.Not()):
            return not of(node.operand)
        case ast.UnaryOp(op=ast.USub()):
            return -np.float64(of(node.operand))
        case ast.UnaryOp():
            return np.float64(of(node.operand))
        case ast.BoolOp(op=ast.And()):
            return all([bool(of(value)) for value in node.values])
        case ast.BoolOp():
            return any([bool(of(value)) for value in node.values])
        case ast.Compare():
            values = [of(each) for each in (node.left, *node.comparators)]
            pairs = zip(node.ops, values, values[1:], strict=False)
            return all([bool(COMPARED[type(op)](a, b)) for op, a, b in pairs])
        case ast.IfExp():
            return of(node.body) if of(node.test) else of(node.orelse)
        case ast.Call():
            return FUNCTIONS[node.func.id](*[np.float64(of(a)) for a in node.args])
    raise AssertionError(ast.dump(node))

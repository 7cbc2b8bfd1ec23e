"""The changes that are made to a source: one comparison, number, operator or branch at a time."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from types import NoneType

PAIRS = (
    (ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.Is, ast.IsNot),
    (ast.In, ast.NotIn), (ast.Add, ast.Sub), (ast.Mult, ast.Div), (ast.BitAnd, ast.BitOr),
    (ast.LShift, ast.RShift), (ast.And, ast.Or),
)  # fmt: skip
SWAPPED = {a: b for pair in PAIRS for a, b in (pair, pair[::-1])}
SWAPPED |= {ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult, ast.Pow: ast.Mult}
# Types are not run, and decorators seldom hold a number.
PASSED_OVER = {"annotation", "returns", "decorator_list"}


@dataclass(frozen=True)
class Change:
    """One change: the file, the line, and the whole source that comes of it."""

    path: str
    line: int
    before: str
    after: str
    mutant: bytes

    @property
    def name(self) -> str:
        """The change without its line, which moves when something above it is edited."""
        return f"{self.path}: {self.before} → {self.after}"


def changes(path: str, source: str) -> Iterator[Change]:
    """Yield every change to ``source``, the file at ``path``."""
    lines = [line.encode() for line in source.splitlines(keepends=True)]
    for old, new in _replacements(ast.parse(source)):
        first, last, text = old.lineno - 1, old.end_lineno, ast.unparse(new)
        if isinstance(new, ast.BinOp | ast.BoolOp):
            text = f"({text})"
        head, tail = lines[first][: old.col_offset], lines[last - 1][old.end_col_offset :]
        line = head + text.encode() + tail
        written = (b"".join(lines[first:last]), line)
        before, after = (" ".join(each.decode().split()) for each in written)
        mutant = b"".join((*lines[:first], line, *lines[last:]))
        yield Change(path, old.lineno, before, after, mutant)


def _replacements(tree: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    for node in ast.walk(_only_what_runs(tree)):
        yield from ((node, new) for new in _instead_of(node))
        if isinstance(node, ast.Return) and node.value and not _is(node.value, NoneType):
            yield node.value, ast.Constant(None)
        if isinstance(node, ast.If | ast.IfExp | ast.While):
            yield node.test, ast.Constant(False)
        if isinstance(node, ast.If | ast.IfExp):
            yield node.test, ast.Constant(True)


def _only_what_runs(tree: ast.AST) -> ast.AST:
    for node in ast.walk(tree):
        for field, value in ast.iter_fields(node):
            if field in PASSED_OVER:
                setattr(node, field, [] if isinstance(value, list) else None)
            elif isinstance(value, list):
                setattr(node, field, [each for each in value if not _is_left_alone(each)])
    return tree


def _is_left_alone(node: ast.AST) -> bool:
    """Return whether no test can tell, or Python (before 3.12) does not say where it stands."""
    guard = ast.unparse(node.test) if isinstance(node, ast.If) else ""
    strict = isinstance(node, ast.keyword) and node.arg == "strict"
    in_text = isinstance(node, ast.FormattedValue)
    return strict or in_text or "TYPE_CHECKING" in guard or "__main__" in guard


def _instead_of(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what may stand in the place of a node."""
    match node:
        case ast.Compare(left, ops, right):
            for i, op in enumerate(ops):
                if type(op) in SWAPPED:
                    yield ast.Compare(left, [*ops[:i], SWAPPED[type(op)](), *ops[i + 1 :]], right)
        case ast.BinOp(left, op, right) if type(op) in SWAPPED:
            if not any(isinstance(side, ast.JoinedStr) or _is(side, str) for side in (left, right)):
                yield ast.BinOp(left, SWAPPED[type(op)](), right)
        case ast.AugAssign(target, op, value) if type(op) in SWAPPED:
            yield ast.AugAssign(target, SWAPPED[type(op)](), value)
        case ast.BoolOp(op, values):
            yield ast.BoolOp(SWAPPED[type(op)](), values)
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield operand
        case ast.Constant(bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(int() as value) if abs(value) < 10:
            yield from (ast.Constant(value + 1), ast.Constant(value - 1))
        case ast.Constant(
            int() as value
        ):  # of a limit such as 400 no test need know the last digit
            yield from (ast.Constant(10 * value), ast.Constant(value // 10))
        case ast.Constant(float() as value):
            yield from (ast.Constant(10 * value or 1.0), ast.Constant(0.0 if value else -1.0))


def _is(node: ast.AST, kind: type) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, kind)

"""The functions of the language, and the operations they are made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce

from algorithms.rule_language.program import Operand

MANY = 10

FUNCTIONS = {
    "abs": (1, 1),
    "sign": (1, 1),
    "max": (2, MANY),
    "min": (2, MANY),
    "sqrt": (1, 1),
    "exp": (1, 1),
    "log": (1, 1),
    "clip": (3, 3),
    "where": (3, 3),
}
"""The least and the most numbers that each is of."""


def call_function(name: str, values: Sequence[Operand], emit: Callable[..., Operand]) -> Operand:
    """Return a function of some values.

    Parameters
    ----------
    emit : returns what an operation of a program makes of operands.
    """
    if name in ("max", "min"):
        return reduce(lambda one, other: emit(name, one, other), values)
    if name == "clip":
        value, low, high = values
        return emit("min", emit("max", value, low), high)
    return emit("choose" if name == "where" else name, *values)

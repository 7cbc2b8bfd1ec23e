"""The help of the field in which a rule is written: the words of the language, and examples."""

from __future__ import annotations

from functools import cache
from typing import Any

from algorithms.rule_language.tokens import MOST_LETTERS
from algorithms.rule_language.your_rule import YourRule

LANGUAGE = (
    ("w", "the weight, after the step down the gradient"),
    ("eta or η", "the step size of this step"),
    ("g, theta or θ, K", "the numbers of the knobs below"),
    ("t", "the number of the example, from 1"),
    ("+ - * / ^", "arithmetic; w^2 is w times w"),
    ("< <= > >= == !=", "comparisons, such as abs(w) <= theta"),
    ("and, or, not", "join comparisons"),
    ("a if w > 0 else b", "a where w is above 0, otherwise b"),
    ("abs(w), sign(w)", "the size of w; −1, 0 or 1"),
    ("max(a, b), min(a, b)", "the larger, the smaller of two or more"),
    ("clip(w, a, b)", "w, but at least a and at most b"),
    ("sqrt(w), exp(w), log(w)", "root, exponential, natural logarithm"),
    ("pull = eta * K * g", "a line that names a number; the last line is the new weight"),
    ("# …", "a remark"),
)
"""What may stand in a rule, and what it means."""

EXAMPLES = {
    "soft shrinkage": YourRule().rule,
    "truncated gradient": """pull = eta * K * g
smaller = sign(w) * max(abs(w) - pull, 0)
smaller if abs(w) <= theta else w""",
    "rounding": "0 if abs(w) <= theta else w",
    "ridge": "w / (1 + eta * K * g)",
    "pull large weights less": """pull = eta * K * g / (1 + abs(w) / theta)
sign(w) * max(abs(w) - pull, 0)""",
    "no negative weights": "max(w, 0)",
    "at most θ in size": "clip(w, -theta, theta)",
    "plain SGD": "w",
}
"""Rules to begin with, by name."""


@cache
def payload() -> dict[str, Any]:
    """Return the help as the browser is sent it."""
    return {
        "longest": MOST_LETTERS,
        "language": [list(pair) for pair in LANGUAGE],
        "examples": [list(pair) for pair in EXAMPLES.items()],
    }

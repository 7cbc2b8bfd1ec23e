"""The help of the field in which a rule is written: the words of the language, and examples."""

from __future__ import annotations

from functools import cache
from typing import Any

from algorithms.rule_language.option import LANGUAGE
from algorithms.rule_language.tokens import MOST_LETTERS
from algorithms.rule_language.your_rule import YourRule

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

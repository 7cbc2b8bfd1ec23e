"""The declaration of an option that is a rule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from algorithms.rule_language.errors import RuleError
from algorithms.rule_language.parser import compile_rule
from knobs import Words

LANGUAGE = (
    ("w", "the weight, after the step down the gradient"),
    ("eta or η", "the step size of this step"),
    ("g, theta or θ, K", "the numbers of the knobs below"),
    ("t", "the number of the example, from 1"),
    ("+ - * / ^", "arithmetic; w^2 is w times w"),
    ("< <= > >= == !=", "comparisons, such as abs(w) <= theta"),
    ("and, or, not", "join comparisons"),
    ("a if w > 0 else b", "a where w is above 0, otherwise b"),
    ("where(w > 0, a, b)", "the same"),
    ("abs(w), sign(w)", "the size of w; −1, 0 or 1"),
    ("max(a, b), min(a, b)", "the larger, the smaller of two or more"),
    ("clip(w, a, b)", "w, but at least a and at most b"),
    ("sqrt(w), exp(w), log(w)", "root, exponential, natural logarithm"),
    ("pull = eta * K * g", "a line that names a number; the last line is the new weight"),
    ("# …", "a remark"),
)
"""What may stand in a rule, and what it means."""


@dataclass(frozen=True)
class RuleOption(Words):
    """The declaration of an option whose text is a rule; panels show it among the knobs.

    What a panel asks of a knob besides its words is the same for all of them.
    """

    language: ClassVar[tuple[tuple[str, str], ...]] = LANGUAGE
    symbol: ClassVar[str] = ""
    rare: ClassVar[bool] = False
    flag: ClassVar[bool] = False
    choices: ClassVar[tuple[str, ...]] = ()

    def problem(self, text: Any) -> str:
        """Return the sentence that says why something is no rule; "" where it is one.

        Examples
        --------
        >>> RuleOption("rule", "What becomes of w.").problem("w * 2)")
        'column 6: an operator such as * or + is expected, not “)”'
        """
        if not isinstance(text, str):
            return "a rule is text"
        try:
            compile_rule(text)
        except RuleError as error:
            return str(error)
        return ""

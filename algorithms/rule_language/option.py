"""The declaration of an option that is a rule."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from algorithms.rule_language.errors import RuleError
from algorithms.rule_language.parser import compile_rule
from knobs import Words


@dataclass(frozen=True)
class RuleOption(Words):
    """The declaration of an option whose text is a rule; panels show it among the knobs.

    What a panel asks of a knob besides its words is the same for all of them.
    """

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

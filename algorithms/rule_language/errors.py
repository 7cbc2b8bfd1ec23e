"""The error of a text that is no rule: where it is wrong, and what was expected there."""

from __future__ import annotations

SHOWN = 20
"""Letters of the text that a sentence about it quotes."""


class RuleError(ValueError):
    """A text that is no rule, in one sentence that begins with the place.

    Parameters
    ----------
    reason : what is wrong, or what was expected; without a full stop.
    line, column : where, both from 1; line 0 where it is about the whole text.
    several : the text has several lines, so that the line is said, too.
    """

    def __init__(self, reason: str, line: int = 0, column: int = 1, several: bool = False) -> None:
        place = f"line {line}, column {column}: " if several else f"column {column}: "
        super().__init__(f"{place if line else ''}{reason}")
        self.line, self.column = line, column


def quote(text: str) -> str:
    """Return a piece of a rule as a sentence quotes it, shortened."""
    return f"“{text}”" if len(text) <= SHOWN else f"“{text[: SHOWN - 1]}…”"

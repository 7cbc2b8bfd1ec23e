"""Exercises that the engine checks: an answer or the knobs, hints in steps, the solution."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ui.view import View


class Verdict(NamedTuple):
    """The judgement: whether it is right, and a sentence that says why or what is missing.

    Parameters
    ----------
    view : a view of the playground that shows the answer at work; None where there is none.
    """

    right: bool
    why: str
    view: View | None = None


@dataclass(frozen=True)
class Task:
    """One question.

    Parameters
    ----------
    ask : Markdown.
    check : the evidence of the page as its knobs stand (``choices``, ``unit`` and ``text`` None),
        or the answer given, → a verdict.
    hints : from a nudge to nearly all.
    reveal : the answer, and why.
    choices : answers to pick from.
    unit : what a number to type in counts; "" for a bare number.
    least, most : the numbers between which an answer makes sense.
    whole : whether only whole numbers do.
    text : of an answer in some lines of text, what stands there at first.
    """

    ask: str
    check: Callable[[Any], Verdict]
    hints: Sequence[str]
    reveal: str
    choices: Sequence[str] | None = None
    unit: str | None = None
    least: float = -math.inf
    most: float = math.inf
    whole: bool = False
    text: str | None = None

    @property
    def is_given(self) -> bool:
        """True where an answer is given beside the knobs."""
        return not (self.choices is None and self.unit is None and self.text is None)


def refusal(task: Task, answer: Any) -> str:
    """Return why a number cannot be an answer at all, in a sentence; "" where it can."""
    if task.unit is None or not isinstance(answer, int | float):
        return ""
    counted = f" of {task.unit}" if task.unit else ""
    if task.whole and answer != math.floor(answer):
        return f"{answer:g} cannot be: a number{counted} is whole."
    if answer < task.least:
        return f"{answer:g} cannot be: the number{counted} is at least {task.least:g}."
    if answer > task.most:
        return f"{answer:g} cannot be: the number{counted} is at most {task.most:g}."
    return ""


Exercise = Callable[[int], Task]
"""A student's seed → their task."""

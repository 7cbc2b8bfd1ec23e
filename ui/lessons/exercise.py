"""Exercises that the engine checks: an answer or the knobs, hints in steps, the solution."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple


class Verdict(NamedTuple):
    """The judgement: whether it is right, and a sentence that says why or what is missing."""

    right: bool
    why: str


@dataclass(frozen=True)
class Task:
    """One question.

    Parameters
    ----------
    ask : Markdown.
    check : the evidence of the page as its knobs stand (``choices`` and ``unit`` None), or the
        answer given, → a verdict.
    hints : from a nudge to nearly all.
    reveal : the answer, and why.
    choices : answers to pick from.
    unit : what a number to type in counts; "" for a bare number.
    least, most : the numbers between which an answer makes sense.
    whole : whether only whole numbers do.
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

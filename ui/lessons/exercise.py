"""Exercises that the engine checks: an answer or the knobs, hints in steps, the solution."""

from __future__ import annotations

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
    """

    ask: str
    check: Callable[[Any], Verdict]
    hints: Sequence[str]
    reveal: str
    choices: Sequence[str] | None = None
    unit: str | None = None


Exercise = Callable[[int], Task]
"""A student's seed → their task."""

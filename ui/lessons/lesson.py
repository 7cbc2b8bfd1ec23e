"""A lesson: one claim, the knobs that move it, and the evidence for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from datasets import Dataset
from ui.lessons.exercise import Exercise
from ui.lessons.story import Story
from ui.page import Row


@dataclass(frozen=True)
class Entry:
    """How a lesson is announced.

    Parameters
    ----------
    title : its name in the menu.
    claim : what it shows, in a sentence: the page's heading.
    icon : a small drawing for its card, the path of a line in a box of 60 × 36. It is a sign, drawn
        by hand, and no result: no number stands in it.
    """

    title: str
    claim: str
    icon: str = ""


@dataclass(frozen=True)
class Formula:
    """The rule that a lesson is about, on paper and in code.

    Parameters
    ----------
    latex : the formula itself.
    symbols : each letter of it that is no knob, and what it means.
    source : paper and section.
    code : the functions whose source stands beside it.
    """

    latex: str
    symbols: dict[str, str]
    source: str
    code: Sequence[Callable] = ()


@dataclass(frozen=True)
class Lesson:
    """One page. Everything on it follows from ``evidence(knobs, data)``, computed anew when a knob
    moves; nothing here touches the page, so tests ask a lesson what a reader would see.

    Parameters
    ----------
    key : the page's address.
    entry : its title, claim and icon.
    knobs : a frozen dataclass of knobs (``knobs.knob``); its defaults are the opening view.
    evidence : (knobs, data) → whatever the rest needs: runs, traces, numbers. Raises ValueError
        with a sentence for knobs that exclude each other.
    stage : evidence → what moves, row by row.
    lead : evidence → one or two sentences above the pictures.
    words : evidence → the explanation, Markdown; with the lead at most 400 words. Its numbers come
        out of the evidence.
    formula : the rule it is about, and where it is from.
    exercises : (seed) → tasks; a seed a student.
    example : the dataset it opens on, as (name, options), None where it needs none. Readers may put
        the dataset chosen for all pages in its place, if its task is that of all lessons, ``task``.
    story : the lesson step by step.
    onward : key and title of the lesson after it, None for the last.
    """

    task: ClassVar[str] = "classification"

    key: str
    entry: Entry
    knobs: type
    evidence: Callable[[Any, Dataset | None], Any]
    stage: Callable[[Any], Sequence[Row]]
    lead: Callable[[Any], str]
    words: Callable[[Any], str]
    formula: Formula
    exercises: Sequence[Exercise] = ()
    example: tuple[str, dict[str, Any]] | None = None
    story: Story | None = None
    onward: tuple[str, str] | None = None

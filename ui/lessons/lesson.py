"""A lesson: one claim, the knobs that move it, and the evidence for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from datasets import Dataset
from ui.lessons.exercise import Exercise
from ui.lessons.story import Story
from ui.page import Row


@dataclass(frozen=True)
class Lesson:
    """One page. Everything on it follows from ``evidence(knobs, data)``, computed anew when a knob
    moves; nothing here touches the page, so tests ask a lesson what a reader would see.

    Parameters
    ----------
    key : the page's address.
    title : its name in the menu.
    claim : what it shows, in a sentence: the page's heading.
    knobs : a frozen dataclass of knobs (``knobs.knob``); its defaults are the opening view.
    evidence : (knobs, data) → whatever the rest needs: runs, traces, numbers. Raises ValueError
        with a sentence for knobs that exclude each other.
    stage : evidence → what moves, row by row.
    lead : evidence → one or two sentences above the pictures.
    words : evidence → the explanation, Markdown; with the lead at most 400 words. Its numbers come
        out of the evidence.
    formula : LaTeX.
    symbols : each letter of it that is no knob, and what it means.
    code : the functions whose source stands beside the formula.
    exercises : (seed) → tasks; a seed a student.
    example : the dataset it opens on, as (name, options), None where it needs none. Readers may put
        the dataset chosen for all pages in its place, if its task is among ``tasks``.
    source : paper and section.
    story : the lesson step by step.
    icon : a small drawing for its card, the path of a line in a box of 60 × 36. It is a sign, drawn
        by hand, and no result: no number stands in it.
    onward : key and title of the lesson after it, None for the last.
    """

    key: str
    title: str
    claim: str
    knobs: type
    evidence: Callable[[Any, Dataset | None], Any]
    stage: Callable[[Any], Sequence[Row]]
    lead: Callable[[Any], str]
    words: Callable[[Any], str]
    formula: str
    symbols: dict[str, str]
    source: str
    code: Sequence[Callable] = ()
    exercises: Sequence[Exercise] = ()
    example: tuple[str, dict[str, Any]] | None = None
    tasks: Sequence[str] = ("classification",)
    story: Story | None = None
    icon: str = ""
    onward: tuple[str, str] | None = None

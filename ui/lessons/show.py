"""A lesson as a page: its address, its heading, its panel, and its explanation below."""

from __future__ import annotations

import inspect
from collections.abc import Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from math import ceil
from textwrap import dedent
from typing import Any

import streamlit as st

import datasets
from charts import Film
from knobs import knobs_of
from ui import address, chooser, engine, movement, present
from ui.address import Form
from ui.header import links, notes
from ui.lessons import story_card
from ui.lessons.claims import show_claims
from ui.lessons.lesson import Lesson
from ui.lessons.practice import practice
from ui.lessons.story import UNANSWERED
from ui.lessons.story_card import place
from ui.live.card import card_element
from ui.live.element import LiveElement
from ui.live.panel import Panel, Selection
from ui.live.panels import PanelGroup
from ui.look import Look
from ui.markdown import plain
from ui.memo import Memo
from ui.page import Arrangement, Page, Row
from ui.session import page_run
from ui.session.bind import bind
from ui.session.progress import Progress
from ui.title import title_of
from ui.view import Place, View
from ui.visit import Visit

EVIDENCE = Memo(48, in_keys=False)
HEIGHT = "clamp(220px, calc(100vh - 520px), 420px)"
STORY = {
    1: "var(--lab-row, calc(clamp(240px, 100vh - 215px, 640px) - {knobs}px))",
    2: "var(--lab-row, calc(clamp(200px, 50vh - 130px, 320px) - {knobs}px / 2))",
}
"""The height of a row of a story, by the number of rows; on a phone card.css says another."""

LINE = 40
"""Pixels of a line of knobs under the pictures of a story."""

HAND = "hand"
"""The name under which handles in pictures report the knobs that they move."""
CURIOUS = "For the curious: the formula, the code, and what the paper says"
OWN, CHOSEN = "this lesson's example", "the chosen dataset"


def menu_entry(lesson: Lesson) -> st.Page:
    """Return the lesson as the menu lists it."""
    return st.Page(lambda: show(lesson), title=lesson.entry.title, url_path=lesson.key)


def show(lesson: Lesson) -> None:
    """Show the whole page."""
    page_run.show(page_of(lesson))


def page_of(lesson: Lesson) -> LessonPage:
    """Return the page of a lesson."""
    return LessonPage(lesson)


class LessonPage(Page):
    """The page of a lesson."""

    drags = True

    def __init__(self, lesson: Lesson) -> None:
        self.lesson, self.form = lesson, form_of(lesson)

    def title(self, view: View) -> str:
        """Return the lesson's, with the dataset where it is not the lesson's own."""
        chosen = place(self.lesson, view).chosen
        return title_of(self.lesson.entry.title, view if chosen else None)

    def header_key(self, view: View) -> Hashable:
        current = place(self.lesson, view)
        return current.chosen, bool(current.step), (view.recipe, view.preparation)

    def needs_data(self, view: View) -> bool:
        return place(self.lesson, view).chosen

    def arrangement(self, view: View) -> Arrangement:
        return "story" if self.lesson.story else "column"

    def panels(self, view: View, look: Look) -> list[PanelGroup]:
        """Return the knobs: of a step those that it is about."""
        lesson, current = self.lesson, place(self.lesson, view)
        move, only = movement.lesson(lesson.key, lesson.knobs), ()
        if current.step:
            only = lesson.story.step(current.step).knobs
        panel = Panel(lesson.key, "knobs", current.knobs, move, Selection(only))
        return [PanelGroup(lesson.key, [panel] if only or not current.step else [])]

    def hidden_panels(self, view: View, progress: Progress) -> dict[str, Panel]:
        """Return what follows the card, and handles in a picture, which move any knob."""
        lesson, knobs = self.lesson, place(self.lesson, view).knobs
        move, every = movement.lesson(lesson.key, lesson.knobs), Selection(tuple(knobs_of(knobs)))
        panels = {HAND: Panel(HAND, "", knobs, move, every)}
        if lesson.story is not None:
            panels["story"] = Panel("story", "", knobs, story_card.mover(lesson), every)
        return panels

    def evidence(self, view: View, look: Look) -> Any:
        return evidence(self.lesson, view)

    def rows(self, view: View, evidence: Any) -> Sequence[Row]:
        """Return the rows of a step's scene, in free play all rows."""
        lesson, current = self.lesson, place(self.lesson, view)
        scene = story_card.scene(lesson, current)
        if scene is None:
            return lesson.stage(evidence)
        rows = scene.stage(evidence)
        ends = scene.frames is None or scene.frames[1] == -1
        if ends and not _open(lesson, current):
            return rows
        return [_without_end(row) for row in rows]

    def lead(self, view: View, evidence: Any) -> str:
        """Return the sentence above the pictures; a story would tell the end too early by it."""
        return "" if place(self.lesson, view).step else self.lesson.lead(evidence)

    def height(self, view: View, presenting: bool) -> str:
        current = place(self.lesson, view)
        scene = story_card.scene(self.lesson, current)
        if scene is None:
            return present.FILM if presenting else HEIGHT
        lines = self._lines(self.lesson.story.step(current.step).knobs)
        if presenting:
            return present.story(scene.rows, lines)
        return STORY[scene.rows].format(knobs=LINE * lines)

    def _lines(self, names: Sequence[str]) -> int:
        """The lines of some knobs under a picture: two long ones have room side by side."""
        knobs = knobs_of(self.lesson.knobs)
        short = [knobs[name].flag or bool(knobs[name].choices) for name in names]
        return ceil(sum(0.4 if each else 1.0 for each in short) / 2.4)

    def cue(self, view: View) -> dict | None:
        """Return the part of a step that the stage follows."""
        lesson, current = self.lesson, place(self.lesson, view)
        scene = story_card.scene(lesson, current)
        if scene is None:
            return None
        name = f"{lesson.key} {current.step} {current.bet}"
        frames, look = scene.frames, list(scene.look)
        return {"id": name, "frames": frames, "look": look, "open": _open(lesson, current)}

    def card(self, view: View, evidence: Any) -> LiveElement | None:
        """Return the card of a step, where the lesson has a story."""
        if self.lesson.story is None:
            return None
        current = place(self.lesson, view)
        said = story_card.card(self.lesson, current, evidence)
        return card_element(said | {"cue": self.cue(view)})

    def is_whole(self, view: View, evidence: Any) -> bool:
        """Return whether nothing else changes: in free play the exercises and the text do."""
        return bool(place(self.lesson, view).step)

    def show_top(self, view: View) -> None:
        lesson = self.lesson
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            st.markdown(f"# {lesson.entry.claim}", width="content")
            links(paper=lesson.story is not None)
        notes()
        if lesson.example and not present.presenting() and not place(lesson, view).step:
            _choose_data(lesson, view)

    def show_aside(self, view: View) -> None:
        """Show the exercises, in free play, beside the pictures that they are about."""
        current = place(self.lesson, view)
        if current.step or present.presenting():
            return
        with suppress(ValueError):  # the page says what is wrong
            practice(self.lesson, evidence(self.lesson, view), current.knobs)

    def show_below(self, view: View, evidence: Any) -> None:
        """Show everything below; in a story it is folded, for it tells the end."""
        if not place(self.lesson, view).step:
            _curious(self.lesson, evidence)
            return
        with st.expander(CURIOUS, key=self._curious, on_change="rerun") as folded:
            if folded.open:
                _curious(self.lesson, evidence)

    def shows_more(self, view: View, evidence: Any) -> bool:
        return super().shows_more(view, evidence) or bool(st.session_state.get(self._curious))

    @property
    def _curious(self) -> str:
        return f"curious_{self.lesson.key}"


def _open(lesson: Lesson, current: Place) -> bool:
    """True where a step asks something that nobody has said anything on."""
    asked = lesson.story.passage(current.step).question
    return bool(asked) and current.bet == UNANSWERED


def _without_end(row: Row) -> Row:
    """A film that tells nobody its end, by ear or in its caption; a picture as it stands."""
    if not isinstance(row, Film):
        return row
    titles = "; ".join(scene.title for scene in row.scenes)
    alt = f"A film of {len(row.at)} frames, not played to its end yet. It shows: {titles}."
    return replace(row, alt=alt, caption="")


def form_of(lesson: Lesson) -> Form:
    """Return how a lesson's address is written: its step, its knobs, a chosen dataset."""

    def encode(view: View) -> dict[str, str]:
        current = place(lesson, view)
        dataset = address.encode_data(view) if current.chosen else {}
        if lesson.story:
            return story_card.encode(lesson, current) | dataset
        return address.changed_parameters("", current.knobs) | dataset

    def decode(parameters: Mapping[str, str], known: View | None) -> tuple[View, list[str]]:
        left, notes, dataset = dict(parameters), list[str](), dict[str, str]()
        if lesson.example:
            names = [name for name in left if name.split(".")[0] == "data"]
            dataset = {name: left.pop(name) for name in names}
        reached = _decode_place(lesson, left, notes, bool(dataset))
        view, more = address.decode_data(dataset, known)
        view = view.with_place(lesson.key, replace(reached, chosen=bool(dataset)))
        return view, notes + address.unknown_note(left) + more

    return Form(lesson.key, encode, decode)


def _decode_place(lesson: Lesson, left: dict[str, str], notes: list[str], chosen: bool) -> Place:
    """The place that an address names; who brings a dataset is in free play."""
    if lesson.story:
        if chosen:
            left |= {"step": "0"}
        return story_card.decode(lesson, left, notes)
    values = address.read("", lesson.knobs(), left, notes)
    try:
        return Place(lesson.knobs(**values))
    except ValueError as error:
        notes.append(f"{error}.")
        return Place(lesson.knobs())


def evidence(lesson: Lesson, view: View) -> Any:
    """Return what the knobs as they stand lead to.

    Raises ValueError for knobs that exclude each other, and for a dataset that is not there or that
    the lesson is not about.
    """
    current = place(lesson, view)
    if lesson.example is None:
        key, data = None, None
    else:
        recipe, preparation = _source(lesson, view)
        key = engine.dataset_key(recipe, preparation)
        data = engine.dataset(recipe, preparation)
        if data.task != lesson.task:
            raise ValueError(f"This lesson is about {lesson.task}; {data.name} is not.")
    asked = (lesson.key, current.knobs, key)
    return EVIDENCE.get(asked, lambda: lesson.evidence(current.knobs, data))


def _source(lesson: Lesson, view: View) -> tuple[datasets.Recipe, datasets.Preparation]:
    """The dataset chosen for all pages, or the lesson's own example."""
    if place(lesson, view).chosen:
        return view.recipe, view.preparation
    return example(lesson)


def example(lesson: Lesson) -> tuple[datasets.Recipe, datasets.Preparation]:
    """Return the dataset that a lesson opens on; ``lesson.example`` is not None."""
    name, options = lesson.example
    return datasets.split_options(datasets.recipe(name), options)


def _choose_data(lesson: Lesson, view: View) -> None:
    """A switch between the lesson's own example and the dataset chosen for all pages."""
    chosen = place(lesson, view).chosen

    def word_of(view: View) -> str:
        return CHOSEN if place(lesson, view).chosen else OWN

    def turn(word: str) -> None:
        visit = Visit.current()
        turned_to = replace(place(lesson, visit.view), chosen=word == CHOSEN)
        visit.change(visit.view.with_place(lesson.key, turned_to))

    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.segmented_control(
            "learn from",
            [OWN, CHOSEN],
            required=True,
            label_visibility="collapsed",
            **bind(f"on_{lesson.key}", word_of, turn),
        )
        if chosen:
            with st.container(width=320):
                chooser.dataset(view)


def _curious(lesson: Lesson, evidence: Any) -> None:
    """The formula, its letters beside the words, and the code; lines of code need all the width."""
    st.latex(lesson.formula.latex)
    left, right = st.columns([3, 2], gap="large")
    with left:
        st.markdown(lesson.words(evidence))
        show_claims(lesson.key)
        if lesson.story is None:
            practice(lesson, evidence, place(lesson, Visit.current().view).knobs)
    with right:
        symbols = {
            knob.symbol: knob.about for knob in knobs_of(lesson.knobs).values() if knob.symbol
        }
        st.table({plain(s): plain(text) for s, text in (symbols | lesson.formula.symbols).items()})
        st.caption(lesson.formula.source)
    for function in lesson.formula.code:
        with suppress(OSError):
            source = inspect.getsource(getattr(function, "py_func", function))
            st.code(dedent(source), language="python", wrap_lines=True)

"""A lesson as a page: its address, its heading, its panel, and its explanation below."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from textwrap import dedent
from typing import Any

import streamlit as st

import datasets
from knobs import knobs_of
from ui import address, chooser, engine, movement, page, present
from ui.address import Form
from ui.header import links, notes
from ui.lessons.lesson import Lesson
from ui.lessons.practice import practice
from ui.live.panels import Panel, live_panels
from ui.markdown import plain
from ui.memo import Memo
from ui.page import Page
from ui.title import title_of
from ui.view import Place, View
from ui.visit import Visit

EVIDENCE = Memo(48)
HEIGHT = "clamp(220px, calc(100vh - 520px), 420px)"
OWN, CHOSEN = "this lesson's example", "the chosen dataset"


def listed(lesson: Lesson) -> st.Page:
    """Return the lesson as the menu lists it."""
    return st.Page(lambda: show(lesson), title=lesson.title, url_path=lesson.key)


def show(lesson: Lesson) -> None:
    """Show the whole page."""
    page.show(page_of(lesson))


def page_of(lesson: Lesson) -> Page:
    """Return the page of a lesson."""
    return Page(
        form=form_of(lesson),
        title=lambda view: _title(lesson, view),
        top=lambda view: _top(lesson, view),
        panels=lambda view: _panels(lesson, view),
        evidence=lambda view, moving: evidence(lesson, view),
        rows=lambda view, evidence: lesson.stage(evidence),
        lead=lesson.lead,
        below=lambda view, evidence: _explanation(lesson, evidence),
        height=lambda: present.FILM if present.presenting() else HEIGHT,
        waits=lambda view: place(lesson, view).chosen,
    )


def _title(lesson: Lesson, view: View) -> str:
    """The lesson's, with the dataset where it is not the lesson's own."""
    return title_of(lesson.title, view if place(lesson, view).chosen else None)


def place(lesson: Lesson, view: View) -> Place:
    """Return where a visitor stands in a lesson."""
    return view.lessons.get(lesson.key) or Place(lesson.knobs())


def form_of(lesson: Lesson) -> Form:
    """Return how a lesson's address is written: its knobs, and the dataset if it is chosen."""

    def encode(view: View) -> dict[str, str]:
        current = place(lesson, view)
        dataset = address.encode_data(view) if current.chosen else {}
        return address.changed("", current.knobs) | dataset

    def decode(parameters: Mapping[str, str], known: View | None) -> tuple[View, list[str]]:
        left, notes = dict(parameters), list[str]()
        values = address.read("", lesson.knobs(), left, notes)
        try:
            knobs = lesson.knobs(**values)
        except ValueError as error:
            knobs = lesson.knobs()
            notes.append(f"{error}.")
        dataset = {}
        if lesson.example:
            names = [name for name in left if name.split(".")[0] == "data"]
            dataset = {name: left.pop(name) for name in names}
        view, more = address.decode_data(dataset, known)
        view = view.with_place(lesson.key, Place(knobs, bool(dataset)))
        return view, notes + address.unknown(left) + more

    return Form(lesson.key, encode, decode)


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
        key = engine.examples(recipe, preparation)
        data = engine.dataset(recipe, preparation)
        if data.task not in lesson.tasks:
            tasks = " or ".join(lesson.tasks)
            raise ValueError(f"This lesson is about {tasks}; {data.name} is not.")
    asked = (lesson.key, current.knobs, key)
    return EVIDENCE.get(asked, lambda: lesson.evidence(current.knobs, data))


def _source(lesson: Lesson, view: View) -> tuple[datasets.Recipe, datasets.Preparation]:
    """The dataset chosen for all pages, or the lesson's own example."""
    if place(lesson, view).chosen:
        return view.recipe, view.preparation
    name, options = lesson.example
    return datasets.parts_of(datasets.recipe(name), options)


def _top(lesson: Lesson, view: View) -> None:
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f"# {lesson.claim}", width="content")
        links()
    notes()
    if lesson.example and not present.presenting():
        _choose_data(lesson, view)


def _choose_data(lesson: Lesson, view: View) -> None:
    """A switch between the lesson's own example and the dataset chosen for all pages."""
    key, chosen = f"on_{lesson.key}", place(lesson, view).chosen
    st.session_state[key] = CHOSEN if chosen else OWN

    def turned() -> None:
        visit = Visit.current()
        turned_to = replace(place(lesson, visit.view), chosen=st.session_state[key] == CHOSEN)
        visit.change(visit.view.with_place(lesson.key, turned_to))

    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.segmented_control(
            "learn from",
            [OWN, CHOSEN],
            key=key,
            required=True,
            on_change=turned,
            label_visibility="collapsed",
        )
        if chosen:
            with st.container(width=320):
                chooser.dataset(view)


def _panels(lesson: Lesson, view: View) -> None:
    move = movement.lesson(lesson.key, lesson.knobs)
    live_panels(lesson.key, [Panel(lesson.key, "knobs", place(lesson, view).knobs, move)])


def _explanation(lesson: Lesson, evidence: Any) -> None:
    left, right = st.columns([3, 2], gap="large")
    with left:
        st.markdown(lesson.words(evidence))
        practice(lesson, evidence)
    with right:
        st.latex(lesson.formula)
        symbols = {
            knob.symbol: knob.about for knob in knobs_of(lesson.knobs).values() if knob.symbol
        }
        st.table({plain(s): plain(text) for s, text in (symbols | lesson.symbols).items()})
        for function in lesson.code:
            with suppress(OSError):
                source = inspect.getsource(getattr(function, "py_func", function))
                st.code(dedent(source), language="python")
        st.caption(lesson.source)

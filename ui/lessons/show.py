"""A lesson on the page."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from contextlib import suppress
from itertools import groupby
from textwrap import dedent
from typing import Any

import streamlit as st

from datasets import DatasetError
from knobs import knobs_of
from ui import chooser, engine, session, shelf
from ui.header import notes
from ui.lessons import present, state
from ui.lessons.lesson import Lesson, Shown
from ui.lessons.practice import practice
from ui.live.copy_link import copy_link
from ui.live.panels import Panel, live_panels
from ui.live.stage import live_stage
from ui.markdown import plain
from ui.memo import Memo
from ui.playground.controls import waiting
from ui.view import View

EVIDENCE = Memo(48)
HEIGHT = {False: "clamp(220px, calc(100vh - 520px), 420px)", True: "calc(100vh - 330px)"}
OWN, CHOSEN = "this lesson's example", "the chosen dataset"


def page(lesson: Lesson) -> st.Page:
    """The lesson as the menu lists it."""
    return st.Page(lambda: show(lesson), title=lesson.title, url_path=lesson.key)


def show(lesson: Lesson) -> None:
    """The whole page."""
    present.dress()
    form = state.form(lesson)
    view = session.current(form)
    state.settle(lesson)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f"## {lesson.claim}", width="content")
        if not present.presenting():
            with st.container(width=130):
                copy_link()
    if not present.presenting():
        notes()
        if lesson.example:
            _choose_data(lesson, view)
    if state.place(lesson).chosen and shelf.absent(view.data):
        chooser.offer(view)
    else:
        _stage(lesson)
        _explanation(lesson)
    session.write_address(form)


def evidence(lesson: Lesson) -> tuple[Any, str]:
    """What the knobs as they stand lead to; or None, and a sentence that says why not."""
    knobs, source = state.place(lesson).knobs, None
    try:
        source = state.source(lesson)
        data = None if source is None else engine.dataset(source)
        if data is not None and data.task not in lesson.tasks:
            return None, f"This lesson is about {' or '.join(lesson.tasks)}; {data.name} is not."
        return EVIDENCE.get((lesson.key, knobs, source), lambda: lesson.evidence(knobs, data)), ""
    except (DatasetError, ValueError) as error:
        return None, str(error).removesuffix(".") + "."


def _choose_data(lesson: Lesson, view: View) -> None:
    key, chosen = f"on_{lesson.key}", state.place(lesson).chosen
    st.session_state[key] = CHOSEN if chosen else OWN
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.segmented_control(
            "learn from",
            [OWN, CHOSEN],
            key=key,
            required=True,
            on_change=lambda: state.choose(lesson, st.session_state[key] == CHOSEN),
            label_visibility="collapsed",
        )
        if chosen:
            with st.container(width=320):
                chooser.dataset(view)


@st.fragment
def _stage(lesson: Lesson) -> None:
    """What moves under the hand. A movement reruns this alone, its end the whole page."""
    if session.ended():
        st.rerun()
    knobs = present.shown_knobs(list(knobs_of(lesson.knobs)))
    if knobs:
        panel = Panel(lesson.key, "knobs", state.settled(), state.moved(lesson), only=knobs)
        live_panels(lesson.key, [panel], session.refusals())
    with waiting(session.moving()):
        found, problem = evidence(lesson)
    if problem:
        st.error(plain(problem), icon=":material/error:")
        return
    _rows(lesson, lesson.stage(found), lesson.lead(found))


def _rows(lesson: Lesson, rows: Sequence[Shown], lead: str) -> None:
    """Rows of films and figures are one element each time they follow each other."""
    height, moving = HEIGHT[present.presenting()], session.moving()
    if hasattr(rows[0], "show"):
        st.markdown(lead)
        lead = ""
    for own, some in groupby(rows, lambda row: hasattr(row, "show")):
        if own:
            for row in some:
                row.show(height)
            continue
        live_stage(
            lesson.key,
            list(some),
            height,
            start=_frame(),
            headline=lead,
            answers=session.answered(),
            took=session.took(),
            moving=moving,
        )


def _frame() -> int:
    text = st.query_params.get("frame", "")
    return int(text) if text.isdigit() and text.isascii() and len(text) < 10 else -1


def _explanation(lesson: Lesson) -> None:
    found, problem = evidence(lesson)
    if problem or present.presenting():
        return
    left, right = st.columns([3, 2], gap="large")
    with left:
        st.markdown(lesson.words(found))
        practice(lesson, found)
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

"""The question and the answer on the page."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from ui.address import PLAYGROUND
from ui.best import job, words
from ui.budget.runs import errand
from ui.live.panel import Panel, Selection
from ui.live.panels import PanelGroup, show_panels
from ui.markdown import plain
from ui.movement import Movement
from ui.sweep.controls import duration
from ui.sweep.moves import in_playground
from ui.view import View
from ui.visit import Visit

PLAYGROUND_PAGE = "pages/playground.py"
OFTEN = 0.5
"""Seconds between two drawings of a search that is under way."""
FIND = {
    "textContent": "Find the best",
    "title": "Search all methods, with their step sizes, periods and penalties.",
}
STOP = "search_stop"


def show_question(view: View) -> None:
    """Show the number of features, and the button that finds the best with so few."""
    panel = Panel(
        "best",
        "the best with at most k features",
        view.sweep.look,
        move,
        Selection(("at_most",)),
        layout="whole",
        button=None if view.sweep.searching else FIND,
    )
    show_panels(PanelGroup("best", [panel]))


def move(view: View, movement: Movement) -> View:
    """Move the number of features, or ask for the best with so few."""
    look = replace(view.sweep.look, **movement.values)
    searching = view.sweep.searching or bool(movement.action)
    return replace(view, sweep=replace(view.sweep, look=look, searching=searching))


def show_answer() -> None:
    """Show the answer of what is asked, and go on while it grows."""
    visit = Visit.current(drawing=True)
    if not visit.view.sweep.searching:
        return
    try:
        search = job.begin(visit.view, visit.progress.token)
    except ValueError as error:
        st.error(plain(str(error)), icon=":material/error:")
        return
    st.fragment(_answer_section, run_every=None if search.ended else OFTEN)(not search.ended)


def _answer_section(under_way: bool) -> None:
    visit = Visit.current(drawing=True)
    search = job.current(visit.view)
    if search is None or under_way == search.ended:
        visit.run_again()  # it has ended, or another number of features is asked for
        return
    search.audience.look(visit.progress.token)
    with errand(visit.progress.token):
        _show_progress(search)
        _show_answer(search, visit.view)


def _show_progress(search: job.SearchJob) -> None:
    if search.problem:
        st.error(plain(search.problem), icon=":material/error:")
    if search.cancelled and search.ended:
        st.info(
            f"The search was stopped when {search.share:.0%} of it was done.",
            icon=":material/info:",
        )
        st.button("Go on", icon=":material/play_arrow:", on_click=_resume, key="search_go_on")
    if search.ended:
        return
    left = search.seconds_left
    text = f"{search.share:.0%} done, {duration(left)} left" if left else "looking for settings …"
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(min(search.share, 1.0), text)
        st.button("Stop", icon=":material/stop:", on_click=_stop, key=STOP)


def _show_answer(search: job.SearchJob, view: View) -> None:
    answer = search.answer
    if answer is None:
        return
    st.header(plain(words.headline(answer, search.ended and not search.cancelled)), anchor=False)
    st.markdown(words.comparison(answer))
    for line in words.lines(answer):
        with st.container(horizontal=True, vertical_alignment="center", gap="xxsmall"):
            st.markdown(line.text, width="content")
            st.page_link(
                PLAYGROUND_PAGE,
                label="Open in the playground",
                icon=":material/arrow_forward:",
                query_params=PLAYGROUND.encode(in_playground(view, line.algorithm)),
            )
    for note in words.notes(answer):
        st.caption(plain(note))


def _stop() -> None:
    visit = Visit.current()
    search = job.current(visit.view)
    if search is not None:
        search.cancel()
        search.wait(0.5)
        visit.change(visit.view)


def _resume() -> None:
    visit = Visit.current()
    job.begin(visit.view, visit.progress.token)
    visit.change(visit.view)

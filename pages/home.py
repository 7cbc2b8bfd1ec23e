"""Home: the point of it all in one living picture, then the course and the doors."""

from __future__ import annotations

from typing import Any

import streamlit as st

from pages.lessons import LESSONS
from ui import movement
from ui.header import notes
from ui.home import doors, weights
from ui.home.form import HOME, KEY, place
from ui.live.panels import Panel, live_panels
from ui.page import Page, show
from ui.title import APP
from ui.view import View
from ui.web.redirects import HOMES_OWN

PLAYGROUND = "pages/playground.py"
HEIGHT = "clamp(200px, 38vh, 380px)"

PURPOSE = """# Watch a learner drop the features it does not need

A thousand measurements, and most of them noise: which ones should a model use? Five papers answer
by letting weights become exactly 0 **while** the model learns, one example at a time. Watch two
weights."""


def top(_view: View) -> None:
    """Show what this is."""
    st.markdown(PURPOSE)
    notes()


def panels(view: View) -> None:
    """Show the one knob."""
    move = movement.lesson(KEY, weights.Knobs)
    with st.container(key="home_knob"):
        live_panels(KEY, [Panel(KEY, "rule", place(view).knobs, move, layout="whole")])


def below(view: View, _evidence: Any) -> None:
    """Show the course, the other pages, and what is folded."""
    doors.course(LESSONS)
    doors.rooms(view)
    doors.more()


PAGE = Page(
    form=HOME,
    title=lambda view: APP,
    top=top,
    panels=panels,
    evidence=lambda view, moving: weights.gather(place(view).knobs),
    rows=lambda view, evidence: [weights.film(evidence)],
    lead=lambda view, evidence: weights.sentence(evidence),
    below=below,
    height=lambda: HEIGHT,
    waits=lambda view: False,
)

if __name__ == "__main__":
    older = st.query_params.to_dict()
    if older.keys() - set(HOMES_OWN):
        st.switch_page(PLAYGROUND, query_params=older)
    show(PAGE)

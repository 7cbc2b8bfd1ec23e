"""Home: the point of it all in one living picture, then the course and the links."""

from __future__ import annotations

from collections.abc import Hashable

import streamlit as st

from charts import Film
from pages.lessons import LESSONS
from ui import movement
from ui.header import notes
from ui.home import links, weights
from ui.home.form import HOME, KEY, place
from ui.live.panel import Panel
from ui.live.panels import PanelGroup
from ui.look import Look
from ui.page import Page
from ui.session.page_run import show
from ui.title import APP
from ui.view import View
from ui.web.redirects import HOMES_OWN

PLAYGROUND = "pages/playground.py"
HEIGHT = "clamp(200px, 38vh, 380px)"

PURPOSE = """# Watch a learner drop the features it does not need

A **learner** is a program that meets examples one at a time and learns to guess their answers. It
knows numbers of each example, its **features**, and gives every feature a **weight**: how much it
counts. At 0 it does not count at all. Five papers have rules that set the weights of useless
features to exactly 0 while the learner learns."""


class Home(Page):
    """The first page."""

    form = HOME

    def title(self, view: View) -> str:
        return APP

    def header_key(self, view: View) -> Hashable:
        return None

    def needs_data(self, view: View) -> bool:
        return False

    def panels(self, view: View, look: Look) -> list[PanelGroup]:
        """Return the one knob."""
        move = movement.lesson(KEY, weights.Knobs)
        return [PanelGroup(KEY, [Panel(KEY, "rule", place(view).knobs, move, layout="whole")])]

    def evidence(self, view: View, look: Look) -> weights.Evidence:
        return weights.gather(place(view).knobs)

    def rows(self, view: View, evidence: weights.Evidence) -> list[Film]:
        return [weights.film(evidence)]

    def lead(self, view: View, evidence: weights.Evidence) -> str:
        return weights.sentence(evidence)

    def height(self, view: View, presenting: bool) -> str:
        return HEIGHT

    def is_whole(self, view: View, evidence: weights.Evidence) -> bool:
        return True

    def show_top(self, view: View) -> None:
        """Show what this is, and where to begin."""
        st.markdown(PURPOSE)
        links.start(LESSONS)
        notes()

    def show_below(self, view: View, evidence: weights.Evidence) -> None:
        """Show the course, the other pages, and what is folded."""
        links.course(LESSONS)
        links.page_links(view)
        links.more()


PAGE = Home()

if __name__ == "__main__":
    older = st.query_params.to_dict()
    if older.keys() - set(HOMES_OWN):
        st.switch_page(PLAYGROUND, query_params=older)
    show(PAGE)

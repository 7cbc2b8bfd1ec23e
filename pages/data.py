"""Data: what is in a dataset, what was done to it, and your own."""

from __future__ import annotations

import streamlit as st

import charts
from ui import chooser, engine, present
from ui.address import DATA
from ui.data import inspection, options, target
from ui.engine import Material
from ui.header import header
from ui.live.panels import PanelGroup
from ui.look import Look
from ui.page import Page
from ui.session.page_run import show
from ui.title import title_of
from ui.view import View

KNOBS = (
    "scaling",
    "expansion",
    "random_pairs",
    "support_examples",
    "kernel_width",
    "noise_features",
    "noise_kind",
    "constant",
    "test_fraction",
    "seed",
)
BEHIND = {
    "Upload a file": chooser.upload,
    "Its options": lambda view: options.options(view, "own"),
}


class Data(Page):
    """The page of the data."""

    form = DATA

    def title(self, view: View) -> str:
        return title_of("Data", view)

    def panels(self, view: View, look: Look) -> list[PanelGroup]:
        return [options.preparation(view, KNOBS)]

    def evidence(self, view: View, look: Look) -> Material:
        return Material.of(view)

    def rows(self, view: View, evidence: Material) -> list[list[charts.Picture]]:
        """Return the three pictures that follow the knobs."""
        data, relevance = evidence.data, charts.relevance(*engine.describe_features(evidence))
        return [[charts.balance(data), charts.pattern(data), relevance]]

    def lead(self, view: View, evidence: Material) -> str:
        return inspection.size(evidence.data)

    def height(self, view: View, presenting: bool) -> str:
        return present.FILM if presenting else "260px"

    def show_top(self, view: View) -> None:
        """Show the heading of the page, and the choice of a dataset."""
        st.title("What is in the data, and what is done to it", anchor=False)
        header(view, BEHIND)

    def show_between(self, view: View, evidence: Material) -> None:
        target.show(view, evidence.data)

    def show_below(self, view: View, evidence: Material) -> None:
        inspection.show(view, evidence)


PAGE = Data()

if __name__ == "__main__":
    show(PAGE)

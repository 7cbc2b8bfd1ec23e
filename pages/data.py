"""Data: what is in a dataset, what was done to it, and your own."""

from __future__ import annotations

import streamlit as st

import charts
from ui import chooser, engine, present
from ui.address import DATA
from ui.data import goal, inspection, options
from ui.engine import Material
from ui.header import header
from ui.page import Page, show
from ui.title import title_of
from ui.view import View

KNOBS = (
    "scaling",
    "expansion",
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


def top(view: View) -> None:
    """Show the heading of the page, and the choice of a dataset."""
    st.markdown("# What is in the data, and what is done to it")
    header(view, BEHIND)


def pictures(view: View, material: Material) -> list[list[charts.Picture]]:
    """Return the three that follow the knobs."""
    described, measure = engine.described(material)
    return [
        [
            charts.balance(material.data),
            charts.pattern(material.data),
            charts.relevance(described, measure),
        ]
    ]


def between(view: View, material: Material) -> None:
    """Show how large the dataset is, and what is predicted."""
    inspection.numbers(material.data)
    goal.show(view, material.data)


PAGE = Page(
    form=DATA,
    title=lambda view: title_of("Data", view),
    top=top,
    panels=lambda view: options.preparation(view, KNOBS),
    evidence=lambda view, look: Material.of(view),
    between=between,
    rows=pictures,
    below=inspection.show,
    height=lambda: present.FILM if present.presenting() else "260px",
)

if __name__ == "__main__":
    show(PAGE)

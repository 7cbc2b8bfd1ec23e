"""Tally: how many examples each class of the dataset has."""

from __future__ import annotations

import streamlit as st
from ui.tally.form import TALLY

import charts
from ui.engine import Material
from ui.look import Look
from ui.page import Page
from ui.session.page_run import show
from ui.title import title_of
from ui.view import View


class Tally(Page):
    """The page of tallies."""

    form = TALLY

    def title(self, view: View) -> str:
        return title_of("Tally", view)

    def evidence(self, view: View, look: Look) -> Material:
        return Material.of(view)

    def rows(self, view: View, evidence: Material) -> list[list[charts.Picture]]:
        return [[charts.balance(evidence.data)]]

    def height(self, view: View, presenting: bool) -> str:
        return "260px"

    def show_top(self, view: View) -> None:
        st.title("How many examples are of each class?", anchor=False)


PAGE = Tally()

if __name__ == "__main__":
    show(PAGE)

"""The title of a page, as tabs, bookmarks and the list behind the Back button show it."""

from __future__ import annotations

import streamlit as st

from datasets import Recipe
from ui.view import View

APP = "Sparsity Lab"
COMMON = ("builtin", "synthetic")
"""Families of datasets that are called by common nouns."""


def title_of(page: str, view: View | None = None) -> str:
    """Return the title of a page: its name, the dataset where ``view`` has one to name, the app."""
    about = "" if view is None else f", {_within(view.recipe)}"
    return f"{page}{about} · {APP}"


def show_title(title: str) -> None:
    """Have the tab say it.

    To be called once the address is written: the browser remembers an address by the title that
    the page had when it left it.
    """
    st.set_page_config(page_title=title)


def _within(recipe: Recipe) -> str:
    """The name of a dataset as it stands within a line; proper names and files stay as they are."""
    name = recipe.title
    return name[:1].lower() + name[1:] if recipe.family in COMMON else name

"""The first lines of the playground: its heading, and what is learned from what."""

from __future__ import annotations

import streamlit as st

from datasets import Dataset, Recipe
from ui import engine
from ui.markdown import plain
from ui.view import View

TITLE = "How few features are enough?"


def heading(view: View) -> None:
    """Show the heading, and a sentence about the examples where they can be read."""
    st.markdown(f"# {TITLE}")
    try:
        data = engine.dataset(view.recipe, view.preparation)
    except ValueError:  # the page says what is wrong
        return
    st.markdown(plain(examples(view.recipe, data)))


def examples(recipe: Recipe, data: Dataset) -> str:
    """Return a sentence on what is learned from what."""
    own = data.n_features - data.n_noise
    columns = recipe.columns_are if own != 1 else recipe.columns_are.removesuffix("s")
    noise = f" and {data.n_noise:,} columns of pure noise" if data.n_noise else ""
    goal = recipe.goal or f"predict {data.target_name or 'the target'}"
    return f"{own:,} {columns}{noise}, read one {recipe.row_is} at a time. The goal: {goal}."

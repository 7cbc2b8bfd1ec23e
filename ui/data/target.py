"""The target of a dataset: which column it is, whether it holds classes, and other choices."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import streamlit as st

from charts.labels import IN_WORDS, shorten
from datasets import Dataset
from ui import engine
from ui.markdown import plain
from ui.session.bind import bind
from ui.view import View
from ui.visit import Visit

CLASSES, AMOUNTS = "classes", "amounts"
WORDS = {"classification": CLASSES, "multiclass": CLASSES, "regression": AMOUNTS}
"""The words of the page for the tasks."""
MOST_LISTED = 200
"""Columns to choose a target from beside the counts; more can be chosen from among the options."""


def show(view: View, data: Dataset) -> None:
    """Say what is predicted and why, and offer classes or amounts, and other columns."""
    predicted = data.provenance.target_phrase
    if not predicted:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(_sentence(view, data), width="content")
        _classes_or_amounts(view, data)
        _other_columns(view, data)
    sentences = [step.what for step in data.report if step.stage == "target"]
    rest = [what for what in sentences if what != f"Predicted: {predicted}."]
    if rest:
        st.caption(plain(" ".join(rest)))


def _sentence(view: View, data: Dataset) -> str:
    name = plain(shorten(data.target_name, IN_WORDS))
    parts = filter(None, (f"**{name}**" if name else "", plain(data.provenance.target_reason)))
    return f"Predicted: {', '.join(parts)} — {_kind(view, data)}"


def _kind(view: View, data: Dataset) -> str:
    if data.task == "regression":
        return f"amounts from {data.y.min():,.6g} to {data.y.max():,.6g}"
    positive = str(getattr(view.recipe, "positive", "")).strip()
    if positive:
        return f"{plain(shorten(positive, IN_WORDS))} against the rest"
    return f"{len(data.classes) or 2} classes"


def _classes_or_amounts(view: View, data: Dataset) -> None:
    """The switch, where the values of the target could be either."""
    tasks = data.provenance.tasks
    classes = next((task for task in tasks if task != "regression"), "")
    if not (classes and "regression" in tasks and hasattr(view.recipe, "task")):
        return
    shown = AMOUNTS if data.task == "regression" else CLASSES

    def take(word: str) -> None:
        change(task="regression" if word == AMOUNTS else classes)

    st.segmented_control(
        "Classes or amounts",
        (CLASSES, AMOUNTS),
        required=True,
        label_visibility="collapsed",
        **bind("goal_task", lambda view: WORDS.get(view.recipe.task, shown), take),
    )


def _other_columns(view: View, data: Dataset) -> None:
    """The list of columns that could be predicted instead."""
    columns = engine.columns(view.recipe, view.preparation)
    others = [name for name in columns if name != data.target_name]
    if not 0 < len(others) <= MOST_LISTED:
        return
    with st.container(width=230):
        st.selectbox(
            "Predict another column",
            others,
            placeholder="Predict another column",
            label_visibility="collapsed",
            **bind("goal_column", lambda _view: None, lambda name: change(target=name)),
        )


def change(**options: Any) -> None:
    """Ask for other options of the recipe; with another target those about the old one go."""
    visit = Visit.current()
    about_old = {"positive": "", "task": ""} if "target" in options else {}
    recipe = replace(visit.view.recipe, **about_old, **options)
    visit.change(engine.fit_view(replace(visit.view, recipe=recipe)))

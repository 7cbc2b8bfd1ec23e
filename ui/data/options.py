"""Ask for a dataset before learning: its recipe's options and the preparation."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

from datasets.files.data_file import NO_FILE, DataFile
from datasets.files.pairs import test_file_of
from knobs import Words, knobs_of, words_of
from ui import engine
from ui.data import target
from ui.live.panel import Panel, Selection
from ui.live.panels import PanelGroup, show_panels
from ui.movement import part
from ui.session.bind import bind
from ui.view import View

SPLIT = ("test_fraction", "seed")
LISTS = ("left_out", "categories", "kept")
"""The options that are lists of columns."""


def options(view: View, key: str, only: Sequence[str] = ()) -> None:
    """Show the recipe's own options, and ``only`` those of the preparation, in a column."""
    panels = []
    if only:
        panels.append(
            Panel(
                "split",
                "test rows and seed",
                view.preparation,
                part("preparation"),
                Selection(_fitting(view, only)),
                layout="column",
            )
        )
    _texts(view)
    if knobs_of(view.recipe):
        panels.append(Panel("recipe", "recipe", view.recipe, part("recipe"), layout="column"))
    if panels:
        show_panels(PanelGroup(key, panels))
    elif not words_of(view.recipe):
        st.caption("It has none.")


def preparation(view: View, only: Sequence[str]) -> PanelGroup:
    """Return the knobs of what is done to any dataset before learning, in a row."""
    moved, shown = part("preparation"), Selection(_fitting(view, only))
    panel = Panel("preparation", "preparation", view.preparation, moved, shown)
    return PanelGroup("preparation", [panel])


def _fitting(view: View, only: Sequence[str]) -> list[str]:
    """The same without the test share, where the test rows come from a file."""
    held = engine.test_file(view)
    return [name for name in only if name != "test_fraction" or not held]


def _texts(view: View) -> None:
    """A line for each option that is text; a list where what it can be is known."""
    columns = engine.columns(view.recipe, view.preparation)
    for name, declared in words_of(view.recipe).items():
        value = str(getattr(view.recipe, name))
        if columns and name == "target":
            _one(name, declared, value, columns)
        elif name == "task":
            _one(name, declared, value, engine.tasks(view), target.WORDS)
        elif columns and name in LISTS:
            _several(name, declared, value, columns)
        elif name == "test" and isinstance(view.recipe, DataFile):
            _file(name, declared, value, view.recipe)
        else:
            _line(name, declared, value)


def _line(name: str, declared: Words, value: str) -> None:
    st.text_input(declared.label, help=declared.about, **_bound(name))


def _one(
    name: str,
    declared: Words,
    value: str,
    choices: Sequence[str],
    called: Mapping[str, str] | None = None,
) -> None:
    """A list to choose one of; ``called`` says what the choices are called."""
    choices = list(dict.fromkeys(["", value, *choices]))
    called = called or {}
    st.selectbox(
        declared.label,
        choices,
        format_func=lambda choice: called.get(choice, choice) or "as it comes",
        help=declared.about,
        **_bound(name),
    )


def _file(name: str, declared: Words, value: str, recipe: DataFile) -> None:
    others = recipe.siblings()
    named_alike = test_file_of(recipe.origin.name, others)
    if not (others or value):
        return
    rest = sorted(others, key=lambda other: other != named_alike)
    by_itself = f"{named_alike}, by its name" if named_alike else "no file"
    st.selectbox(
        declared.label,
        list(dict.fromkeys(["", *([NO_FILE] if named_alike else []), value, *rest])),
        format_func=lambda choice: "no file" if choice == NO_FILE else choice or by_itself,
        help=declared.about,
        **_bound(name),
    )


def _several(name: str, declared: Words, value: str, columns: list[str]) -> None:
    st.multiselect(
        declared.label,
        list(dict.fromkeys([*columns, *_items(value)])),
        help=declared.about,
        **_bound(name, _items, _join),
    )


def _items(text: str) -> list[str]:
    return next(csv.reader([text], skipinitialspace=True), [])


def _join(items: list[str]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow(items)
    return line.getvalue()


def _bound(
    name: str,
    shown: Callable[[str], Any] = str,
    text_of: Callable[[Any], str] = str,
) -> dict[str, Any]:
    """Bind a widget to an option, which is ``shown`` in one form and kept as a text."""
    return bind(
        f"option_{name}",
        lambda view: shown(str(getattr(view.recipe, name))),
        lambda value: target.change(**{name: text_of(value).strip()}),
    )

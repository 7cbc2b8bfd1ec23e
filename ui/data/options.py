"""What can be asked of a dataset before learning: its recipe's options and the preparation."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import streamlit as st

from datasets import DatasetError
from knobs import Words, knobs_of, words_of
from ui import engine, session
from ui.live.panels import Panel, live_panels
from ui.shelf import recipe
from ui.view import View

SPLIT = ("test_fraction", "seed")


def options(state: View, key: str, only: Sequence[str] = ()) -> None:
    """The recipe's own options, and ``only`` those of the preparation, in a column."""
    panels = []
    if only:
        moved = session.moved_part("preparation")
        label = "test rows and seed"
        panels.append(Panel("split", label, state.preparation, moved, only=only, layout="column"))
    kind = None
    with suppress(DatasetError):  # a file that has gone: the page says so
        kind = recipe(state.data)
        _texts(state, kind)
    if kind is not None and knobs_of(kind):
        moved = session.mover(session.moved_recipe)
        panels.append(Panel("recipe", "recipe", _recipe(state), moved, layout="column"))
    if panels:
        live_panels(key, panels, session.refusals())
    elif kind is not None and not words_of(kind):
        st.caption("It has none.")


def preparation(state: View, only: Sequence[str]) -> None:
    """What is done to any dataset before learning, in a row."""
    moved = session.moved_part("preparation")
    panel = Panel("preparation", "preparation", state.preparation, moved, only=only)
    live_panels("preparation", [panel], session.refusals())


def _recipe(state: View) -> Any:
    """The recipe as asked for; as it is by itself if its knobs exclude each other."""
    try:
        return session.recipe_of(state)
    except ValueError:
        return recipe(state.data)()


def _texts(state: View, kind: type) -> None:
    """A line for each option that is text; a list where what it can be is known."""
    given, columns = dict(state.options), engine.columns(engine.source_of(state))
    for name, declared in words_of(kind).items():
        value = str(given.get(name, ""))
        if columns and name == "target":
            _one(name, declared, value, columns)
        elif columns and name == "left_out":
            _several(name, declared, value, columns)
        else:
            _line(name, declared, value)


def _line(name: str, declared: Words, value: str) -> None:
    key = _shown(name, value)
    st.text_input(declared.label, key=key, on_change=_take, args=(name,), help=declared.about)


def _one(name: str, declared: Words, value: str, columns: list[str]) -> None:
    choices = list(dict.fromkeys(["", value, *columns]))
    st.selectbox(
        declared.label,
        choices,
        key=_shown(name, value),
        format_func=lambda choice: choice or "as it comes",
        on_change=_take,
        args=(name,),
        help=declared.about,
    )


def _several(name: str, declared: Words, value: str, columns: list[str]) -> None:
    chosen = next(csv.reader([value], skipinitialspace=True), [])
    st.multiselect(
        declared.label,
        list(dict.fromkeys([*columns, *chosen])),
        key=_shown(name, chosen),
        on_change=_take,
        args=(name,),
        help=declared.about,
    )


def _shown(name: str, value: Any) -> str:
    """The widget's key; what it shows is the state's, whatever it showed before."""
    key = f"option_{name}"
    st.session_state[key] = value
    return key


def _take(name: str) -> None:
    given = st.session_state[f"option_{name}"]
    if isinstance(given, list):
        line = io.StringIO()
        csv.writer(line, lineterminator="").writerow(given)
        given = line.getvalue()
    state = session.here()
    owner = replace(session.recipe_of(state), **{name: given.strip()})
    session.change(session.fitted(session.with_recipe(state, owner)))

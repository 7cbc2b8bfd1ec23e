"""Where a lesson stands: its knobs, read from the address and written back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from ui import address, session
from ui.address import Form
from ui.engine import Source, source_of
from ui.lessons.lesson import Lesson
from ui.live.panels import Movement, moved_to
from ui.view import View


@dataclass(frozen=True)
class Place:
    """The knobs of a lesson, and whether it is on its own example or on the ``chosen`` dataset."""

    knobs: Any
    chosen: bool = False


def places() -> dict[str, Place]:
    """Where the visitor stands in each lesson they have opened, by its key."""
    return st.session_state.setdefault("places", {})


def place(lesson: Lesson) -> Place:
    """Where the visitor stands in this one."""
    return places().setdefault(lesson.key, Place(lesson.knobs()))


def settle(lesson: Lesson) -> None:
    """Remember, at a full run, what the panel is told while a hand moves it."""
    st.session_state["settled_knobs"] = place(lesson).knobs


def settled() -> Any:
    """The knobs as they were at the last full run; see ``session.settled``."""
    return st.session_state["settled_knobs"]


def form(lesson: Lesson) -> Form:
    """How a lesson's address is written and read: its knobs, and the dataset if it is chosen."""

    def encode(state: View) -> dict[str, str]:
        here = place(lesson)
        return address.changed("", here.knobs) | (address.encode_data(state) if here.chosen else {})

    def decode(parameters, known: View | None) -> tuple[View, list[str]]:
        left, notes = dict(parameters), list[str]()
        values = address.read("", lesson.knobs(), left, notes)
        data = {name: value for name, value in left.items() if name.split(".")[0] == "data"}
        state, more = address.decode_data(data if lesson.example else {}, known)
        for name in left.keys() - data.keys():
            notes.append(f"The address has an unknown key “{name}”; it was left out.")
        try:
            knobs = lesson.knobs(**values)
        except ValueError as error:
            knobs, notes = lesson.knobs(), [*notes, f"{error}."]
        places()[lesson.key] = Place(knobs, bool(data) and lesson.example is not None)
        return state, notes + more

    return Form(lesson.key, encode, decode)


def source(lesson: Lesson) -> Source | None:
    """The examples a lesson learns from, or None where it needs none."""
    if lesson.example is None:
        return None
    if place(lesson).chosen:
        return source_of(session.here())
    name, options = lesson.example
    return Source(name, tuple(options.items()), None)


def moved(lesson: Lesson):
    """What the lesson's panel calls."""

    def of(state: View, movement: Movement) -> View:
        here = place(lesson)
        places()[lesson.key] = replace(here, knobs=moved_to(here.knobs, movement))
        return state

    return session.mover(of)


def choose(lesson: Lesson, chosen: bool) -> None:
    """Turn to the lesson's own example, or to the dataset chosen for all pages."""
    places()[lesson.key] = replace(place(lesson), chosen=chosen)
    session.change(session.here())

"""Pinned views of the playground: up to eight, by name, to go through in their order.

A pin is the address of a view, as text. Pins stand in the address, so a link carries them along.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qsl, urlencode

import streamlit as st

from charts.run import name_runs
from charts.run import show as show_value
from knobs import knobs_of, words_of
from ui import address, dataset_library, engine, present
from ui.live.assets import BROWSER, element
from ui.live.element import LiveElement, mount
from ui.live.panel import Panel, Selection
from ui.movement import Movement, place_in
from ui.view import MOST_PINS, Display, View
from ui.visit import Visit

SOURCE = "pins"
LONGEST = 1000
"""Letters of a pin: eight of them stand in an address, and some servers take 8,000."""

MOST_PARTS = 4
"""Knobs by which a pin is named."""


def text_of(view: View) -> str:
    """Return a view as a pin.

    Raises
    ------
    ValueError : an address cannot hold all of it.
    """
    parameters = address.encode(replace(view, pins=()))
    # Of the data an address leaves out what is too long for it.
    data = address.changed_parameters("data.", view.recipe) | address.changed_parameters(
        "data.", view.preparation
    )
    if len(urlencode(parameters | data)) > LONGEST:
        raise ValueError(
            "This view is too long for an address, so it cannot be pinned: "
            "take fewer runs, or data without groups of their own"
        )
    return urlencode(parameters)


def view_of(pin: str, known: View) -> View:
    """Return the view of a pin; pins, lessons and the sweep are those of the view so far.

    Raises
    ------
    ValueError : its file is no longer here.
    """
    parameters = _parameters(pin)
    if dataset_library.is_lost(parameters.get("data", "")):
        raise ValueError("The file of this pin is no longer here: take it in again")
    view, _ = address.decode(parameters, known)
    if "data" in parameters and "stream.loss" not in parameters:
        view = engine.fit_view(view)
    return replace(view, pins=known.pins)


def move(view: View, movement: Movement) -> View:
    """Pin the view, take a pin away, or go to one."""
    if movement.action == "pin":
        return pin_view(view)
    number = place_in(movement.value)
    if number is None or number >= len(view.pins):  # taken away while the movement was under way
        return view
    if movement.action == "unpin":
        return replace(view, pins=view.pins[:number] + view.pins[number + 1 :])
    return view_of(view.pins[number], view)


def pin_view(view: View) -> View:
    """Return the view with one more pin, itself; one that is pinned stays as it is.

    Raises
    ------
    ValueError : there is no room for it.
    """
    pin = text_of(view)
    if pin in view.pins:
        return view
    if len(view.pins) >= MOST_PINS:
        raise ValueError(f"{MOST_PINS} views are pinned: take one away to pin another")
    return replace(view, pins=(*view.pins, pin))


def names_of(pins: Sequence[str]) -> list[str]:
    """Return the names of pins: a dataset and its runs, or what differs from the pin before."""
    # What an upload is called is its visitor's own: nobody else may find it remembered.
    views = [_view(pin) if dataset_library.UPLOADED in pin else _decode_pin(pin) for pin in pins]
    return [
        (before and _change(before, view)) or _whole(view, _title(pin, view))
        for before, view, pin in zip([None, *views], views, pins, strict=False)
    ]


@lru_cache(maxsize=256)
def _decode_pin(pin: str) -> View:
    return _view(pin)


def _view(pin: str) -> View:
    return address.decode(_parameters(pin))[0]


def _parameters(pin: str) -> dict[str, str]:
    return dict(parse_qsl(pin, keep_blank_values=True))


def _title(pin: str, view: View) -> str:
    """Return what the data of a pin are called."""
    lost = dataset_library.is_lost(_parameters(pin).get("data", ""))
    return "a file that is no longer here" if lost else view.recipe.title


def _whole(view: View, title: str) -> str:
    runs = name_runs(view.runs, letters=view.letters)
    return f"{title}: {', '.join(run.name for run in runs)}"


def _change(before: View, view: View) -> str:
    """The knobs that differ, where there are few; empty where another dataset or run is there."""
    kinds = [(v.recipe, v.letters, tuple(run.key for run in v.runs)) for v in (before, view)]
    if kinds[0] != kinds[1]:
        return ""
    parts = [
        *_moved_knobs(before.preparation, view.preparation),
        *_moved_knobs(before.stream, view.stream),
        *_moved_knobs(before.display, view.display),
    ]
    for letter, old, new in zip(view.letters, before.runs, view.runs, strict=True):
        parts += [f"{letter} {part}" for part in _moved_knobs(old, new)]
    return ", ".join(parts) if len(parts) <= MOST_PARTS else ""


def _moved_knobs(before: Any, now: Any) -> list[str]:
    """The knobs of one panel that differ, with their values."""
    texts = [
        f"another {text.label}"
        for name, text in words_of(now).items()
        if getattr(now, name) != getattr(before, name, "")
    ]
    return texts + [
        f"{knob.symbol or knob.label} = {show_value(getattr(now, name))}"
        for name, knob in knobs_of(now).items()
        if getattr(now, name) != getattr(before, name)
    ]


def show(view: View) -> None:
    """Show the pins and a button for one more; on a page for the projector, only their number."""
    if present.presenting() and not view.pins:
        return
    visit = Visit.current()
    visit.panels[SOURCE] = Panel(SOURCE, "pins", Display(), move, Selection(("regret",)))
    data = payload(view) | {"most": MOST_PINS, "presented": present.presenting()}
    mount(LiveElement("pins", _component, data))


def payload(view: View) -> dict[str, Any]:
    """Return the names of the pins, and the place of the one that is shown, -1 for none."""
    if not view.pins:
        return {"pins": [], "at": -1}
    alone = urlencode(address.encode(replace(view, pins=())))
    at = view.pins.index(alone) if alone in view.pins else -1
    return {"pins": names_of(view.pins), "at": at}


@st.cache_resource(show_spinner=False)
def _component():
    return element(BROWSER / "present" / "pins.js")

"""Pinned views of the playground: up to eight, by name, to go through in their order.

A pin holds the address of a view, as text. Pins stand in the address, so a link carries them along.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any
from urllib.parse import parse_qsl, urlencode

import streamlit as st

from charts.run import name_runs
from charts.run import show as show_value
from knobs import knobs_of, words_of
from ui import address, dataset_library, engine, present
from ui.classroom.files import SHARED
from ui.live.assets import BROWSER, element
from ui.live.element import LiveElement, mount
from ui.live.panel import Panel, Selection
from ui.movement import Movement, place_in
from ui.playground.pin_list import (
    LONGEST_TEXT,
    LONGEST_TITLE,
    MOST_PINS,
    NO_PINS,
    Pin,
    PinList,
    one_line,
)
from ui.share.lesson_file import lesson_text, read_lesson
from ui.view import Display, View, opening
from ui.visit import Visit

SOURCE = "pins"
LONGEST = 1000
"""Letters of a pin: eight of them stand in an address, and some servers take 8,000."""

MOST_PARTS = 4
"""Knobs by which a pin is named."""


def text_of(view: View) -> str:
    """Return a view as the address of a pin.

    Raises
    ------
    ValueError : an address cannot hold all of it.
    """
    parameters = address.encode(replace(view, pins=NO_PINS))
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
    """Pin the view, change the list of pins, or go to one.

    Texts, and the order, are given as they are to be, and pins are named by their ids: following a
    movement twice changes nothing.

    Raises
    ------
    ValueError : there is no room for a pin or a text; the file of a pin is no longer here.
    """
    action, value = movement.action, movement.value
    if action == "pin":
        return pin_view(view)
    if action == "lesson":
        return open_lesson(view, value)
    if action == "order":
        return replace(view, pins=view.pins.in_order(value.split()))
    if action == "title":
        title = one_line(value, LONGEST_TITLE) if view.pins else ""
        return replace(view, pins=replace(view.pins, title=title).check_length())
    first, _, text = value.partition(" ")
    number = _place(view.pins, first)
    if number is None:  # taken away while the movement was under way
        return view
    if action in LONGEST_TEXT:
        return replace(view, pins=view.pins.with_text(number, action, text).check_length())
    if action == "unpin":
        return replace(view, pins=view.pins.without(number))
    there = view_of(view.pins.pins[number].address, view)
    return replace(there, pins=replace(view.pins, at=number))


def _place(pins: PinList, text: str) -> int | None:
    """Return the place of the pin that is named by its id or by its place; None for none."""
    known = next((i for i, pin in enumerate(pins) if pin.id == text), place_in(text))
    return known if known is not None and known < len(pins) else None


def open_lesson(view: View, text: str) -> View:
    """Return the first view of a lesson file, with all of its views pinned.

    Raises
    ------
    ValueError : the file is no lesson; see ``ui.share.lesson_file``.
    """
    pins = read_lesson(text)
    try:
        there = view_of(pins.pins[0].address, view)
    except ValueError:  # of an upload; its pin says so when it is gone to
        return replace(view, pins=replace(pins, at=-1))
    return replace(there, pins=pins)


def pin_view(view: View) -> View:
    """Return the view with one more pin, itself; one that is pinned stays as it is.

    Raises
    ------
    ValueError : there is no room for it.
    """
    pin = text_of(view)
    place = view.pins.place_of(pin)
    if place >= 0:
        return replace(view, pins=replace(view.pins, at=place))
    if len(view.pins) >= MOST_PINS:
        raise ValueError(f"{MOST_PINS} views are pinned: take one away to pin another")
    return replace(view, pins=view.pins.with_pin(Pin(pin)).check_length())


def names_of(pins: Sequence[str]) -> list[str]:
    """Return names for pins by their addresses: a dataset and its runs, or what differs from the
    pin before."""
    # What an upload is called is its visitor's own: nobody else may find it remembered.
    views = [_view(pin) if _is_private(pin) else _decode_pin(pin) for pin in pins]
    return [
        (before and _change(before, view)) or _whole(view, _title(pin, view))
        for before, view, pin in zip([None, *views], views, pins, strict=False)
    ]


def _is_private(pin: str) -> bool:
    return dataset_library.UPLOADED in pin or SHARED in pin


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
    """Show the pins and a button for one more; on a page for the projector, the way through."""
    visit = Visit.current()
    visit.panels[SOURCE] = Panel(SOURCE, "pins", Display(), move, Selection(("regret",)))
    if present.presenting():
        mount(LiveElement("walk", _walk, payload(view)))
    else:
        longest = LONGEST_TEXT | {"title": LONGEST_TITLE}
        data = payload(view) | {"most": MOST_PINS, "longest": longest}
        mount(LiveElement("pins", _component, data))


def for_sharing(view: View) -> dict[str, Any]:
    """Return what the button to share a view needs of its pins; see ``ui.live.share``."""
    whole = tuple(replace(pin, address=pin.address or _opening_address()) for pin in view.pins)
    text = lesson_text(replace(view.pins, pins=whole)) if view.pins else ""
    return {"pins": payload(view), "most": MOST_PINS, "lesson": text}


def payload(view: View) -> dict[str, Any]:
    """Return what the browser is sent of the pins.

    ``at`` is the place of the one that is shown or was gone to last, -1 for none; ``shown`` says
    that the view is that of the pin, unchanged.
    """
    pins = view.pins
    if not pins:
        return {"title": "", "pins": [], "at": -1, "shown": False}
    alone = urlencode(address.encode(replace(view, pins=NO_PINS)))
    # A lesson file has the opening view in full.
    place = max(pins.place_of(alone), -1 if alone else pins.place_of(_opening_address()))
    at = place if place >= 0 else pins.at
    return {"title": pins.title, "pins": _texts(pins), "at": at, "shown": place >= 0}


@cache
def _opening_address() -> str:
    return urlencode(address.spell_out(opening()))


def _texts(pins: PinList) -> list[dict[str, str]]:
    """Return the texts of the pins; where a pin has no name, one is made."""
    made = names_of([pin.address for pin in pins])
    return [
        {
            "id": pin.id,
            "name": pin.name or name,
            "given": pin.name,
            "sentence": pin.sentence,
            "question": pin.question,
        }
        for pin, name in zip(pins, made, strict=True)
    ]


@st.cache_resource(show_spinner=False)
def _component():
    return element(BROWSER / "present" / "pins.js")


@st.cache_resource(show_spinner=False)
def _walk():
    return element(BROWSER / "present" / "walk.js")

"""The address of the first page: its one knob."""

from __future__ import annotations

from collections.abc import Mapping

from ui import address
from ui.address import Form
from ui.home.weights import Knobs
from ui.view import Place, View, opening

KEY = "home"


def place(view: View) -> Place:
    """Return where a visitor stands on the first page."""
    return view.lessons.get(KEY) or Place(Knobs())


def _encode(view: View) -> dict[str, str]:
    return address.changed_parameters("", place(view).knobs)


def _decode(parameters: Mapping[str, str], known: View | None) -> tuple[View, list[str]]:
    left, notes = dict(parameters), list[str]()
    knobs = Knobs(**address.read("", Knobs(), left, notes))
    return (known or opening()).with_place(KEY, Place(knobs)), notes + address.unknown_note(left)


HOME = Form(KEY, _encode, _decode)

"""Addresses there and back."""

from __future__ import annotations

from ui.address import decode, encode
from ui.view import View


def choices(knob) -> list:
    """All a knob can be set to in the page."""
    if knob.flag:
        return [False, True]
    return list(knob.choices) or knob.stops()


def round_trip(state: View) -> None:
    parameters = encode(state)
    assert all(isinstance(text, str) for pair in parameters.items() for text in pair)
    assert decode(parameters) == (state, [])

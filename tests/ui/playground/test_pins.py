"""Pinned views: pinned once, gone to, taken away, and refused where an address cannot hold them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.views import make, on
from ui import address
from ui.movement import Movement
from ui.playground import pins
from ui.view import MOST_PINS, View, opening


def act(view: View, action: str, value: str = "") -> View:
    return pins.move(view, Movement(action=action, value=value))


def other(eta: float = 0.5) -> View:
    return replace(
        opening(), runs=(make("sgd", eta=eta), make("fobos", eta=eta)), letters=("A", "C")
    )


def test_a_view_is_pinned_once_and_stands_in_the_address():
    view = act(act(opening(), "pin"), "pin")
    assert len(view.pins) == 1
    read, notes = address.decode(address.encode(view))
    assert read == view and not notes


def test_going_to_a_pin_shows_its_view_and_keeps_the_pins():
    view = act(replace(other(), pins=act(opening(), "pin").pins), "pin")
    first = act(view, "go", "0")
    assert replace(first, pins=()) == opening() and first.pins == view.pins
    assert act(first, "go", "1") == view


@pytest.mark.parametrize("value", ["7", "-1", "", "x"])
def test_a_pin_that_is_not_there_changes_nothing(value):
    view = act(opening(), "pin")
    assert act(view, "go", value) == view == act(view, "unpin", value)


def test_a_pin_is_taken_away():
    view = act(replace(other(), pins=act(opening(), "pin").pins), "pin")
    assert act(view, "unpin", "0").pins == view.pins[1:]


def test_there_is_room_for_eight():
    view = opening()
    for number in range(MOST_PINS):
        view = act(replace(other(0.1 + number / 100), pins=view.pins), "pin")
    with pytest.raises(ValueError, match="8 views are pinned: take one away"):
        act(replace(other(0.9), pins=view.pins), "pin")


def test_a_view_that_an_address_cannot_hold_is_refused():
    groups = replace(opening().preparation, groups="0-1," * 600)
    with pytest.raises(ValueError, match="too long for an address"):
        act(replace(opening(), preparation=groups), "pin")


def test_pins_are_named_by_their_runs_or_by_what_changed():
    steps = replace(other(0.25), stream=replace(opening().stream, passes=3))
    wine = replace(other(), recipe=on("diabetes"), stream=replace(opening().stream, loss="squared"))
    texts = [pins.text_of(view) for view in (other(), steps, wine)]
    assert pins.names_of(texts) == [
        "Digits, one against another: SGD, FOBOS",
        "passes = 3, A η = 0.25, C η = 0.25",
        "Diabetes: SGD, FOBOS",
    ]
    assert pins.names_of([]) == []


def test_a_made_up_pin_has_a_name_all_the_same():
    (name,) = pins.names_of(["data=nowhere&a=nothing&%%%=1"])
    assert name.startswith("Digits, one against another: ")

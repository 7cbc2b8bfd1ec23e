"""Pinned views: pinned once, gone to, taken away, and refused where an address cannot hold them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.views import make, on
from ui import address
from ui.movement import Movement
from ui.playground import pins
from ui.playground.pin_list import LONGEST_TEXT, MOST_PINS, NO_PINS, Pin, PinList
from ui.view import View, opening


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
    assert replace(first, pins=NO_PINS) == opening() and first.pins.pins == view.pins.pins
    assert act(first, "go", "1") == view


@pytest.mark.parametrize("value", ["7", "-1", "", "x"])
def test_a_pin_that_is_not_there_changes_nothing(value):
    view = act(opening(), "pin")
    assert act(view, "go", value) == view == act(view, "unpin", value)


def test_a_pin_is_taken_away():
    view = act(replace(other(), pins=act(opening(), "pin").pins), "pin")
    left = act(view, "unpin", "0").pins
    assert left.pins == view.pins.pins[1:] and left.at == 0, "that it stands at is the first now"
    assert act(view, "unpin", "1").pins.at == -1
    by_name = act(view, "unpin", view.pins.pins[0].id)
    assert by_name.pins == left == act(by_name, "unpin", view.pins.pins[0].id).pins


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


def two_pins() -> View:
    return act(replace(other(), pins=act(opening(), "pin").pins), "pin")


TEXTS = st.text(max_size=300)


@given(TEXTS, TEXTS, TEXTS, TEXTS)
def test_whatever_is_said_of_pins_stands_in_the_address(name, sentence, question, title):
    view = two_pins()
    for part, text in {"name": name, "sentence": sentence, "question": question}.items():
        view = act(view, part, f"1 {text}")
    view = act(view, "title", title)
    read, notes = address.decode(address.encode(view))
    assert read == view and not notes
    pin = view.pins.pins[1]
    assert pin.name == " ".join(name.split())[:60].rstrip() and "\n" not in pin.question


def test_a_text_of_a_link_is_as_long_as_one_that_is_typed():
    view, notes = address.decode({"pin1": "a=sgd", "pin1.name": "x" * 61, "pin": "9"})
    assert view.pins == PinList((Pin("a=sgd", "x" * LONGEST_TEXT["name"]),))
    assert notes == ["pin1.name: the text is cut after 60 letters."]


def test_pins_are_put_into_an_order_and_the_same_is_shown():
    view = two_pins()
    first, second = view.pins
    turned = act(view, "order", f"{second.id} {first.id}")
    assert turned.pins == PinList((second, first), at=0)
    assert act(turned, "order", f"{second.id} {first.id}") == turned, "once more changes nothing"
    assert act(turned, "order", "nothing of that") == turned, "pins that are not named follow"


def test_texts_that_a_link_cannot_hold_are_refused():
    view = opening()
    for number in range(MOST_PINS):
        view = act(replace(other(0.1 + number / 100), pins=view.pins), "pin")
    with pytest.raises(ValueError, match="shorten a sentence or a question"):
        for number in range(MOST_PINS):
            for part in ("sentence", "question"):
                view = act(view, part, f"{number} {'é' * 240}")


def test_a_pin_that_was_gone_to_stays_while_its_knobs_are_turned():
    view = act(two_pins(), "name", "1 FOBOS against SGD")
    assert pins.payload(view)["shown"] and pins.payload(view)["at"] == 1
    moved = replace(view, runs=(make("sgd", eta=0.3), make("fobos", eta=0.3)))
    assert not pins.payload(moved)["shown"] and pins.payload(moved)["at"] == 1
    back = replace(moved, runs=view.runs)
    assert pins.payload(back)["shown"]
    assert [pin["name"] for pin in pins.payload(back)["pins"]][1] == "FOBOS against SGD"


def test_without_pins_there_is_nothing_to_name():
    assert act(opening(), "title", "A lesson") == opening() == act(opening(), "order", "x")
    assert address.decode({"pins": "A lesson", "pin": "1"}) == (opening(), [])

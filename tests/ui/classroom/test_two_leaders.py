"""Two who lead at once: the same press counts once, and no other one is undone by it."""

from __future__ import annotations

import pytest

from ui.classroom.errors import ClassError
from ui.classroom.room import Room
from ui.classroom.store import ClassStore
from ui.classroom.two_leaders import fit_changes

SEEN = {"page": "rounding", "query": "period=10&step=3"}
NEXT = {"page": "rounding", "query": "step=4"}
ORDERS = [(0, 1), (1, 0)]


def goes(query: str, page: str = "rounding") -> dict:
    """What a window says whose leader has gone there from SEEN."""
    return {"page": page, "query": query, "seen": SEEN}


def stands(*changes: dict) -> tuple[str, str]:
    """Where a class stands after changes, which were made of what all saw."""
    room = Room(**SEEN)
    for each in changes:
        room = room.with_changes(fit_changes(room, each))
    return room.page, room.query


def test_two_who_press_next_at_one_step_go_one_step_and_whoever_saw_it_goes_on():
    assert stands(goes("step=4"), goes("step=4")) == ("rounding", "step=4")
    onward = {"query": "step=5", "page": "rounding", "seen": NEXT}
    assert stands(goes("step=4"), onward) == ("rounding", "step=5")
    # Who is late does not take back the answer that the other one has shown there.
    shows = {"query": "bet=0&step=4", "page": "rounding", "seen": NEXT}
    assert stands(goes("step=4"), shows, goes("step=4")) == ("rounding", "bet=0&step=4")


@pytest.mark.parametrize("there", [("rounding", "step=4"), ("sweep", "")])
@pytest.mark.parametrize("order", ORDERS)
def test_a_knob_at_the_place_that_was_left_does_not_lead_back(there, order):
    page, query = there
    both = goes(query, page), goes("period=30&step=3")
    assert stands(*(both[i] for i in order)) == there


@pytest.mark.parametrize("order", ORDERS)
def test_at_one_place_both_have_their_knobs(order):
    both = goes("period=30&step=3"), goes("period=10&eta=0.2&step=3")
    assert stands(*(both[i] for i in order)) == ("rounding", "eta=0.2&period=30&step=3")
    both = goes("step=3"), goes("period=10&eta=&step=3")  # one takes a parameter away
    assert stands(*(both[i] for i in order)) == ("rounding", "eta=&step=3")


def test_of_two_values_and_of_two_places_the_later_stands():
    assert stands(goes("period=30&step=3"), goes("period=9&step=3"))[1] == "period=9&step=3"
    assert stands(goes("step=4"), goes("step=7"))[1] == "step=7"
    assert stands(goes("step=4"), goes("", "papers")) == ("papers", "")
    assert stands(goes("", "papers"), goes("step=4")) == ("rounding", "step=4")


def test_what_is_said_of_a_place_that_was_left_is_dropped_and_a_button_is_not():
    asks = {"question": {"key": "rounding.3", "choices": 2}, "frame": 7, "seen": SEEN}
    assert fit_changes(Room(**NEXT), asks) == {}
    assert fit_changes(Room(**SEEN), asks) == {key: asks[key] for key in ("question", "frame")}
    assert fit_changes(Room(**NEXT), {"eyes": True}) == {"eyes": True}


def test_without_what_was_seen_all_is_as_it_is_said():
    assert fit_changes(Room(**NEXT), SEEN) == SEEN


@pytest.mark.parametrize(
    "seen", [3, [], {}, {"page": "sweep"}, SEEN | {"step": 1}, {"page": 1, "query": ""}]
)
def test_what_is_no_place_was_not_seen(seen):
    with pytest.raises(ClassError):
        fit_changes(Room(), {"seen": seen})


def test_a_room_is_led_so(tmp_path):
    store = ClassStore(tmp_path / "classes.sqlite3")
    code, key = store.open(Room(**SEEN))
    assert store.lead(code, key, goes("step=4")).room.query == "step=4"
    kept = store.lead(code, key, goes("period=30&step=3"))
    assert (kept.revision, kept.room.query) == (3, "step=4")
    with pytest.raises(ClassError):
        store.lead(code, key, {"query": 7, "seen": SEEN})

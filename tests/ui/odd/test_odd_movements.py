"""Movements that no page of ours sends: anybody may write to the connection. What is not well
formed is dropped, and the session goes on."""

from __future__ import annotations

from copy import copy
from functools import cache

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from algorithms import CATALOGUE
from tests.support.hostile import DIGITS
from tests.support.many.examples import examples
from tests.support.many.turns import in_turn
from tests.support.views import open_app, open_lesson
from ui import movement
from ui.address import PLAYGROUND
from ui.live.panel import Panel
from ui.movement import LAST, MOST, well_formed
from ui.playground import pins
from ui.session.address_bar import AddressBar
from ui.sweep import moves
from ui.view import View, opening, sweep_opening
from ui.visit import Visit

GOOD = {"n": 7, "source": "run_0", "live": False, "values": {"eta": 0.3}}


def visit_after(*log, view: View | None = None) -> Visit:
    """A visit of the playground that has heard a log."""
    visit = Visit(view=view or opening(), address=AddressBar(form=PLAYGROUND, written={}))
    visit.panels = {"run_0": Panel("run_0", "run", visit.view.runs[0], movement.run(0))}
    visit.hear(list(log))
    return visit


@in_turn(
    "entry",
    [
        None, 7, "run_0", [], [GOOD], {},
        {"source": "run_0", "live": False},
        {"n": 1, "live": False}, {"n": 1, "source": "run_0"},
        GOOD | {"n": "1"}, GOOD | {"n": None}, GOOD | {"n": 1.5}, GOOD | {"n": True},
        GOOD | {"n": float("nan")}, GOOD | {"n": -1}, GOOD | {"n": LAST}, GOOD | {"n": 10**400},
        GOOD | {"source": ["run_0"]}, GOOD | {"source": None},
        GOOD | {"live": "yes"}, GOOD | {"live": None},
    ],
)  # fmt: skip
def test_an_entry_without_its_parts_is_dropped_and_the_others_are_followed(entry):
    visit = visit_after(entry, GOOD)
    assert visit.hand.acknowledged == 7 and visit.view.runs[0].eta == 0.3 and not visit.notes
    assert well_formed([entry]) == []


@in_turn("log", [None, 3, "moved", {"n": 1}, [[[]]], True])
def test_a_log_that_is_none_is_none(log):
    visit = Visit(view=opening())
    visit.hear(log)
    assert visit.hand.acknowledged == 0 and visit.view == opening()


@in_turn("value", ["much", None, [], {}, 10**400, "0x10", DIGITS + "x", [0.3]])
def test_a_value_that_no_knob_could_have_leaves_it_where_it_was(value):
    visit = visit_after(GOOD | {"values": {"eta": value, "period": 5}})
    assert visit.view.runs[0].eta == opening().runs[0].eta and not visit.notes
    assert visit.view.runs[0].period == 5


def test_parts_that_may_be_missing_are_empty_where_they_are_of_another_kind():
    odd = GOOD | {"values": [["eta", 1]], "action": 3, "value": {"a": 1}}
    (entry,) = well_formed([odd])
    assert (entry["values"], entry["action"], entry["value"]) == ({}, "", "")
    assert visit_after(odd).hand.acknowledged == 7


def test_no_more_is_followed_than_a_hand_can_do():
    log = [GOOD | {"n": n} for n in range(1, MOST + 5)]
    assert len(well_formed(log)) == MOST and well_formed(log)[-1]["n"] == MOST + 4


@in_turn("value", ["", "adagrad", "__class__", DIGITS, "²"])
@in_turn("source", ["run_0", "pins", "method"])
def test_a_choice_that_is_not_there_changes_nothing(source, value):
    move = {"run_0": movement.run(0), "pins": pins.move, "method": moves.method(0)}[source]
    done = movement.Movement(action="algorithm", value=value)
    assert value not in CATALOGUE and move(sweep_opening(), done) == sweep_opening()


ANYTHING = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5),
        st.sampled_from([DIGITS, "inf", "__proto__", 10**400, "sgd", "t1", "A0"]),
    ),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)  # fmt: skip
ACTIONS = st.sampled_from(
    ["", "remove", "algorithm", "pin", "unpin", "go", "step", "bet", "glide", "solve", "pick"]
)


@cache
def page(name: str) -> Visit:
    """The visit of a page that was opened, with all of its panels."""
    app = open_app() if name == "playground" else open_lesson(name, step="2")
    assert not app.exception
    return app.session_state["visit"]


@pytest.mark.parametrize("name", ["playground", "l1_ball"])
@examples(60, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_nothing_that_is_sent_ends_a_session(name, data):
    visit = copy(page(name))
    panels = {source: panel for source, panel in visit.panels.items() if source != "pick"}
    source = data.draw(st.sampled_from(sorted(panels)))
    names = st.sampled_from(sorted(panels[source].knobs_shown) or [""])
    entry = {
        "n": visit.hand.acknowledged + data.draw(st.integers(1, 3)),
        "source": source,
        "live": data.draw(st.booleans()),
        "values": data.draw(st.dictionaries(names, ANYTHING, max_size=3) | ANYTHING),
        "action": data.draw(ACTIONS | ANYTHING),
        "value": data.draw(ANYTHING),
    }
    before = visit.hand.acknowledged
    visit.panels = panels
    visit.hear([data.draw(ANYTHING), entry, data.draw(ANYTHING)])
    assert visit.hand.acknowledged == entry["n"] > before
    assert all(len(note) < 600 for note in visit.notes)

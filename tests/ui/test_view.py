"""Movements of a view: linked runs, and runs that come, go and change."""

from __future__ import annotations

from dataclasses import replace

import pytest

from algorithms import CATALOGUE
from knobs import format_value, knobs_of
from tests.support.many.turns import in_turn
from tests.support.views import make
from ui.view import MOST_RUNS, Display, Stream, View, opening

THREE = View(
    runs=(make("sgd"), make("rounding", eta=0.3), make("fobos", schedule="inv")),
    display=Display(rug="C"),
)
LOOSE = replace(THREE, display=Display(rug="C", linked=False))


def steps(state):
    return [(run.eta, run.schedule) for run in state.runs]


@pytest.mark.parametrize("slot", [0, 1, 2])
def test_linked_runs_move_together(slot):
    moved = THREE.with_run(slot, replace(THREE.runs[slot], eta=0.7))
    assert steps(moved) == [(0.7, THREE.runs[slot].schedule)] * 3
    moved = THREE.with_run(slot, replace(THREE.runs[slot], schedule="inv_sqrt"))
    assert steps(moved) == [(THREE.runs[slot].eta, "inv_sqrt")] * 3


def test_another_knob_moves_one_run_only():
    moved = THREE.with_run(1, replace(THREE.runs[1], period=7))
    assert moved.runs == (THREE.runs[0], replace(THREE.runs[1], period=7), THREE.runs[2])


def test_loose_runs_move_alone():
    moved = LOOSE.with_run(0, replace(LOOSE.runs[0], eta=0.7))
    assert moved.runs == (make("sgd", eta=0.7), *LOOSE.runs[1:])


def test_all_but_the_step_size_stays():
    moved = THREE.with_run(0, make("sgd", eta=0.7))
    for before, after in zip(THREE.runs, moved.runs, strict=True):
        assert replace(after, eta=before.eta, schedule=before.schedule) == before


def test_an_added_run_is_the_last_one_again():
    added = THREE.with_added_run()
    assert added.runs == (*THREE.runs, THREE.runs[-1]) and added.display == THREE.display
    assert THREE.can_add and not added.can_add and len(added.runs) == MOST_RUNS
    assert added.with_added_run() == added


@pytest.mark.parametrize(("slot", "rug"), [(0, "C"), (1, "C"), (2, "B")])
def test_a_run_is_removed(slot, rug):
    less = THREE.without_run(slot)
    assert less.runs == tuple(run for i, run in enumerate(THREE.runs) if i != slot)
    assert less.letters == tuple(letter for i, letter in enumerate("ABC") if i != slot)
    assert less.display.rug == rug


def test_the_rug_stays_with_its_run():
    four = replace(THREE.with_added_run(), display=Display(rug="B"))
    assert four.without_run(3).display.rug == "B"
    assert four.without_run(2).display.rug == "B"
    assert four.without_run(0).display.rug == "B"
    assert four.without_run(1).display.rug == "C", "its run is gone"


def test_a_run_that_is_added_takes_the_first_free_letter_and_its_place():
    less = THREE.without_run(1)
    assert less.letters == ("A", "C")
    more = less.with_added_run()
    assert more.letters == ("A", "B", "C")
    assert more.runs == (less.runs[0], less.runs[-1], less.runs[1])


def test_linked_cuts_move_together():
    both = View(
        runs=(make("rounding"), make("truncated_gradient")), display=Display(linked_cuts=True)
    )
    moved = both.with_run(0, make("rounding", threshold=0.3))
    assert [run.threshold for run in moved.runs] == [0.3, 0.3]


def test_the_last_run_stays():
    one = THREE.without_run(0).without_run(0)
    assert one.without_run(0) == one and len(one.runs) == 1 and one.display.rug == "C"


@in_turn("old", ["sgd", "truncated_gradient", "fobos", "proximal_gradient"])
@in_turn("new", CATALOGUE)
def test_another_algorithm_keeps_the_knobs_both_have(old, new):
    odd = {"eta": 0.7, "schedule": "inv", "threshold": 0.3, "period": 9, "l1": 0.2, "gravity": 0.4}
    before = make(old, **{n: v for n, v in odd.items() if n in knobs_of(CATALOGUE[old])})
    state = View(runs=(make("sgd"), before)).with_algorithm(1, new)
    after = state.runs[1]
    assert state.runs[0] == make("sgd") and after.key == new
    shared = set(knobs_of(before)) & set(knobs_of(after))
    for name, knob in knobs_of(after).items():
        expected = getattr(make(new), name)
        if name in shared:
            value = getattr(before, name)
            parsed, note = knob.parse(format_value(value))
            expected = value if (parsed, note) == (value, "") else expected
        assert getattr(after, name) == expected


def test_a_state_is_a_value():
    assert opening() == opening() and hash(opening()) == hash(opening())


def test_runs_know_nothing_of_the_comparator():
    one, other = Stream(passes=3, comparator=0.01), Stream(passes=3, comparator=0.1)
    assert one.of_runs == other.of_runs != Stream(passes=4, comparator=0.1).of_runs
    assert one.of_runs is one.of_runs and hash(one.of_runs) == hash(other.of_runs)
    assert one != other and replace(one, comparator=0.1) == other

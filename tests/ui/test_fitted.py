"""A view follows its data and its runs: the loss that fits, the runs that can, the axis."""

from __future__ import annotations

from dataclasses import replace

import pytest

from algorithms import BATCH, CATALOGUE, ONLINE, Loss
from knobs import knobs_of
from tests.support.addresses import choices, round_trip
from tests.support.many.turns import in_turn
from tests.support.views import make
from ui.view import Display, Stream, View, opening

TASKS = {"classification": "logistic", "regression": "squared", "multiclass": "softmax"}
FOUR = View(
    runs=(make("sgd"), make("projected_gradient", radius=3.0), make("scd"), make("rounding")),
    display=Display(rug="D"),
)


@pytest.mark.parametrize("task", TASKS)
def test_a_loss_that_fits_stays(task):
    for loss in Loss.__members__:
        state = replace(FOUR, stream=Stream(loss=loss, passes=3)).fitted_to(task)
        fits = {"classification": loss != "softmax", "regression": loss in ("squared", "clipped"),
                "multiclass": loss == "softmax"}[task]  # fmt: skip
        assert state.stream == Stream(loss=loss if fits else TASKS[task], passes=3)


def test_runs_that_can_learn_stay_as_they_are():
    fitted = FOUR.fitted_to("multiclass")
    assert fitted.runs == (make("projected_gradient", radius=3.0),)
    assert fitted.display == Display(rug="B"), "the run whose weights were shown is gone"
    assert FOUR.fitted_to("classification") == FOUR
    assert FOUR.fitted_to("regression").runs == FOUR.runs


def test_where_no_run_can_learn_the_first_two_that_can_take_their_place():
    state = replace(FOUR, runs=(make("sgd"), make("scd"))).fitted_to("multiclass")
    able = [key for key, kind in CATALOGUE.items() if Loss.softmax in kind.losses]
    assert [run.key for run in state.runs] == able[:2]
    assert state.runs == tuple(make(key) for key in able[:2])


@pytest.mark.parametrize("task", TASKS)
def test_fitting_twice_is_fitting_once_and_has_an_address(task):
    for state in (FOUR, opening(), View(runs=(make("interior_point"),))):
        once = state.fitted_to(task)
        assert once.fitted_to(task) == once
        assert all(Loss[once.stream.loss] in run.losses for run in once.runs)
        round_trip(replace(once, sweep=opening().sweep))  # the sweep has an address of its own


def test_there_and_back_again():
    there = FOUR.fitted_to("multiclass").fitted_to("classification")
    assert there.stream == FOUR.stream and there.runs == FOUR.runs[1:2]


@in_turn("old", CATALOGUE)
@in_turn("end", [0, -1])
def test_another_algorithm_stands_where_its_sliders_can(old, end):
    """Whatever the knobs of the one before it were, the address says what is shown."""
    declared = knobs_of(CATALOGUE[old])
    before = make(old, **{name: choices(knob)[end] for name, knob in declared.items()})
    for new in CATALOGUE:
        round_trip(View(runs=(before, make("sgd"))).with_algorithm(0, new))


def test_batch_beside_online_is_plotted_against_what_they_share():
    online = View(runs=(make("sgd"), make("fobos")))
    both = online.with_algorithm(1, "scd")
    assert both.display == Display(against="data accesses") and both.measures_objective
    assert both.with_algorithm(0, "greedy_cd").display == both.display, "what was turned stays"
    chosen = replace(online, display=Display(against="seconds"))
    assert chosen.with_algorithm(1, "scd").display == chosen.display, "a choice is not overruled"
    back = replace(both, display=Display(against="steps"))
    assert back.with_algorithm(1, "greedy_cd").display == back.display, "not even a choice of steps"


@in_turn("key", CATALOGUE)
def test_batch_runs_measure_the_objective(key):
    alone = View(runs=(make(key),))
    assert alone.measures_objective == (key in BATCH) == (key not in ONLINE)
    assert replace(alone, display=Display(regret="objective gap")).measures_objective
    assert alone.with_algorithm(0, key).display.against == "steps", "alone it has nothing to share"

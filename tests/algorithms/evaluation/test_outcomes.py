"""Outcomes are the numbers that the traces say, laid side by side."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from algorithms import CATALOGUE, Outcomes, evaluate, fold, grid, record, sweep
from tests.naive import dataset
from tests.support.views import toy

SGD = CATALOGUE["sgd"]()
ROUNDING = CATALOGUE["rounding"](threshold=0.05)


def make_outcomes(settings, data, **asked) -> Outcomes:
    return Outcomes.of(sweep(settings, data, **asked), data)


def test_what_is_noted_of_a_run():
    data = fold(toy(n=60), 0, 3)
    trace = record(ROUNDING, data, passes=3)
    (values,) = ({k: v[0, 0] for k, v in Outcomes.of([trace], data).values.items()},)
    errors = evaluate(trace.final.weights, data, "logistic")
    assert list(values) == ["features", "features held", "loss", "mistakes", *errors]
    assert values["features"] == np.count_nonzero(trace.final.weights)
    assert values["loss"] == trace.loss[-1] / 120
    assert values["mistakes"] == trace.mistakes[-1] / 120
    assert {name: values[name] for name in errors} == errors


def test_features_held_are_the_mean_of_every_step_of_the_last_pass():
    data = toy()
    trace = record(ROUNDING, data, passes=3, checkpoints=120)
    held = Outcomes.of([trace], data).values["features held"]
    assert held == pytest.approx(trace.used[-40:].mean())


def test_a_look_counts_for_the_steps_before_it():
    data = toy()
    trace = record(ROUNDING, data, passes=2, checkpoints=5)
    trace = dataclasses.replace(
        trace, steps=np.array([4, 30, 50, 70, 80]), used=np.array([90, 80, 1, 2, 3])
    )
    held = Outcomes.of([trace], data).values["features held"]
    assert held == pytest.approx((10 * 1 + 20 * 2 + 10 * 3) / 40)


def test_a_setting_that_diverges_is_marked_and_the_rest_stand():
    data = dataset([[1.0, 2.0]] * 40, [1.0, 3.0] * 20, "regression")
    both = make_outcomes(grid(SGD, eta=(10.0, 0.01)), data, loss="squared", passes=5)
    assert both.diverged.tolist() == [[True], [False]]
    assert all(np.isnan(v[0, 0]) and np.isfinite(v[1, 0]) for v in both.values.values())
    assert "mistakes" not in both.values


def test_a_batch_run_has_no_loss_on_the_way():
    both = make_outcomes([SGD, CATALOGUE["scd"]()], toy(), loss="logistic", passes=2)
    assert np.isnan(both.values["loss"][1, 0]) and np.isnan(both.values["mistakes"][1, 0])
    assert both.values["features held"][1, 0] > 0 and not both.diverged.any()


def test_more_repeats_stand_beside_and_more_settings_below():
    data, settings = toy(), grid(SGD, eta=(0.1, 0.2))
    first, second = (make_outcomes(settings, data, seed=seed) for seed in (0, 1))
    beside = first.join_repeats(second)
    assert beside.diverged.shape == (2, 2) and beside.algorithms == tuple(settings)
    np.testing.assert_array_equal(beside.values["loss"][:, 1], second.values["loss"][:, 0])
    below = first.join_settings(make_outcomes([ROUNDING], data))
    assert below.algorithms == (*settings, ROUNDING) and below.diverged.shape == (3, 1)
    only = below.take([2, 0])
    assert only.algorithms == (ROUNDING, settings[0])
    assert only.values["loss"].tolist() == below.values["loss"][[2, 0]].tolist()


def test_without_some_value_there_is_nan():
    data = toy()
    both = make_outcomes([SGD], data).join_repeats(make_outcomes([SGD], fold(data, 0, 2)))
    assert np.isnan(both.values["test AUC"][0, 0]) and both.values["test AUC"][0, 1] > 0.5


def test_nothing_at_all_is_an_outcome_too():
    assert Outcomes.of([], toy()).diverged.shape == (0, 1)


def test_other_settings_do_not_stand_beside():
    with pytest.raises(ValueError, match="not of the same settings"):
        make_outcomes([SGD], toy()).join_repeats(make_outcomes([ROUNDING], toy()))


def test_other_numbers_of_repeats_do_not_stand_below():
    one = make_outcomes([SGD], toy())
    with pytest.raises(ValueError, match="2 repeats of the one settings, 1 of the others"):
        one.join_repeats(one).join_settings(one)


def test_arrays_of_another_shape_are_refused():
    with pytest.raises(ValueError, match=r"loss: its shape is \(1, 1\); it must be \(1, 2\)"):
        Outcomes((SGD,), {"loss": np.zeros((1, 1))}, np.zeros((1, 2), bool))

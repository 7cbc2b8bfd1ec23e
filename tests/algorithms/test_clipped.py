"""The clipped, normalised squared loss, through ``record``: x/√‖x‖₀, and predictions cut at ±1."""

from __future__ import annotations

from itertools import product
from operator import attrgetter

import numpy as np

from algorithms import CATALOGUE, random_order, record
from tests import naive
from tests.support.cases import CASES, NO_TIES
from tests.support.grids import ALL, SCHEDULES, SMALL_GRIDS, small
from tests.support.many.turns import in_turn
from tests.support.twins import hold_to_twin

SETTINGS = small(schedule=SCHEDULES, eta=(0.1, 1.0))
USUAL = [case for case in CASES if case != "huge values"]


def share_settings(settings: tuple, case: str, real: bool, intercept: bool) -> tuple:
    """The settings for one of the four: all of them, or every second.

    Then a setting meets each case with both kinds of labels, one of them with an intercept.
    """
    return settings if ALL else settings[(USUAL.index(case) + real + intercept) % 2 :: 2]


@in_turn("intercept", [False, True])
@in_turn("real", [False, True])
@in_turn("case", USUAL)
@in_turn("key", SMALL_GRIDS)
def test_the_kernel_equals_its_twin(key, case, real, intercept):
    X, draw = CASES[case], np.random.default_rng(1)
    y = draw.uniform(-1.0, 1.0, len(X)) if real else draw.choice([-1.0, 1.0], len(X))
    data = naive.dataset(X, y, "regression" if real else "classification")
    order = random_order(len(X), passes=2, seed=3)
    for setting in share_settings(SETTINGS[key], case, real, intercept):
        eta = setting["eta"]
        algorithm = CATALOGUE[key](eta, setting["schedule"], **setting["knobs"])
        held = hold_to_twin(algorithm, data, order, "clipped", intercept)
        assert held.complete or case not in NO_TIES or eta == 1.0, setting


def test_each_setting_meets_each_case_with_both_kinds_of_labels_and_with_an_intercept():
    for settings, case in product(SETTINGS.values(), USUAL):
        met = {}
        for real, intercept in product((False, True), repeat=2):
            for setting in share_settings(tuple(range(len(settings))), case, real, intercept):
                met.setdefault(setting, set()).add((real, intercept))
        assert len(met) == len(settings)
        for pairs in met.values():
            assert {real for real, _ in pairs} == {intercept for _, intercept in pairs}
            assert len({real for real, _ in pairs}) == 2


def test_predictions_beyond_the_labels_do_occur_there():
    """The test above is not empty: predictions meet both ends, and lie between."""
    X = CASES["dense"]
    data = naive.dataset(X, np.random.default_rng(1).choice([-1.0, 1.0], len(X)))
    order = random_order(len(X), passes=2, seed=3)
    p = np.array(naive.run(CATALOGUE["sgd"](1.0), data, order, "clipped").predictions)
    assert (p > 1.0).any()
    assert (p < -1.0).any()
    assert (np.abs(p) < 1.0).any()


def divide_rows(X: np.ndarray) -> np.ndarray:
    """Each row over the root of its nonzeros, with the rounding of the package."""
    return X * (1.0 / np.sqrt(np.maximum((X != 0.0).sum(axis=1), 1)))[:, None]


@in_turn("key", SMALL_GRIDS)
def test_within_the_labels_it_is_the_squared_loss_of_divided_rows(key):
    draw = np.random.default_rng(6)
    X = 0.2 * draw.standard_normal((30, 8)) * (draw.random((30, 8)) < 0.5)
    y = draw.uniform(-1.0, 1.0, 30)
    algorithm = CATALOGUE[key](0.05, **SMALL_GRIDS[key][0])
    options = {"passes": 2, "checkpoints": 60, "intercept": True, "fit": True}
    clipped = record(algorithm, naive.dataset(X, y, "regression"), "clipped", **options)
    squared = record(
        algorithm, naive.dataset(divide_rows(X), y, "regression"), "squared", **options
    )
    for name in (
        "weights",
        "used",
        "sparsity.seen",
        "costs.accesses",
        "final.intercept",
    ):
        assert np.array_equal(attrgetter(name)(clipped), attrgetter(name)(squared)), name
    assert np.allclose(clipped.loss, squared.loss, rtol=1e-14)
    assert np.allclose(clipped.fit, squared.fit, rtol=1e-14)


def test_four_equal_features_predict_as_one_does():
    """Rows are normalised for this: each is read by half, learns by half, and there are four."""
    draw = np.random.default_rng(7)
    x, y = draw.standard_normal((20, 1)), draw.choice([-1.0, 1.0], 20)
    one, four = (
        record(CATALOGUE["sgd"](1.5), naive.dataset(np.tile(x, k), y), "clipped", checkpoints=20)
        for k in (1, 4)
    )
    assert np.array_equal(2.0 * four.weights, np.tile(one.weights, 4))
    assert np.array_equal(four.loss, one.loss)


def test_the_dataset_stays_as_it_is():
    X = np.arange(1.0, 13.0).reshape(4, 3)
    data = naive.dataset(X, [1.0, -1.0, 1.0, -1.0])
    record(CATALOGUE["sgd"](), data, "clipped")
    assert np.array_equal(data.X.toarray(), X)

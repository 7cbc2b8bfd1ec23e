"""All weights shrunk at once come to what each comes to that is shrunk when it is read."""

from __future__ import annotations

from operator import attrgetter

import numpy as np
import pytest

from algorithms import CATALOGUE, record, sweep
from algorithms.online.common import eager_shrinkage
from algorithms.online.common.eager_shrinkage import (
    EagerDescent,
    EagerState,
    leading,
    predict,
    step_against,
    truncate,
)
from algorithms.online.storage.prefetch import FAR
from algorithms.shrinkage import truncation
from tests import naive
from tests.support.many.turns import in_turn
from tests.support.twins import hold_to_twin

KNOBS = {
    "truncated_gradient": [
        {"gravity": 0.05, "threshold": np.inf},
        {"gravity": 0.2, "threshold": 0.06, "schedule": "inv_sqrt"},
    ],
    "rounding": [{"threshold": 0.03}, {"threshold": 0.02, "schedule": "inv_sqrt"}],
    "elastic_net_truncated_gradient": [{"gravity": 0.05, "threshold": 0.2, "l2": 0.3}],
}
SETTINGS = [(key, {**knobs, "period": K}) for key in KNOBS for knobs in KNOBS[key] for K in (2, 7)]


@pytest.fixture
def late(monkeypatch):
    """From now on no run shrinks its weights at once."""
    return lambda: monkeypatch.setattr(eager_shrinkage, "FEW", 0)


def problem(n: int = 90, d: int = 21, density: float = 0.3):
    draw = np.random.default_rng(8)
    X = draw.standard_normal((n, d)) * (draw.random((n, d)) < density)
    return naive.dataset(X, draw.choice([-1.0, 1.0], n))


def test_those_that_can_are_these():
    assert set(KNOBS) == {key for key, kind in CATALOGUE.items() if issubclass(kind, EagerDescent)}


@pytest.mark.parametrize(("key", "knobs"), SETTINGS)
def test_late_and_at_once_come_to_the_same_weights_and_zeros(key, knobs, late):
    algorithm, data = CATALOGUE[key](**knobs), problem()
    options = {"passes": 4, "intercept": True, "checkpoints": 60}
    loop, one = algorithm.loop_for(21, 6.0), record(algorithm, data, **options)
    late()
    assert algorithm.loop_for(21, 6.0) is not loop
    other = record(algorithm, data, **options)
    for name in ("weights", "final.intercept", "loss"):
        np.testing.assert_allclose(
            attrgetter(name)(one), attrgetter(name)(other), rtol=1e-12, atol=1e-13, err_msg=name
        )
    np.testing.assert_array_equal(one.weights == 0.0, other.weights == 0.0)
    assert 0 < one.sparsity.nonzeros[-1] < one.weights.shape[1]


@in_turn(("key", "knobs"), SETTINGS)
@in_turn("loss", ["squared", "logistic", "hinge"])
def test_a_run_that_pays_late_equals_its_twin(key, knobs, loss, monkeypatch):
    monkeypatch.setattr(eager_shrinkage, "FEW", 0)
    data = problem(n=40, d=6)
    order = np.random.default_rng(1).integers(0, 40, 60)
    assert hold_to_twin(CATALOGUE[key](**knobs), data, order, loss).steps > 30


@pytest.mark.parametrize("key", ["truncated_gradient", "rounding"])
def test_side_by_side_runs_that_pay_late_equal_single_ones(key, late):
    late()
    algorithms = [
        CATALOGUE[key](threshold=theta, period=7, schedule="inv_sqrt")
        for theta in (0.01, 0.05, 0.1, 0.5, np.inf)
    ]
    data = problem()
    for algorithm, trace in zip(algorithms, sweep(algorithms, data, passes=3), strict=True):
        single = record(algorithm, data, passes=3)
        for name in ("weights", "sparsity.nonzeros", "final.weights"):
            np.testing.assert_array_equal(attrgetter(name)(trace), attrgetter(name)(single), name)


@in_turn(
    ("d", "K", "entries", "expected"),
    [
        (1030, 10, 80.4, True),
        (1030, 1, 80.4, False),
        (30, 1, 30.0, False),
        (800, 10, 20.0, True),
        (801, 10, 20.0, False),
        (47_236, 10, 61.0, False),
        (FAR, 1000, 50.0, True),
        (FAR + 1, 1000, 50.0, False),
        (0, 10, 20.0, False),
        (5, 10, 0.0, False),
    ],
)
def test_which_way_follows_from_the_data_and_the_period(d, K, entries, expected):
    algorithm = CATALOGUE["rounding"](period=K)
    state = algorithm.start(d, 10, entries=entries)
    assert isinstance(state, EagerState) == expected
    assert eager_shrinkage.shrinks_eagerly(d, K, entries) == expected
    shown = algorithm.loop_for(d, entries)
    assert shown is algorithm.kernels(state)[0]
    assert (shown is type(algorithm).loop) == (not expected)


@in_turn(
    ("missing", "expected"),
    [
        ([], 12),
        ([(3, 13)], 12),
        ([(3, 12)], 12),
        ([(3, 11)], 8),
        ([(0, 9), (5, 5)], 4),
        ([(5, 0)], 0),
        ([(2, j) for j in range(14)], 0),
        ([(5, j) for j in range(14)], 0),
        ([(5, j) for j in range(6, 14)], 4),
    ],
)
def test_the_first_features_that_each_example_has_are_counted_in_fours(missing, expected):
    X = np.ones((6, 14))
    for place in missing:
        X[place] = 0.0
    rows, order = naive.dataset(X, np.ones(6)).X, np.array([4, 2, 5, 0, 3, 1])
    assert leading(rows.indptr, rows.indices, order) == expected
    assert leading(rows.indptr, rows.indices, order[:0]) == 0


def test_entries_that_lie_together_are_the_same_bit_for_bit():
    draw = np.random.default_rng(3)
    X = draw.standard_normal((5, 23)) * (draw.random((5, 23)) < 0.6)
    X[:, :9] = draw.standard_normal((5, 9))
    rows, order = naive.dataset(X, np.ones(5)).X, np.arange(5)
    parts = rows.indptr, rows.indices, rows.data
    lead = leading(*parts[:2], order)
    assert lead == 8
    for row in order:
        w = draw.standard_normal(23)
        guess, stepped = predict(w, 0.3, *parts, row, np.uint64(0)), w.copy()
        assert guess == pytest.approx(0.3 + X[row] @ w)
        step_against(stepped, 0.7, *parts, row, np.uint64(0))
        np.testing.assert_allclose(stepped, w - 0.7 * X[row])
        for some in np.arange(4, lead + 1, 4, dtype=np.uint64):
            again = w.copy()
            assert predict(w, 0.3, *parts, row, some) == guess
            step_against(again, 0.7, *parts, row, some)
            np.testing.assert_array_equal(again, stepped)


@in_turn("pull", [0.0, 0.1, 5.0, np.inf])
@in_turn("theta", [0.0, 0.1, 0.3, np.inf])
def test_all_weights_are_truncated_as_each_is(pull, theta):
    w = np.concatenate([np.linspace(-0.5, 0.5, 41), [0.0, 1e-300, -1e-300, 1e99, -1e99]])
    expected = truncation(w, pull, theta)
    truncate(w, pull, theta)
    np.testing.assert_array_equal(w, expected)


def test_on_live_features_weights_pay_late():
    live = CATALOGUE["truncated_gradient"](period=7, memory="live")
    assert live.loop_for(21, 6.0) is type(live).live_loop
    one, other = (
        record(CATALOGUE["truncated_gradient"](period=7, memory=way), problem(), passes=3)
        for way in ("live", "dense")
    )
    np.testing.assert_allclose(one.weights, other.weights, rtol=1e-12, atol=1e-13)
    np.testing.assert_array_equal(one.weights == 0.0, other.weights == 0.0)

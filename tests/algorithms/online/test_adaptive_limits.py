"""Numbers that overflow, vanish or were never met leave no inf and no NaN."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from algorithms import CATALOGUE, record
from tests import naive
from tests.support.many.turns import in_turn
from tests.support.twins import assert_finite

LOSSES = ("squared", "logistic", "hinge", "clipped")
# Knobs that let a run on the squared loss blow up.
BLOW_UP = {
    "rda": [{"gamma": 1e-3, "l1": 0.1}, {"gamma": 1e-100, "l1": 0.1}],
    "ftrl_proximal": [{"alpha": 1e100, "l1": 0.1, "l2": 0.0}],
    "adagrad_fobos": [{"eta": 1e100, "l1": 0.1}],
    "adagrad_rda": [{"eta": 1e100, "l1": 0.1}],
    "elastic_net_truncated_gradient": [{"eta": eta, "l2": 1e-3} for eta in (10.0, 1e30, 1e100)],
}
BOUNDARIES = {
    "rda": {"gamma": (1e-100, 1e100), "l1": (0.0, 1e100)},
    "ftrl_proximal": {
        "alpha": (1e-300, 1e100),
        "beta": (0.0, 1e100),
        "l1": (0.0, 1e100),
        "l2": (0.0, 1e100),
    },
    "adagrad_fobos": {"eta": (1e-300, 1e100), "delta": (0.0, 1e100), "l1": (0.0, 1e100)},
    "elastic_net_truncated_gradient": {
        "eta": (1e-300, 1e100),
        "gravity": (0.0, 1e100),
        "l2": (0.0, 1e100),
        "period": (1, 10**9),
    },
}
BOUNDARIES["adagrad_rda"] = BOUNDARIES["adagrad_fobos"]
EXTREMES = [1e100, -1e100, 1e-100, 1.0, 1e-300, -1e60, 5e-324]


@in_turn("checkpoints", [1, 7, 400])
@in_turn("key", BLOW_UP)
def test_a_run_that_diverges_ends_where_its_twin_does(key, checkpoints):
    draw = np.random.default_rng(3)
    X = draw.standard_normal((20, 4)) * (draw.random((20, 4)) < 0.7)
    data = naive.dataset(X, X @ [1.0, -2.0, 0.0, 3.0], "regression")
    order = np.tile(np.arange(20), 20)
    for knobs in BLOW_UP[key]:
        algorithm = CATALOGUE[key](**knobs)
        twin = naive.run(algorithm, data, order, "squared", True)
        trace = record(
            algorithm, data, "squared", order=order, checkpoints=checkpoints, intercept=True
        )
        assert twin.diverged_at is not None
        assert trace.final.diverged_at == twin.diverged_at
        assert trace.steps[-1] == twin.diverged_at - 1
        assert_finite(trace)
        assert np.allclose(trace.final.weights, twin.weights[-1], rtol=1e-9, atol=0.0)


def corners(key):
    """An instance for each knob at each end of what its field accepts, the others as they are."""
    for name, ends in BOUNDARIES[key].items():
        for end in ends:
            yield CATALOGUE[key](**{name: end})


@in_turn("loss", LOSSES)
@in_turn("key", BOUNDARIES)
def test_the_largest_and_smallest_numbers_leave_finite_weights(key, loss):
    draw = np.random.default_rng(6)
    X = draw.choice([*EXTREMES, 0.0], (24, 4))
    problems = [naive.dataset(X, draw.choice([-1.0, 1.0], 24))]
    problems.append(naive.dataset([[x] for x in EXTREMES * 2], [1.0, -1.0] * 7))
    problems.append(naive.dataset([[5e-324, 1e-310]] * 3, [1.0, -1.0, 1.0]))
    if loss == "squared":
        problems.append(naive.dataset(X, draw.choice([1e100, -1e100, 1e-300], 24), "regression"))
    for algorithm in corners(key):
        for data in problems:
            order = np.tile(np.arange(data.n_rows), 3)
            trace = record(algorithm, data, loss, order=order, checkpoints=50, intercept=True)
            assert_finite(trace)


@in_turn("key", BOUNDARIES)
def test_a_coordinate_that_never_met_a_gradient_is_zero(key):
    """Columns of stored zeros, or of nothing; also where nothing is added to √G."""
    columns, starts = np.array([0, 1, 0, 1], np.int32), np.array([0, 2, 4], np.int32)
    rows = sparse.csr_array((np.array([0.0, 1.0, 0.0, -2.0]), columns, starts), (2, 3))
    for algorithm in corners(key):
        state = algorithm.start(3, 20, intercept=True)
        order = np.arange(20) % 2
        made = algorithm.advance(state, rows, np.array([1.0, -1.0]), order, "logistic")
        # An η of 1e100 blows up at once, and truly.
        assert len(made) == 20 or abs(made[-1]) > 1e90
        w = algorithm.weights(state)
        assert w[0] == w[2] == 0.0
        assert np.isfinite(w[1])


@in_turn("key", BOUNDARIES)
def test_without_examples_weights_are_zero(key):
    for algorithm in corners(key):
        assert algorithm.weights(algorithm.start(4, 0)).tolist() == [0.0] * 4


@pytest.mark.parametrize("key", ["rda", "ftrl_proximal", "adagrad_fobos", "adagrad_rda"])
def test_one_weight_alone_does_not_decide_where_it_goes(key):
    algorithm = CATALOGUE[key]()
    assert algorithm.shrink(np.ones(3), 1) is None
    assert algorithm.kinks(1) == ()

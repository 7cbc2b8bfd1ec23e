"""A run that diverges ends before the step whose prediction passed 1e100, and stays finite."""

from __future__ import annotations

import numpy as np

from algorithms import ONLINE, record
from tests import naive
from tests.support.many.turns import in_turn
from tests.support.twins import assert_finite

KNOBS = {
    "sgd": {},
    "rounding": {"threshold": 0.02, "period": 3},
    "subgradient": {"l1": 0.1, "threshold": 0.1},
    "truncated_gradient": {"gravity": 0.1, "period": 2},
    "fobos": {"l1": 0.1, "batch_size": 2},
}


@in_turn("key", KNOBS)
@in_turn("eta", [10.0, 1e3, 1e30, 1e100])
@in_turn("checkpoints", [1, 7, 4000])
def test_it_ends_where_the_twin_passes_the_limit(key, eta, checkpoints):
    draw = np.random.default_rng(3)
    X = draw.standard_normal((20, 4)) * (draw.random((20, 4)) < 0.7)
    data = naive.dataset(X, X @ [1.0, -2.0, 0.0, 3.0], "regression")
    algorithm, order = ONLINE[key](eta=eta, **KNOBS[key]), np.tile(np.arange(20), 200)
    twin = naive.run(algorithm, data, order, "squared")
    trace = record(algorithm, data, "squared", order=order, checkpoints=checkpoints)
    assert twin.diverged_at is not None
    assert trace.final.diverged_at == twin.diverged_at
    assert trace.steps[-1] == twin.diverged_at - 1 < 4000
    assert len(trace.weights) == len(trace.loss) == len(trace.costs.seconds) == len(trace.steps)
    assert_finite(trace)
    # Relative: these weights are as large as 1e100.
    assert np.allclose(trace.final.weights, twin.weights[-1], rtol=1e-9, atol=0.0)


@in_turn("key", KNOBS)
@in_turn("loss", ["squared", "logistic", "hinge"])
def test_the_largest_values_a_dataset_may_hold_stay_finite(key, loss):
    data = naive.dataset([[1e100, 1e100], [1e100, -1e100], [1e-100, 1.0]] * 9, [1.0, -1.0, 1.0] * 9)
    algorithm = ONLINE[key](eta=10.0, **KNOBS[key])
    for checkpoints in (1, 27):
        trace = record(algorithm, data, loss, order=np.arange(27), checkpoints=checkpoints)
        assert (
            trace.final.diverged_at == naive.run(algorithm, data, np.arange(27), loss).diverged_at
        )
        assert_finite(trace)


def test_the_limit_itself_is_still_learned_from():
    """Predictions: 0, 1e100, and then more."""
    data = naive.dataset([[1.0], [1.0], [1.0]], [1e100, -1e100, 0.0], "regression")
    order = np.array([0, 1, 2])
    trace = record(ONLINE["sgd"](eta=1.0), data, "squared", order=order, checkpoints=9)
    assert trace.final.diverged_at is None
    assert trace.weights.ravel().tolist() == [1e100, -1e100, 0.0]
    trace = record(ONLINE["sgd"](eta=1.5), data, "squared", order=order, checkpoints=9)
    assert trace.final.diverged_at == 2
    assert trace.steps.tolist() == [1]


@in_turn("checkpoints", [1, 2, 3, 4, 5, 40])
def test_where_it_ends_does_not_depend_on_the_checkpoints(checkpoints):
    data = naive.dataset([[1.0], [1e40]], [1.0, 1.0], "regression")
    trace = record(
        ONLINE["sgd"](), data, "squared", order=[0, 0, 0, 1, 0, 1] * 5, checkpoints=checkpoints
    )
    assert trace.final.diverged_at == 6
    assert trace.steps[-1] == 5

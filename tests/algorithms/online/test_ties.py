"""Ties fall the same way in kernels and twins: |v| = θ is cut, y p = 1 does not slope.

With small whole numbers as data and powers of two as knobs every number of a run is exact. Then
lazy is eager bit for bit, and ties are real ones, not a matter of rounding.
"""

from __future__ import annotations

from math import inf

import numpy as np
import pytest

from algorithms import CATALOGUE, record
from tests import naive

RUNS = {
    "rounding": [{"threshold": 0.5, "period": K} for K in (1, 2, 3)],
    "truncated_gradient": [
        {"gravity": g, "threshold": theta, "period": K}
        for g in (0.0625, 0.5)
        for theta in (0.5, 1.0, inf)
        for K in (1, 2, 3)
    ],
    "subgradient": [{"l1": l1, "threshold": theta} for l1 in (0.0625, 0.5) for theta in (0.0, 0.5)],
    "fobos": [
        {"l1": l1, "batch_size": m, "rounds": r}
        for l1 in (0.0625, 0.5)
        for m in (1, 2, 4)
        for r in (False, True)
    ],
}


def exact_problem(seed: int):
    draw = np.random.default_rng(seed)
    X = draw.integers(-2, 3, (8, 4)) * (draw.random((8, 4)) < 0.7)
    return naive.dataset(X, draw.choice([-1.0, 1.0], 8)), draw.integers(0, 8, 60)


@pytest.mark.parametrize("key", RUNS)
@pytest.mark.parametrize(("loss", "steps"), [("hinge", 60), ("squared", 8)])
def test_without_rounding_they_are_equal_bit_for_bit(key, loss, steps):
    for seed in range(20):
        data, order = exact_problem(seed)
        for knobs in RUNS[key]:
            algorithm = CATALOGUE[key](eta=0.25, **knobs)
            twin = naive.run(algorithm, data, order[:steps], loss)
            trace = record(algorithm, data, loss, order=order[:steps], checkpoints=steps)
            assert np.array_equal(trace.weights, twin.weights), (seed, knobs)


def test_ties_do_occur_there():
    """The test above is not empty: weights meet θ, and margins meet the kink."""
    at_theta = at_kink = 0
    for seed in range(20):
        data, order = exact_problem(seed)
        algorithm = CATALOGUE["truncated_gradient"](eta=0.25, gravity=0.0625, threshold=0.5)
        twin = naive.run(algorithm, data, order, "hinge")
        at_theta += (np.abs(twin.weights) == 0.5 - 0.25 * 0.0625).sum()
        twin = naive.run(CATALOGUE["sgd"](eta=0.25), data, order, "hinge")
        at_kink += (np.array(twin.predictions) * data.y[order] == 1.0).sum()
    assert at_theta > 50
    assert at_kink > 50


def test_a_weight_at_the_threshold_is_cut():
    data = naive.dataset([[2.0, 3.0]], [1.0])
    algorithm = CATALOGUE["rounding"](eta=0.25, threshold=0.5)
    assert record(algorithm, data, "hinge").final.weights.tolist() == [0.0, 0.75]
    algorithm = CATALOGUE["truncated_gradient"](eta=0.25, threshold=0.5, gravity=0.25)
    assert record(algorithm, data, "hinge").final.weights.tolist() == [0.4375, 0.75]


def test_at_the_kink_of_the_hinge_nothing_moves():
    data = naive.dataset([[2.0]], [1.0])
    trace = record(CATALOGUE["sgd"](eta=0.25), data, "hinge", passes=3, checkpoints=3)
    assert trace.weights.ravel().tolist() == [0.5, 0.5, 0.5]
    assert trace.loss.tolist() == [1.0, 1.0, 1.0]

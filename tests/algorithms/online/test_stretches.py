"""A run of a descent may be cut anywhere: it goes on where it stopped."""

from __future__ import annotations

import numpy as np

from algorithms import CATALOGUE, random_order
from tests import naive
from tests.support.many.turns import in_turn

DESCENTS = {
    "sgd": {"eta": 0.1, "schedule": "inv"},
    "rounding": {"eta": 0.1, "schedule": "inv"},
    "subgradient": {"eta": 0.1, "schedule": "inv"},
    "truncated_gradient": {"eta": 0.1, "schedule": "inv"},
    "cumulative_penalty": {"eta": 0.1, "schedule": "inv", "payment": "after learning"},
    "fobos": {"batch_size": 4, "rounds": True},
}


@in_turn("key", DESCENTS)
def test_a_run_may_be_cut_into_any_stretches(key):
    """``advance`` goes on where it stopped: mid-batch, mid-period, in stretches of nothing."""
    draw = np.random.default_rng(4)
    data = naive.dataset(draw.standard_normal((25, 4)), draw.choice([-1.0, 1.0], 25))
    algorithm = CATALOGUE[key](**DESCENTS[key])
    order = random_order(25, 2)
    whole, cut = algorithm.start(4, 50), algorithm.start(4, 50)
    expected = algorithm.advance(whole, data.X, data.y, order, "logistic")
    stretches = np.split(order, [0, 0, 1, 7, 7, 22, 49])
    made = [algorithm.advance(cut, data.X, data.y, part, "logistic") for part in stretches]
    assert np.array_equal(np.concatenate(made), expected)
    assert np.array_equal(algorithm.weights(cut), algorithm.weights(whole))

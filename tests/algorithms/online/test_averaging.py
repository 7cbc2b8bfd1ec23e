"""Dual averaging, the adaptive methods and the elastic net equal their twins, step by step.

Every step is an ``advance`` of its own; the run in one stretch must be the same bit for bit.
"""

from __future__ import annotations

from math import inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from algorithms import CATALOGUE, random_order
from tests import naive
from tests.support.cases import CASES
from tests.support.twins import check

LOSSES = ("squared", "logistic", "hinge", "clipped")
GRID = {
    "rda": [
        {"gamma": 1.0, "l1": 0.0},
        {"gamma": 0.3, "l1": 0.01},
        {"gamma": 20.0, "l1": 0.3},
        {"gamma": 1.0, "l1": 3.0},
    ],
    "ftrl_proximal": [
        {"alpha": 0.1, "beta": 0.0, "l1": 0.0},
        {"alpha": 1.0, "beta": 1.0, "l1": 0.3},
        {"alpha": 0.3, "beta": 0.0, "l1": 0.3, "l2": 0.5},
        {"alpha": 0.3, "beta": 1.0, "l1": 4.0, "l2": 2.0},
    ],
    "adagrad_fobos": [
        {"eta": 0.1, "delta": 0.0, "l1": 0.0},
        {"eta": 1.0, "delta": 0.0, "l1": 0.01},
        {"eta": 0.1, "delta": 1.0, "l1": 0.1},
        {"eta": 0.1, "delta": 1.0, "l1": 3.0},
    ],
    "elastic_net_truncated_gradient": [
        {"gravity": 0.0, "l2": 0.1},
        {"schedule": "inv_sqrt", "gravity": 0.1, "l2": 0.3, "period": 3},
        {"schedule": "inv", "gravity": 0.1, "l2": 30.0, "threshold": 0.05},
        {"gravity": 0.3, "l2": 2.0, "threshold": 0.3, "period": 7, "decay": 0.5},
    ],
}
GRID["adagrad_rda"] = GRID["adagrad_fobos"]


def compare(algorithm, data, order, loss, intercept):
    """Hold a kernel to its twin: relative to the largest weight so far, if that is beyond 1."""
    twin = naive.run(algorithm, data, order, loss, intercept)
    rows, order = naive.dataset(twin.X, data.y).X, np.asarray(order, np.int64)
    (n, d), n_steps = rows.shape, len(twin.predictions)
    state = algorithm.start(d, len(order), n, intercept=intercept)
    scale = 1.0
    for t in range(n_steps):
        made = algorithm.advance(state, rows, data.y, order[t : t + 1], loss)
        reach = scale * max(1.0, np.abs(twin.X[order[t]]).sum() + intercept)
        assert abs(made[0] - twin.predictions[t]) <= 1e-12 * reach, (algorithm, loss, t)
        at = np.r_[algorithm.weights(state), algorithm.intercept(state)]
        expected = np.r_[twin.weights[t], twin.biases[t]]
        scale = max(scale, np.abs(expected).max())
        assert (np.abs(at - expected) <= 1e-12 * scale).all(), (algorithm, loss, t)
        assert not at[expected == 0.0].any(), (algorithm, loss, t)
    whole = algorithm.start(d, len(order), n, intercept=intercept)
    assert len(algorithm.advance(whole, rows, data.y, order, loss)) == n_steps
    assert np.array_equal(algorithm.weights(whole), algorithm.weights(state))
    assert np.array_equal(algorithm.intercept(whole), algorithm.intercept(state))


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("key", GRID)
def test_the_kernel_equals_its_twin(key, case, loss, intercept):
    X = CASES[case]
    data = naive.dataset(X, np.random.default_rng(1).choice([-1.0, 1.0], len(X)))
    order = random_order(len(X), passes=2, seed=3)
    for knobs in GRID[key]:
        compare(CATALOGUE[key](**knobs), data, order, loss, intercept)


@pytest.mark.parametrize("key", GRID)
def test_on_real_targets_and_rare_features(key):
    """Features that come up once in a hundred steps: what is paid late is paid in full."""
    draw = np.random.default_rng(2)
    X = draw.standard_normal((100, 5)) * (draw.random((100, 5)) < [0.01, 0.02, 0.05, 0.3, 0.9])
    data = naive.dataset(X, X @ draw.standard_normal(5) + draw.standard_normal(100), "regression")
    for knobs in GRID[key]:
        compare(CATALOGUE[key](**knobs), data, random_order(100, 4), "squared", True)


KNOBS = {
    "rda": {"gamma": [0.25, 1.0, 7.0], "l1": [0.0, 0.1, 0.25, 1.0]},
    "ftrl_proximal": {
        "alpha": [0.1, 1.0],
        "beta": [0.0, 1.0],
        "l1": [0.0, 0.5, 1.0],
        "l2": [0.0, 0.3],
    },
    "adagrad_fobos": {"eta": [0.1, 1.0], "delta": [0.0, 1.0], "l1": [0.0, 0.1, 0.25, 1.0]},
    "adagrad_rda": {"eta": [0.1, 1.0], "delta": [0.0, 1.0], "l1": [0.0, 0.1, 0.25, 1.0]},
    "elastic_net_truncated_gradient": {
        "eta": [0.1, 0.25, 1.0],
        "schedule": ["constant", "inv_sqrt", "inv"],
        "gravity": [0.0, 0.1, 0.25, 10.0],
        "threshold": [0.0, 0.25, 1.0, inf],
        "period": [1, 2, 5],
        "l2": [0.0, 0.1, 1.0, 1e6],
    },
}


@pytest.mark.parametrize("key", KNOBS)
@settings(max_examples=60)
@given(data=st.data())
def test_on_data_that_nobody_thought_of(key, data):
    n, d = data.draw(st.integers(1, 8)), data.draw(st.integers(1, 5))
    cells = st.sampled_from([0.0, 0.0, 0.0, 0.5, 1.0, -1.0, 0.1, -0.3, 2.0, 1e-8, 1.7])
    X = data.draw(hnp.arrays(np.float64, (n, d), elements=cells))
    y = data.draw(hnp.arrays(np.float64, n, elements=st.sampled_from([-1.0, 1.0])))
    order = data.draw(st.lists(st.integers(0, n - 1), min_size=1, max_size=40))
    knobs = {name: data.draw(st.sampled_from(of), name) for name, of in KNOBS[key].items()}
    loss, intercept = data.draw(st.sampled_from(LOSSES)), data.draw(st.booleans())
    algorithm, problem = CATALOGUE[key](**knobs), naive.dataset(X, y)
    if key == "elastic_net_truncated_gradient":
        check(algorithm, problem, np.array(order), loss, intercept)
        return
    if loss == "hinge":
        # Nothing is said of a run after a margin so close to the kink that rounding decides.
        margins = np.array(naive.run(algorithm, problem, order, loss, intercept).predictions)
        ties = np.flatnonzero(np.abs(1.0 - margins * y[order[: len(margins)]]) <= 1e-11)
        order = order[: ties[0]] if len(ties) else order
    compare(algorithm, problem, order, loss, intercept)

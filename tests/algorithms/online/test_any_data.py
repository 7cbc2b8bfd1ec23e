"""Kernels equal their twins on data and knobs that nobody thought of, and on real targets."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from algorithms import CATALOGUE, random_order
from tests import naive
from tests.support.cases import runs
from tests.support.grids import ALL_LOSSES, GRID, SCHEDULES
from tests.support.many.examples import examples
from tests.support.problems.doubt import first_doubt
from tests.support.twins import hold_to_twin

STRENGTHS = st.sampled_from([0.0, 1e-3, 0.1, 0.25, 1.0, 10.0])
EDGES = st.sampled_from([0.0, 1e-3, 0.1, 0.25, 1.0, inf])
COUNTS = st.sampled_from([1, 2, 3, 5, 7, 1000])
DESCENTS = {
    "sgd": {},
    "rounding": {"threshold": EDGES, "period": COUNTS},
    "subgradient": {"l1": STRENGTHS, "threshold": EDGES},
    "truncated_gradient": {"gravity": STRENGTHS, "threshold": EDGES, "period": COUNTS},
    "fobos": {"l1": STRENGTHS, "batch_size": COUNTS, "rounds": st.booleans()},
    "cumulative_penalty": {
        "l1": STRENGTHS,
        "payment": st.sampled_from(["before reading", "after learning"]),
    },
}


@pytest.mark.parametrize("key", DESCENTS)
@examples(120)
@given(run=runs(), drawn=st.data())
def test_descents_on_any_data(key, run, drawn):
    knobs = {name: drawn.draw(values, name) for name, values in DESCENTS[key].items()}
    eta = drawn.draw(st.sampled_from([1e-3, 0.1, 0.25, 1.0, 10.0]), "eta")
    schedule = drawn.draw(st.sampled_from(SCHEDULES), "schedule")
    decay = drawn.draw(st.sampled_from([1.0, 0.5]), "decay")
    intercept = drawn.draw(st.booleans(), "intercept")
    algorithm = CATALOGUE[key](eta=eta, schedule=schedule, decay=decay, **knobs)
    data, order, loss = run
    hold_to_twin(algorithm, data, order, loss, intercept)


COORDINATES = {
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


@pytest.mark.parametrize("key", COORDINATES)
@examples(60)
@given(drawn=st.data())
def test_methods_by_coordinate_on_any_data(key, drawn):
    n, d = drawn.draw(st.integers(1, 8)), drawn.draw(st.integers(1, 5))
    cells = st.sampled_from([0.0, 0.0, 0.0, 0.5, 1.0, -1.0, 0.1, -0.3, 2.0, 1e-8, 1.7])
    X = drawn.draw(hnp.arrays(np.float64, (n, d), elements=cells))
    y = drawn.draw(hnp.arrays(np.float64, n, elements=st.sampled_from([-1.0, 1.0])))
    order = drawn.draw(st.lists(st.integers(0, n - 1), min_size=1, max_size=40))
    knobs = {name: drawn.draw(st.sampled_from(of), name) for name, of in COORDINATES[key].items()}
    loss, intercept = drawn.draw(st.sampled_from(ALL_LOSSES)), drawn.draw(st.booleans())
    doubt = first_doubt if key == "elastic_net_truncated_gradient" else first_tie
    data = naive.dataset(X, y)
    hold_to_twin(CATALOGUE[key](**knobs), data, order, loss, intercept, doubt=doubt)


def first_tie(algorithm, walk: naive.Run) -> int:
    """The first step whose margin is the kink of the hinge: from there on rounding decides."""
    n = len(walk.predictions)
    margins = np.array(walk.predictions) * walk.y[np.asarray(walk.order[:n])]
    ties = np.flatnonzero(np.abs(1.0 - margins) <= 1e-11)
    return int(ties[0]) + 1 if walk.loss == "hinge" and len(ties) else n + 1


@pytest.mark.parametrize("key", DESCENTS)
def test_descents_on_real_targets(key):
    """Regression, three passes."""
    draw = np.random.default_rng(2)
    X = draw.standard_normal((40, 6)) * (draw.random((40, 6)) < 0.5)
    data = naive.dataset(X, X @ draw.standard_normal(6) + draw.standard_normal(40), "regression")
    for knobs in GRID[key].knobs:
        held = hold_to_twin(CATALOGUE[key](**knobs), data, random_order(40, 3), "squared")
        assert held.complete, knobs


@pytest.mark.parametrize("key", COORDINATES)
def test_methods_by_coordinate_on_real_targets_and_rare_features(key):
    """Features that come up once in a hundred steps: what is paid late is paid in full."""
    draw = np.random.default_rng(2)
    X = draw.standard_normal((100, 5)) * (draw.random((100, 5)) < [0.01, 0.02, 0.05, 0.3, 0.9])
    data = naive.dataset(X, X @ draw.standard_normal(5) + draw.standard_normal(100), "regression")
    for knobs in GRID[key].knobs:
        held = hold_to_twin(CATALOGUE[key](**knobs), data, random_order(100, 4), "squared", True)
        assert held.complete

"""Kernels equal their twins on data and knobs that nobody thought of."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from algorithms import CATALOGUE
from tests import naive
from tests.algorithms.online.test_twins import LOSSES, SCHEDULES, check

# Halves and ones make ties, tenths make ties that rounding breaks, zeros make it sparse.
CELLS = st.sampled_from([0.0, 0.0, 0.0, 0.5, 1.0, -1.0, 0.1, -0.3, 2.0, 1e-8, -1e6, 1e3, 1.7])
STRENGTHS = st.sampled_from([0.0, 1e-3, 0.1, 0.25, 1.0, 10.0])
EDGES = st.sampled_from([0.0, 1e-3, 0.1, 0.25, 1.0, inf])
COUNTS = st.sampled_from([1, 2, 3, 5, 7, 1000])
KNOBS = {
    "sgd": {},
    "rounding": {"threshold": EDGES, "period": COUNTS},
    "subgradient": {"l1": STRENGTHS, "threshold": EDGES},
    "truncated_gradient": {"gravity": STRENGTHS, "threshold": EDGES, "period": COUNTS},
    "fobos": {"l1": STRENGTHS, "batch_size": COUNTS, "rounds": st.booleans()},
}


@st.composite
def runs(draw):
    """A dataset, an order of its examples and a loss."""
    n, d = draw(st.integers(1, 12)), draw(st.integers(1, 6))
    loss = draw(st.sampled_from([*LOSSES, "clipped"]))
    targets = {"squared": [-2.5, 0.0, 0.1, 1.0, 1e4], "clipped": [-1.0, 0.0, 0.1, 1.0]}
    real = loss in targets and draw(st.booleans())
    labels = st.sampled_from(targets[loss] if real else [-1.0, 1.0])
    X = draw(hnp.arrays(np.float64, (n, d), elements=CELLS))
    y = draw(hnp.arrays(np.float64, n, elements=labels))
    order = draw(st.lists(st.integers(0, n - 1), min_size=1, max_size=60))
    task = "regression" if real else "classification"
    return naive.dataset(X, y, task), np.array(order), loss


@pytest.mark.parametrize("key", KNOBS)
@settings(max_examples=200)
@given(run=runs(), data=st.data())
def test_the_kernel_equals_its_twin(key, run, data):
    knobs = {name: data.draw(values, name) for name, values in KNOBS[key].items()}
    eta = data.draw(st.sampled_from([1e-3, 0.1, 0.25, 1.0, 10.0]), "eta")
    schedule = data.draw(st.sampled_from(SCHEDULES), "schedule")
    decay = data.draw(st.sampled_from([1.0, 0.5]), "decay")
    intercept = data.draw(st.booleans(), "intercept")
    algorithm = CATALOGUE[key](eta=eta, schedule=schedule, decay=decay, **knobs)
    check(algorithm, *run, intercept=intercept)

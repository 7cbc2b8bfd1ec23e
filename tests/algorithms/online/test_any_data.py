"""Kernels equal their twins on data and knobs that nobody thought of."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms import CATALOGUE
from tests.support.cases import runs
from tests.support.grids import SCHEDULES
from tests.support.twins import check

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

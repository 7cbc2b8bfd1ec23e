"""Batch runs end before a number overflows, and refuse knobs and losses by name."""

from __future__ import annotations

from math import inf, nan

import numpy as np
import pytest
import scipy.sparse as sp

from algorithms import CATALOGUE, Loss, record
from algorithms.batch.problem import Problem
from tests import naive
from tests.support.many.turns import in_turn
from tests.support.twins import assert_finite

KEYS = ("scd", "greedy_cd", "subgradient_descent", "batch_projected_gradient")
REAL = naive.dataset(np.eye(3), [0.5, -1.5, 2.0], "regression")
LABELS = naive.dataset([[1.0, 2.0], [0.0, 0.0], [-1.0, 1.0]], [1.0, -1.0, 1.0])


@in_turn("key", KEYS)
@in_turn("loss", ["squared", "logistic"])
@in_turn("intercept", [False, True])
def test_the_largest_values_a_dataset_may_hold_stay_finite(key, loss, intercept):
    rows = [[1e100, 1e100], [1e100, -1e100], [1e-100, 1.0]] * 3
    data = naive.dataset(rows, [1.0, -1.0, 1.0] * 3)
    for knobs in ({}, {"eta": 1e100}, {"batch_size": 1}, {"line_search": False}):
        if set(knobs) <= set(CATALOGUE[key].__dataclass_fields__):
            algorithm = CATALOGUE[key](**knobs)
            trace = record(algorithm, data, loss, passes=30, intercept=intercept)
            assert_finite(trace)


@in_turn("key", KEYS[:2])
@in_turn(("x", "w"), [(1e-90, 1e90), (1e90, 1e-90), (1e-170, 0.0)])
def test_a_column_counts_until_its_squares_underflow(key, x, w):
    data = naive.dataset([[x]], [1.0])
    trace = record(CATALOGUE[key](l1=0.0), data, "squared", passes=20)
    assert trace.final.weights[0] == pytest.approx(w, rel=1e-12)


@pytest.mark.parametrize("m", [0, 1])
@pytest.mark.parametrize(("x", "eta", "steps"), [(1.0, 1e10, 10), (1e-10, 1e67, 1)])
def test_a_run_ends_before_the_step_that_overflows(m, x, eta, steps):
    """|w| = ηˢx²ˢ⁻¹ after s steps from 0: 1e10, …, 1e100 and past it; 1e57, and then 1e104."""
    algorithm = CATALOGUE["subgradient_descent"](l1=0.0, eta=eta, schedule="constant", batch_size=m)
    data = naive.dataset([[x]], [1.0])
    trace = record(algorithm, data, "squared", passes=99, checkpoints=99)
    assert trace.final.diverged_at == trace.steps[-1] + 1 == steps + 1


@in_turn("key", KEYS)
@in_turn("m", [0, 2])
def test_nothing_to_read_is_nothing_to_do(key, m):
    algorithm = CATALOGUE[key](**({"batch_size": m} if key == "subgradient_descent" else {}))
    trace = record(algorithm, naive.dataset(np.zeros((3, 2)), [1.0, -1.0, 1.0]), passes=9)
    assert (trace.steps.tolist(), trace.final.weights.tolist()) == ([0], [0.0, 0.0])
    if m:
        trace = record(algorithm, LABELS, order=np.ones(30, np.int64))
        assert trace.steps.tolist() == [0] or key != "subgradient_descent"


@in_turn(
    ("key", "knobs", "says"),
    [
        *((key, {"l1": bad}, f"l1 = {bad}: it must be a number >= 0")
          for key in KEYS[:3] for bad in (-0.1, nan, inf)),
        ("subgradient_descent", {"batch_size": -1}, "batch_size = -1: it must be a whole number"),
        ("subgradient_descent", {"batch_size": 2.5}, "batch_size = 2.5: it must be a whole number"),
        ("subgradient_descent", {"eta": 0.0}, "eta = 0.0: it must be a number > 0"),
        ("batch_projected_gradient", {"eta": nan}, "eta = nan: it must be a number > 0"),
        ("batch_projected_gradient", {"radius": 0.0}, "radius = 0.0: it must be a number > 0"),
        ("batch_projected_gradient", {"radius": inf}, "radius = inf: it must be a number > 0"),
        ("batch_projected_gradient", {"line_search": 1}, "line_search = 1: it must be True or"),
        ("batch_projected_gradient", {"schedule": "x"}, "schedule = 'x': it must be one of con"),
    ],
)  # fmt: skip
def test_a_knob_out_of_range(key, knobs, says):
    with pytest.raises(ValueError, match=says):
        CATALOGUE[key](**knobs)


@pytest.mark.parametrize("key", KEYS)
def test_a_loss_without_an_update_or_a_meaning(key):
    algorithm = CATALOGUE[key]()
    for loss in {"hinge", "clipped"} - {known.name for known in algorithm.losses}:
        with pytest.raises(ValueError, match=f"loss = '{loss}': {algorithm.title} has no update"):
            record(algorithm, LABELS, loss)
    with pytest.raises(ValueError, match="needs labels −1/\\+1"):
        record(algorithm, REAL, "logistic")
    with pytest.raises(ValueError, match=r"y = 0.5: for the logistic loss it must be −1 or \+1"):
        record(algorithm, naive.dataset(np.eye(3), [1.0, 0.5, -1.0]), "logistic")
    assert Loss.squared in algorithm.losses
    assert record(algorithm, REAL, "squared").steps[-1] >= 1


@pytest.mark.parametrize("line_search", [True, False])
def test_a_step_to_where_a_prediction_overflows_is_not_taken(line_search):
    """The second example asks for more weight than the first, long satisfied, can bear."""
    data = naive.dataset([[1e100, 0.0], [1.0, 1.0]], [1.0, 1.0])
    algorithm = CATALOGUE["batch_projected_gradient"](line_search=line_search)
    trace = record(algorithm, data, "logistic", passes=2000)
    assert np.isfinite(trace.fit).all()
    assert (trace.final.diverged_at is None) == line_search
    assert trace.sparsity.l1_norm[-1] <= 1.0
    assert not line_search or trace.sparsity.l1_norm[-1] >= 0.5


@pytest.mark.parametrize("form", [sp.csc_array, sp.coo_array, sp.csr_matrix])
def test_a_problem_of_any_sparse_form_is_read_by_rows(form):
    draw = np.random.default_rng(0)
    X, y = draw.standard_normal((8, 5)), np.where(draw.random(8) < 0.5, 1.0, -1.0)
    ends = []
    for rows in (sp.csr_array(X), form(X.astype(np.float32).astype(np.float64))):
        algorithm = CATALOGUE["subgradient_descent"](batch_size=2)
        state = algorithm.start(Problem.of(rows, y, Loss.logistic))
        algorithm.advance(state, 200)
        ends.append(algorithm.weights(state))
    assert np.allclose(*ends, atol=1e-6)


@pytest.mark.parametrize(
    ("y", "order", "sentence"),
    [
        ([1.0, 0.0], None, "y = 0.0: for the logistic loss it must be −1 or"),
        ([1.0], None, r"y has shape \(1,\): it must hold one number for each of 2 rows"),
        ([1.0, -1.0], np.array([0, 2]), "order: it must name rows 0 to 1"),
        ([1.0, -1.0], np.array([-1]), "order: it must name rows 0 to 1"),
    ],
)
def test_a_problem_that_would_be_read_beyond_its_arrays(y, order, sentence):
    with pytest.raises(ValueError, match=sentence):
        Problem.of(sp.csr_array(np.eye(2)), np.array(y), Loss.logistic, order=order)

"""Batch algorithms equal other algorithms at their limits, and keep what bounds them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from algorithms import CATALOGUE, random_order, record
from algorithms.batch.common.full_gradient import FullGradient
from algorithms.batch.problem import Problem
from tests import naive
from tests.support.many.examples import examples
from tests.support.many.turns import in_turn
from tests.support.problems.batch import problem_of
from tests.support.problems.lasso import objective, peer, problem


@in_turn("schedule", ["constant", "inv"])
@in_turn("loss", ["squared", "logistic", "hinge", "clipped"])
def test_mini_batches_of_one_are_the_online_algorithm(loss, schedule):
    data, order = problem(1, "logistic"), random_order(40, 3, 8)
    knobs = {"l1": 0.01, "eta": 0.05, "schedule": schedule}
    online = record(CATALOGUE["subgradient"](**knobs), data, loss, order, intercept=True)
    algorithm = CATALOGUE["subgradient_descent"](batch_size=1, **knobs)
    state = algorithm.start(problem_of(data, loss, True, order))
    while state.count[0] < 120:
        algorithm.advance(state, int(state.count[1]) + 1)
    assert np.abs(algorithm.weights(state) - online.final.weights).max() <= 1e-12
    assert abs(algorithm.intercept(state) - online.final.intercept)[0] <= 1e-12


@pytest.mark.parametrize("m", [40, 41, 10**9])
def test_a_mini_batch_of_all_is_the_full_gradient(m):
    data = problem(2, "logistic")
    states = []
    for batch_size in (0, m):
        algorithm = CATALOGUE["subgradient_descent"](batch_size=batch_size)
        states.append(algorithm.start(problem_of(data, "logistic", True, random_order(40))))
        while states[-1].count[0] < 20:
            algorithm.advance(states[-1], int(states[-1].count[1]) + 1)
    assert np.abs(states[0].current.w - states[1].w).max() <= 1e-12


def test_of_full_steps_the_best_is_kept():
    data, l1 = problem(0, "squared"), 0.05
    algorithm = CATALOGUE["subgradient_descent"](l1=l1, eta=0.9, schedule="inv_sqrt")
    trace = record(algorithm, data, "squared", passes=60, checkpoints=99)
    values = [objective(w, data, "squared", l1) for w in trace.weights]
    assert (np.diff(values) <= 1e-15).all()
    assert len(np.unique(values)) < len(values)


@examples(60)
@given(data=st.data())
def test_by_b_and_by_rows_the_gradient_is_the_same(data):
    """On 1 to 3 columns without a zero: B is never larger than X there."""
    n, d = data.draw(st.integers(3, 20)), data.draw(st.integers(1, 3))
    cells = st.sampled_from([0.5, 1.0, -1.0, 3.0, 1e-6, -1e3])
    X, w = (data.draw(hnp.arrays(np.float64, s, elements=cells)) for s in ((n, d), d))
    rows = naive.dataset(X, np.linspace(-2.0, 2.0, n), "regression")
    mean, count = FullGradient(Problem.over(rows, "squared")), np.zeros(3, np.int64)
    by_b = mean.at(w, count)
    assert mean.gram is not None
    mean.gram = None
    by_rows = mean.at(w, count)
    scale = max(1.0, np.abs(X).max() * np.abs(w).max()) * max(1.0, np.abs(X).max())
    assert np.abs(by_b.gradient - by_rows.gradient).max() <= 1e-13 * d * scale
    assert abs(by_b.value - by_rows.value) <= 1e-13 * d * scale**2
    assert count.tolist() == [0, 2 * n * d, 2 * n]


def test_b_is_formed_only_where_it_is_no_larger_than_x():
    for X, formed in ((np.ones((4, 4)), True), (np.ones((3, 4)), False), (np.eye(9), False)):
        data = naive.dataset(X, np.ones(len(X)))
        assert (FullGradient(Problem.over(data, "squared")).gram is not None) == formed
        assert FullGradient(Problem.over(data, "logistic")).gram is None


@in_turn("loss", ["squared", "logistic", "clipped"])
@in_turn("line_search", [True, False])
@in_turn("radius", [1e-3, 0.4, 3.0])
def test_the_weights_stay_in_the_ball(loss, line_search, radius):
    data = problem(3, "logistic")
    data = naive.dataset(data.X.toarray() + 0.5, data.y)
    algorithm = CATALOGUE["batch_projected_gradient"](radius, line_search)
    trace = record(algorithm, data, loss, passes=60, checkpoints=99, intercept=True)
    assert trace.sparsity.l1_norm.max() <= radius * (1.0 + 1e-12)
    assert radius > 1.0 or trace.sparsity.l1_norm.max() >= 0.99 * radius
    assert abs(trace.final.intercept[0]) > 1e-3
    assert not line_search or (np.diff(trace.fit) <= 1e-15).all()


@in_turn("loss", ["squared", "logistic"])
@in_turn("seed", range(3))
def test_in_a_ball_as_large_as_the_lasso_it_finds_the_lasso(loss, seed):
    data, l1 = problem(seed, loss), 0.05
    best = peer(data, loss, l1)
    algorithm = CATALOGUE["batch_projected_gradient"](radius=float(np.abs(best).sum()))
    trace = record(algorithm, data, loss, passes=2000, checkpoints=1)
    assert trace.fit[-1] == pytest.approx(objective(best, data, loss, 0.0), abs=1e-8)


@in_turn("scale", [1e-9, 1e-3, 1e6])
@in_turn("loss", ["squared", "logistic"])
def test_a_line_search_knows_no_units(loss, scale):
    data, fits = problem(1, loss), []
    for unit in (1.0, scale):
        rows = naive.dataset(unit * data.X.toarray(), data.y, data.task)
        algorithm = CATALOGUE["batch_projected_gradient"](radius=2.0 / unit)
        fits.append(record(algorithm, rows, loss, passes=500, checkpoints=1).fit[-1])
    assert fits[1] == pytest.approx(fits[0], abs=1e-10)


@in_turn("loss", ["squared", "logistic"])
@in_turn("seed", range(3))
def test_a_search_that_has_arrived_gives_up_at_once(loss, seed):
    algorithm = CATALOGUE["batch_projected_gradient"](radius=1.0)
    given = problem_of(problem(seed, loss), loss, True)
    state, read = algorithm.start(given), [0]
    while algorithm.advance(state, read[-1] + 1):
        read.append(int(state.count[1]))
    assert state.count[0] >= 5
    assert not state.diverged[0]
    assert state.count[1] - read[-1] <= 5 * given.X.nnz

"""``proximal_gradient`` step by step: its plain twin, what it reads, and where it may be cut."""

from __future__ import annotations

import numpy as np
import pytest

from algorithms import CATALOGUE, record
from tests import naive
from tests.support.cases import CASES
from tests.support.many.turns import in_turn
from tests.support.problems.batch import draw_labels, problem_of
from tests.support.problems.lasso import problem

Solver = CATALOGUE["proximal_gradient"]
LOSSES = ("squared", "logistic", "clipped")
NEVER = 1e-300


def test_what_is_read_by_hand():
    """Orthogonal columns: L is never too small. A look at w, where u is not, reads X once more."""
    data = naive.dataset(np.diag([3.0, 1.0, 0.1]), [1.0, -1.0, 1.0])
    for accelerated, looks in ((False, 0), (True, 2)):
        algorithm = Solver(l1=1e-4, accelerated=accelerated, tolerance=NEVER)
        trace = record(algorithm, data, "logistic", passes=25 + looks, checkpoints=1000)
        assert trace.steps[-1] == 25
        assert trace.costs.accesses[-1] == trace.costs.evaluations[-1] == 3 * (25 + looks)


@pytest.mark.parametrize("accelerated", [True, False])
@pytest.mark.parametrize("intercept", [False, True])
def test_a_run_may_be_cut_anywhere(accelerated, intercept):
    data = problem(1, "logistic")
    algorithm = Solver(l1=0.02, accelerated=accelerated, tolerance=1e-7)
    whole, cut = (algorithm.start(problem_of(data, "logistic", intercept)) for _ in range(2))
    assert not algorithm.advance(whole, 10**9)
    draw, going = np.random.default_rng(0), True
    while going:
        going = algorithm.advance(cut, int(cut.count[1]) + int(draw.integers(1, 5000)))
    assert np.array_equal(whole.w, cut.w) and whole.gap == cut.gap <= 1e-7
    assert np.array_equal(whole.count, cut.count)
    assert not algorithm.advance(cut, 10**9), "there is nothing left to do"
    assert np.array_equal(whole.count, cut.count) and np.array_equal(whole.w, cut.w)


@in_turn("loss", LOSSES)
@in_turn("iterations", [1, 10, 57])
def test_a_recorded_run_is_the_search_for_the_optimum(loss, iterations):
    data = problem(4, loss)
    data = naive.dataset(data.X.toarray(), np.clip(data.y, -1.0, 1.0), data.task)
    algorithm = Solver(l1=0.01, max_iterations=iterations, tolerance=1e-13)
    found = algorithm.solve(data, loss, intercept=True)
    trace = record(algorithm, data, loss, passes=400, intercept=True)
    assert trace.steps[-1] == found.iterations == iterations
    assert np.array_equal(trace.final.weights, found.weights)
    assert np.array_equal(trace.final.intercept, found.intercept)
    objective = trace.fit + 0.01 * trace.sparsity.l1_norm
    assert objective[-1] == pytest.approx(found.objective, rel=1e-13)


@in_turn("loss", LOSSES)
@in_turn("intercept", [False, True])
@in_turn("scale", [1e-3, 1.0, 1e4])
def test_without_momentum_no_step_leads_uphill(loss, intercept, scale):
    data = draw_labels(scale * CASES["sparse"], loss)
    algorithm = Solver(l1=0.002 * scale, accelerated=False, tolerance=NEVER)
    trace = record(algorithm, data, loss, passes=100, checkpoints=1000, intercept=intercept)
    objective = trace.fit + 0.002 * scale * trace.sparsity.l1_norm
    assert (np.diff(objective) <= 1e-15).all()
    assert objective[-1] < 0.97 * objective[0]


@pytest.mark.parametrize("loss", LOSSES)
def test_it_makes_no_difference_what_features_are_measured_in(loss):
    """All by 1/s, λ with them: the weights by s, and b, which has no unit, the same."""
    data, s = draw_labels(CASES["sparse"] + 0.5, loss), 2.0**20
    smaller = naive.dataset(data.X.toarray() / s, data.y, data.task)
    one = record(Solver(l1=0.02, tolerance=NEVER), data, loss, passes=60, intercept=True)
    two = record(Solver(l1=0.02 / s, tolerance=NEVER), smaller, loss, passes=60, intercept=True)
    if loss == "clipped":  # each row is divided by √‖x‖₀, which is the same for both
        assert one.final.weights.any()
    assert np.allclose(two.final.weights, s * one.final.weights, rtol=1e-6, atol=0.0)
    assert np.allclose(two.final.intercept, one.final.intercept, rtol=1e-6, atol=0.0)
    assert one.final.intercept != 0.0


def test_a_run_stops_where_it_has_arrived():
    data = problem(2, "squared")
    for tolerance in (1e-2, 1e-5, 1e-9):
        algorithm = Solver(l1=0.05, tolerance=tolerance)
        trace = record(algorithm, data, "squared", passes=10_000, checkpoints=5)
        state = algorithm.start(problem_of(data, "squared", False))
        going = True
        while going:
            before = state.gap
            going = algorithm.advance(state, int(state.count[1]) + 1)
        assert state.gap <= tolerance < before
        assert np.array_equal(trace.final.weights, algorithm.weights(state))
        assert trace.final.diverged_at is None


def test_a_penalty_that_leaves_nothing_is_seen_at_once():
    trace = record(Solver(l1=50.0), problem(2, "squared"), "squared", passes=9)
    assert trace.steps.tolist() == [0] and trace.sparsity.nonzeros.tolist() == [0]
    assert trace.costs.accesses[0] == problem(2, "squared").X.nnz

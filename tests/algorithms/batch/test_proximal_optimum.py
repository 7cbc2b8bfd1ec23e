"""``proximal_gradient`` finds the optimum that scikit-learn and a linear program find.

The gap is held to what it claims: no objective anywhere is below ``objective − gap``.
"""

from __future__ import annotations

import numpy as np
import pytest

from algorithms import CATALOGUE
from tests import naive
from tests.support.many.turns import in_turn
from tests.support.problems.batch import unit_of
from tests.support.problems.lasso import objective, peer, problem

Solver = CATALOGUE["proximal_gradient"]


@in_turn("loss", ["squared", "logistic", "hinge"])
@in_turn("l1", [0.003, 0.03, 0.15])
@in_turn("seed", range(4))
def test_it_is_the_optimum_others_find(loss, l1, seed):
    data = problem(seed, loss)
    found = Solver(l1=l1, tolerance=1e-8).solve(data, loss)
    # Smoothing the hinge is slow: its gap need not close, but has to be true.
    unit = unit_of(data, loss)
    assert found.gap <= (2e-2 if loss == "hinge" else 1e-8 * unit)
    assert found.converged == (found.gap <= 1e-8 * unit)
    assert found.objective == pytest.approx(objective(found.weights, data, loss, l1), rel=1e-13)
    best = objective(peer(data, loss, l1), data, loss, l1)
    assert found.objective - found.gap <= best + 1e-13
    assert best <= found.objective + 1e-9
    assert found.objective <= best + (2e-3 if loss == "hinge" else 1e-8 * unit)


@in_turn("loss", ["squared", "logistic", "hinge"])
@in_turn("iterations", [1, 3, 10, 37, 200])
@in_turn("accelerated", [True, False])
def test_the_gap_certifies_however_early_it_stops(loss, iterations, accelerated):
    for seed, l1 in ((0, 0.02), (1, 0.2), (2, 1e-4)):
        data = problem(seed, loss)
        solver = Solver(l1=l1, max_iterations=iterations, accelerated=accelerated, tolerance=1e-10)
        found = solver.solve(data, loss)
        assert found.iterations <= iterations
        assert found.converged == (found.gap <= 1e-10 * unit_of(data, loss))
        assert found.gap >= 0.0
        best = objective(peer(data, loss, l1), data, loss, l1)
        assert found.objective - found.gap <= best + 1e-12


@in_turn("loss", ["squared", "logistic"])
@in_turn("seed", [0, 1, 4])
def test_with_and_without_momentum_they_meet(loss, seed):
    data = problem(seed, loss)
    fista = Solver(l1=0.05, tolerance=1e-9).solve(data, loss)
    ista = Solver(l1=0.05, tolerance=1e-9, accelerated=False).solve(data, loss)
    assert fista.converged
    assert ista.converged
    assert abs(fista.objective - ista.objective) <= 1e-9
    # Predictions at the optimum are unique, weights are not (two columns may be one).
    assert np.allclose(data.X @ fista.weights, data.X @ ista.weights, atol=1e-3)


@pytest.mark.parametrize("loss", ["squared", "logistic", "hinge"])
def test_row_weights_are_repeated_rows(loss):
    data, times = problem(2, loss, n=12), np.random.default_rng(0).integers(0, 4, 12)
    rows = np.repeat(np.arange(12), times)
    repeated = naive.dataset(data.X.toarray()[rows], data.y[rows], data.task)
    solver = Solver(l1=0.05, tolerance=1e-5)
    one = solver.solve(data, loss, row_weights=times)
    two = solver.solve(repeated, loss)
    assert one.converged
    assert two.converged
    assert one.objective == pytest.approx(two.objective, abs=1e-5)
    by_hand = objective(one.weights, data, loss, 0.05, c=times)
    assert one.objective == pytest.approx(by_hand, rel=1e-12)


@pytest.mark.parametrize("loss", ["squared", "logistic", "hinge"])
def test_it_may_start_anywhere(loss):
    data, solver = problem(5, loss), Solver(l1=0.05, tolerance=1e-5)
    start = np.full(15, 3.0)
    there = solver.solve(data, loss, start=start)
    assert abs(there.objective - solver.solve(data, loss).objective) <= 1e-5
    assert (start == 3.0).all()
    if loss != "hinge":
        assert solver.solve(data, loss, start=there.weights).iterations == 0

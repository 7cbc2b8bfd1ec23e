"""The duality gap that ``coordinate_descent`` states is true, wherever it stops."""

from __future__ import annotations

import numpy as np
import pytest

from algorithms import Loss
from algorithms.batch.coordinate_descent import CoordinateDescent
from algorithms.batch.problem import Problem
from algorithms.optimum import working_set
from algorithms.optimum.datafits import FITS
from algorithms.optimum.matrix import Columns
from algorithms.optimum.penalty import BlockPenalty
from algorithms.optimum.solver import duality_gap
from tests import naive
from tests.support.many.turns import in_turn
from tests.support.problems.batch import unit_of
from tests.support.problems.smooth import LOSSES, largest, make_data, objective


@pytest.mark.parametrize("rounds", [1, 2, 3])
@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("loss", LOSSES)
def test_the_gap_is_true_however_early_it_stops(loss, intercept, rounds, monkeypatch):
    monkeypatch.setattr(working_set, "LEAST", 3)
    monkeypatch.setattr(working_set, "ADDED", 1)
    for seed in range(4):
        data = make_data(seed, loss)
        l1 = largest(data, loss) / 20.0
        early = CoordinateDescent(l1=l1, max_iterations=rounds, tolerance=1e-12)
        found = early.solve(data, loss, intercept=intercept)
        best = CoordinateDescent(l1=l1, tolerance=1e-12).solve(data, loss, intercept=intercept)
        assert found.iterations <= rounds
        assert found.objective - found.gap <= best.objective + 1e-14
        unit = unit_of(data, loss, intercept)
        assert best.gap <= 1e-10
        assert found.converged == (found.gap <= 1e-12 * unit)
        assert rounds > 1 or not found.converged


@in_turn("intercept", [False, True])
@in_turn("loss", LOSSES)
@in_turn("seed", range(4))
def test_the_gap_is_true_of_any_weights(seed, loss, intercept):
    data, draw = make_data(seed, loss, d=6), np.random.default_rng(seed)
    solver = CoordinateDescent(l1=largest(data, loss) / 5.0, tolerance=1e-10)
    best = solver.solve(data, loss, intercept=intercept)
    problem = Problem.of(data.X, data.y, Loss[loss], None, intercept)
    features, penalty, _ = solver._terms(problem)
    fit = FITS[problem.loss](problem.y, problem.c)
    columns = Columns(problem.X, fit.scale, features)
    for reach in (0.0, 0.01, 0.1, 1.0):
        w = np.append(best.weights, best.intercept)[: len(features)]
        w += reach * draw.standard_normal(len(w))
        p = (problem.X @ w) * (1.0 if fit.scale is None else fit.scale)
        slopes = fit.slopes(p)
        gap = duality_gap(
            fit, columns, penalty, intercept, w, p, slopes, columns.correlate(slopes)
        )  # fmt: skip
        above = objective(data, loss, solver.l1, w[:6], w[6] if intercept else 0.0) - best.objective
        assert above - 1e-10 <= gap <= 1e-8 + 1e3 * above


@pytest.mark.parametrize("loss", LOSSES)
def test_an_intercept_that_is_off_is_seen(loss):
    """The slope of a feature of mean 0 does not tell; the slopes' own mean does."""
    y = np.array([1.0, -1.0, 1.0, 1.0])
    problem = Problem.of(np.array([[1.0], [-1.0], [0.0], [0.0]]), y, Loss[loss])
    X, fit = np.c_[problem.X, np.ones(4)], FITS[problem.loss](y, problem.c)
    columns = Columns(X, fit.scale, np.arange(2))
    penalty = BlockPenalty(np.arange(3), np.array([9.0, 0.0]))
    for b in (-1.0, 0.0, 0.3, 2.0):
        w = np.array([0.0, b])
        p = (X @ w) * (1.0 if fit.scale is None else fit.scale)
        slopes = fit.slopes(p)
        best = 0.5 - 0.5 * 0.25 if loss == "squared" else -0.25 * np.log(0.25) - 0.75 * np.log(0.75)
        gap = duality_gap(fit, columns, penalty, True, w, p, slopes, columns.correlate(slopes))
        assert gap >= fit.value(p) - best - 1e-15 > 0.001


@pytest.mark.parametrize("loss", LOSSES)
def test_without_a_penalty_no_gap_is_promised(loss):
    """As long as a slope is left, however small; on some processors, later rounds leave none."""
    found = CoordinateDescent(l1=0.0, max_iterations=1).solve(make_data(0, loss, n=60, d=4), loss)
    assert found.gap == found.objective > 0.01
    assert not found.converged


def test_a_gap_that_rounding_does_not_let_close_is_admitted():
    """λ a hair below λmax, and an objective of 10²⁴: nothing asks for a weight, or for little."""
    data = make_data(1, "squared")
    data = naive.dataset(data.X.toarray(), 1e12 * data.y, "regression")
    for share in (1.0 + 1e-14, 10.0):
        l1 = largest(data, "squared") / share
        found = CoordinateDescent(l1=l1, tolerance=1e-30).solve(data, "squared")
        assert found.converged == (found.gap <= 1e-30 * unit_of(data, "squared"))
        assert found.gap <= 1e-13 * found.objective

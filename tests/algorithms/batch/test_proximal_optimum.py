"""``proximal_gradient`` finds the optimum that scikit-learn and a linear program find.

The gap is held to what it claims: no objective anywhere is below ``objective − gap``.
"""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp
from scipy.optimize import linprog
from sklearn.linear_model import Lasso, LogisticRegression

from algorithms import CATALOGUE
from tests import naive

Solver = CATALOGUE["proximal_gradient"]


def problem(seed: int, loss: str, n: int = 40, d: int = 15):
    draw = np.random.default_rng(seed)
    X = draw.standard_normal((n, d)) * (draw.random((n, d)) < (0.4 if seed % 2 else 1.0))
    if seed % 3 == 0:
        X[:, 1] = X[:, 0]
    y = X @ (draw.standard_normal(d) * (draw.random(d) < 0.4)) + draw.standard_normal(n)
    if loss == "squared":
        return naive.dataset(X, y, "regression")
    return naive.dataset(X, np.where(y > 0.0, 1.0, -1.0))


def objective(w, data, loss, l1, c=None) -> float:
    """F(w) by hand."""
    pairs = zip((data.X.toarray() @ w).tolist(), data.y.tolist(), strict=True)
    each = [naive.value(loss, p, y) for p, y in pairs]
    return float(np.average(each, weights=c)) + l1 * float(np.abs(w).sum())


def peer(data, loss, l1) -> np.ndarray:
    """The optimum by other means."""
    X, y, (n, d) = data.X.toarray(), data.y, data.X.shape
    if loss == "squared":
        model = Lasso(alpha=l1, fit_intercept=False, tol=1e-12, max_iter=100_000)
        return model.fit(X, y).coef_
    if loss == "logistic":
        model = LogisticRegression(
            l1_ratio=1.0, C=1.0 / (n * l1), solver="liblinear",
            fit_intercept=False, tol=1e-10, max_iter=10_000,
        )  # fmt: skip
        return model.fit(X, y).coef_.ravel()
    # min (1/n) Σ ξ + λ Σ (w⁺ + w⁻)  with  ξ_i ≥ 1 − y_i x_i·(w⁺ − w⁻)
    A = sp.hstack([sp.csr_array(-y[:, None] * X), sp.csr_array(y[:, None] * X), -sp.eye_array(n)])
    c = np.r_[np.full(2 * d, l1), np.full(n, 1.0 / n)]
    w = linprog(c, A_ub=A, b_ub=-np.ones(n)).x
    return w[:d] - w[d : 2 * d]


@pytest.mark.parametrize("loss", ["squared", "logistic", "hinge"])
@pytest.mark.parametrize("l1", [0.003, 0.03, 0.15])
@pytest.mark.parametrize("seed", range(4))
def test_it_is_the_optimum_others_find(loss, l1, seed):
    data = problem(seed, loss)
    found = Solver(l1=l1, tolerance=1e-8).solve(data, loss)
    # Smoothing the hinge is slow: its gap need not close, but has to be true.
    assert found.gap <= (2e-2 if loss == "hinge" else 1e-8)
    assert found.converged == (found.gap <= 1e-8)
    assert found.objective == pytest.approx(objective(found.weights, data, loss, l1), rel=1e-13)
    best = objective(peer(data, loss, l1), data, loss, l1)
    assert found.objective - found.gap <= best + 1e-13
    assert best <= found.objective + 1e-9
    assert found.objective <= best + (2e-3 if loss == "hinge" else 1e-8)


@pytest.mark.parametrize("loss", ["squared", "logistic", "hinge"])
@pytest.mark.parametrize("iterations", [1, 3, 10, 37, 200])
@pytest.mark.parametrize("accelerated", [True, False])
def test_the_gap_certifies_however_early_it_stops(loss, iterations, accelerated):
    for seed, l1 in ((0, 0.02), (1, 0.2), (2, 1e-4)):
        data = problem(seed, loss)
        solver = Solver(l1=l1, max_iterations=iterations, accelerated=accelerated, tolerance=1e-10)
        found = solver.solve(data, loss)
        assert found.iterations <= iterations
        assert found.converged == (found.gap <= 1e-10)
        assert found.gap >= 0.0
        best = objective(peer(data, loss, l1), data, loss, l1)
        assert found.objective - found.gap <= best + 1e-12


@pytest.mark.parametrize("loss", ["squared", "logistic"])
@pytest.mark.parametrize("seed", [0, 1, 4])
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

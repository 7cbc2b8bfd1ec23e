"""The optimum of ``proximal_gradient`` obeys the conditions that define it."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from algorithms import CATALOGUE, Loss
from algorithms.batch.duality import Objective, conjugate
from algorithms.batch.proximal_gradient import largest_eigenvalue
from tests import naive
from tests.test_algorithms_optimum import problem

Solver = CATALOGUE["proximal_gradient"]


def mean_gradient(data, loss, w):
    p = (data.X.toarray() @ w).tolist()
    s = [naive.slope(loss, *pair) for pair in zip(p, data.y.tolist(), strict=True)]
    return data.X.toarray().T @ s / len(s)


@pytest.mark.parametrize("loss", ["squared", "logistic"])
@pytest.mark.parametrize("seed", range(5))
def test_zero_is_a_subgradient(loss, seed):
    """∇f_j = −λ sgn(w_j) where w_j ≠ 0, and |∇f_j| ≤ λ where w_j = 0."""
    data, l1 = problem(seed, loss), 0.05
    w = Solver(l1=l1, tolerance=1e-10).solve(data, loss).weights
    gradient = mean_gradient(data, loss, w)
    assert np.abs(gradient).max() <= l1 + 1e-4
    assert np.allclose(gradient[w != 0.0], -l1 * np.sign(w[w != 0.0]), atol=1e-4)
    assert 0 < np.count_nonzero(w) < len(w)


@pytest.mark.parametrize("loss", ["squared", "logistic", "hinge"])
def test_a_penalty_from_lambda_max_on_leaves_nothing(loss):
    data = problem(3, loss)
    lambda_max = np.abs(mean_gradient(data, loss, np.zeros(15))).max()
    for l1 in (lambda_max, 1.001 * lambda_max, 50.0):
        found = Solver(l1=l1, tolerance=1e-6).solve(data, loss)
        assert found.converged
        assert not found.weights.any()
    below = Solver(l1=0.9 * lambda_max, tolerance=1e-6).solve(data, loss)
    assert below.weights.any()


@pytest.mark.parametrize("loss", ["squared", "logistic", "hinge"])
@pytest.mark.parametrize(
    "X", [np.zeros((4, 3)), [[2.0]], np.ones((5, 2)), 1e-8 * np.eye(4), 1e6 * np.eye(4)]
)
def test_degenerate_data(loss, X):
    X = np.array(X)
    data = naive.dataset(X, np.resize([1.0, -1.0, 1.0], len(X)))
    found = Solver(l1=0.01).solve(data, loss)
    assert np.isfinite(found.weights).all()
    assert 0.0 <= found.gap <= 1e-5


@pytest.mark.parametrize(
    ("loss", "y"), [(loss, y) for loss in Loss for y in (-1.0, 1.0)] + [(Loss.squared, 0.4)]
)
def test_the_conjugate_is_the_supremum(loss, y):
    """ℓ*(u) = sup_p u p − ℓ(p, y), over a grid of p."""
    p = np.linspace(-12.0, 12.0, 240_001)
    values = np.array([0.5 * (p - y) ** 2, np.logaddexp(0, -y * p), np.maximum(0, 1 - y * p)][loss])
    inside = np.array([0.0, 0.1, 0.5, 0.9, 1.0])
    for u in np.r_[-3.0, 2.0, inside] if loss == Loss.squared else -y * inside:
        numeric = (u * p - values).max()
        # At the ends of its range the supremum of the logistic loss is not attained.
        slack = 1e-5 if loss == Loss.logistic else 1e-8
        assert conjugate(loss, np.array([u]), np.array([y]))[0] == pytest.approx(numeric, abs=slack)


def test_the_step_is_short_enough():
    """1/L with L ≥ the largest eigenvalue of XᵀCX, and not by much."""
    for seed in range(20):
        draw = np.random.default_rng(seed)
        n, d = draw.integers(1, 40, 2)
        data = naive.dataset(
            draw.standard_normal((n, d)) * draw.exponential(1.0, d) ** 2, np.ones(n)
        )
        c = draw.random(n)
        exact = np.linalg.eigvalsh(data.X.toarray().T @ (c[:, None] * data.X.toarray()))[-1]
        objective = Objective(data.X, data.y, c, Loss.squared, 1.0)
        assert exact <= largest_eigenvalue(objective) <= 1.03 * exact


def test_the_step_is_short_enough_for_one_large_column_among_many():
    """The largest eigenvalue hides behind 20,000 equal ones: plain iteration would miss it."""
    diagonal = np.ones(20_000)
    diagonal[7] = np.sqrt(1.3)
    X = sparse.diags_array(diagonal).tocsr()
    objective = Objective(X, np.ones(20_000), np.ones(20_000), Loss.squared, 1.0)
    assert largest_eigenvalue(objective) >= 1.3

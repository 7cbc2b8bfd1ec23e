"""The optimum of ``proximal_gradient`` obeys the conditions that define it."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from algorithms import CATALOGUE, Loss
from algorithms.batch.common.fista import begin, step
from algorithms.batch.problem import Problem
from algorithms.losses import MARGIN_LOSSES
from algorithms.optimum.duality import CURVATURE, Objective, conjugate
from algorithms.shrinkage import soft_threshold
from tests import naive
from tests.support.many.turns import in_turn
from tests.support.problems.lasso import problem

Solver = CATALOGUE["proximal_gradient"]


def mean_gradient(data, loss, w):
    p = (data.X.toarray() @ w).tolist()
    s = [naive.slope(loss, *pair) for pair in zip(p, data.y.tolist(), strict=True)]
    return data.X.toarray().T @ s / len(s)


@in_turn("loss", ["squared", "logistic"])
@in_turn("seed", range(5))
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


@in_turn("loss", ["squared", "logistic", "hinge"])
@in_turn("X", [np.zeros((4, 3)), [[2.0]], np.ones((5, 2)), 1e-8 * np.eye(4), 1e6 * np.eye(4)])
def test_degenerate_data(loss, X):
    X = np.array(X)
    data = naive.dataset(X, np.resize([1.0, -1.0, 1.0], len(X)))
    found = Solver(l1=0.01).solve(data, loss)
    assert np.isfinite(found.weights).all()
    assert 0.0 <= found.gap <= 1e-5


@in_turn(
    ("loss", "y"),
    [(loss, y) for loss in (Loss.squared, *MARGIN_LOSSES) for y in (-1.0, 1.0)]
    + [(Loss.squared, 0.4), *((Loss.clipped, y) for y in (-1.0, 0.3, 1.0))],
)
def test_the_conjugate_is_the_supremum(loss, y):
    """ℓ*(u) = sup_p u p − ℓ(p, y), over a grid of p."""
    p = np.linspace(-12.0, 12.0, 24_001)
    values = np.array([naive.value(loss.name, each, y) for each in p.tolist()])
    inside = np.array([0.0, 0.1, 0.5, 0.9, 1.0])
    slopes = {Loss.squared: np.r_[-3.0, 2.0, inside], Loss.clipped: np.r_[-inside, inside] - y}
    for u in slopes.get(loss, -y * inside):
        numeric = (u * p - values).max()
        # At the ends of its range the supremum of the logistic loss is not attained.
        slack = 1e-5 if loss == Loss.logistic else 1e-8
        assert conjugate(loss, np.array([u]), np.array([y]))[0] == pytest.approx(numeric, abs=slack)


@pytest.mark.parametrize("loss", ["squared", "logistic", "clipped"])
def test_the_step_is_short_enough(loss):
    """No step without momentum leads uphill; and L stays between what is needed and a little more.

    Needed is the largest eigenvalue of κ XᵀCX, at the most.
    """
    for seed in range(20):
        draw = np.random.default_rng(seed)
        n, d = draw.integers(1, 40, 2)
        X = draw.standard_normal((n, d))
        # Columns of all sizes, or alike: then L begins far below what is needed.
        X = X * draw.exponential(1.0, d) ** 2 if seed % 2 else X + draw.standard_normal((n, 1))
        y, c = draw.choice([-1.0, 1.0], n), draw.random(n)
        problem = Problem.of(naive.dataset(X, y).X, y, Loss[loss], c)
        objective = Objective(problem, 1e-3)
        state = begin(objective, np.zeros(d))
        exact = CURVATURE[Loss[loss]] * np.linalg.eigvalsh(X.T @ (problem.c[:, None] * X))[-1]
        assert exact <= state.ceiling * (1.0 + 1e-12)
        before = objective.value(state.w, state.p)
        while state.count[0] < 60 and step(state, False, 1e-12):
            after = objective.value(state.w, state.p)
            assert after <= before + 1e-14 * max(1.0, abs(before))
            before = after
        assert 1.3 * exact >= state.L


def test_one_large_column_among_many_is_not_missed():
    """The largest eigenvalue hides behind 5,000 equal ones; each weight has a closed form."""
    diagonal = np.ones(5_000)
    diagonal[7] = np.sqrt(1.3)
    X, n = sparse.diags_array(diagonal).tocsr(), 5_000
    y = np.linspace(-2.0, 2.0, n)
    objective = Objective(Problem.of(X, y, Loss.squared), 0.5 / n)
    state = begin(objective, np.zeros(n))
    assert state.L * n >= 1.3
    while state.count[0] < 200 and step(state, True, 1e-13):
        pass
    assert np.allclose(state.w, soft_threshold(diagonal * y, 0.5) / diagonal**2, atol=1e-5)

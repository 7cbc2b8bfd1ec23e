"""Problems with a smooth loss, and the loss in plain numbers."""

from __future__ import annotations

import numpy as np

from algorithms import Loss
from algorithms.batch.problem import Problem
from tests import naive

LOSSES = ("squared", "logistic")

SLOPE = {"squared": lambda p, y: p - y, "logistic": lambda p, y: -y / (1.0 + np.exp(y * p))}

VALUE = {
    "squared": lambda p, y: 0.5 * (p - y) ** 2,
    "logistic": lambda p, y: np.logaddexp(0.0, -y * p),
}

BEND = {"squared": 1.0, "logistic": 0.25}


def problem_of(X, loss, intercept=False, seed=1, groups=None) -> Problem:
    draw = np.random.default_rng(seed)
    y = draw.standard_normal(len(X)) if loss == "squared" else draw.choice([-1.0, 1.0], len(X))
    data = naive.dataset(X, y, "regression" if loss == "squared" else "classification")
    return Problem.of(data.X, data.y, Loss[loss], None, intercept, groups)


def plain(problem: Problem) -> tuple:
    """X dense, with the constant column; y; the loss; what is penalised, as 0 and 1."""
    A = problem.X.toarray()
    return A, problem.y, problem.loss.name, (np.arange(A.shape[1]) < problem.n_features) * 1.0


def make_data(seed: int, loss: str, n: int = 40, d: int = 60):
    """Few true weights, some columns twice, some on other scales, every other seed sparse."""
    draw = np.random.default_rng(seed)
    X = draw.standard_normal((n, d)) * (draw.random((n, d)) < (0.2 if seed % 2 else 1.0))
    X[:, 1], X[:, 2] = X[:, 0], -X[:, 3]
    X *= 10.0 ** draw.integers(-1, 2, d)
    y = X @ (draw.standard_normal(d) * (draw.random(d) < 0.2)) + draw.standard_normal(n)
    if loss == "squared":
        return naive.dataset(X, y, "regression")
    return naive.dataset(X, np.where(y > 0.0, 1.0, -1.0))


def largest(data, loss: str) -> float:
    """The λ from which on all weights are 0."""
    return float(np.abs(data.X.T @ SLOPE[loss](0.0 * data.y, data.y)).max() / len(data.y))


def objective(data, loss, l1, w, b=0.0) -> float:
    return float(VALUE[loss](data.X.toarray() @ w + b, data.y).mean() + l1 * np.abs(w).sum())

"""Lasso problems, their objective by hand, and the optimum that others find."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp
from scipy.optimize import linprog
from sklearn.linear_model import Lasso, LogisticRegression

from tests import naive


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


def uncentred_problem(seed, loss, n=40, d=15):
    """Features with means of their own, and a target that is not centred either."""
    data = problem(seed, "logistic" if loss == "clipped" else loss, n, d)
    y = data.y + 3.0 if loss == "squared" else np.where(np.arange(n) % 3 == 0, 1.0, data.y)
    return naive.dataset(data.X.toarray() + np.linspace(-0.5, 1.0, d), y, data.task)


def peer_with_intercept(data, loss, l1) -> np.ndarray:
    """(w, b) at the optimum, by other means."""
    X, y, (n, d) = data.X.toarray(), data.y, data.X.shape
    if loss == "squared":
        model = Lasso(alpha=l1, tol=1e-12, max_iter=100_000).fit(X, y)
        return np.r_[model.coef_, model.intercept_]
    if loss == "logistic":
        model = LogisticRegression(
            l1_ratio=1.0, C=1.0 / (n * l1), solver="saga",
            tol=1e-13, max_iter=100_000, random_state=0,
        ).fit(X, y)  # fmt: skip
        return np.r_[model.coef_.ravel(), model.intercept_]
    A = y[:, None] * np.c_[X, -X, np.ones(n)]
    cost = np.r_[np.full(2 * d, l1), 0.0, np.full(n, 1.0 / n)]
    bounds = [(0, None)] * (2 * d) + [(None, None)] + [(0, None)] * n
    w = linprog(cost, A_ub=sp.hstack([-A, -sp.eye_array(n)]), b_ub=-np.ones(n), bounds=bounds).x
    return np.r_[w[:d] - w[d : 2 * d], w[2 * d]]

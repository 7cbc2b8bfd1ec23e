"""The mean loss f(w) = Σ_i c_i ℓ(w·x_i, y_i) and its gradient, at one point after another.

By the rows one pass over X gives both. Of the squared loss they are also a product with
B = Xᵀ diag(c) X, formed once (Dhingra et al., Alg. 2): with C = Xᵀ diag(c) y

    ∇f(w) = B w − C,  f(w) = ½ w·(∇f(w) − C) + ½ Σ_i c_i y_i².

Either way counts as one pass, nnz(X) entries read and n slopes: B is another way to get what a
pass gets. Forming it is part of the first pass, which reads the same entries.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from algorithms.batch.problem import Problem
from algorithms.kernel import entries, kernel, read_only
from algorithms.losses import Loss, loss_values, slope
from algorithms.online.base import OVERFLOW

WIDEST = 2000
WORK = 2e9
"""B is formed where that takes no more multiplications: about a second at worst."""
ROWS = 1024


class Point(NamedTuple):
    """Weights, one for each column of X, the mean loss there, and its gradient."""

    w: np.ndarray
    value: float
    gradient: np.ndarray


@kernel
def read_rows(indptr, indices, data, y, c, loss, w, predictions, gradient):
    """One pass over X; adds to ``gradient``."""
    for i in range(y.size):
        p = 0.0
        for k in entries(indptr, i):
            p += w[np.uint32(indices[k])] * data[k]
        predictions[i] = p
        s = c[i] * slope(loss, p, y[i])
        for k in entries(indptr, i):
            gradient[np.uint32(indices[k])] += s * data[k]


class FullGradient:
    """f of one problem, with a scalar loss.

    Attributes
    ----------
    reach : neither a weight nor a prediction is beyond 1e100 where ‖w‖₁ ≤ reach, the intercept
        being one of the w. Nothing overflows there.
    gram : (B, C, ½ Σ c_i y_i²), or None where the rows are read.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem, self.reach = problem, reach(problem)
        n, d = problem.X.shape
        small = d <= WIDEST and d * d <= problem.X.nnz and n * d * d <= WORK
        self.gram = gram(problem) if problem.loss == Loss.squared and small else None

    def allows(self, w: np.ndarray) -> bool:
        """Say whether ‖w‖₁ ≤ reach."""
        return bool(np.abs(w).sum() <= self.reach)

    def at(self, w: np.ndarray, count: np.ndarray) -> Point:
        """f and ∇f at ``w``, which is kept, not copied; ``count`` as in ``BatchState``."""
        X, y, c, code = self.problem.X, self.problem.y, self.problem.c, self.problem.loss
        count[1:] += X.nnz, len(y)
        if self.gram is not None:
            B, C, rest = self.gram
            gradient = B @ w - C
            return Point(w, float(0.5 * w @ (gradient - C) + rest), gradient)
        predictions, gradient = np.empty(len(y)), np.zeros(len(w))
        rows = read_only(X.indptr, X.indices, X.data, y, c)
        read_rows(*rows, int(code), w, predictions, gradient)
        return Point(w, float(c @ loss_values(code, predictions, y)), gradient)


def reach(problem: Problem) -> float:
    """The largest ‖w‖₁ at which every weight and every prediction is at most 1e100."""
    return OVERFLOW / np.abs(problem.X.data).max(initial=1.0)


def gram(problem: Problem) -> tuple[np.ndarray, np.ndarray, float]:
    """(B, C, ½ Σ c_i y_i²), from dense blocks of rows."""
    X, y, c = problem.X, problem.y, problem.c
    B = np.zeros((X.shape[1], X.shape[1]))
    for first in range(0, len(y), ROWS):
        rows = X[first : first + ROWS].toarray()
        B += rows.T @ (c[first : first + ROWS, None] * rows)
    return B, X.T @ (c * y), float(0.5 * c @ y**2)

"""The most that the mean loss can bend along each coordinate."""

from __future__ import annotations

import numpy as np

from algorithms.batch.problem import Problem
from algorithms.losses import Loss

BEND = {Loss.squared: 1.0, Loss.logistic: 0.25}
"""β, the largest ℓ″."""


def curvatures(problem: Problem) -> np.ndarray:
    """β_j = β Σ_i c_i x_ij², (columns of X,): an upper bound of ∂²f/∂w_j², exact when squared.

    0 for a column that holds nothing, and for one whose squares are lost to underflow.
    """
    X = problem.X
    each = np.repeat(problem.c, np.diff(X.indptr)) * X.data**2
    sums = np.bincount(X.indices, weights=each, minlength=X.shape[1])
    return BEND[problem.loss] * np.where(sums >= np.finfo(np.float64).tiny, sums, 0.0)

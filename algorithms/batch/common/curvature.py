"""The most that the mean loss can bend along each coordinate."""

from __future__ import annotations

from typing import Any

import numpy as np

from algorithms.batch.problem import Problem
from algorithms.losses import Loss
from knobs import knob, one_of

BEND = {Loss.squared: 1.0, Loss.logistic: 0.25}
"""β, the largest ℓ″."""


FROM_DATA, AS_PRINTED = "from the data", "as printed"


def curvatures(problem: Problem, way: str = FROM_DATA) -> np.ndarray:
    """β_j = β Σ_i c_i x_ij², (columns of X,): an upper bound of ∂²f/∂w_j², exact when squared.

    0 for a column that holds nothing, and for one whose squares are lost to underflow. Where
    ``way`` is ``AS_PRINTED`` the rest have β itself (Shalev-Shwartz & Tewari 2009, (9)), which
    bounds ∂²f/∂w_j² where no \\|x_ij\\| is above 1.
    """
    X = problem.X
    each = np.repeat(problem.c, np.diff(X.indptr)) * X.data**2
    sums = np.bincount(X.indices, weights=each, minlength=X.shape[1])
    held = sums >= np.finfo(np.float64).tiny
    return BEND[problem.loss] * np.where(held, sums if way == FROM_DATA else 1.0, 0.0)


def curvature_knob() -> Any:
    """The choice between the two ways to bound the curvature."""
    return knob(
        FROM_DATA,
        "β",
        "curvature",
        one_of(FROM_DATA, AS_PRINTED),
        "What sets the length of a step: the column's own squares, or one β for all columns, "
        "which is right where no number of the data is above 1 in size.",
        rare=True,
    )

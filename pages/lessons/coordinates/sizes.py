"""Best weights, sizes of examples, and the step sizes that the theorems advise."""

from __future__ import annotations

import numpy as np

from algorithms import CATALOGUE
from algorithms.batch.base import Solution
from datasets import Dataset
from ui.lessons.evidence import remember


@remember(most=64)
def optimum(data: Dataset, l1: float) -> Solution:
    """Return the weights of the least F; they do not depend on c."""
    return CATALOGUE["coordinate_descent"](l1=l1).solve(data, "logistic")


@remember(most=8)
def mean_sizes(data: Dataset) -> tuple[float, float]:
    """Return X₂² and X∞²: the means of ‖x‖₂² and of the largest xⱼ² over the examples."""
    squares = data.X.multiply(data.X)
    return float(squares.sum(axis=1).mean()), float(squares.max(axis=1).toarray().mean())


def step_sizes(
    w: np.ndarray, size: tuple[float, float], n_steps: int, factor: float
) -> dict[str, float]:
    """Return ``factor`` times the constant step sizes with the least bounds.

    They are those of Langford et al. (2009), Theorem 3.1, and Shalev-Shwartz and Tewari (2009),
    Theorem 2, for \\|x_j\\| ≤ X∞ in place of 1.

    Parameters
    ----------
    w : (d,), the weights that the runs are compared with.
    size : X₂² and X∞².
    n_steps : the length of the runs.
    """
    euclidean, largest = np.sqrt(size)
    p = max(2.0, 2.0 * np.log(len(w)))
    truncated = np.linalg.norm(w) / (euclidean * np.sqrt(n_steps))
    mirrored = np.abs(w).sum() / largest * np.sqrt(2.0 / ((p - 1.0) * np.e * n_steps))
    return {"truncated_gradient": float(factor * truncated), "smidas": float(factor * mirrored)}

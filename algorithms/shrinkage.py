"""The maps that make zeros, on whole arrays (Langford et al. 2009, §3, Fig. 1).

Kernels spell the same maps out on scalars; a test holds the two to each other.
"""

from __future__ import annotations

import numpy as np


def rounding(v: np.ndarray, theta: float) -> np.ndarray:
    """T0(v, θ): 0 where \\|v\\| ≤ θ, else v. Langford et al. (4).

    Examples
    --------
    >>> rounding(np.array([0.3, -0.1, -2.0]), 0.3)
    array([ 0.,  0., -2.])
    """
    return np.where(np.abs(v) <= theta, 0.0, v)


def soft_threshold(v: np.ndarray, alpha: float) -> np.ndarray:
    """S(v, α) = sign(v) max(\\|v\\| − α, 0), for α ≥ 0. The minimiser of ½(w − v)² + α\\|w\\|.

    Examples
    --------
    >>> soft_threshold(np.array([0.25, -0.5, 2.0]), 0.25)
    array([ 0.  , -0.25,  1.75])
    """
    return np.maximum(v - alpha, 0.0) + np.minimum(v + alpha, 0.0)


def truncation(v: np.ndarray, alpha: float, theta: float) -> np.ndarray:
    """T1(v, α, θ): S(v, α) where \\|v\\| ≤ θ, else v. Langford et al. (6).

    Examples
    --------
    >>> truncation(np.array([0.25, -0.5, 2.0]), 0.25, 1.0)
    array([ 0.  , -0.25,  2.  ])
    """
    return np.where(np.abs(v) <= theta, soft_threshold(v, alpha), v)


def keep_largest(v: np.ndarray, k: int) -> np.ndarray:
    """H_k(v): the k largest in magnitude, of ties the lowest index, and 0 for the rest.

    Dhingra et al., Alg. 5.

    Examples
    --------
    >>> keep_largest(np.array([0.25, -0.5, 2.0]), 2)
    array([ 0. , -0.5,  2. ])
    """
    rank = np.empty(len(v), np.int64)
    rank[np.argsort(-np.abs(v), kind="stable")] = np.arange(len(v))
    return np.where(rank < k, v, 0.0)


def group_shrink(v: np.ndarray, alpha: float) -> np.ndarray:
    """[1 − α/‖v‖₂]₊ v, of one group of weights. Yang et al. 2010, (8) and Theorem 1.

    Examples
    --------
    >>> group_shrink(np.array([3.0, 4.0]), 2.5)
    array([1.5, 2. ])
    >>> group_shrink(np.array([0.3, 0.4]), 2.5)
    array([0., 0.])
    """
    v = np.asarray(v, dtype=np.float64)
    largest = np.abs(v).max(initial=0.0)
    if largest == 0.0:
        return np.zeros_like(v)
    # Measured by its largest entry: squares of the entries may overflow, or be lost.
    unit = v / largest
    norm = np.linalg.norm(unit)
    with np.errstate(over="ignore"):
        share = alpha / largest / norm
    return (1.0 - share) * v if share < 1.0 else np.zeros_like(v)

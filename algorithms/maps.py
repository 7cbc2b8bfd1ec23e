"""The maps that make zeros, on whole arrays (Langford et al. 2009, §3, Fig. 1).

Kernels spell the same maps out on scalars; a test holds the two to each other.
"""

from __future__ import annotations

import numpy as np


def rounding(v: np.ndarray, theta: float) -> np.ndarray:
    """T0(v, θ): 0 where \\|v\\| ≤ θ, else v. Langford et al. (4)."""
    return np.where(np.abs(v) <= theta, 0.0, v)


def soft_threshold(v: np.ndarray, alpha: float) -> np.ndarray:
    """S(v, α) = sign(v) max(\\|v\\| − α, 0), for α ≥ 0. The minimiser of ½(w − v)² + α\\|w\\|."""
    return np.maximum(v - alpha, 0.0) + np.minimum(v + alpha, 0.0)


def truncation(v: np.ndarray, alpha: float, theta: float) -> np.ndarray:
    """T1(v, α, θ): S(v, α) where \\|v\\| ≤ θ, else v. Langford et al. (6)."""
    return np.where(np.abs(v) <= theta, soft_threshold(v, alpha), v)

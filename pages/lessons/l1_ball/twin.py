"""The projection onto the L1 ball in NumPy, for reading; the engine has faster ways."""

from __future__ import annotations

import numpy as np


def project(v: np.ndarray, z: float) -> np.ndarray:
    """Return the point of the ball ‖w‖₁ ≤ z nearest to v (d,), for z > 0."""
    mu = np.sort(np.abs(v))[::-1]
    amounts = (np.cumsum(mu) - z) / np.arange(1, len(mu) + 1)
    rho = np.count_nonzero(mu > amounts)  # so many survive
    return np.sign(v) * np.maximum(np.abs(v) - max(amounts[rho - 1], 0.0), 0.0)


def projected_step(w: np.ndarray, x: np.ndarray, y: float, eta: float, z: float) -> np.ndarray:
    """Return the weights (d,) after one example: step down its gradient, then walk back."""
    gradient = -y * x / (1.0 + np.exp(y * (w @ x)))
    return project(w - eta * gradient, z)

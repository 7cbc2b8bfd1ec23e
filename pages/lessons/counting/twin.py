"""One step of keep-k in NumPy, for reading; the engine's loop is faster."""

from __future__ import annotations

import numpy as np


def largest(v: np.ndarray, k: int) -> np.ndarray:
    """Return v (d,) with all but its k largest entries set to 0, of equal ones the first kept."""
    seated = np.argsort(-np.abs(v), kind="stable")[:k]
    w = np.zeros_like(v)
    w[seated] = v[seated]
    return w


def keep_k_step(w: np.ndarray, x: np.ndarray, y: float, eta_t: float, k: int) -> np.ndarray:
    """Return the weights (d,) after one example: step down its gradient, keep the k largest."""
    gradient = -y * x / (1.0 + np.exp(y * (w @ x)))
    return largest(w - eta_t * gradient, k)

"""Rounding and truncated gradient in a few lines of NumPy, one example after the other."""

from __future__ import annotations

import numpy as np


def rounding(X: np.ndarray, y: np.ndarray, eta: float, theta: float, period: int) -> np.ndarray:
    """Return the weights [d] after one pass over the rows of X [n, d] with labels y of −1 and 1."""
    w = np.zeros(X.shape[1])
    for t, (x, label) in enumerate(zip(X, y, strict=True), 1):
        w += eta * label * x / (1 + np.exp(label * (w @ x)))
        if t % period == 0 or t == len(X):  # a run ends with a cut
            w[np.abs(w) <= theta] = 0.0
    return w


def truncated_gradient(
    X: np.ndarray, y: np.ndarray, eta: float, theta: float, period: int, gravity: float
) -> np.ndarray:
    """Return the weights [d] after one pass, pulled where rounding cuts."""
    w = np.zeros(X.shape[1])
    for t, (x, label) in enumerate(zip(X, y, strict=True), 1):
        w += eta * label * x / (1 + np.exp(label * (w @ x)))
        if t % period == 0 or t == len(X):  # a run ends with a cut
            pulled = np.sign(w) * np.maximum(np.abs(w) - eta * period * gravity, 0)
            w = np.where(np.abs(w) <= theta, pulled, w)
    return w

"""Regret in a few lines of NumPy, for weights that learn as in the lesson before."""

from __future__ import annotations

import numpy as np


def regret(X: np.ndarray, y: np.ndarray, eta: float, u: np.ndarray) -> float:
    """Return the regret of plain steps against the fixed weights u, after all examples.

    Parameters
    ----------
    X : (n, d), the features of each example, in the order in which they come.
    y : (n,), the labels, +1 or −1.
    eta : the step size.
    u : (d,), the fixed weights.
    """
    w, so_far = np.zeros(X.shape[1]), 0.0
    for x, label in zip(X, y, strict=True):
        so_far += np.log1p(np.exp(-label * (w @ x))) - np.log1p(np.exp(-label * (u @ x)))
        w = w + eta * label / (1.0 + np.exp(label * (w @ x))) * x
    return so_far

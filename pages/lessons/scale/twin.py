"""Truncated gradient in plain NumPy, with all pulls at once or each when its weight is read."""

from __future__ import annotations

import numpy as np


def truncated_gradient(
    X: np.ndarray, y: np.ndarray, eta: float, gravity: float, lazy: bool
) -> np.ndarray:
    """Return the weights after all examples, (d,): with K = 1, θ = ∞ and the logistic loss.

    Langford et al. 2009, (6) and §5.

    Parameters
    ----------
    X : (n, d), the examples in the order in which they come.
    y : (n,), their labels, +1 or −1.
    eta : η, the step size.
    gravity : g.
    lazy : whether a weight pays for its pulls only when its feature is read.
    """
    w, paid = np.zeros(X.shape[1]), np.zeros(X.shape[1])
    for t, (x, label) in enumerate(zip(X, y, strict=True)):
        read = x != 0.0 if lazy else np.ones(len(x), bool)
        w[read], paid[read] = pull(w[read], eta * gravity * (t - paid[read])), t
        w += eta * label / (1.0 + np.exp(label * (w @ x))) * x
    return pull(w, eta * gravity * (len(X) - paid))


def pull(w: np.ndarray, way: np.ndarray) -> np.ndarray:
    """Return weights pulled that way toward 0; none goes past it."""
    return np.sign(w) * np.maximum(np.abs(w) - way, 0.0)

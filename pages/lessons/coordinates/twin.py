"""Both ways in plain NumPy: one weight at a time, and one example at a time."""

from __future__ import annotations

import numpy as np


def one_weight_at_a_time(X: np.ndarray, y: np.ndarray, penalty: float, rounds: int) -> np.ndarray:
    """Return the weights of cyclic coordinate descent for the logistic loss, (d,).

    Friedman et al. 2007; Dhingra et al., Algorithm 1. For the logistic loss a step goes to the
    lowest point of a parabola that lies above the objective.

    Parameters
    ----------
    X : (n, d), all examples; no column is all 0.
    y : (n,), their labels, +1 or −1.
    penalty : λ.
    rounds : how often every weight has its turn.
    """
    w, bends = np.zeros(X.shape[1]), (X**2).mean(axis=0) / 4.0
    for _ in range(rounds):
        for j, bend in enumerate(bends):
            slope = np.mean(-y / (1.0 + np.exp(y * (X @ w))) * X[:, j])
            w[j] = soft(bend * w[j] - slope, penalty) / bend
    return w


def one_example_at_a_time(
    X: np.ndarray, y: np.ndarray, eta: float, penalty: float, p: float = 2.0
) -> np.ndarray:
    """Return the weights after all examples, (d,): of truncated gradient for p = 2, else SMIDAS.

    Shalev-Shwartz and Tewari 2009, Algorithm 3, for the logistic loss.

    Parameters
    ----------
    X : (n, d), the examples in the order in which they come.
    y : (n,), their labels, +1 or −1.
    eta : η, the step size.
    penalty : λ.
    p : the norm of the link; SMIDAS takes 2 ln d.
    """
    w, second = np.zeros(X.shape[1]), np.zeros(X.shape[1])
    for x, label in zip(X, y, strict=True):
        second = soft(second + eta * label / (1.0 + np.exp(label * (w @ x))) * x, eta * penalty)
        norm = np.linalg.norm(second, p) or 1.0
        w = np.sign(second) * np.abs(second) ** (p - 1.0) / norm ** (p - 2.0)
    return w


def soft(v: np.ndarray, way: float) -> np.ndarray:
    """Return numbers moved that way toward 0; none goes past it."""
    return np.sign(v) * np.maximum(np.abs(v) - way, 0.0)

"""One step of FOBOS and of RDA in NumPy, for reading; the engine's loops are faster."""

from __future__ import annotations

import numpy as np


def soft_threshold(v: np.ndarray, by: float) -> np.ndarray:
    """Return the soft threshold: each weight moved toward 0 by ``by``, and no further."""
    return np.sign(v) * np.maximum(np.abs(v) - by, 0.0)


def vote(w: np.ndarray, x: np.ndarray, y: float) -> np.ndarray:
    """Return the gradient of the logistic loss of one example, (d,)."""
    return -y * x / (1.0 + np.exp(y * (w @ x)))


def fobos_step(w: np.ndarray, x: np.ndarray, y: float, eta: float, l1: float) -> np.ndarray:
    """Return the weights (d,) after one example: follow its vote, then pay the penalty."""
    return soft_threshold(w - eta * vote(w, x, y), eta * l1)


def rda_weights(votes: np.ndarray, t: int, gamma: float, l1: float) -> np.ndarray:
    """Return the weights (d,) after t examples whose gradients sum up to ``votes`` (d,)."""
    return -np.sqrt(t) / gamma * soft_threshold(votes / t, l1)

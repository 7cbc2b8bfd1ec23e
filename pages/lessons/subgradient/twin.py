"""Both rules in a few lines of NumPy."""

from __future__ import annotations

import numpy as np


def obvious_push(w: np.ndarray, gradient: np.ndarray, eta: float, strength: float) -> np.ndarray:
    """Return the weights after one sub-gradient step: Langford, Li and Zhang (2009), (5).

    Parameters
    ----------
    w : the weights before the step, [d].
    gradient : the gradient of the loss of the example, [d].
    eta : the step size.
    strength : of the penalty; each weight that is not 0 is pushed by ``eta * strength``.
    """
    return w - eta * gradient - eta * strength * np.sign(w)


def truncated_step(w: np.ndarray, gradient: np.ndarray, eta: float, strength: float) -> np.ndarray:
    """Return the weights after one step of truncated gradient with θ = ∞ and K = 1: (6).

    The parameters are those of ``obvious_push``; ``strength`` is the gravity.
    """
    moved = w - eta * gradient
    return np.sign(moved) * np.maximum(np.abs(moved) - eta * strength, 0.0)

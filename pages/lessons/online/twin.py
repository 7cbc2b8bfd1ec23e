"""The rule of the lesson in a few lines of NumPy."""

from __future__ import annotations

import numpy as np


def learn(X: np.ndarray, y: np.ndarray, eta: float) -> np.ndarray:
    """Return the weights (d,) after one walk through all examples, in their order.

    Parameters
    ----------
    X : (n, d), the features of each example.
    y : (n,), the labels, +1 or −1.
    eta : the step size.
    """
    w = np.zeros(X.shape[1])
    for x, label in zip(X, y, strict=True):
        prediction = w @ x
        gradient = -label / (1.0 + np.exp(label * prediction)) * x
        w = w - eta * gradient
    return w

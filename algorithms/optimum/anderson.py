"""Anderson acceleration: where do the last steps of a descent lead to?

Were a pass over the blocks a linear map of the weights, an affine combination of the last weights
would leave nothing to move. It is nearly linear once the zeros stay, so the combination whose own
steps cancel best goes far ahead. Whether it went too far, the objective tells.
"""

from __future__ import annotations

import numpy as np

RIDGE = 1e-12


def shares(history: np.ndarray) -> np.ndarray | None:
    """The combination of ``history[1:]`` to go on from, (K,), adding up to 1.

    ``history`` (K + 1, m) are the weights before and after each of K passes; None where there is
    nothing to learn from them.
    """
    steps = np.diff(history, axis=0)
    products = steps @ steps.T
    largest = products.max()
    if not 0.0 < largest < np.inf:
        return None
    products = products / largest + RIDGE * np.eye(len(steps))
    combination = np.linalg.solve(products, np.ones(len(steps)))
    return combination / combination.sum()

"""The exact minimum of one block of weights, by bisection."""

from __future__ import annotations

import numpy as np


def bisect(H, q, weight):
    """argmin ½ vᵀHv − q·v + λ‖v‖ from (H + (λ/r) I) v = q with ‖v‖ = r, r by bisection."""
    if np.linalg.norm(q) <= weight:
        return np.zeros(len(q))

    def at(r):
        return np.linalg.solve(H + weight / r * np.eye(len(q)), q)

    low, high = 0.0, 1.0
    while np.linalg.norm(at(high)) > high:
        high *= 2.0
    # To the last bit: until no number is left between the two.
    while low < (middle := 0.5 * (low + high)) < high:
        low, high = (middle, high) if np.linalg.norm(at(middle)) > middle else (low, middle)
    return at(high)

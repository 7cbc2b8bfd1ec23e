"""One column of X in a coordinate step: its slope is read, its weight is moved."""

from __future__ import annotations

import numpy as np

from algorithms.kernel import entries, kernel
from algorithms.losses import slope
from algorithms.online.base import OVERFLOW


@kernel
def column_slope(j, indptr, indices, data, y, c, loss, p):
    """Σ_i c_i ℓ′(p_i, y_i) x_ij, scalar."""
    g = 0.0
    for k in entries(indptr, j):
        i = np.uint32(indices[k])
        g += c[i] * slope(loss, p[i], y[i]) * data[k]
    return g


@kernel
def shift(j, move, indptr, indices, data, p):
    """p += move x_j, in place; whether all of that is still small enough to go on with."""
    fine = True
    for k in entries(indptr, j):
        i = np.uint32(indices[k])
        p[i] += move * data[k]
        fine &= abs(p[i]) <= OVERFLOW
    return fine

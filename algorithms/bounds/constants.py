"""A and B of ‖∇ℓ‖² ≤ A ℓ + B, with C the largest norm of an example.

========  ==============  ======  ======
loss      ℓ′²             A       B
========  ==============  ======  ======
squared   = 2ℓ            2C²     0
clipped   ≤ 2ℓ            2C²     0
logistic  ≤ 1             0       C²
hinge     ≤ 1             0       C²
========  ==============  ======  ======

The norm is the one the theorem measures gradients in: 2, ∞ for exponentiated gradient, p for
SMIDAS.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from algorithms.losses import MARGIN_LOSSES, Loss, loss_code


@dataclass(frozen=True)
class Constants:
    """A and B of ‖∇ℓ‖² ≤ A ℓ + B."""

    A: float
    B: float


def largest_norm(rows: sparse.csr_array, norm: float = 2.0) -> float:
    """C, the largest ‖x‖ over ``rows``; the norm is a number ≥ 1 or ∞."""
    sizes = abs(rows)
    if math.isinf(norm):
        return float(sizes.max()) if rows.nnz else 0.0
    # Powers of numbers up to 1 do not overflow.
    top = float(sizes.max()) if rows.nnz else 0.0
    if top == 0.0:
        return 0.0
    sums = np.asarray((sizes / top).power(norm).sum(axis=1)).ravel()
    return top * float(sums.max()) ** (1.0 / norm)


def gradient_constants(loss: str | Loss, rows: sparse.csr_array, norm: float = 2.0) -> Constants:
    """A and B for a loss with one prediction over ``rows``, gradients measured in ``norm``.

    Raises ValueError for softmax, whose gradients are matrices.
    """
    code = loss_code(loss)
    if code == Loss.softmax:
        raise ValueError("loss = 'softmax': the bounds are about losses with one prediction")
    squared = largest_norm(rows, norm) ** 2
    return Constants(0.0, squared) if code in MARGIN_LOSSES else Constants(2.0 * squared, 0.0)

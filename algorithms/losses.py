"""The losses ℓ(p, y) of a prediction p = w·x, and their slopes ℓ′ = dℓ/dp.

========  ====================  ==========================  =================
name      ℓ(p, y)               ℓ′(p, y)                    y
========  ====================  ==========================  =================
squared   ½ (p − y)²            p − y                       real, or −1/+1
logistic  ln(1 + e^(−y p))      −y / (1 + e^(y p))          −1/+1
hinge     max(0, 1 − y p)       −y if y p < 1, else 0       −1/+1
========  ====================  ==========================  =================

At the kink of the hinge, y p = 1, the slope is 0.
"""

from __future__ import annotations

import math
from enum import IntEnum

import numpy as np

from algorithms._jit import kernel


class Loss(IntEnum):
    """The codes that go into kernels; a code and an ``if`` compile once, a function would not."""

    squared = 0
    logistic = 1
    hinge = 2


SQUARED, LOGISTIC, HINGE = (int(loss) for loss in Loss)
MARGIN_LOSSES = (Loss.logistic, Loss.hinge)


def loss_code(loss: str | Loss) -> Loss:
    """The code of a loss given by name. Raises ValueError for a name that is none."""
    if isinstance(loss, Loss):
        return loss
    if not isinstance(loss, str) or loss not in Loss.__members__:
        raise ValueError(f"loss = {loss!r}: it must be one of {', '.join(Loss.__members__)}")
    return Loss[loss]


def fitting_loss(loss: str | Loss, task: str) -> Loss:
    """The code of a loss that can be suffered on ``task``; ValueError for one that cannot."""
    code = loss_code(loss)
    if code in MARGIN_LOSSES and task != "classification":
        raise ValueError(
            f"loss = {code.name!r}: it needs labels −1/+1, and the target here is real; "
            "take the squared loss"
        )
    return code


@kernel
def slope(loss, p, y):
    """ℓ′(p, y), scalar."""
    if loss == SQUARED:
        return p - y
    margin = y * p
    if loss == LOGISTIC:
        # e^(−|m|) never overflows, with the JIT on or off.
        tail = math.exp(-abs(margin))
        return -y * (tail / (1.0 + tail) if margin > 0.0 else 1.0 / (1.0 + tail))
    return -y if margin < 1.0 else 0.0


def loss_values(loss: str | Loss, p: np.ndarray, y: np.ndarray) -> np.ndarray:
    """ℓ(p, y) elementwise; ``p`` and ``y`` broadcast."""
    code = loss_code(loss)
    if code == Loss.squared:
        return 0.5 * (p - y) ** 2
    margin = y * p
    if code == Loss.logistic:
        return np.logaddexp(0.0, -margin)
    return np.maximum(0.0, 1.0 - margin)


def loss_slopes(loss: str | Loss, p: np.ndarray, y: np.ndarray) -> np.ndarray:
    """ℓ′(p, y) elementwise; ``p`` and ``y`` broadcast."""
    code = loss_code(loss)
    if code == Loss.squared:
        return p - y
    margin = y * p
    if code == Loss.logistic:
        tail = np.exp(-np.abs(margin))
        return -y * np.where(margin > 0.0, tail, 1.0) / (1.0 + tail)
    return np.where(margin < 1.0, -y, 0.0)

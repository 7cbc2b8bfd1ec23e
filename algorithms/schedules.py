"""Step sizes: η_t as t = 1, 2, … counts the updates made.

=========  ========
constant   η
inv_sqrt   η / √t
inv        η / t
=========  ========
"""

from __future__ import annotations

import math
from enum import IntEnum

import numpy as np

from algorithms._jit import kernel


class Schedule(IntEnum):
    """The codes that go into kernels."""

    constant = 0
    inv_sqrt = 1
    inv = 2


CONSTANT, INV_SQRT, INV = (int(schedule) for schedule in Schedule)
NAMES = tuple(Schedule.__members__)


@kernel
def step_size(schedule, eta, t):
    """η_t, scalar."""
    if schedule == CONSTANT:
        return eta
    if schedule == INV_SQRT:
        return eta / math.sqrt(t)
    return eta / t


def step_sizes(schedule: str, eta: float, n: int) -> np.ndarray:
    """η_1, …, η_n as an array of shape (n,), equal bit for bit to what kernels use."""
    t = np.arange(1, n + 1, dtype=np.float64)
    if schedule == "constant":
        return np.full(n, float(eta))
    return eta / (np.sqrt(t) if schedule == "inv_sqrt" else t)

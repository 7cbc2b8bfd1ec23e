"""Step sizes: η_t as t = 1, 2, … counts the updates made.

=========  ========
constant   η
inv_sqrt   η / √t
inv        η / t
=========  ========

With a decay ρ < 1 per pass (Langford, Li & Zhang 2009, §6) η itself is ηρ^(passes completed).
"""

from __future__ import annotations

import math
from enum import IntEnum

import numpy as np

from algorithms.kernel import kernel


class Schedule(IntEnum):
    """The codes that go into kernels."""

    constant = 0
    inv_sqrt = 1
    inv = 2


CONSTANT, INV_SQRT, INV = (int(schedule) for schedule in Schedule)
NAMES = tuple(Schedule.__members__)


def pace(
    schedule: str,
    eta: float,
    decay: float = 1.0,
    per_pass: float = math.inf,
    batch_size: int = 1,
) -> np.ndarray:
    """Return the numbers from which a kernel computes η_t.

    That is (schedule, η, decay per pass, examples a pass, examples an update): as whole numbers,
    because their rounded quotient would let a pass end an update late.
    """
    return np.array([Schedule[schedule], eta, decay, per_pass, batch_size], dtype=np.float64)


@kernel
def step_size(pace, t):
    """η_t, scalar."""
    eta = pace[1]
    if pace[2] != 1.0:
        # pow, and not **, which multiplies when compiled and rounds elsewhere than without.
        eta *= math.pow(pace[2], np.floor((t - 1) * pace[4] / pace[3]))
    if pace[0] == CONSTANT:
        return eta
    if pace[0] == INV_SQRT:
        return eta / math.sqrt(t)
    return eta / t


@kernel
def step_sizes(pace, n):
    """η_1, …, η_n as an array of shape (n,), equal bit for bit to what kernels use."""
    sizes = np.empty(n)
    for i in range(n):
        sizes[i] = step_size(pace, i + 1)
    return sizes

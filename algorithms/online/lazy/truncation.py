"""Lazy truncation: T1 by the sum of all due pulls, when a weight is next read.

A weight within θ never leaves it by shrinking and one outside is never touched, so one truncation
by the sum equals the single ones. What is owed is a difference of two running totals, each
rounded: what a subtraction leaves within a few units in the last place of the total is that
rounding, where step by step it would have been exactly 0, and is made 0 here.
"""

from __future__ import annotations

import math

import numpy as np

from algorithms.kernel import kernel
from algorithms.shrinkage import truncation

RESIDUE = 8 * 2.0**-52


@kernel
def settle(v, total, paid, theta):
    """The weight ``v`` after paying, scalar; free of branches, which cost more than memory does."""
    owed = total - paid
    kept = abs(v) > owed + min(RESIDUE * total, owed)
    shrunk = v - math.copysign(owed, v) if kept else 0.0
    return shrunk if abs(v) <= theta else v


def materialise(table: np.ndarray, total: float, theta: float) -> np.ndarray:
    """All weights as of now, (d,), of ``table[j]`` = (weight, paid); ``table`` stays as it is."""
    v, owed = table[:, 0], total - table[:, 1]
    kept = np.abs(v) > owed + np.minimum(RESIDUE * total, owed)
    return np.where(kept | (np.abs(v) > theta), truncation(v, owed, theta), 0.0)

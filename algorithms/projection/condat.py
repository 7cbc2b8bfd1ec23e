"""Projection by filtering.

Idea
    An entry that is no larger than a known lower bound of θ can be dropped on sight, and a bound
    that is nearly θ leaves few entries to think about. Condat lets the bound grow from entry to
    entry; here a sample gives it at once, so that one comparison serves many entries.
Threshold
    A sample brackets θ: lo < θ ≤ hi. One pass counts and adds what is above hi, copies what lies
    between and drops the rest. On the copy θ ← (Σ_{x>θ} x − z)/#{x > θ} climbs until no entry
    falls out any more. A θ outside the bracket means that the sample misled: once more, with
    nothing dropped. Of few entries all are copied at once.
Cost
    O(n) in practice: three readings and one writing of the entries, whatever their order
Memory
    room for one copy of the entries, of which a few per cent are used
Source
    Condat 2016, Algorithm 1; its cleaning phase is Michelot 1986
"""

from __future__ import annotations

import math

import numpy as np

from algorithms.kernel import kernel
from algorithms.projection.pivot import keep, next_random
from algorithms.projection.vector_ops import LANES, collapse, read, total

# A cache line of entries out of each stretch, from stretches enough to be worth a guess.
LINE, STRETCH, WORTH = 8, 512, 16 * 512
DEVIATIONS = 3.0


@kernel
def clean(x, s, rho, z):
    """θ and the number above it, among the entries of x and ρ larger ones of sum s.

    What is above comes to the front of x.
    """
    theta, left, kept = -np.inf, -1, x.size
    # θ grows, so the entries above it get fewer, until they stay.
    while kept != left and rho + kept > 0.0:
        left = kept
        theta = (s + total(x[:left]) - z) / (rho + left)
        kept = keep(x[:left], theta, True)
    return theta, max(rho + left, 1.0)


@kernel
def sample(v, absolute, x):
    """Copy some entries to x, evenly spread but not evenly spaced; how many."""
    taken, seed = 0, v.size
    for start in range(0, v.size - STRETCH + 1, STRETCH):
        seed = next_random(seed)
        first = start + (seed * (STRETCH - LINE) >> 31)
        for i in range(first, first + LINE):
            x[taken] = abs(v[i]) if absolute else v[i]
            taken += 1
    return taken


@kernel
def bracket(v, absolute, z, scratch):
    """lo and hi that most likely enclose θ, of ``WORTH`` entries or more."""
    x = scratch[: sample(v, absolute, scratch)]
    theta, count = clean(x, 0.0, 0.0, z * x.size / v.size)
    squares = 0.0
    for i in range(int(count)):
        squares += max(x[i] - theta, 0.0) ** 2
    # The standard deviation of the sample's Σ max(x − θ, 0), as a shift of θ.
    margin = DEVIATIONS * math.sqrt(squares) / count
    return theta - margin, theta + margin


@kernel
def _sift_row(row, absolute, lo, hi, lanes, near):
    """Add what is above hi; leave in ``near`` what is not, with the rest at lo or below."""
    for lane in range(row.size):
        x = abs(row[lane]) if absolute else row[lane]
        lanes[0, lane] += x if x > hi else 0.0
        lanes[1, lane] += 1.0 if x > hi else 0.0
        near[lane] = x if x <= hi else lo


@kernel
def sift(v, absolute, lo, hi, x, lanes):
    """Σ and number of the entries > hi, and how many in (lo, hi] were copied to x."""
    near = np.empty(LANES)
    lanes[:] = 0.0
    copied = 0
    for start in range(0, v.size, LANES):
        row = v[start : start + LANES]
        _sift_row(row, absolute, lo, hi, lanes, near)
        room, kept = x[copied:], 0
        # Written always and kept by count: no branch to mispredict.
        for lane in range(row.size):
            room[kept] = near[lane]
            kept += near[lane] > lo
        copied += kept
    s, rho = collapse(lanes)
    return s, rho, copied


@kernel
def threshold(v, absolute, z, scratch):
    """θ and ρ of the simplex Σ x = z for x = \\|v\\| or v; ``scratch`` has v's size or more."""
    if v.size < WORTH:
        read(v, absolute, scratch)
        return clean(scratch[: v.size], 0.0, 0.0, z)
    lanes = np.empty((2, LANES))
    # Zeros do not count in a ball: where one could, v is inside.
    floor = 0.0 if absolute else -np.inf
    lo, hi = bracket(v, absolute, z, scratch)
    lo = max(lo, floor)
    while True:
        s, rho, copied = sift(v, absolute, lo, hi, scratch, lanes)
        theta, kept = clean(scratch[:copied], s, rho, z)
        if not (theta > hi or (theta < lo and lo > floor)):
            return theta, kept
        lo, hi = floor, np.inf

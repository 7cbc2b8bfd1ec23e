"""Lazy sub-gradient pushes: w ← w − α_s sgn(w) for s = s₀+1, …, t, without a gradient.

Steps here are those with a push: all of them, or every K-th.

A weight left alone *glides* to zero, then *zigzags*: each push carries it past zero and the next
one back. With a falling step size the zigzag comes within rounding noise of zero again and again,
and the last bit decides on which side it goes on: only replaying every push, operation for
operation, gives what an eager loop gives. So the first ``REPLAYED`` pushes are replayed. A feature
unseen for longer gets its glide in one subtraction and its zigzag to within one push: the
distance from an eager loop is then at most 2 α_t, and the cost stays bounded.

With a constant step size both have short cuts that are exact to the last bit: numbers between two
powers of two lie on a grid, where equal pushes take equal steps, and a zigzag that has come back
to where it was goes on like that for ever.
"""

from __future__ import annotations

import math

import numpy as np

from algorithms.kernel import kernel
from algorithms.schedules import step_sizes

REPLAYED = 1024


def pushes(pace: np.ndarray, l1: float, n_steps: int, period: int = 1) -> np.ndarray:
    """α_s = η_t K λ of the s-th push, at step t = s K, and Σ α: (2, 1 + ``n_steps`` // K)."""
    alpha = np.r_[0.0, step_sizes(pace, n_steps)[period - 1 :: period] * (period * l1)]
    return np.stack([alpha, np.cumsum(alpha)])


@kernel
def replay(w, s, stop, alpha):
    """The weight after step ``stop`` that was ``w`` after step ``s``, push by push."""
    while s < stop and w != 0.0:
        s += 1
        w -= math.copysign(alpha[s], w)
    return w


@kernel
def replay_equal(w, pushes, alpha):
    """The weight after so many equal pushes, as if they had been made one by one."""
    while pushes > 0 and w != 0.0:
        first = w - math.copysign(alpha, w)
        if first == 0.0:
            return first
        second = first - math.copysign(alpha, first)
        if second == w:
            return w if pushes % 2 == 0 else first
        w, pushes = first, pushes - 1
        third = second - math.copysign(alpha, second)
        floor = math.ldexp(0.5, math.frexp(w)[1])
        # Three between the same powers of two, equally far apart: so are those that follow.
        if pushes > 2 and abs(third) >= floor and second - third == first - second:
            jump = min(pushes, int((abs(third) - floor) / abs(first - second)))
            w, pushes = first - jump * (first - second), pushes - jump
    return w


@kernel
def drift(w, s, t, push):
    """The weight after step ``t`` that was ``w`` after step ``s``."""
    alpha, descent = push[0], push[1]
    if s < t and alpha[s + 1] == alpha[t]:
        return replay_equal(w, t - s, alpha[t])
    stop = min(t, s + REPLAYED)
    w = replay(w, s, stop, alpha)
    if stop == t or w == 0.0:
        return w
    if abs(w) > alpha[stop + 1]:
        end = stop + np.searchsorted(descent[stop : t + 1], descent[stop] + abs(w)) - 1
        w -= math.copysign(descent[end] - descent[stop], w)
        stop = min(t, end + REPLAYED)
        w = replay(w, end, stop, alpha)
    if stop == t or w == 0.0:
        return w
    size = min(abs(w), alpha[t])
    return math.copysign(size, w) if (t - stop) % 2 == 0 else math.copysign(alpha[t] - size, -w)


@kernel
def drift_all(table, t, push):
    """The weights after step ``t``, shape (d,), of ``table[j]`` = (weight, after which step)."""
    w = np.empty(table.shape[0])
    for j in range(w.size):
        w[j] = drift(table[j, 0], int(table[j, 1]), t, push)
    return w

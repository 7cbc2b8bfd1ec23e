"""The normaliser of exponential weights, Σ_j 2 cosh θ_j, while single θ_j move: exact, and in O(1).

With ``by_sign``, which is True or None, it is Σ_j e^θ_j: there are no weights of the other sign.

A running float total would lose everything when its largest term shrinks. So the terms are kept
apart by their exponent, ⌊\\|θ_j\\| / ln 2⌋, and ``sums`` holds for each exponent, from a base on,
the sum of its terms as a whole number of units. Whole numbers are added and taken away without
rounding; the normaliser, read from the top, is a sum of positive numbers whatever was before.

``WINDOW`` exponents are held; terms below them are nothing beside the largest. When the largest
leaves the window, or comes near its lower end, everything is summed anew around it: O(d), but only
after the largest \\|θ_j\\| has moved by some 300.
"""

from __future__ import annotations

import math

import numpy as np

from algorithms.kernel import kernel

WINDOW = 1024
# Where the largest goes when all is summed anew. Less than half of the window: exponents beyond
# 2⁵³ are rounded, and rounding this away must not put the largest outside.
MIDDLE = WINDOW // 2 - 1
# All terms so far below the largest are together less than its rounding, for d up to 2⁴⁰.
REACH = 96
LN2 = math.log(2.0)

# What the numbers of a frame are. ``TOP``, counted from the base, is the highest exponent with a
# term in it, once ``read``; the normaliser is then TOTAL · 2^PEAK.
BASE, TOP, UNITS, PEAK, TOTAL = range(5)


def zeros(k: int, d: int, by_sign: bool | None = None) -> tuple[np.ndarray, np.ndarray]:
    """``sums`` int64 (k, WINDOW) and ``frame`` (k, 5) of k rows of d zeros each."""
    term = 2.0 if by_sign is None else 1.0
    # A term is at most 2.5 · 2^exponent: d of them stay below 2⁶².
    units = 2.0 ** min(50, 60 - math.ceil(math.log2(d)))
    sums = np.zeros((k, WINDOW), np.int64)
    sums[:, MIDDLE] = d * int(term * units)
    frame = np.tile([-MIDDLE, MIDDLE, units, 0.0, term * d], (k, 1))
    return sums, frame


@kernel
def height(theta, by_sign):
    """The logarithm of the larger term of ``theta``."""
    return abs(theta) if by_sign is None else theta


@kernel
def enter(sums, frame, theta, sign, by_sign=None):
    """Add (``sign`` 1) or take away (−1) the term of ``theta``; False if it is too large to."""
    bits = height(theta, by_sign) / LN2
    exponent = np.floor(bits)
    at = exponent - frame[BASE]
    if at >= WINDOW:
        return False
    if at >= 0.0:
        size = math.exp((bits - exponent) * LN2)
        if by_sign is None:
            size *= 1.0 + math.exp(-2.0 * abs(theta))
        sums[int(at)] += sign * int(size * frame[UNITS] + 0.5)
        frame[TOP] = max(frame[TOP], at)
    return True


@kernel
def read(sums, frame):
    """Find the normaliser; False if what is left in the window is not enough to tell."""
    top = int(frame[TOP])
    while top > 0 and sums[top] == 0:
        top -= 1
    total = 0.0
    for at in range(max(0, top - REACH), top + 1):
        total = 0.5 * total + sums[at]
    frame[TOP], frame[PEAK], frame[TOTAL] = top, frame[BASE] + top, total / frame[UNITS]
    return top >= REACH


@kernel
def sum_anew(theta, sums, frame, by_sign=None):
    """Sum all terms of ``theta`` (d,), with the largest in the middle of the window."""
    largest = height(theta[0], by_sign)
    for j in range(1, theta.size):
        largest = max(largest, height(theta[j], by_sign))
    frame[BASE], frame[TOP] = np.floor(largest / LN2) - MIDDLE, 0.0
    sums[:] = 0
    for j in range(theta.size):
        enter(sums, frame, theta[j], 1, by_sign)
    read(sums, frame)


@kernel
def share(theta, frame, by_sign=None):
    """2 sinh θ over the normaliser, scalar in [−1, 1]; by sign e^θ over it, in [0, 1]."""
    if by_sign is not None:
        return math.exp((theta / LN2 - frame[PEAK]) * LN2) / frame[TOTAL]
    size = abs(theta)
    grown = math.exp((size / LN2 - frame[PEAK]) * LN2) * -math.expm1(-2.0 * size)
    return math.copysign(grown / frame[TOTAL], theta)


def shares(theta: np.ndarray, frame: np.ndarray, by_sign: bool | None = None) -> np.ndarray:
    """``share`` of every number of ``theta`` (k, d)."""
    size, peak, total = np.abs(theta), frame[:, PEAK, None], frame[:, TOTAL, None]
    if by_sign is not None:
        return np.exp((theta / LN2 - peak) * LN2) / total
    grown = np.exp((size / LN2 - peak) * LN2) * -np.expm1(-2.0 * size)
    return np.copysign(grown / total, theta)

"""Lazy shrinkage with a ridge: truncations that also divide, all of them in one step.

A truncation takes a weight within θ to S(v, a)/r, with a ≥ 0 and r ≥ 1 its own. Let R be the
product of all r so far, and E what a weight would owe had it been there from the start:
E ← (E + a)/r. What came between (E′, R′) and (E, R) makes S(vρ, E − E′ρ) of v, with ρ = R′/R.
R outgrows any float, so it is held as mantissa and exponent; E does not.

``due`` = (E, mantissa of R, exponent of R). As in ``settle``, what rounding leaves where there
would be 0 step by step is made 0.
"""

from __future__ import annotations

import math

import numpy as np

from algorithms.kernel import kernel
from algorithms.online.lazy.truncation import RESIDUE, settle
from algorithms.shrinkage import soft_threshold

NOTHING = (0.0, *math.frexp(1.0))
# 1, ½, ¼, … down to 0: three times as fast as asking ``ldexp``.
HALVES = np.ldexp(1.0, -np.arange(1076))


@kernel
def demand(due, pull, ridge):
    """Make one more truncation due: by a = ``pull``, divided by r = ``ridge``."""
    due[0] = (due[0] + pull) / ridge
    due[1], power = math.frexp(due[1] * ridge)
    due[2] += power


@kernel
def share(mantissa, exponent, mantissa_due, exponent_due):
    """ρ = R′/R, scalar, within [0, 1]."""
    halvings = np.uint32(min(exponent_due - exponent, 1075.0))
    return mantissa / mantissa_due * HALVES[halvings]


@kernel
def settle_share(v, rho, total, paid, theta):
    """The weight ``v`` after paying, scalar; E = ``total``, E′ = ``paid``."""
    # E − E′ρ is never negative but for rounding, which would make something of a weight of 0.
    shrunk = settle(v * rho, total, min(paid * rho, total), np.inf)
    return shrunk if abs(v) <= theta else v


def settled_shares(table: np.ndarray, due: np.ndarray, theta: float) -> np.ndarray:
    """All weights as of now, (d,), of ``table[j]`` = (weight, ``due`` when it paid)."""
    v, paid, mantissa, exponent = table.T
    total, mantissa_due, exponent_due = due
    halvings = np.minimum(exponent_due - exponent, 1075.0).astype(np.int64)
    rho = mantissa / mantissa_due * HALVES[halvings]
    owed = total - np.minimum(paid * rho, total)
    kept = np.abs(v * rho) > owed + np.minimum(RESIDUE * total, owed)
    return np.where(np.abs(v) > theta, v, np.where(kept, soft_threshold(v * rho, owed), 0.0))

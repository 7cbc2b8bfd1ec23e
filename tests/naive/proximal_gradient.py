"""ISTA and FISTA again: dense, plain, everything computed anew at each step."""

from __future__ import annotations

import numpy as np

from tests.naive.base import T1
from tests.naive.plain import CLOSE, Plain

CURVATURE = {"squared": 1.0, "logistic": 0.25, "clipped": 1.0}


def proximal_gradient(plain: Plain, l1, accelerated, **_):
    """Beck & Teboulle 2009, §4, L by backtracking; yields w, and notes readings and gradients.

    b moves as if its column were as large as the largest other one. Every tenth w is looked at,
    with a gradient of its own unless the step begins there.
    """
    A, d = plain.A, plain.X.shape[1]
    squares, units, penalty = (A**2).mean(axis=0), np.ones(plain.d), plain.penalties(l1)
    units[d:] = squares[:d].max(initial=0.0) or 1.0
    bends = 1.01 * CURVATURE[plain.loss] * squares * units
    L, most = max(bends.max(), np.finfo(float).tiny), bends.sum()
    w = u = np.zeros(plain.d)
    k, t, beta, readings, gradients = 0, 1.0, 0.0, 0, 0
    while True:
        own = k % 10 == 0 and beta > 0.0
        readings, gradients, k = readings + 1 + own, gradients + 1 + own, k + 1
        gradient = plain.gradient(u)
        while True:
            down = (u - units * gradient / L).tolist()
            after = np.array([T1(v, lam / L) for v, lam in zip(down, penalty, strict=True)])
            moved, far = A @ (after - u), np.abs(A @ after).max(initial=0.0)
            bent = CURVATURE[plain.loss] * (moved**2).mean()
            length = ((after - u) ** 2 / units).sum()
            # A move so small that the predictions' rounding shows in what they moved by.
            unsure = CLOSE + 1e-14 * far / max(np.abs(moved).max(initial=0.0), 1e-300)
            plain.doubtful |= bool(abs(bent - L * length) <= unsure * L * length and most > L)
            if bent <= L * length or most <= L:
                break
            L, readings = min(max(1.25 * L, 1.01 * bent / length), most), readings + 1
        back, ahead = u - after, after - w
        uphill = back * ahead / units
        plain.doubtful |= bool(accelerated and _is_tied(uphill, after, w, back, ahead, units))
        beta, grown = 0.0, 1.0
        if accelerated and uphill.sum() <= 0.0:
            grown = (1.0 + np.sqrt(1.0 + 4.0 * t**2)) / 2.0
            beta = (t - 1.0) / grown
        t = grown
        u, w = after + beta * ahead, after
        plain.readings, plain.gradients = readings, gradients
        yield (w,)


def _is_tied(uphill, after, w, back, ahead, units) -> bool:
    """Rounding decides whether the momentum leads uphill."""
    sizes = (np.abs(after) + np.abs(w)) / units
    return 0.0 < abs(uphill.sum()) <= 1e-14 * (sizes * (np.abs(back) + np.abs(ahead))).sum()

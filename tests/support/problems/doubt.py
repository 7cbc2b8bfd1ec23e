"""The steps at which lazy and eager may part for no fault: ties that rounding decides."""

from __future__ import annotations

import math

import numpy as np

from tests import naive

EPS = 2.0**-52


def first_doubt(algorithm, walk: naive.Run) -> int:
    """The first step after which lazy and eager weights may differ by more than 1e-12 for no fault.

    A lazy kernel pays shrinkage in one sum, the twin bit by bit: their weights differ by rounding.
    That matters where the update jumps (the kink of the hinge; |v| = θ), or where steps so
    long that they overshoot (η ℓ″‖x‖² > 2) have blown it up. ``noise`` follows its growth.
    """
    noise, due, big, bend, updates, before = 0.0, 0.0, 1.0, 0.0, 0, [0.0] * walk.X.shape[1]
    period = getattr(algorithm, "period", 1)
    batch, theta = getattr(algorithm, "batch_size", 1), getattr(algorithm, "threshold", math.inf)
    one = float(walk.intercept)
    pull = getattr(algorithm, "gravity", getattr(algorithm, "l1", 0.0)) * period
    for t, (i, p, after, b) in enumerate(
        zip(walk.order, walk.predictions, walk.weights, walk.biases, strict=False), 1
    ):
        x, y = walk.X[i], walk.y[i]
        edge = max(1e-13, 2.0 * noise / big)
        reach = big * (np.abs(x).sum() + one)
        if walk.loss == "hinge" and abs(1.0 - y * p) <= edge * max(1.0, reach):
            return t
        s = naive.slope(walk.loss, p, y)
        curvature = {"hinge": 0.0, "logistic": abs(s) * (1.0 - abs(s))}.get(walk.loss, 1.0)
        bend += curvature * (x @ x + one) / batch
        if t % batch == 0:
            updates += 1
            eta_t = walk.rate(updates, batch)
            noise, bend = noise * max(1.0, eta_t * bend - 1.0), 0.0
            if walk.is_due(t, period):
                due += eta_t * pull
                v = np.abs(np.array(before) - eta_t * s * x) if math.isfinite(theta) else []
                for size in v:
                    if abs(size - theta) <= edge * big < min(size, eta_t * pull):
                        return t
        big, before = max(big, np.abs(after).max(), abs(b)), after
        noise += EPS * (4.0 * big + due)
        if noise > 1e-12 * big:
            return t
    return len(walk.predictions) + 1


def at_the_kink(algorithm, walk: naive.Run) -> int:
    """The first step whose margin is so close to the kink of the hinge that rounding decides."""
    n = len(walk.predictions)
    if walk.loss != "hinge":
        return n + 1
    order = np.asarray(walk.order[:n])
    largest = np.maximum.accumulate(np.abs(np.array(walk.weights)).max(axis=1))
    reach = np.maximum(1.0, largest) * np.maximum(1.0, np.abs(walk.X).sum(axis=1)[order])
    margins = walk.y[order] * walk.predictions
    ties = np.flatnonzero(np.abs(1.0 - margins) <= 1e-11 * reach)
    return int(ties[0]) + 1 if len(ties) else n + 1

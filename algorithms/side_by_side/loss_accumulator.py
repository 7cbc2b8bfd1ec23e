"""Losses and slopes of the predictions for one example, one in each lane."""

from __future__ import annotations

import math

import numpy as np

from algorithms.kernel import kernel
from algorithms.losses import LOGISTIC, OFTEN, SMALL, loss_value, slope, small_log1p
from algorithms.online.base import OVERFLOW
from algorithms.schedules import CONSTANT, INV_SQRT
from algorithms.side_by_side.lanes import LANES, load, magnitude, spread, store, where_above

# What is kept of each lane, a row each.
GUESS, SLOPE, TAIL = 0, 1, 2
STEP, PULL, THETA = 3, 4, 5
"""η, or γ where there is no step size; g or λ; θ."""
BIAS, DUE = 6, 7
ALIVE, MADE, LAST = 8, 9, 10
"""1 until the lane diverges, the steps it made, and the shrinkage that was due when it did."""
LOSS, RECENT, FACTOR, WRONG = 11, 12, 13, 14
"""The loss of a lane so far is LOSS + RECENT + ln FACTOR."""
ROWS = 15

BEYOND = float(np.nextafter(OVERFLOW, np.inf))
NEVER = 2.0**62


@kernel
def accumulate_loss(lane, loss, label, t):
    """ℓ′ of each lane's prediction for example ``t``, 0 of a lane that has diverged.

    A lane diverges where its prediction is beyond 1e100. The losses of the others are added up.
    """
    p, zero = load(lane, GUESS), spread(0.0)
    alive = where_above(spread(BEYOND), magnitude(p), load(lane, ALIVE), zero)
    store(lane, ALIVE, alive)
    store(lane, MADE, load(lane, MADE) + alive)
    half, margin = alive * spread(0.5), p * label
    wrong = where_above(margin, zero, zero, half) + where_above(zero, margin, half, zero)
    store(lane, WRONG, load(lane, WRONG) + wrong)
    if loss == LOGISTIC:
        slopes, suffered = logistic(lane, label)
    else:
        for c in range(LANES):
            lane[SLOPE, c] = slope(loss, lane[GUESS, c], label)
            lane[TAIL, c] = loss_value(loss, lane[GUESS, c], label)
        slopes, suffered = load(lane, SLOPE), load(lane, TAIL)
    store(lane, RECENT, load(lane, RECENT) + where_above(alive, zero, suffered, zero))
    if t % OFTEN == 0:
        add_up(lane)
    return where_above(alive, zero, slopes, zero)


@kernel
def logistic(lane, label):
    """ℓ′, and of ℓ = max(−m, 0) + ln(1 + e^(−|m|)) all but the large logarithms.

    Those are taken of a product, as in ``losses.cumulative_losses``.
    """
    for c in range(LANES):
        lane[TAIL, c] = math.exp(-abs(label * lane[GUESS, c]))
    tail, margin = load(lane, TAIL), load(lane, GUESS) * label
    one, zero = spread(1.0), spread(0.0)
    slopes = where_above(margin, zero, tail, one) / (one + tail) * -label
    suffered = where_above(zero, margin, zero - margin, zero)
    suffered = suffered + where_above(spread(SMALL), tail, small_log1p(tail), zero)
    factor = where_above(spread(SMALL), tail, one, one + tail)
    factor = where_above(load(lane, ALIVE), zero, factor, one)
    store(lane, FACTOR, load(lane, FACTOR) * factor)
    return slopes, suffered


@kernel
def add_up(lane):
    """Add the recent losses to the total.

    Numbers that were added up some hundred at a time are not lost in a sum of hundred thousands.
    """
    for c in range(LANES):
        lane[LOSS, c] += lane[RECENT, c] + math.log(lane[FACTOR, c])
        lane[RECENT, c], lane[FACTOR, c] = 0.0, 1.0


@kernel
def step_sizes(lane, pace, t):
    """η_t of each lane; of ``pace`` all but η, see ``algorithms.schedules``."""
    eta = load(lane, STEP)
    if pace[2] != 1.0:
        eta = eta * math.pow(pace[2], np.floor((t - 1) * pace[4] / pace[3]))
    if pace[0] == CONSTANT:
        return eta
    if pace[0] == INV_SQRT:
        return eta / math.sqrt(t)
    return eta / t

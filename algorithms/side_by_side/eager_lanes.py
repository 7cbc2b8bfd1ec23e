"""The eager loop of truncated gradient and rounding, where all weights shrink at once.

Every lane does as in ``online.common.eager_shrinkage``, under the same rule.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from algorithms.kernel import entries, inline_kernel, kernel, specialise
from algorithms.side_by_side.lanes import (
    load,
    magnitude,
    spread,
    store,
    where_above,
    with_sign,
)
from algorithms.side_by_side.loss_accumulator import (
    ALIVE,
    BIAS,
    GUESS,
    PULL,
    THETA,
    accumulate_loss,
    step_sizes,
)
from algorithms.side_by_side.thresholded_sums import tally


class State(NamedTuple):
    """The state of sixteen runs.

    Attributes
    ----------
    table : (d, LANES), the weights as they are.
    lane : (ROWS, LANES), all else that each lane has.
    clock : int64, (steps made, 0).
    """

    table: np.ndarray
    lane: np.ndarray
    clock: np.ndarray


@inline_kernel
def predict(state, indptr, indices, data, row):
    """w·x + b of one example, in the four sums of a single run."""
    table = state.table
    begin, end = np.uint64(indptr[row]), np.uint64(indptr[row + 1])
    whole = begin + (end - begin) // np.uint64(4) * np.uint64(4)
    p, q, r, s = load(state.lane, BIAS), spread(0.0), spread(0.0), spread(0.0)
    for k in range(begin, whole, np.uint64(4)):
        p = p + load(table, np.uint32(indices[k])) * data[k]
        q = q + load(table, np.uint32(indices[k + np.uint64(1)])) * data[k + np.uint64(1)]
        r = r + load(table, np.uint32(indices[k + np.uint64(2)])) * data[k + np.uint64(2)]
        s = s + load(table, np.uint32(indices[k + np.uint64(3)])) * data[k + np.uint64(3)]
    for k in range(whole, end):
        p = p + load(table, np.uint32(indices[k])) * data[k]
    return (p + q) + (r + s)


@kernel
def truncate(state, pull):
    """All weights within θ are pulled; of a lane that has diverged none is."""
    table, zero = state.table, spread(0.0)
    theta = load(state.lane, THETA)
    pull = where_above(load(state.lane, ALIVE), zero, pull, zero)
    for j in range(table.shape[0]):
        v = load(table, j)
        left = where_above(magnitude(v), pull, v - with_sign(pull, v), zero)
        store(table, j, where_above(magnitude(v), theta, v, left))


@kernel
def cut(state, pull):
    """All weights within θ are cut; of a lane that has diverged none is."""
    table, zero = state.table, spread(0.0)
    theta = where_above(load(state.lane, ALIVE), zero, load(state.lane, THETA), spread(-1.0))
    for j in range(table.shape[0]):
        v = load(table, j)
        store(table, j, where_above(magnitude(v), theta, v, zero))


def _learn(state, schedule, on, indptr, indices, data, y, order, loss):
    """One pass over ``order``; ``schedule`` = (pace, period, …)."""
    pace, period = schedule[0], schedule[1]
    table, lane, clock = state
    t = clock[0]
    for i in range(order.size):
        row = order[i]
        store(lane, GUESS, predict(state, indptr, indices, data, row))
        t += 1
        eta = step_sizes(lane, pace, t)
        moves = eta * accumulate_loss(lane, loss, y[row], t)
        for k in entries(indptr, row):
            j = np.uint32(indices[k])
            store(table, j, load(table, j) - moves * data[k])
        store(lane, BIAS, load(lane, BIAS) - moves * on)
        if t % period == 0:
            shrink(state, eta * period * load(lane, PULL))  # noqa: F821, known to each copy
    clock[0] = t


@kernel
def look(state, w):
    """The weights as of now, into ``w`` (d, LANES); see ``tally``."""
    for j in range(w.shape[0]):
        store(w, j, load(state.table, j))
    tally(state.lane, w)


TRUNCATING = specialise(_learn, shrink=truncate), look
CUTTING = specialise(_learn, shrink=cut), look

"""The loops of the algorithms that add up and shrink the sum: RDA, and the cumulative penalty.

Their weights are what a soft threshold leaves of a sum, so nothing is paid late: only the sums are
kept, one a lane.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from algorithms.kernel import entries, kernel
from algorithms.online.cumulative_penalty import ROUNDED_UP as SUMS_ROUNDED_UP
from algorithms.online.rda import ROUNDED_UP
from algorithms.side_by_side.lanes import (
    LANES,
    fetch,
    load,
    magnitude,
    spread,
    store,
    where_above,
    with_sign,
)
from algorithms.side_by_side.lazy_lanes import FAR
from algorithms.side_by_side.ledger import EVENTS, renumber
from algorithms.side_by_side.loss_accumulator import (
    ALIVE,
    BIAS,
    DUE,
    GUESS,
    MADE,
    PULL,
    SLOPE,
    STEP,
    TAIL,
    accumulate_loss,
    step_sizes,
)


class State(NamedTuple):
    """The state of sixteen runs.

    Attributes
    ----------
    table : (d, LANES), the sums.
    last, ledger : the penalties paid by each feature, see ``empty_ledger``, where lazy.
    lane : (ROWS, LANES), all else that each lane has.
    clock : int64, (steps made, number of the last event, which is a step).
    """

    table: np.ndarray
    last: np.ndarray
    ledger: np.ndarray
    lane: np.ndarray
    clock: np.ndarray


@kernel
def soft_threshold(v, edge):
    """The soft threshold S(v, edge)."""
    return where_above(magnitude(v), edge, v - with_sign(edge, v), spread(0.0))


@kernel
def prefetch_next(table, indptr, indices, order, i):
    """Prefetch the sums that the example after ``order[i]`` reads."""
    if table.shape[0] > FAR and i + 1 < order.size:
        following = order[i + 1]
        for k in entries(indptr, following):
            fetch(table, np.uint32(indices[k]))


@kernel
def learn_averages(state, schedule, on, indptr, indices, data, y, order, loss):
    """RDA over ``order``, as ``online.rda.learn``; γ stands for a step size."""
    table, _, _, lane, clock = state
    t, gamma, l1 = clock[0], load(lane, STEP), load(lane, PULL)
    zero = spread(0.0)
    for i in range(order.size):
        row = order[i]
        prefetch_next(table, indptr, indices, order, i)
        edge, p = l1 * t * ROUNDED_UP, zero
        for k in entries(indptr, row):
            p = p + soft_threshold(load(table, np.uint32(indices[k])), edge) * data[k]
        store(lane, GUESS, load(lane, BIAS) + p / (gamma * math.sqrt(max(t, 1))))
        t += 1
        slopes = accumulate_loss(lane, loss, y[row], t)
        for k in entries(indptr, row):
            j = np.uint32(indices[k])
            store(table, j, load(table, j) - slopes * data[k])
        drift = load(lane, DUE) - slopes * on
        store(lane, DUE, drift)
        b = drift / (gamma * math.sqrt(t))
        store(lane, BIAS, where_above(load(lane, ALIVE), zero, b, load(lane, BIAS)))
    clock[0] = t


@kernel
def weights_of_averages(state, w):
    """The weights as of now, into ``w`` (d, LANES); see ``tally``."""
    lane, made = state.lane, load(state.lane, MADE)
    for c in range(LANES):
        lane[TAIL, c] = math.sqrt(max(lane[MADE, c], 1.0))
    edge, scale = load(lane, PULL) * made * ROUNDED_UP, load(lane, STEP) * load(lane, TAIL)
    for j in range(w.shape[0]):
        store(w, j, soft_threshold(load(state.table, j), edge) / scale)
    tally(lane, w)


@kernel
def learn_before_reading(state, schedule, on, indptr, indices, data, y, order, loss):
    """The cumulative penalty over ``order``, paid before reading."""
    table, _, _, lane, clock = state
    t, l1, zero = clock[0], load(lane, PULL), spread(0.0)
    for i in range(order.size):
        row = order[i]
        prefetch_next(table, indptr, indices, order, i)
        edge, p = load(lane, DUE) * SUMS_ROUNDED_UP, load(lane, BIAS)
        for k in entries(indptr, row):
            p = p + soft_threshold(load(table, np.uint32(indices[k])), edge) * data[k]
        store(lane, GUESS, p)
        t += 1
        eta = step_sizes(lane, schedule[0], t)
        moves = eta * accumulate_loss(lane, loss, y[row], t)
        for k in entries(indptr, row):
            j = np.uint32(indices[k])
            store(table, j, load(table, j) - moves * data[k])
        store(lane, BIAS, load(lane, BIAS) - moves * on)
        more = where_above(load(lane, ALIVE), zero, eta * l1, zero)
        store(lane, DUE, load(lane, DUE) + more)
    clock[0] = t


@kernel
def weights_of_sums(state, w):
    """The weights as of now, into ``w`` (d, LANES); see ``tally``."""
    edge = load(state.lane, DUE) * SUMS_ROUNDED_UP
    for j in range(w.shape[0]):
        store(w, j, soft_threshold(load(state.table, j), edge))
    tally(state.lane, w)


@kernel
def learn_after_learning(state, schedule, on, indptr, indices, data, y, order, loss):
    """The cumulative penalty over ``order``, paid after learning."""
    table, last, ledger, lane, clock = state
    t, e, zero = clock[0], clock[1], spread(0.0)
    for i in range(order.size):
        row = order[i]
        if table.shape[0] > FAR and i + 1 < order.size:
            following = order[i + 1]
            for k in entries(indptr, following):
                fetch(table, np.uint32(indices[k]))
                fetch(ledger, last[np.uint32(indices[k])])
        p, due = load(lane, BIAS), load(ledger, e)
        for k in entries(indptr, row):
            j = np.uint32(indices[k])
            p = (
                p
                + soft_threshold(load(table, j), load(ledger, last[j]) * SUMS_ROUNDED_UP) * data[k]
            )
        store(lane, GUESS, p)
        t += 1
        eta = step_sizes(lane, schedule[0], t)
        moves = eta * accumulate_loss(lane, loss, y[row], t)
        if e == EVENTS:
            renumber(last, ledger)
            e = 0
        e += 1
        more = where_above(load(lane, ALIVE), zero, eta * load(lane, PULL), zero)
        store(ledger, e, due + more)
        for k in entries(indptr, row):
            j = np.uint32(indices[k])
            store(table, j, load(table, j) - moves * data[k])
            last[j] = e
        store(lane, BIAS, load(lane, BIAS) - moves * on)
    clock[0], clock[1] = t, e


@kernel
def weights_of_payments(state, w):
    """The weights as of now, into ``w`` (d, LANES); see ``tally``."""
    for j in range(w.shape[0]):
        edge = load(state.ledger, state.last[j]) * SUMS_ROUNDED_UP
        store(w, j, soft_threshold(load(state.table, j), edge))
    tally(state.lane, w)


@kernel
def tally(lane, w):
    """Count the weights that are not 0 into row GUESS, and sum up ‖w‖₁ into row SLOPE."""
    zero, one = spread(0.0), spread(1.0)
    nonzeros, norm = zero, zero
    for j in range(w.shape[0]):
        v = load(w, j)
        nonzeros = nonzeros + where_above(magnitude(v), zero, one, zero)
        norm = norm + magnitude(v)
    store(lane, GUESS, nonzeros)
    store(lane, SLOPE, norm)


AVERAGING, BEFORE_READING = (
    (learn_averages, weights_of_averages),
    (learn_before_reading, weights_of_sums),
)
AFTER_LEARNING = (learn_after_learning, weights_of_payments)

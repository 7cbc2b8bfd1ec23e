"""The loops of SGD, truncated gradient, FOBOS and rounding, which step and then shrink or cut.

An event is a pull or a cut, which all lanes have after the same steps.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from algorithms.kernel import entries, kernel, specialise
from algorithms.online.lazy.truncation import RESIDUE
from algorithms.side_by_side.lanes import (
    fetch,
    load,
    magnitude,
    spread,
    store,
    where_above,
    with_sign,
)
from algorithms.side_by_side.ledger import EVENTS, renumber
from algorithms.side_by_side.loss_accumulator import (
    ALIVE,
    BIAS,
    GUESS,
    LAST,
    NEVER,
    PULL,
    SLOPE,
    THETA,
    accumulate_loss,
    step_sizes,
)

FAR = 1 << 12
"""The features of a table that fits the cache: a prefetch would cost more than it saves."""


class State(NamedTuple):
    """The state of sixteen runs.

    Attributes
    ----------
    table : (d, LANES), the weights.
    last, ledger : the shrinkage paid by each feature, see ``empty_ledger``; of cuts the number.
    lane : (ROWS, LANES), all else that each lane has.
    clock : int64, (steps made, number of the last event).
    """

    table: np.ndarray
    last: np.ndarray
    ledger: np.ndarray
    lane: np.ndarray
    clock: np.ndarray


@kernel
def prefetch_both(state, j):
    """Prefetch the rows that a truncation of feature ``j`` reads."""
    fetch(state.table, j)
    fetch(state.ledger, state.last[j])


@kernel
def prefetch_weights(state, j):
    """Prefetch the row that a cut of feature ``j`` reads."""
    fetch(state.table, j)


@kernel
def truncate(state, j, event, due, residue, theta):
    """The weights of feature ``j`` after paying what they owe, as ``lazy.truncation.settle``."""
    v = load(state.table, j)
    owed = due - load(state.ledger, state.last[j])
    edge = owed + where_above(owed, residue, residue, owed)
    shrunk = where_above(magnitude(v), edge, v - with_sign(owed, v), spread(0.0))
    return where_above(magnitude(v), theta, v, shrunk)


@kernel
def cut(state, j, event, due, residue, theta):
    """The weights of feature ``j`` after the cuts that were due since it was last read."""
    v = load(state.table, j)
    if state.last[j] == event:
        return v
    kept = where_above(magnitude(v), theta, v, spread(0.0))
    # Of a lane that has diverged only the cuts that it lived to see.
    return where_above(load(state.lane, LAST), spread(state.last[j]), kept, v)


@kernel
def cut_all(state, event):
    """All weights are cut, so that events can be numbered anew; cutting twice is cutting once."""
    theta, zero = load(state.lane, THETA), spread(0.0)
    for j in range(state.table.shape[0]):
        store(state.table, j, cut(state, j, event, zero, zero, theta))
        state.last[j] = 0
    alive = load(state.lane, ALIVE)
    store(state.lane, LAST, where_above(alive, zero, spread(NEVER), zero))


@kernel
def pay_all(state, event):
    """All payments are written down, so that events can be numbered anew."""
    renumber(state.last, state.ledger)


@kernel
def note_ends(lane, alive, event):
    """Note the last event that lanes which have just diverged lived to see."""
    ended, now = load(lane, LAST), spread(event)
    ended = where_above(ended, now, now, ended)
    store(lane, LAST, where_above(alive, spread(0.0), spread(NEVER), ended))


def _learn(state, schedule, on, indptr, indices, data, y, order, loss):
    """One pass over ``order``; ``schedule`` = (pace, period, step up to which pulls are halved)."""
    pace, period, half = schedule
    table, last, ledger, lane, clock = state
    t, e = clock[0], clock[1]
    theta, zero = load(lane, THETA), spread(0.0)
    for i in range(order.size):
        row = order[i]
        if table.shape[0] > FAR and i + 1 < order.size:
            following = order[i + 1]
            for k in entries(indptr, following):
                ask(state, np.uint32(indices[k]))  # noqa: F821
        p, due = load(lane, BIAS), load(ledger, e)
        residue = due * RESIDUE
        for k in entries(indptr, row):
            j = np.uint32(indices[k])
            v = materialise(state, j, e, due, residue, theta)  # noqa: F821, known to each copy
            store(table, j, v)
            last[j] = e
            p = p + v * data[k]
        store(lane, GUESS, p)
        t += 1
        eta = step_sizes(lane, pace, t)
        moves = eta * accumulate_loss(lane, loss, y[row], t)
        for k in entries(indptr, row):
            j = np.uint32(indices[k])
            store(table, j, load(table, j) - moves * data[k])
        store(lane, BIAS, load(lane, BIAS) - moves * on)
        alive = load(lane, ALIVE)
        note_ends(lane, alive, e)
        if t % period == 0:
            if e == EVENTS:
                begin_anew(state, e)  # noqa: F821
                e = 0
                store(ledger, e, due)
            pull = load(lane, PULL) * (0.5 if t <= half else 1.0)
            e += 1
            store(ledger, e, due + where_above(alive, zero, eta * period * pull, zero))
    clock[0], clock[1] = t, e


def _look(state, w):
    """The weights as of now, into ``w`` (d, LANES): how many are not 0, and their sum ‖w‖₁."""
    event = state.clock[1]
    due, theta = load(state.ledger, event), load(state.lane, THETA)
    zero, one = spread(0.0), spread(1.0)
    nonzeros, norm = zero, zero
    for j in range(w.shape[0]):
        v = materialise(state, j, event, due, due * RESIDUE, theta)  # noqa: F821
        store(w, j, v)
        nonzeros = nonzeros + where_above(magnitude(v), zero, one, zero)
        norm = norm + magnitude(v)
    store(state.lane, GUESS, nonzeros)
    store(state.lane, SLOPE, norm)


TRUNCATING = (
    specialise(_learn, materialise=truncate, begin_anew=pay_all, ask=prefetch_both),
    specialise(_look, materialise=truncate),
)
CUTTING = (
    specialise(_learn, materialise=cut, begin_anew=cut_all, ask=prefetch_weights),
    specialise(_look, materialise=cut),
)

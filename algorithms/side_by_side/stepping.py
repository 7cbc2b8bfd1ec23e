"""The loops of SGD, truncated gradient, FOBOS and rounding, which step and then shrink or cut.

An event is a pull or a cut, which all lanes have after the same steps. A feature notes the event
after which it was last read, and ``dues`` holds what was due after each. So what it has paid need
not be kept for each lane, and an example touches half the memory.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from algorithms.kernel import kernel, specialised
from algorithms.online.late.truncation import RESIDUE
from algorithms.side_by_side.judge import (
    ALIVE,
    BIAS,
    GUESS,
    LAST,
    NEVER,
    PULL,
    SLOPE,
    THETA,
    judge,
    step_sizes,
)
from algorithms.side_by_side.lanes import fetch, load, magnitude, spread, store, where_above

FAR = 1 << 12
"""A table of so many features is near: asking for its rows would cost more than waiting."""
EVENTS = 1 << 16
"""After so many events all weights are settled, and counting begins anew."""


class State(NamedTuple):
    """The state of sixteen runs.

    Attributes
    ----------
    table : (d, LANES), the weights.
    last : int32 (d,), the event after which each feature was last read.
    dues : (EVENTS + 1, LANES), the shrinkage due after each event.
    lane : (ROWS, LANES), all else that each lane has.
    clock : int64, (steps made, events so far).
    """

    table: np.ndarray
    last: np.ndarray
    dues: np.ndarray
    lane: np.ndarray
    clock: np.ndarray


@kernel
def fetch_both(state, j):
    """Ask for what a truncation of feature ``j`` reads."""
    fetch(state.table, j)
    fetch(state.dues, state.last[j])


@kernel
def fetch_weights(state, j):
    """Ask for what a cut of feature ``j`` reads."""
    fetch(state.table, j)


@kernel
def truncated(state, j, events, due, residue, theta):
    """The weights of feature ``j`` after paying what they owe, as ``late.truncation.settle``."""
    v = load(state.table, j)
    owed, zero = due - load(state.dues, state.last[j]), spread(0.0)
    edge = owed + where_above(owed, residue, residue, owed)
    shrunk = where_above(v, zero, v - owed, v + owed)
    shrunk = where_above(magnitude(v), edge, shrunk, zero)
    return where_above(magnitude(v), theta, v, shrunk)


@kernel
def cut(state, j, events, due, residue, theta):
    """The weights of feature ``j`` after the cuts that were due since it was last read."""
    v = load(state.table, j)
    if state.last[j] == events:
        return v
    kept = where_above(magnitude(v), theta, v, spread(0.0))
    # Of a lane that has diverged only the cuts that it lived to see.
    return where_above(load(state.lane, LAST), spread(state.last[j]), kept, v)


@kernel
def note_ends(lane, alive, events):
    """Note the last event that lanes which have just diverged lived to see."""
    ended, now = load(lane, LAST), spread(events)
    ended = where_above(ended, now, now, ended)
    store(lane, LAST, where_above(alive, spread(0.0), spread(NEVER), ended))


def _learn(state, schedule, on, indptr, indices, data, y, order, loss):
    """One pass over ``order``; ``schedule`` = (pace, period, step up to which pulls are halved)."""
    pace, period, half = schedule
    table, last, dues, lane, clock = state
    t, e = clock[0], clock[1]
    theta, zero = load(lane, THETA), spread(0.0)
    for i in range(order.size):
        row = order[i]
        if last.size > FAR and i + 1 < order.size:
            following = order[i + 1]
            for k in range(indptr[following], indptr[following + 1]):
                ask(state, np.uint32(indices[k]))  # noqa: F821
        p, due = load(lane, BIAS), load(dues, e)
        residue = due * RESIDUE
        for k in range(indptr[row], indptr[row + 1]):
            j = np.uint32(indices[k])
            v = settled(state, j, e, due, residue, theta)  # noqa: F821, known to each copy
            store(table, j, v)
            last[j] = e
            p = p + v * data[k]
        store(lane, GUESS, p)
        t += 1
        eta = step_sizes(lane, pace, t)
        moves = eta * judge(lane, loss, y[row], t)
        for k in range(indptr[row], indptr[row + 1]):
            j = np.uint32(indices[k])
            store(table, j, load(table, j) - moves * data[k])
        store(lane, BIAS, load(lane, BIAS) - moves * on)
        alive = load(lane, ALIVE)
        note_ends(lane, alive, e)
        if t % period == 0:
            if e == EVENTS:
                settle_all(state, e)  # noqa: F821
                store(lane, LAST, where_above(alive, zero, spread(NEVER), zero))
                store(dues, 0, due)
                e = 0
            pull = load(lane, PULL) * (0.5 if t <= half else 1.0)
            e += 1
            store(dues, e, due + where_above(alive, zero, eta * period * pull, zero))
    clock[0], clock[1] = t, e


def _settle_all(state, events):
    """All weights pay what they owe, so that counting events can begin anew."""
    due, theta = load(state.dues, events), load(state.lane, THETA)
    for j in range(state.last.size):
        store(state.table, j, settled(state, j, events, due, due * RESIDUE, theta))  # noqa: F821
        state.last[j] = 0


def _look(state, w):
    """The weights as of now, into ``w`` (d, LANES): how many are not 0, and their sum ‖w‖₁."""
    events = state.clock[1]
    due, theta = load(state.dues, events), load(state.lane, THETA)
    zero, one = spread(0.0), spread(1.0)
    nonzeros, norm = zero, zero
    for j in range(state.last.size):
        v = settled(state, j, events, due, due * RESIDUE, theta)  # noqa: F821
        store(w, j, v)
        nonzeros = nonzeros + where_above(magnitude(v), zero, one, zero)
        norm = norm + magnitude(v)
    store(state.lane, GUESS, nonzeros)
    store(state.lane, SLOPE, norm)


def _kernels(settled: Callable, ask: Callable) -> tuple[Callable, Callable]:
    """Compile the loop and the look of the algorithms whose weights are ``settled`` so."""
    settle_all = specialised(_settle_all, settled=settled)
    learn = specialised(_learn, settled=settled, settle_all=settle_all, ask=ask)
    return learn, specialised(_look, settled=settled)


TRUNCATING, CUTTING = _kernels(truncated, fetch_both), _kernels(cut, fetch_weights)

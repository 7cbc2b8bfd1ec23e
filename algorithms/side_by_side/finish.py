"""The end of sixteen runs just after their zeros are made, as ``OnlineAlgorithm.finish`` says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from algorithms import shrinkage
from algorithms.schedules import pace, step_size
from algorithms.side_by_side.blocks import Lane
from algorithms.side_by_side.eager_lanes import State as EagerState
from algorithms.side_by_side.loss_accumulator import ALIVE, THETA


def finish(state: Any, lanes: Sequence[Lane], per_pass: int) -> None:
    """Let every lane that has not diverged end just after its zeros are made, in place.

    Parameters
    ----------
    lanes : one for each column of the tables of ``state``.
    per_pass : examples in one pass.
    """
    t, period = int(state.clock[0]), lanes[0].period
    if t % period == 0:
        return
    paces = [pace(each.schedule, each.step, each.decay, per_pass) for each in lanes]
    pulls = np.array(
        [step_size(p, t) * period * each.pull for p, each in zip(paces, lanes, strict=True)]
    )
    alive = state.lane[ALIVE] > 0.0
    if isinstance(state, EagerState):
        w, theta = state.table, state.lane[THETA]
        cutting = lanes[0].loop == "cutting"
        shrunk = shrinkage.rounding(w, theta) if cutting else shrinkage.truncation(w, pulls, theta)
        w[:] = np.where(alive, shrunk, w)
    else:  # an event more, for which the ledger has a row; for cuts its number is enough
        event = state.clock[1]
        state.ledger[event + 1] = state.ledger[event] + np.where(alive, pulls, 0.0)
        state.clock[1] = event + 1

"""Algorithm 1 of Langford, Li & Zhang 2009: truncate, then predict, then step.

Rule (6) truncates after the step of example t where K divides t, Algorithm 1 before the prediction
of that example. With K = 1 and a constant step size both make the same predictions; what is left
after the last example differs by one truncation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from algorithms.kernel import entries, kernel
from algorithms.losses import slope
from algorithms.online.base import OVERFLOW, RunSetting, bias
from algorithms.online.lazy.truncation import materialise, settle
from algorithms.online.printed.dense import check_dense
from algorithms.online.truncated_gradient import TruncatedGradient
from algorithms.schedules import step_size


class State(NamedTuple):
    """``table[j]`` = (weight, shrinkage already paid)."""

    table: np.ndarray
    step: np.ndarray
    due: np.ndarray
    bias: np.ndarray
    pace: np.ndarray


@kernel
def learn(
    table, step, due, bias, pace, indptr, indices, data, y, order, loss, out, g, theta, period
):  # fmt: skip
    """One pass over ``order``; the pulls on a weight are applied when it is next read."""
    t, total = step[0], due[0]
    for i in range(order.size):
        row, eta_t, before = order[i], step_size(pace, t + 1), total
        if (t + 1) % period == 0:
            total += eta_t * period * g
        p = bias[0]
        for k in entries(indptr, row):
            j = np.uint32(indices[k])
            table[j, 0] = settle(table[j, 0], total, table[j, 1], theta)
            table[j, 1] = total
            p += table[j, 0] * data[k]
        if not abs(p) <= OVERFLOW:
            total = before
            break
        out[i] = p
        t += 1
        move = eta_t * slope(loss, p, y[row])
        for k in entries(indptr, row):
            table[np.uint32(indices[k]), 0] -= move * data[k]
        bias[0] -= bias[1] * move
    done = t - step[0]
    step[0], due[0] = t, total
    return done


@kernel
def weight(state, j, settings):
    """The weight of feature j as of now."""
    return settle(state.table[j, 0], state.due[0], state.table[j, 1], settings[1])


@dataclass(frozen=True)
class Algorithm1(TruncatedGradient):
    """Algorithm 1, which ends with the step of its last example.

    Raises ValueError for a memory of live features.
    """

    key = "algorithm_1"
    title = "Truncated gradient, Algorithm 1"
    source = "Langford, Li & Zhang 2009, Algorithm 1"
    loop = learn
    weight = weight

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dense(self)

    def _start(self, setting: RunSetting) -> State:
        table = np.zeros((setting.n_features, 2))
        return State(table, np.zeros(1, np.int64), np.zeros(1), bias(setting), self._pace(setting))

    def _materialise(self, state: State) -> np.ndarray:
        return materialise(state.table, state.due[0], self.threshold)

    def finish(self, state: Any) -> bool:
        """Leave the state as it is."""
        return False

    def loop_for(self, n_features: int, entries: float) -> Any:
        """As :meth:`OnlineAlgorithm.loop_for`."""
        return type(self).loop

    @property
    def stride(self) -> int:
        return 1

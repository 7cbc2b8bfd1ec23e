"""The lazy formulas of Langford, Li & Zhang 2009, §5, as printed.

Each feature has a clock of its own, τ_j: first the example at which it first occurred. Example i
is predicted with the weights as they are; then, for each of its features,

    n = ⌊(i − τ_j)/K⌋,  w_j ← T1(w_j − η_i ℓ′(w·x, y) x_j, n K η_i g, θ),  τ_j ← τ_j + n K,

and for rounding w_j ← T0(w_j − η_i ℓ′ x_j, θ), τ_j ← i where i ≥ τ_j + K. Rule (6) pays what is due
before it predicts, and steps then: here a step pays for all that its feature was away.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from algorithms import shrinkage
from algorithms.kernel import entries, kernel
from algorithms.losses import slope
from algorithms.online.base import OVERFLOW, RunSetting, bias
from algorithms.online.printed.dense import check_dense
from algorithms.online.rounding import Rounding
from algorithms.online.truncated_gradient import TruncatedGradient
from algorithms.schedules import step_size


class State(NamedTuple):
    """``table[j]`` = (weight, τ_j), τ_j = 0 before the feature has occurred."""

    table: np.ndarray
    step: np.ndarray
    bias: np.ndarray
    pace: np.ndarray


@kernel
def learn_truncation(
    table, step, bias, pace, indptr, indices, data, y, order, loss, out, g, theta, period
):  # fmt: skip
    """One pass over ``order``."""
    t = step[0]
    for i in range(order.size):
        row = order[i]
        p = bias[0]
        for k in entries(indptr, row):
            p += table[np.uint32(indices[k]), 0] * data[k]
        if not abs(p) <= OVERFLOW:
            break
        out[i] = p
        t += 1
        eta_t = step_size(pace, t)
        move = eta_t * slope(loss, p, y[row])
        for k in entries(indptr, row):
            j = np.uint32(indices[k])
            since = table[j, 1] if table[j, 1] > 0.0 else float(t)
            steps = np.floor((t - since) / period) * period
            v, pull = table[j, 0] - move * data[k], steps * eta_t * g
            lost = min(max(v, -pull), pull)
            table[j, 0] = v - (lost if abs(v) <= theta else 0.0)
            table[j, 1] = since + steps
        bias[0] -= bias[1] * move
    done = t - step[0]
    step[0] = t
    return done


@kernel
def learn_rounding(
    table, step, bias, pace, indptr, indices, data, y, order, loss, out, theta, period
):
    """One pass over ``order``."""
    t = step[0]
    for i in range(order.size):
        row = order[i]
        p = bias[0]
        for k in entries(indptr, row):
            p += table[np.uint32(indices[k]), 0] * data[k]
        if not abs(p) <= OVERFLOW:
            break
        out[i] = p
        t += 1
        move = step_size(pace, t) * slope(loss, p, y[row])
        for k in entries(indptr, row):
            j = np.uint32(indices[k])
            if table[j, 1] == 0.0:
                table[j, 1] = t
            table[j, 0] -= move * data[k]
            if abs(table[j, 0]) <= theta and t >= table[j, 1] + period:
                table[j, 0] = 0.0
                table[j, 1] = t
        bias[0] -= bias[1] * move
    done = t - step[0]
    step[0] = t
    return done


@kernel
def weight(state, j, settings):
    """The weight of feature j as of now."""
    return state.table[j, 0]


class OwnClocks:
    """What both formulas share: a state with a clock for each feature, and an end without a cut."""

    weight = weight

    def __post_init__(self) -> None:
        super().__post_init__()
        check_dense(self)

    def _start(self, setting: RunSetting) -> State:
        table, step = np.zeros((setting.n_features, 2)), np.zeros(1, np.int64)
        return State(table, step, bias(setting), self._pace(setting))

    def weights(self, state: State) -> np.ndarray:
        return state.table[:, 0].copy()

    def finish(self, state: Any) -> bool:
        """Leave the state as it is: the formula speaks of features that are read."""
        return False

    def loop_for(self, n_features: int, entries: float) -> Any:
        """As :meth:`OnlineAlgorithm.loop_for`."""
        return type(self).loop

    @property
    def stride(self) -> int:
        return 1


@dataclass(frozen=True)
class LazyFormulaTruncatedGradient(OwnClocks, TruncatedGradient):
    """The first lazy formula of §5.

    Raises ValueError for a memory of live features.
    """

    key = "lazy_formula_truncated_gradient"
    title = "Truncated gradient, lazy formula as printed"
    source = "Langford, Li & Zhang 2009, §5"
    loop = learn_truncation

    def _shrink_at_end(self, state: State, eta: float) -> None:
        pull = eta * self.period * self.gravity
        state.table[:, 0] = shrinkage.truncation(state.table[:, 0], pull, self.threshold)


@dataclass(frozen=True)
class LazyFormulaRounding(OwnClocks, Rounding):
    """The second lazy formula of §5."""

    key = "lazy_formula_rounding"
    title = "Rounding, lazy formula as printed"
    source = "Langford, Li & Zhang 2009, §5"
    loop = learn_rounding

    def _shrink_at_end(self, state: State, eta: float) -> None:
        state.table[:, 0] = shrinkage.rounding(state.table[:, 0], self.threshold)

"""Rounding small weights to zero.

Idea
    Step down the gradient; every K steps cut the weights within θ to zero.
Update
    v = w − η_t ℓ′(w·x, y) x;  if t mod K = 0: w ← T0(v, θ), else w ← v
Losses
    squared, logistic, hinge, clipped
Where its zeros come from
    the cut: with K = 1 a weight must pass θ in a single step or it is lost again
Knobs
    η, schedule, decay per pass, threshold θ, period K
Cost per step
    O(nonzeros of x), and d/K where few features are cut at once
Memory
    two numbers per feature
Source
    Langford, Li & Zhang 2009, (4)
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from algorithms import shrinkage
from algorithms.kernel import entries, kernel
from algorithms.losses import slope
from algorithms.online.base import OVERFLOW, RunSetting, bias
from algorithms.online.common.eager_shrinkage import (
    EagerDescent,
    EagerState,
    cut,
    leading,
    predict,
    step_against,
)
from algorithms.online.storage.prefetch import FAR, look_ahead
from algorithms.presets import period_knob, threshold_knob
from algorithms.schedules import step_size


class State(NamedTuple):
    """``table[j]`` = (weight, cuts already made); ``cuts`` counts those due so far."""

    table: np.ndarray
    step: np.ndarray
    cuts: np.ndarray
    bias: np.ndarray
    pace: np.ndarray


@kernel
def learn(table, step, cuts, bias, pace, indptr, indices, data, y, order, loss, out, theta, period):
    """One pass over ``order``; cutting twice is cutting once, so a weight is cut when read."""
    t, due = step[0], cuts[0]
    for i in range(order.size):
        row = order[i]
        if table.shape[0] > FAR:
            look_ahead(table, indptr, indices, order, i)
        p = bias[0]
        for k in entries(indptr, row):
            j = np.uint32(indices[k])
            v = table[j, 0]
            v = 0.0 if due > table[j, 1] and abs(v) <= theta else v
            table[j, 0] = v
            table[j, 1] = due
            p += v * data[k]
        if not abs(p) <= OVERFLOW:
            break
        out[i] = p
        t += 1
        move = step_size(pace, t) * slope(loss, p, y[row])
        for k in entries(indptr, row):
            table[np.uint32(indices[k]), 0] -= move * data[k]
        bias[0] -= bias[1] * move
        if t % period == 0:
            due += 1.0
    done = t - step[0]
    step[0], cuts[0] = t, due
    return done


@kernel
def learn_eager(w, step, bias, pace, indptr, indices, data, y, order, loss, out, theta, period):
    """One pass over ``order`` with few features: all weights are cut as soon as a cut is due."""
    t, lead = step[0], leading(indptr, indices, order)
    for i in range(order.size):
        row = order[i]
        p = predict(w, bias[0], indptr, indices, data, row, lead)
        if not abs(p) <= OVERFLOW:
            break
        out[i] = p
        t += 1
        move = step_size(pace, t) * slope(loss, p, y[row])
        step_against(w, move, indptr, indices, data, row, lead)
        bias[0] -= bias[1] * move
        if t % period == 0:
            cut(w, theta)
    done = t - step[0]
    step[0] = t
    return done


@kernel
def weight(state, j, settings):
    """The weight of feature j as of now."""
    v, made = state.table[j, 0], state.table[j, 1]
    return 0.0 if made < state.cuts[0] and abs(v) <= settings[0] else v


@dataclass(frozen=True)
class Rounding(EagerDescent):
    """Langford, Li & Zhang 2009, (4)."""

    threshold: float = threshold_knob(0.1, "Weights within it are cut to zero.")
    period: int = period_knob("Cut every K steps.")

    key = "rounding"
    title = "Rounding"
    source = "Langford, Li & Zhang 2009, (4)"
    family = "Langford, Li & Zhang 2009"
    hue = "vermilion"
    dash = "solid"
    idea = "Step, then cut what is small to zero."
    formula = r"w \leftarrow T_0(w - \eta_t \nabla\ell,\ \theta)"
    loop = learn
    weight = weight
    eager_loop = learn_eager

    def _start_lazy(self, setting: RunSetting) -> State:
        table = np.zeros((setting.n_features, 2))
        return State(table, np.zeros(1, np.int64), np.zeros(1), bias(setting), self._pace(setting))

    def weights(self, state: State | EagerState) -> np.ndarray:
        if isinstance(state, EagerState):
            return state.w.copy()
        v, made = state.table.T
        return np.where(made < state.cuts[0], shrinkage.rounding(v, self.threshold), v)

    def _shrink_at_end(self, state: State | EagerState, eta: float) -> None:
        if isinstance(state, EagerState):
            cut(state.w, float(self.threshold))
        else:
            state.cuts[0] += 1.0

    @property
    def stride(self) -> int:
        return self.period

    def shrink(self, v: np.ndarray, t: int) -> np.ndarray:
        return shrinkage.rounding(v, self.threshold)

    def kinks(self, t: int) -> tuple[float, ...]:
        return (self.threshold,) if 0.0 < self.threshold < math.inf else ()

    def _settings(self) -> tuple:
        return float(self.threshold), int(self.period)

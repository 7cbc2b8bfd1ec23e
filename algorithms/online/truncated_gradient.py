"""Truncated gradient.

Idea
    Step down the gradient; every K steps pull the small weights towards zero, and stop at zero.
Update
    v = w − η_t ℓ′(w·x, y) x;  if t mod K = 0: w ← T1(v, η_t K g, θ), else w ← v
Losses
    squared, logistic, hinge, clipped
Where its zeros come from
    gravity: a weight within θ that the gradient does not feed loses η_t g a step and stays at 0
Knobs
    η, schedule, decay per pass, gravity g, threshold θ (∞ allowed), period K, which memory
Cost per step
    O(nonzeros of x), and d/K where few features are pulled at once
Memory
    two numbers per feature, or three per live feature
Source
    Langford, Li & Zhang 2009, (6); the lazy form §5
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from algorithms.kernel import entries, kernel
from algorithms.losses import slope
from algorithms.online.base import OVERFLOW, RunSetting, bias
from algorithms.online.common.eager_shrinkage import (
    EagerDescent,
    EagerState,
    leading,
    predict,
    step_against,
    truncate,
)
from algorithms.online.lazy.truncation import materialise, settle
from algorithms.online.storage.hash_table import EMPTY, longest, place, slot
from algorithms.online.storage.live_features import LiveFeatures, memory_knob
from algorithms.online.storage.prefetch import FAR, look_ahead
from algorithms.presets import gravity_knob, period_knob, threshold_knob
from algorithms.schedules import step_size
from algorithms.shrinkage import truncation


class State(NamedTuple):
    """``table[j]`` = (weight, shrinkage already paid) side by side: one cache line, not two."""

    table: np.ndarray
    step: np.ndarray
    due: np.ndarray
    bias: np.ndarray
    pace: np.ndarray


@kernel
def learn(
    table, step, due, bias, pace, indptr, indices, data, y, order, loss, out, g, theta, period
):
    """One pass over ``order``; the pulls on a weight are applied when it is next read."""
    t, total = step[0], due[0]
    for i in range(order.size):
        row = order[i]
        if table.shape[0] > FAR:
            look_ahead(table, indptr, indices, order, i)
        p = bias[0]
        for k in entries(indptr, row):
            j = np.uint32(indices[k])
            v = settle(table[j, 0], total, table[j, 1], theta)
            table[j, 0] = v
            table[j, 1] = total
            p += v * data[k]
        # Not ``abs(p) > OVERFLOW``: of NaN every comparison is False, and NaN has diverged, too.
        if not abs(p) <= OVERFLOW:
            break
        out[i] = p
        t += 1
        eta_t = step_size(pace, t)
        move = eta_t * slope(loss, p, y[row])
        for k in entries(indptr, row):
            table[np.uint32(indices[k]), 0] -= move * data[k]
        bias[0] -= bias[1] * move
        if t % period == 0:
            total += eta_t * period * g
    done = t - step[0]
    step[0], due[0] = t, total
    return done


@kernel
def learn_eager(
    w, step, bias, pace, indptr, indices, data, y, order, loss, out, g, theta, period
):  # fmt: skip
    """One pass over ``order`` with few features: every pull is applied to all weights at once."""
    t, lead = step[0], leading(indptr, indices, order)
    for i in range(order.size):
        row = order[i]
        p = predict(w, bias[0], indptr, indices, data, row, lead)
        if not abs(p) <= OVERFLOW:  # NaN, too, of which every comparison is False
            break
        out[i] = p
        t += 1
        eta_t = step_size(pace, t)
        move = eta_t * slope(loss, p, y[row])
        step_against(w, move, indptr, indices, data, row, lead)
        bias[0] -= bias[1] * move
        if t % period == 0:
            truncate(w, eta_t * period * g, theta)
    done = t - step[0]
    step[0] = t
    return done


@kernel
def learn_live(
    ids, table, count, step, due, bias, pace, indptr, indices, data, y, order, loss, out,
    g, theta, period,
):  # fmt: skip
    """One pass over ``order`` on a hash table; a feature that is not in it has weight 0."""
    t, total = step[0], due[0]
    places = np.empty(longest(indptr, order), np.int64)
    for i in range(order.size):
        row = order[i]
        p, own = bias[0], entries(indptr, row)
        for k in own:
            s = places[k - own.start] = slot(ids, indices[k])
            if ids[s] != EMPTY:
                table[s, 0] = settle(table[s, 0], total, table[s, 1], theta)
                table[s, 1] = total
                p += table[s, 0] * data[k]
        if not abs(p) <= OVERFLOW:  # NaN, too, of which every comparison is False
            break
        out[i] = p
        t += 1
        eta_t = step_size(pace, t)
        move = eta_t * slope(loss, p, y[row])
        for k in own:
            if move * data[k] != 0.0:
                held = count[0]
                s = place(ids, count, places[k - own.start], indices[k])
                if count[0] > held:
                    table[s, 1] = total
                table[s, 0] -= move * data[k]
        bias[0] -= bias[1] * move
        if t % period == 0:
            total += eta_t * period * g
    done = t - step[0]
    step[0], due[0] = t, total
    return done


@kernel
def weight(state, j, settings):
    """The weight of feature j as of now."""
    return settle(state.table[j, 0], state.due[0], state.table[j, 1], settings[1])


@dataclass(frozen=True)
class TruncatedGradient(LiveFeatures, EagerDescent):
    """Langford, Li & Zhang 2009, (6)."""

    gravity: float = gravity_knob()
    threshold: float = threshold_knob(math.inf, "Weights larger than this are left alone.")
    period: int = period_knob("Truncate every K steps, K times as hard.")
    memory: str = memory_knob()

    key = "truncated_gradient"
    title = "Truncated gradient"
    source = "Langford, Li & Zhang 2009, (6)"
    family = "Langford, Li & Zhang 2009"
    hue = "blue"
    dash = "solid"
    idea = "Step, then pull the small weights towards zero and stop there."
    formula = r"w \leftarrow T_1(w - \eta_t \nabla\ell,\ \eta_t K g,\ \theta)"
    loop = learn
    weight = weight
    eager_loop = learn_eager
    live_loop = learn_live

    def _start_lazy(self, setting: RunSetting) -> State:
        table = np.zeros((setting.n_features, 2))
        return State(table, np.zeros(1, np.int64), np.zeros(1), bias(setting), self._pace(setting))

    def _materialise(self, state: State | EagerState) -> np.ndarray:
        if isinstance(state, EagerState):
            return state.w.copy()
        return materialise(state.table, state.due[0], self.threshold)

    def _shrink_at_end(self, state: State | EagerState, eta: float) -> None:
        pull = eta * self.period * self.gravity
        if isinstance(state, EagerState):
            truncate(state.w, pull, float(self.threshold))
        else:
            state.due[0] += pull

    @property
    def stride(self) -> int:
        return self.period

    def shrink(self, v: np.ndarray, t: int) -> np.ndarray:
        return truncation(v, self._pull(t), self.threshold)

    def kinks(self, t: int) -> tuple[float, ...]:
        bends = (min(self._pull(t), self.threshold), self.threshold)
        return tuple(sorted({k for k in bends if 0.0 < k < math.inf})) if self.gravity else ()

    def _pull(self, t: int) -> float:
        return self.step_size(t) * self.period * self.gravity

    def _settings(self) -> tuple:
        return float(self.gravity), float(self.threshold), int(self.period)

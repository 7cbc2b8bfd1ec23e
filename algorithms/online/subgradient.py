"""The sub-gradient method for L1 regularisation.

Idea
    Take the penalty into the step: every weight is pushed a little towards zero, and past it.
Update
    w ← w − η_t ℓ′(w·x, y) x;  if t mod K = 0 also − η_t K λ sgn(w): sgn of the weights before the
    step, sgn(0) = 0
Losses
    squared, logistic, hinge, clipped
Where its zeros come from
    nowhere, but for an optional rounding by θ after the very last step
Knobs
    η, schedule, decay per pass, λ, θ of the final rounding, period K
Cost per step
    O(nonzeros of x), each with up to 2 × 1024 pushes to catch up with (see drift.py)
Memory
    two numbers per feature, two per K steps
Source
    Langford, Li & Zhang 2009, (5); Dhingra et al., Alg. 3
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from algorithms import shrinkage
from algorithms.kernel import entries, kernel
from algorithms.losses import slope
from algorithms.online.base import OVERFLOW, RunSetting, bias
from algorithms.online.descent import Descent
from algorithms.online.lazy.pushes import drift, drift_all, pushes
from algorithms.presets import penalty_knob, period_knob, threshold_knob
from algorithms.schedules import step_size


class State(NamedTuple):
    """``table[j]`` = (weight, the pushes made by then); ``push`` as in ``drift``.

    ``clock`` = (K, the steps of the whole run).
    """

    table: np.ndarray
    step: np.ndarray
    push: np.ndarray
    clock: np.ndarray
    bias: np.ndarray
    pace: np.ndarray


@kernel
def learn(table, step, push, clock, bias, pace, indptr, indices, data, y, order, loss, out):
    """One pass over ``order``; a weight catches up with its pushes when it is next read."""
    t, period = step[0], clock[0]
    made = t // period
    for i in range(order.size):
        row = order[i]
        p = bias[0]
        for k in entries(indptr, row):
            j = np.uint32(indices[k])
            table[j, 0] = drift(table[j, 0], int(table[j, 1]), made, push)
            table[j, 1] = made
            p += table[j, 0] * data[k]
        if not abs(p) <= OVERFLOW:
            break
        out[i] = p
        t += 1
        move = step_size(pace, t) * slope(loss, p, y[row])
        due = made + (t % period == 0)
        now = push[0, due] if due > made else 0.0
        for k in entries(indptr, row):
            j = np.uint32(indices[k])
            v = table[j, 0]
            table[j, 0] = v - move * data[k] - now * np.sign(v)
            table[j, 1] = due
        made = due
        bias[0] -= bias[1] * move
    done = t - step[0]
    step[0] = t
    return done


@dataclass(frozen=True)
class Subgradient(Descent):
    """Langford, Li & Zhang 2009, (5)."""

    l1: float = penalty_knob("Weight of the L1 penalty: each step pushes a weight by η_t λ.")
    threshold: float = threshold_knob(
        0.0, "After the very last step weights within θ are cut to zero.", "last cut"
    )
    period: int = period_knob("Push every K steps, K times as hard.")

    key = "subgradient"
    title = "Sub-gradient"
    source = "Langford, Li & Zhang 2009, (5); Dhingra et al., Alg. 3"
    family = "Langford, Li & Zhang 2009"
    hue = "purple"
    dash = "solid"
    idea = "Push every weight towards zero, and past it."
    formula = r"w \leftarrow w - \eta_t \nabla\ell - \eta_t \lambda\, \mathrm{sgn}(w)"
    loop = learn

    def _start(self, setting: RunSetting) -> State:
        pace = self._pace(setting)
        table, step = np.zeros((setting.n_features, 2)), np.zeros(1, np.int64)
        push = pushes(pace, self.l1, setting.n_steps, int(self.period))
        clock = np.array([self.period, setting.n_steps], np.int64)
        return State(table, step, push, clock, bias(setting), pace)

    def extend(self, state: State, n_steps: int) -> State:
        """As :meth:`OnlineAlgorithm.extend`; room for pushes doubles, so that it is seldom made."""
        period, total = int(self.period), int(state.clock[1]) + n_steps
        clock = np.array([period, total], np.int64)
        if total // period < state.push.shape[1]:
            return state._replace(clock=clock)
        return state._replace(clock=clock, push=pushes(state.pace, self.l1, 2 * total, period))

    def weights(self, state: State) -> np.ndarray:
        period, n_steps = state.clock
        w = drift_all(state.table, state.step[0] // period, state.push)
        ended = state.step[0] == n_steps
        return shrinkage.rounding(w, self.threshold) if ended else w

    def shrink(self, v: np.ndarray, t: int) -> np.ndarray:
        return v - self.step_size(t) * self.period * self.l1 * np.sign(v)

    def _advance(self, state, rows, y, order, code) -> np.ndarray:
        """As :meth:`OnlineAlgorithm._advance`; ValueError past the ``n_steps`` of ``start``."""
        left = state.clock[1] - state.step[0]
        if len(order) > left:
            raise ValueError(f"order has {len(order)} steps, but the run has {left} left")
        return super()._advance(state, rows, y, order, code)

"""Truncated gradient.

Idea
    Step down the gradient; every K steps pull the small weights towards zero, and stop at zero.
Update
    v = w − η_t ℓ′(w·x, y) x;  if t mod K = 0: w ← T1(v, η_t K g, θ), else w ← v
Losses
    squared, logistic, hinge
Where its zeros come from
    gravity: a weight within θ that the gradient does not feed loses η_t g a step and stays at 0
Knobs
    η, schedule, gravity g, threshold θ (∞ allowed), period K
Cost per step
    O(nonzeros of x)
Memory
    two numbers a feature
Source
    Langford, Li & Zhang 2009, (6); the lazy form §5
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from algorithms._jit import kernel
from algorithms.losses import slope
from algorithms.maps import truncation
from algorithms.online.base import OVERFLOW, OnlineAlgorithm
from algorithms.online.settle import settle, settled
from algorithms.schedules import step_size
from knobs import knob


class State(NamedTuple):
    """``table[j]`` = (weight, shrinkage already paid) side by side: one cache line, not two."""

    table: np.ndarray
    step: np.ndarray
    due: np.ndarray


@kernel
def learn(
    table, step, due, indptr, indices, data, y, order, loss, eta, schedule, g, theta, period, out
):
    """One pass over ``order``; a weight pays what it owes when it is next read."""
    t, total = step[0], due[0]
    for i in range(order.size):
        row = order[i]
        p = 0.0
        for k in range(indptr[row], indptr[row + 1]):
            j = np.uint32(indices[k])
            v = settle(table[j, 0], total, table[j, 1], theta)
            table[j, 0] = v
            table[j, 1] = total
            p += v * data[k]
        if not abs(p) <= OVERFLOW:
            break
        out[i] = p
        t += 1
        eta_t = step_size(schedule, eta, t)
        move = eta_t * slope(loss, p, y[row])
        for k in range(indptr[row], indptr[row + 1]):
            table[np.uint32(indices[k]), 0] -= move * data[k]
        if t % period == 0:
            total += eta_t * period * g
    done = t - step[0]
    step[0], due[0] = t, total
    return done


@dataclass(frozen=True)
class TruncatedGradient(OnlineAlgorithm):
    """Langford, Li & Zhang 2009, (6)."""

    gravity: float = knob(
        0.01,
        "g",
        "How hard small weights are pulled to zero.",
        label="gravity",
        maximum=1e100,
        low=1e-5,
        high=1.0,
        scale="log",
    )
    threshold: float = knob(
        math.inf,
        "θ",
        "Weights larger than this are left alone.",
        label="threshold",
        low=1e-3,
        high=10.0,
        scale="log",
        infinite=True,
    )
    period: int = knob(
        1,
        "K",
        "Truncate every K steps, K times as hard.",
        label="period",
        low=1,
        high=100,
        scale="log",
        integer=True,
        minimum=1,
        maximum=10**9,
    )

    key = "truncated_gradient"
    title = "Truncated gradient"
    source = "Langford, Li & Zhang 2009, (6)"
    idea = "Step, then pull the small weights towards zero and stop there."
    formula = r"w \leftarrow T_1(w - \eta_t \nabla\ell,\ \eta_t K g,\ \theta)"
    loop = learn

    def start(self, n_features: int, n_steps: int) -> State:
        return State(np.zeros((n_features, 2)), np.zeros(1, np.int64), np.zeros(1))

    def weights(self, state: State) -> np.ndarray:
        return settled(state.table, state.due[0], self.threshold)

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

    def _learn(self, state, indptr, indices, data, y, order, loss, schedule, predictions) -> int:
        return learn(
            *state,
            indptr,
            indices,
            data,
            y,
            order,
            loss,
            float(self.eta),
            schedule,
            float(self.gravity),
            float(self.threshold),
            int(self.period),
            predictions,
        )

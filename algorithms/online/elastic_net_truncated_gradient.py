"""Elastic-net truncated gradient.

Idea
    Truncated gradient with a ridge: what a pull leaves of a small weight is also divided, so that
    features that say the same share the weight and none of them grows large.
Update
    v = w − η_t ℓ′(w·x, y) x;  if t mod K = 0: w_j ← S(v_j, η_t K g)/(1 + η_t K λ₂) where |v_j| ≤ θ;
    else w_j ← v_j
Losses
    squared, logistic, hinge, clipped
Where its zeros come from
    gravity, as in truncated gradient; the ridge shrinks, but not to zero
Knobs
    η, schedule, gravity g, threshold θ (∞ allowed), period K, ridge λ₂
Cost per step
    O(nonzeros of x), and d/K where few features are pulled at once
Memory
    four numbers per feature
Source
    Langford, Li & Zhang 2009, (6), with the penalty of Zou & Hastie 2005. Beyond the papers
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
)
from algorithms.online.lazy.ridge import NOTHING, demand, settle_share, settled_shares, share
from algorithms.online.storage.cache_lines import whole_rows
from algorithms.online.storage.prefetch import FAR, look_ahead
from algorithms.presets import gravity_knob, period_knob, threshold_knob
from algorithms.schedules import step_size
from algorithms.shrinkage import soft_threshold
from knobs import knob, log


class State(NamedTuple):
    """``table[j]`` = (weight, what was due when it paid: 3 numbers); ``due`` as in ``ridge``."""

    table: np.ndarray
    step: np.ndarray
    due: np.ndarray
    bias: np.ndarray
    pace: np.ndarray


@kernel
def learn(
    table, step, due, bias, pace, indptr, indices, data, y, order, loss, out, g, theta, period, l2
):
    """One pass over ``order``; the pulls on a weight are applied when it is next read."""
    t = step[0]
    for i in range(order.size):
        row = order[i]
        if table.shape[0] > FAR:
            look_ahead(table, indptr, indices, order, i)
        p, total, mantissa, exponent = bias[0], due[0], due[1], due[2]
        for k in entries(indptr, row):
            j = np.uint32(indices[k])
            rho = share(table[j, 2], table[j, 3], mantissa, exponent)
            v = settle_share(table[j, 0], rho, total, table[j, 1], theta)
            table[j, 0], table[j, 1], table[j, 2], table[j, 3] = v, total, mantissa, exponent
            p += v * data[k]
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
            demand(due, eta_t * period * g, 1.0 + eta_t * period * l2)
    done = t - step[0]
    step[0] = t
    return done


@kernel
def pull_all(w, pull, ridge, theta):
    """Truncate and divide all weights, in place, without a branch."""
    for j in range(w.size):
        v = w[j]
        left = v - min(max(v, -pull), pull)
        w[j] = left / ridge if abs(v) <= theta else v


@kernel
def learn_eager(
    w, step, bias, pace, indptr, indices, data, y, order, loss, out, g, theta, period, l2
):
    """One pass over ``order`` with few features: all weights pay as soon as a pull is due."""
    t, lead = step[0], leading(indptr, indices, order)
    for i in range(order.size):
        row = order[i]
        p = predict(w, bias[0], indptr, indices, data, row, lead)
        if not abs(p) <= OVERFLOW:
            break
        out[i] = p
        t += 1
        eta_t = step_size(pace, t)
        move = eta_t * slope(loss, p, y[row])
        step_against(w, move, indptr, indices, data, row, lead)
        bias[0] -= bias[1] * move
        if t % period == 0:
            pull_all(w, eta_t * period * g, 1.0 + eta_t * period * l2, theta)
    done = t - step[0]
    step[0] = t
    return done


@kernel
def weight(state, j, settings):
    """The weight of feature j as of now."""
    table, due, theta = state.table, state.due, settings[1]
    rho = share(table[j, 2], table[j, 3], due[1], due[2])
    return settle_share(table[j, 0], rho, due[0], table[j, 1], theta)


@dataclass(frozen=True)
class ElasticNetTruncatedGradient(EagerDescent):
    """Langford, Li & Zhang 2009, (6), with a ridge."""

    gravity: float = gravity_knob()
    threshold: float = threshold_knob(math.inf, "Weights larger than this are left alone.")
    period: int = period_knob("Truncate every K steps, K times as hard.")
    l2: float = knob(
        0.01,
        "λ₂",
        "ridge",
        log(1e-5, 10.0, zero=True),
        "Weight of the ridge: what a pull leaves is divided by 1 + ηKλ₂.",
    )

    key = "elastic_net_truncated_gradient"
    title = "Elastic-net truncated gradient"
    source = "Langford, Li & Zhang 2009, (6); Zou & Hastie 2005"
    family = "Beyond the papers"
    hue = "purple"
    dash = "dashdot"
    idea = "Step, pull the small weights towards zero, and divide what is left."
    formula = r"w \leftarrow \frac{S(w - \eta_t\nabla\ell,\ \eta_t K g)}{1 + \eta_t K \lambda_2}"
    loop = learn
    weight = weight
    eager_loop = learn_eager

    def _start_lazy(self, setting: RunSetting) -> State:
        table, step = whole_rows(setting.n_features, 4), np.zeros(1, np.int64)
        return State(table, step, np.array(NOTHING), bias(setting), self._pace(setting))

    def weights(self, state: State | EagerState) -> np.ndarray:
        if isinstance(state, EagerState):
            return state.w.copy()
        return settled_shares(state.table, state.due, self.threshold)

    def _shrink_at_end(self, state: State | EagerState, eta: float) -> None:
        pull, ridge = eta * self.period * self.gravity, 1.0 + eta * self.period * self.l2
        if isinstance(state, EagerState):
            pull_all(state.w, pull, ridge, float(self.threshold))
        else:
            demand(state.due, pull, ridge)

    @property
    def stride(self) -> int:
        return self.period

    def shrink(self, v: np.ndarray, t: int) -> np.ndarray:
        pull, ridge = self._pull(t), 1.0 + self.step_size(t) * self.period * self.l2
        return np.where(np.abs(v) <= self.threshold, soft_threshold(v, pull) / ridge, v)

    def kinks(self, t: int) -> tuple[float, ...]:
        bends = {min(self._pull(t), self.threshold), self.threshold}
        bent = self.gravity > 0.0 or self.l2 > 0.0
        return tuple(sorted(k for k in bends if 0.0 < k < math.inf)) if bent else ()

    def _pull(self, t: int) -> float:
        return self.step_size(t) * self.period * self.gravity

    def _settings(self) -> tuple:
        return float(self.gravity), float(self.threshold), int(self.period), float(self.l2)

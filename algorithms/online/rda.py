"""RDA: regularised dual averaging.

Idea
    Answer the mean of all gradients so far, not the last one: weights whose mean gradient is
    small are 0, however the single gradients jump.
Update
    ū_t = (g_1 + … + g_t)/t;  w_{t+1} = −(√t/γ) S(ū_t, λ),
    the minimiser of ⟨ū_t, w⟩ + λ‖w‖₁ + (γ/(2√t))‖w‖²
Losses
    squared, logistic, hinge, clipped
Where its zeros come from
    the soft threshold: w_j = 0 as long as |ū_j| ≤ λ, a bound that does not fall with the step size
Knobs
    γ, λ, which memory; there is no step size
Cost per step
    O(nonzeros of x)
Memory
    one number per feature; on live features two for each that ever had a gradient, for a weight
    of 0 may have a sum of gradients that is not
Source
    Xiao 2010, (8) and (10); Yang et al. 2010, (10) with groups of one
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from algorithms.kernel import entries, kernel
from algorithms.losses import slope
from algorithms.online.base import OVERFLOW, RunSetting, bias
from algorithms.online.storage.hash_table import longest, place, slot
from algorithms.online.storage.live_features import LiveFeatures, LiveState, memory_knob
from algorithms.online.storage.prefetch import FAR, look_ahead
from algorithms.presets import penalty_knob, proximity_knob
from algorithms.shrinkage import soft_threshold

# The sum of gradients stands for their mean: where the mean equals λ to the last bit, the sum may
# lie above λt by the rounding of that product, and must still be 0.
ROUNDED_UP = 1.0 + 2.0**-51


class State(NamedTuple):
    """``descent`` = −Σ g (d,), ``drift`` = −Σ ℓ′ for the intercept, and as in every state."""

    descent: np.ndarray
    drift: np.ndarray
    step: np.ndarray
    bias: np.ndarray


@kernel
def learn(descent, drift, step, bias, indptr, indices, data, y, order, loss, out, gamma, l1):
    """One pass over ``order``; a weight is computed from its sum of gradients when it is read."""
    t = step[0]
    for i in range(order.size):
        row = order[i]
        if descent.shape[0] > FAR:
            look_ahead(descent, indptr, indices, order, i)
        edge = l1 * t * ROUNDED_UP
        p = 0.0
        for k in entries(indptr, row):
            v = descent[np.uint32(indices[k])]
            p += (v - min(max(v, -edge), edge)) * data[k]
        p = bias[0] + p / (gamma * math.sqrt(max(t, 1)))
        if not abs(p) <= OVERFLOW:
            break
        out[i] = p
        t += 1
        s = slope(loss, p, y[row])
        for k in entries(indptr, row):
            descent[np.uint32(indices[k])] -= s * data[k]
        drift[0] -= bias[1] * s
        bias[0] = drift[0] / (gamma * math.sqrt(t))
    done = t - step[0]
    step[0] = t
    return done


@kernel
def learn_live(
    ids, descent, count, drift, step, bias, indptr, indices, data, y, order, loss, out, gamma, l1
):
    """The same on a hash table: a feature that is not there has had no gradient."""
    t = step[0]
    places = np.empty(longest(indptr, order), np.int64)
    for i in range(order.size):
        row = order[i]
        edge = l1 * t * ROUNDED_UP
        p, own = 0.0, entries(indptr, row)
        for k in own:
            s = places[k - own.start] = slot(ids, indices[k])
            v = descent[s]
            p += (v - min(max(v, -edge), edge)) * data[k]
        p = bias[0] + p / (gamma * math.sqrt(max(t, 1)))
        if not abs(p) <= OVERFLOW:
            break
        out[i] = p
        t += 1
        g = slope(loss, p, y[row])
        for k in own:
            if g * data[k] != 0.0:
                s = place(ids, count, places[k - own.start], indices[k])
                descent[s] -= g * data[k]
        drift[0] -= bias[1] * g
        bias[0] = drift[0] / (gamma * math.sqrt(t))
    done = t - step[0]
    step[0] = t
    return done


@kernel
def weight(state, j, settings):
    """The weight of feature j as of now."""
    gamma, l1 = settings
    t, v = state.step[0], state.descent[j]
    edge = l1 * t * ROUNDED_UP
    return (v - min(max(v, -edge), edge)) / (gamma * math.sqrt(max(t, 1)))


@dataclass(frozen=True)
class RDA(LiveFeatures):
    """Xiao 2010, (8) and (10)."""

    gamma: float = proximity_knob()
    l1: float = penalty_knob(
        "Weight of the L1 penalty: mean gradients within it leave a weight at zero."
    )
    memory: str = memory_knob()

    key = "rda"
    title = "RDA"
    source = "Xiao 2010, (10); Yang et al. 2010, (10)"
    family = "Yang et al. 2010"
    hue = "vermilion"
    dash = "dot"
    idea = "Shrink the mean of all gradients, not the last step."
    formula = r"w \leftarrow -\tfrac{\sqrt t}{\gamma}\, S(\bar u_t,\ \lambda)"
    loop = learn
    weight = weight
    live_loop = learn_live

    def _start(self, setting: RunSetting) -> State:
        descent, drift = np.zeros(setting.n_features), np.zeros(1)
        return State(descent, drift, np.zeros(1, np.int64), bias(setting))

    def _materialise(self, state: State) -> np.ndarray:
        t = int(state.step[0])
        edge = self.l1 * t * ROUNDED_UP
        return soft_threshold(state.descent, edge) / (self.gamma * math.sqrt(max(t, 1)))

    def shrink(self, v: np.ndarray, t: int) -> None:
        return None

    def _settings(self) -> tuple:
        return float(self.gamma), float(self.l1)

    def _rows_to_keep(self, state: LiveState) -> np.ndarray:
        """A weight may be 0 while its sum of gradients is not, and the sum is the algorithm."""
        return state.table != 0.0

"""AdaGrad-RDA: dual averaging with a diagonal that adapts.

Idea
    RDA with a step size for each coordinate: rare features answer their mean gradient strongly.
Update
    ū_t = (g_1 + … + g_t)/t, G_j = Σ g_j²;  w_j = −(ηt/(δ + √G_j)) S(ū_j, λ),
    the minimiser of η⟨ū_t, w⟩ + ηλ‖w‖₁ + (1/2t) Σ (δ + √G_j) w_j²
Losses
    squared, logistic, hinge, clipped
Where its zeros come from
    the soft threshold: w_j = 0 as long as |ū_j| ≤ λ, whatever the step size of j
Knobs
    η, δ, λ
Cost per step
    O(nonzeros of x)
Memory
    two numbers per feature
Source
    Duchi, Hazan & Singer 2011, (3) and §5.1. Beyond the papers
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from algorithms.kernel import entries, kernel
from algorithms.losses import slope
from algorithms.online.adaptive.coordinate_steps import grow_root, shrink_over, shrink_over_all
from algorithms.online.base import OVERFLOW, OnlineAlgorithm, RunSetting, bias
from algorithms.online.rda import ROUNDED_UP
from algorithms.online.storage.prefetch import FAR, look_ahead
from algorithms.presets import eta_knob, offset_knob, penalty_knob


class State(NamedTuple):
    """``table[j]`` = (−Σ g, √G) side by side; ``drift`` = the same of the intercept."""

    table: np.ndarray
    drift: np.ndarray
    step: np.ndarray
    bias: np.ndarray


@kernel
def learn(table, drift, step, bias, indptr, indices, data, y, order, loss, out, eta, delta, l1):
    """One pass over ``order``; a weight is computed from (−Σ g, √G) when it is read."""
    t = step[0]
    for i in range(order.size):
        row = order[i]
        if table.shape[0] > FAR:
            look_ahead(table, indptr, indices, order, i)
        edge = l1 * t * ROUNDED_UP
        p = 0.0
        for k in entries(indptr, row):
            j = np.uint32(indices[k])
            p += shrink_over(table[j, 0], edge, delta + table[j, 1]) * data[k]
        p = bias[0] + eta * p
        if not abs(p) <= OVERFLOW:
            break
        out[i] = p
        t += 1
        s = slope(loss, p, y[row])
        for k in entries(indptr, row):
            j = np.uint32(indices[k])
            g = s * data[k]
            table[j, 0] -= g
            table[j, 1] = grow_root(table[j, 1], g)
        drift[0] -= bias[1] * s
        drift[1] = grow_root(drift[1], s)
        bias[0] = eta * shrink_over(drift[0], 0.0, delta + drift[1])
    done = t - step[0]
    step[0] = t
    return done


@kernel
def weight(state, j, settings):
    """The weight of feature j as of now."""
    eta, delta, l1 = settings
    edge = l1 * state.step[0] * ROUNDED_UP
    return eta * shrink_over(state.table[j, 0], edge, delta + state.table[j, 1])


@dataclass(frozen=True)
class AdaGradRDA(OnlineAlgorithm):
    """Duchi, Hazan & Singer 2011, (3) and §5.1."""

    eta: float = eta_knob(about="How far the first gradient moves a weight.")
    delta: float = offset_knob()
    l1: float = penalty_knob(
        "Weight of the L1 penalty: mean gradients within it leave a weight at zero."
    )

    key = "adagrad_rda"
    title = "AdaGrad-RDA"
    source = "Duchi, Hazan & Singer 2011, (3)"
    family = "Beyond the papers"
    hue = "vermilion"
    dash = "dashdot"
    idea = "RDA with a step size for each coordinate."
    formula = r"w_j \leftarrow -\tfrac{\eta t}{\delta + \sqrt{G_j}}\, S(\bar u_j,\ \lambda)"
    loop = learn
    weight = weight

    def _start(self, setting: RunSetting) -> State:
        table = np.zeros((setting.n_features, 2))
        return State(table, np.zeros(2), np.zeros(1, np.int64), bias(setting))

    def weights(self, state: State) -> np.ndarray:
        edge = self.l1 * int(state.step[0]) * ROUNDED_UP
        descent, root = state.table.T
        return self.eta * shrink_over_all(descent, edge, self.delta + root)

    def shrink(self, v: np.ndarray, t: int) -> None:
        return None

    def _settings(self) -> tuple:
        return float(self.eta), float(self.delta), float(self.l1)

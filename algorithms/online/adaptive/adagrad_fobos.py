"""AdaGrad-FOBOS: composite mirror descent with a diagonal that adapts.

Idea
    FOBOS with a step size for each coordinate: rare features take long steps, frequent ones short.
Update
    G_j ← G_j + g_j²;  h_j = δ + √G_j;  w_j ← S(w_j − (η/h_j) g_j, ηλ/h_j), for every j
Losses
    squared, logistic, hinge, clipped
Where its zeros come from
    the soft threshold, at every step and for every feature
Knobs
    η, δ, λ
Cost per step
    O(nonzeros of x)
Memory
    two numbers per feature
Source
    Duchi, Hazan & Singer 2011, (4) and §5.1. Beyond the papers

Between two touches h_j stands still, and each step takes ηλ/h_j off |w_j|. So a touch at t leaves
c = sgn(w_j)(h_j |w_j| + tηλ), and at any later t the weight is S(c, tηλ)/h_j: one running total
for all coordinates. One that never met a gradient stays 0.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from algorithms.kernel import entries, kernel
from algorithms.losses import slope
from algorithms.online.adaptive.coordinate_steps import (
    free_step,
    grow_root,
    shrink_over,
    shrink_over_all,
)
from algorithms.online.base import OVERFLOW, OnlineAlgorithm, RunSetting, bias
from algorithms.online.lazy.truncation import RESIDUE
from algorithms.online.storage.prefetch import FAR, look_ahead
from algorithms.presets import eta_knob, offset_knob, penalty_knob


class State(NamedTuple):
    """``table[j]`` = (c, √G) side by side; ``root`` = √G of the intercept."""

    table: np.ndarray
    root: np.ndarray
    step: np.ndarray
    bias: np.ndarray


@kernel
def learn(table, root, step, bias, indptr, indices, data, y, order, loss, out, eta, delta, l1):
    """One pass over ``order``; a weight is computed from (c, √G) when it is read."""
    t = step[0]
    for i in range(order.size):
        row = order[i]
        if table.shape[0] > FAR:
            look_ahead(table, indptr, indices, order, i)
        due = t * eta * l1
        p = bias[0]
        for k in entries(indptr, row):
            j = np.uint32(indices[k])
            p += shrink_over(table[j, 0], due, delta + table[j, 1], RESIDUE * due) * data[k]
        if not abs(p) <= OVERFLOW:
            break
        out[i] = p
        t += 1
        s = slope(loss, p, y[row])
        for k in entries(indptr, row):
            j = np.uint32(indices[k])
            v = shrink_over(table[j, 0], due, delta + table[j, 1], RESIDUE * due)
            g = s * data[k]
            table[j, 1] = grow_root(table[j, 1], g)
            c = v * (delta + table[j, 1]) - eta * g
            table[j, 0] = c + math.copysign(due, c)
        free_step(bias, root, s, eta, delta)
    done = t - step[0]
    step[0] = t
    return done


@kernel
def weight(state, j, settings):
    """The weight of feature j as of now."""
    eta, delta, l1 = settings
    due = state.step[0] * eta * l1
    return shrink_over(state.table[j, 0], due, delta + state.table[j, 1], RESIDUE * due)


@dataclass(frozen=True)
class AdaGradFobos(OnlineAlgorithm):
    """Duchi, Hazan & Singer 2011, (4) and §5.1."""

    eta: float = eta_knob(about="How far the first gradient moves a weight.")
    delta: float = offset_knob()
    l1: float = penalty_knob("Weight of the L1 penalty: the soft threshold is ηλ/(δ + √G).")

    key = "adagrad_fobos"
    title = "AdaGrad-FOBOS"
    source = "Duchi, Hazan & Singer 2011, (4)"
    family = "Beyond the papers"
    hue = "grey"
    dash = "dashdot"
    idea = "FOBOS with a step size for each coordinate."
    formula = r"w_j \leftarrow S\left(w_j - \tfrac{\eta}{h_j} g_j,\ \tfrac{\eta\lambda}{h_j}\right)"
    loop = learn
    weight = weight

    def _start(self, setting: RunSetting) -> State:
        table = np.zeros((setting.n_features, 2))
        return State(table, np.zeros(1), np.zeros(1, np.int64), bias(setting))

    def weights(self, state: State) -> np.ndarray:
        due = int(state.step[0]) * self.eta * self.l1
        c, root = state.table.T
        return shrink_over_all(c, due, self.delta + root, RESIDUE * due)

    def shrink(self, v: np.ndarray, t: int) -> None:
        return None

    def _settings(self) -> tuple:
        return float(self.eta), float(self.delta), float(self.l1)

"""FTRL-Proximal.

Idea
    Follow the leader: the minimiser of all gradients so far, an L1 and an L2 penalty, and a pull
    towards every earlier iterate, each coordinate with a step size of its own.
Update
    w_j = 0 if |z_j| ≤ λ₁, else −(z_j − sgn(z_j) λ₁)/((β + √n_j)/α + λ₂);
    g = ℓ′(w·x, y) x_j, σ = (√(n_j + g²) − √n_j)/α;  z_j ← z_j + g − σ w_j, n_j ← n_j + g²
Losses
    squared, logistic, hinge, clipped
Where its zeros come from
    λ₁, which counts once for the whole run and not once per step: |z_j| must outgrow it
Knobs
    α, β, λ₁, λ₂; the step size of a coordinate is α/(β + √n_j)
Cost per step
    O(nonzeros of x)
Memory
    two numbers per feature
Source
    McMahan et al. 2013, Alg. 1. Beyond the papers

With λ₁ = λ₂ = 0 this is AdaGrad's step, η = α and δ = β; the intercept takes that.
"""

from __future__ import annotations

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
from algorithms.online.storage.prefetch import FAR, look_ahead
from knobs import knob, log


class State(NamedTuple):
    """``table[j]`` = (−z, √n) side by side; ``root`` = √n of the intercept, and (b, on)."""

    table: np.ndarray
    root: np.ndarray
    bias: np.ndarray


@kernel
def learn(table, root, bias, indptr, indices, data, y, order, loss, out, alpha, beta, l1, l2):
    """One pass over ``order``; w/α is computed from (−z, √n) when a weight is read."""
    base, done = beta + alpha * l2, 0
    for i in range(order.size):
        row = order[i]
        if table.shape[0] > FAR:
            look_ahead(table, indptr, indices, order, i)
        p = 0.0
        for k in entries(indptr, row):
            j = np.uint32(indices[k])
            p += shrink_over(table[j, 0], l1, base + table[j, 1]) * data[k]
        p = bias[0] + alpha * p
        if not abs(p) <= OVERFLOW:
            break
        out[i] = p
        done += 1
        s = slope(loss, p, y[row])
        for k in entries(indptr, row):
            j = np.uint32(indices[k])
            z, before, g = table[j, 0], table[j, 1], s * data[k]
            after = grow_root(before, g)
            table[j, 0] = z - g + (after - before) * shrink_over(z, l1, base + before)
            table[j, 1] = after
        free_step(bias, root, s, alpha, beta)
    return done


@kernel
def weight(state, j, settings):
    """The weight of feature j as of now."""
    alpha, beta, l1, l2 = settings
    return alpha * shrink_over(state.table[j, 0], l1, beta + alpha * l2 + state.table[j, 1])


@dataclass(frozen=True)
class FTRLProximal(OnlineAlgorithm):
    """McMahan et al. 2013, Alg. 1."""

    alpha: float = knob(
        0.3, "α", "step size", log(1e-3, 10.0), "How far the first gradients move a weight."
    )
    beta: float = knob(
        1.0,
        "β",
        "delay",
        log(1e-3, 10.0, zero=True),
        "How much gradient a coordinate must meet before its steps get smaller.",
    )
    l1: float = knob(
        3.0,
        "λ₁",
        "L1 penalty",
        log(1e-3, 100.0, zero=True),
        "Weight of the L1 penalty, once for the whole run.",
    )
    l2: float = knob(
        0.0,
        "λ₂",
        "L2 penalty",
        log(1e-3, 100.0, zero=True),
        "Weight of the L2 penalty, once for the whole run.",
    )

    key = "ftrl_proximal"
    title = "FTRL-Proximal"
    source = "McMahan et al. 2013, Alg. 1"
    family = "Beyond the papers"
    hue = "ochre"
    dash = "dot"
    idea = "Follow the leader, near all earlier weights, each coordinate at its own pace."
    formula = r"w_j \leftarrow -\frac{S(z_j,\ \lambda_1)}{(\beta + \sqrt{n_j})/\alpha + \lambda_2}"
    loop = learn
    weight = weight

    def _start(self, setting: RunSetting) -> State:
        return State(np.zeros((setting.n_features, 2)), np.zeros(1), bias(setting))

    def weights(self, state: State) -> np.ndarray:
        base = self.beta + self.alpha * self.l2
        return self.alpha * shrink_over_all(state.table[:, 0], self.l1, base + state.table[:, 1])

    def shrink(self, v: np.ndarray, t: int) -> None:
        return None

    def _settings(self) -> tuple:
        return float(self.alpha), float(self.beta), float(self.l1), float(self.l2)

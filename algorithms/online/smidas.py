"""SMIDAS: stochastic mirror descent, made sparse.

Idea
    Truncated gradient on a dual vector θ; the weights are its image under a p-norm link, which
    lets a few large ones stand out and many small ones count little.
Update
    θ ← S(θ − η_t ℓ′(w·x, y) x, η_t λ);  w_j = sign(θ_j) \\|θ_j\\|^(p−1) / ‖θ‖_p^(p−2)
Losses
    squared, logistic, hinge, clipped
Where its zeros come from
    the soft threshold on θ, at every step and for every feature: w_j = 0 where θ_j = 0
Knobs
    η, schedule, decay per pass, λ, p (0 stands for 2 ln d, and for 2 where that is less)
Cost per step
    O(nonzeros of x + nonzeros of θ): the threshold moves every θ_j, and with them the norm
Memory
    two numbers per feature
Source
    Shalev-Shwartz & Tewari 2009, Alg. 3

p = 2 is truncated gradient with θ = ∞, K = 1.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from algorithms.kernel import entries, kernel
from algorithms.losses import slope
from algorithms.online.base import OVERFLOW, RunSetting, bias
from algorithms.online.common.pnorm import link, link_all, shrink_live
from algorithms.online.descent import Descent
from algorithms.online.storage.prefetch import FAR, look_ahead
from algorithms.presets import penalty_knob
from algorithms.schedules import step_size
from knobs import knob, log


class State(NamedTuple):
    """``live`` lists the features with θ_j ≠ 0, ``count`` = (steps taken, how many they are).

    ``norm`` as in ``pnorm``.
    """

    theta: np.ndarray
    live: np.ndarray
    norm: np.ndarray
    count: np.ndarray
    bias: np.ndarray
    pace: np.ndarray


@kernel
def learn(theta, live, norm, count, bias, pace, indptr, indices, data, y, order, loss, out, l1):
    """One pass over ``order``."""
    t, n = count[0], count[1]
    for i in range(order.size):
        row = order[i]
        if theta.shape[0] > FAR:
            look_ahead(theta, indptr, indices, order, i)
        p = bias[0]
        for k in entries(indptr, row):
            p += link(theta[np.uint32(indices[k])], norm) * data[k]
        if not abs(p) <= OVERFLOW:
            break
        out[i] = p
        t += 1
        eta_t = step_size(pace, t)
        move = eta_t * slope(loss, p, y[row])
        for k in entries(indptr, row):
            j = np.uint32(indices[k])
            if theta[j] == 0.0:
                live[n] = j
                n += 1
            theta[j] -= move * data[k]
        n = shrink_live(theta, live, n, eta_t * l1, norm)
        bias[0] -= bias[1] * move
    done = t - count[0]
    count[0], count[1] = t, n
    return done


@dataclass(frozen=True)
class Smidas(Descent):
    """Shalev-Shwartz & Tewari 2009, Alg. 3."""

    l1: float = penalty_knob("Weight of the L1 penalty: each step θ is soft-thresholded by η_t λ.")
    p: float = knob(
        0.0,
        "p",
        "norm",
        log(2.0, 50.0, zero=True),
        "Norm of the link: 2 is plain descent, larger favours large weights; 0 stands for 2 ln d.",
    )

    key = "smidas"
    title = "SMIDAS"
    source = "Shalev-Shwartz & Tewari 2009, Alg. 3"
    family = "Shalev-Shwartz & Tewari 2009"
    hue = "green"
    dash = "dashdot"
    idea = "Truncated gradient on a dual vector, whose image favours the few large weights."
    formula = (
        r"\theta \leftarrow S(\theta - \eta_t \nabla\ell,\ \eta_t \lambda),\ w = f^{-1}(\theta)"
    )
    loop = learn

    def __post_init__(self) -> None:
        super().__post_init__()
        if 0.0 < self.p < 2.0:
            raise ValueError(f"p = {self.p!r}: it must be a number >= 2, finite, or 0 for 2 ln d")

    def _start(self, setting: RunSetting) -> State:
        d = setting.n_features
        norm = np.array([self.p or max(2.0, 2.0 * math.log(d)), 0.0, 0.0])
        theta, live, count = np.zeros(d), np.zeros(d, np.int64), np.zeros(2, np.int64)
        return State(theta, live, norm, count, bias(setting), self._pace(setting))

    def weights(self, state: State) -> np.ndarray:
        return link_all(state.theta, state.norm)

    def shrink(self, v: np.ndarray, t: int) -> None:
        """None: a weight depends on the whole of θ."""

    def _settings(self) -> tuple:
        return (float(self.l1),)

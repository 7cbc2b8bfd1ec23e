"""Exponentiated gradient, EG±.

Idea
    Multiply instead of add: two positive weights per feature, one for each sign, and together they
    always weigh z.
Update
    w = w⁺ − w⁻, both start at z/2d;  w± ← w± e^(∓η_t g_t), then both scaled to Σ(w⁺ + w⁻) = z,
    g_t the mean gradient of the last m examples; where signs are kept, there is one of both for
    each feature, it starts at z/d, and no weight is ever 0
Losses
    squared, logistic, hinge, clipped; softmax with one set of weights, and one z, a class
Where its zeros come from
    nowhere: a weight is 0 only while its feature has never been seen; with signs it never is
Knobs
    η, schedule, decay per pass, z, mini-batch size m, the signs allowed
Cost per step
    O(nonzeros of x), for each class
Memory
    one number per feature, for each class, and k + 1 per example of the mini-batch
Source
    Duchi et al. 2008, (13); Kivinen & Warmuth 1997

With the exponents θ = −Σ η_t g_t the weights are w_j = z sinh θ_j / Σ_i cosh θ_i, and with signs σ
and θ = −Σ η_t σ g_t w_j = σ_j z e^θ_j / Σ_i e^θ_i. Only the θ_j of
the example move; the normaliser follows them (normaliser.py). Updates, not examples, count the t
of η_t; a mini-batch not yet full waits for its last example.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from algorithms.kernel import entries, kernel
from algorithms.online.base import RunSetting
from algorithms.online.common import normaliser
from algorithms.online.common.multiclass import Balls, finite, outputs, slopes
from algorithms.online.common.normaliser import enter, read, share, sum_anew
from algorithms.online.storage.prefetch import FAR, look_ahead
from algorithms.schedules import step_size


class State(NamedTuple):
    """``theta`` (d, k), the exponents; ``sums`` and ``frame`` as in ``normaliser``; σ (d, k)."""

    theta: np.ndarray
    sums: np.ndarray
    frame: np.ndarray
    signs: np.ndarray
    rows: np.ndarray
    slopes: np.ndarray
    count: np.ndarray
    bias: np.ndarray
    pace: np.ndarray


@kernel
def learn(
    theta, sums, frame, signs, rows, pulls, count, bias, pace, indptr, indices, data, y, order,
    loss, out, radius, by_sign,
):  # fmt: skip
    """One pass over ``order``; the weights stand still while a mini-batch fills."""
    t, waiting, done = count[0], count[2], 0
    for i in range(order.size):
        row = order[i]
        if theta.shape[0] > FAR:
            look_ahead(theta, indptr, indices, order, i)
        p = out[i]
        for c in range(p.size):
            p[c] = bias[c]
            for k in entries(indptr, row):
                j = np.uint32(indices[k])
                w = radius * share(theta[j, c], frame[c], by_sign)
                p[c] += (w if by_sign is None else signs[j, c] * w) * data[k]
        if not finite(p):
            break
        done += 1
        rows[waiting] = row
        slopes(loss, p, y[row], pulls[waiting])
        waiting += 1
        if waiting < rows.size:
            continue
        t += 1
        eta_t = step_size(pace, t)
        for c in range(p.size):
            fits = True
            for b in range(waiting):
                move = eta_t / waiting * pulls[b, c]
                for k in entries(indptr, rows[b]):
                    j = np.uint32(indices[k])
                    enter(sums[c], frame[c], theta[j, c], -1, by_sign)
                    theta[j, c] -= move * (data[k] if by_sign is None else signs[j, c] * data[k])
                    fits = enter(sums[c], frame[c], theta[j, c], 1, by_sign) and fits
                bias[c] -= bias[-1] * move
            if not (read(sums[c], frame[c]) and fits):
                sum_anew(theta[:, c], sums[c], frame[c], by_sign)
        waiting = 0
    count[0], count[2] = t, waiting
    return done


@dataclass(frozen=True)
class ExponentiatedGradient(Balls):
    """Duchi et al. 2008, (13)."""

    key = "exponentiated_gradient"
    title = "Exponentiated gradient"
    source = "Duchi et al. 2008, (13)"
    family = "Duchi et al. 2008"
    hue = "violet"
    dash = "solid"
    idea = "Multiply the weights instead of adding to them; together they always weigh z."
    formula = r"w^\pm \leftarrow \frac{z}{Z}\, w^\pm e^{\mp\eta_t \nabla\ell}"
    loop = learn

    def _start(self, setting: RunSetting) -> State:
        d, k = setting.n_features, outputs(setting)
        sums, signs = normaliser.zeros(k, d, self._by_sign), self._signs(setting).T.copy()
        return State(np.zeros((d, k)), *sums, signs, *self._start_of_all(setting))

    def weights(self, state: State) -> np.ndarray:
        w = self.radius * normaliser.shares(state.theta.T, state.frame, self._by_sign)
        if self._by_sign:
            w *= state.signs.T
        return w if state.count[1] else w[0]

    def _settings(self) -> tuple:
        return float(self.radius), self._by_sign

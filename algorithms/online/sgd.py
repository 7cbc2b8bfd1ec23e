"""Stochastic gradient descent.

Idea
    Step down the gradient of the example at hand.
Update
    w ← w − η_t ℓ′(w·x, y) x
Losses
    squared, logistic, hinge, clipped
Where its zeros come from
    nowhere: a weight stays 0 only while its feature has never been seen
Knobs
    η, schedule, decay per pass
Cost per step
    O(nonzeros of x)
Memory
    one number per feature
Source
    Langford, Li & Zhang 2009, (3)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from algorithms.kernel import entries, kernel
from algorithms.losses import slope
from algorithms.online.base import OVERFLOW, RunSetting, bias
from algorithms.online.descent import Descent
from algorithms.online.storage.prefetch import FAR, look_ahead
from algorithms.schedules import step_size


class State(NamedTuple):
    """The weights, the number of steps taken, and as in every state (b, on) and the pace."""

    w: np.ndarray
    step: np.ndarray
    bias: np.ndarray
    pace: np.ndarray


@kernel
def learn(w, step, bias, pace, indptr, indices, data, y, order, loss, out):
    """One pass over ``order``."""
    t = step[0]
    for i in range(order.size):
        row = order[i]
        if w.shape[0] > FAR:
            look_ahead(w, indptr, indices, order, i)
        p = bias[0]
        for k in entries(indptr, row):
            p += w[np.uint32(indices[k])] * data[k]
        if not abs(p) <= OVERFLOW:
            break
        out[i] = p
        t += 1
        move = step_size(pace, t) * slope(loss, p, y[row])
        for k in entries(indptr, row):
            w[np.uint32(indices[k])] -= move * data[k]
        bias[0] -= bias[1] * move
    done = t - step[0]
    step[0] = t
    return done


@kernel
def weight(state, j, settings):
    """The weight of feature j as of now."""
    return state.w[j]


@dataclass(frozen=True)
class SGD(Descent):
    """Langford, Li & Zhang 2009, (3)."""

    key = "sgd"
    title = "SGD"
    source = "Langford, Li & Zhang 2009, (3)"
    family = "Langford, Li & Zhang 2009"
    hue = "grey"
    dash = "solid"
    idea = "Step down the gradient; nothing makes a weight zero."
    formula = r"w \leftarrow w - \eta_t \nabla\ell"
    loop = learn
    weight = weight

    def _start(self, setting: RunSetting) -> State:
        w, step = np.zeros(setting.n_features), np.zeros(1, np.int64)
        return State(w, step, bias(setting), self._pace(setting))

    def weights(self, state: State) -> np.ndarray:
        return state.w.copy()

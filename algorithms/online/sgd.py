"""Stochastic gradient descent.

Idea
    Step down the gradient of the example at hand.
Update
    w ← w − η_t ℓ′(w·x, y) x
Losses
    squared, logistic, hinge
Where its zeros come from
    nowhere: a weight stays 0 only while its feature has never been seen
Knobs
    η, schedule
Cost per step
    O(nonzeros of x)
Memory
    one number a feature
Source
    Langford, Li & Zhang 2009, (3)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from algorithms._jit import kernel
from algorithms.losses import slope
from algorithms.online.base import OVERFLOW, OnlineAlgorithm
from algorithms.schedules import step_size


class State(NamedTuple):
    """The weights, and the number of steps taken."""

    w: np.ndarray
    step: np.ndarray


@kernel
def learn(w, step, indptr, indices, data, y, order, loss, eta, schedule, out):
    """One pass over ``order``."""
    t = step[0]
    for i in range(order.size):
        row = order[i]
        p = 0.0
        for k in range(indptr[row], indptr[row + 1]):
            p += w[np.uint32(indices[k])] * data[k]
        if not abs(p) <= OVERFLOW:
            break
        out[i] = p
        t += 1
        move = step_size(schedule, eta, t) * slope(loss, p, y[row])
        for k in range(indptr[row], indptr[row + 1]):
            w[np.uint32(indices[k])] -= move * data[k]
    done = t - step[0]
    step[0] = t
    return done


@dataclass(frozen=True)
class SGD(OnlineAlgorithm):
    """Langford, Li & Zhang 2009, (3)."""

    key = "sgd"
    title = "SGD"
    source = "Langford, Li & Zhang 2009, (3)"
    idea = "Step down the gradient; nothing makes a weight zero."
    formula = r"w \leftarrow w - \eta_t \nabla\ell"
    loop = learn

    def start(self, n_features: int, n_steps: int) -> State:
        return State(np.zeros(n_features), np.zeros(1, np.int64))

    def weights(self, state: State) -> np.ndarray:
        return state.w.copy()

    def _learn(self, state, *example_arguments) -> int:
        *examples, loss, schedule, predictions = example_arguments
        return learn(*state, *examples, loss, float(self.eta), schedule, predictions)

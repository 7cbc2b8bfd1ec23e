"""SGD under an L0 constraint: iterative hard thresholding, one example at a time.

Idea
    Step down the gradient, then keep the K largest weights and drop the rest.
Update
    w ← H_K(w − η_t ℓ′(w·x, y) x), ties: the lowest index is kept
Losses
    squared, logistic, hinge, clipped
Where its zeros come from
    the constraint: never more than K weights are nonzero, whatever the data says
Knobs
    η, schedule, decay per pass, K
Cost per step
    O(nonzeros of x · log K) at most, and mostly less: who does not beat the weakest of the K is
    out after one comparison
Memory
    two numbers per feature, and the K
Source
    Dhingra et al., Alg. 5
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from algorithms.kernel import entries, kernel
from algorithms.losses import slope
from algorithms.online.base import OVERFLOW, RunSetting, bias
from algorithms.online.descent import Descent
from algorithms.online.storage.heap import enter, sift, weaker
from algorithms.online.storage.prefetch import FAR, look_ahead
from algorithms.schedules import step_size
from knobs import knob, log


class State(NamedTuple):
    """``table`` and ``heap`` as in ``heap``; ``count`` = (steps taken, features in the heap)."""

    table: np.ndarray
    heap: np.ndarray
    count: np.ndarray
    bias: np.ndarray
    pace: np.ndarray


@kernel
def learn(table, heap, count, bias, pace, indptr, indices, data, y, order, loss, out):
    """One pass over ``order``."""
    t, n = count[0], count[1]
    for i in range(order.size):
        row = order[i]
        if table.shape[0] > FAR:
            look_ahead(table, indptr, indices, order, i)
        p = bias[0]
        for k in entries(indptr, row):
            p += table[np.uint32(indices[k]), 0] * data[k]
        if not abs(p) <= OVERFLOW:
            break
        out[i] = p
        t += 1
        move = step_size(pace, t) * slope(loss, p, y[row])
        for k in entries(indptr, row):
            j = np.uint32(indices[k])
            table[j, 0] -= move * data[k]
            if table[j, 1] > 0.0:
                sift(table, heap, n, int(table[j, 1]) - 1)
        # Only now do others enter: whoever they drop has made its step and owes nothing.
        for k in entries(indptr, row):
            j = np.uint32(indices[k])
            if table[j, 1] > 0.0:
                continue
            if n == heap.size and weaker(table, j, heap[0]):
                table[j, 0] = 0.0
            elif table[j, 0] != 0.0:
                n = enter(table, heap, n, j)
        bias[0] -= bias[1] * move
    done = t - count[0]
    count[0], count[1] = t, n
    return done


@kernel
def weight(state, j, settings):
    """The weight of feature j as of now."""
    return state.table[j, 0]


@dataclass(frozen=True)
class L0SGD(Descent):
    """Dhingra et al., Alg. 5."""

    n_nonzeros: int = knob(
        10, "K", "nonzeros", log(1, 1000, integer=True), "How many weights may be nonzero."
    )

    key = "l0_sgd"
    title = "L0-constrained SGD"
    source = "Dhingra et al., Alg. 5"
    family = "Dhingra et al."
    hue = "violet"
    dash = "dash"
    idea = "Step, then keep the K largest weights and drop the rest."
    formula = r"w \leftarrow H_K(w - \eta_t \nabla\ell)"
    loop = learn
    weight = weight

    def _start(self, setting: RunSetting) -> State:
        d = setting.n_features
        heap, count = np.zeros(min(int(self.n_nonzeros), d), np.int64), np.zeros(2, np.int64)
        return State(np.zeros((d, 2)), heap, count, bias(setting), self._pace(setting))

    def weights(self, state: State) -> np.ndarray:
        return state.table[:, 0].copy()

    def shrink(self, v: np.ndarray, t: int) -> None:
        """None: whether a weight stays depends on all the others."""

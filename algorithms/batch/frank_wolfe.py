"""Frank–Wolfe: greedy coordinate descent inside the L1 ball.

Idea
    Go a part of the way to the corner of the ball that the gradient points to: one weight grows,
    all others shrink in proportion.
Update
    w ← (1 − γ_t) w − γ_t z sgn(g_j) e_j for the j with the largest |g_j|, γ_t = 2/(t + 1),
    g = Σ_i c_i ℓ′(p_i, y_i) x_i;  p = Xw kept up to date
Losses
    squared, logistic
Where its zeros come from
    weights that are never picked; a weight that was picked shrinks, but never to 0
Knobs
    radius z; there is no step size
Cost per step
    O(nonzeros of X), all of them read to move one weight
Memory
    one number per feature, two per example, X by columns
Source
    Frank & Wolfe 1956; Clarkson 2008; Shalev-Shwartz & Tewari 2009, §1.1, where it is the
    deterministic descent for the domain constraint ‖w‖₁ ≤ B

Among equal slopes the lowest j is taken. An intercept is outside the ball: at each step it goes to
the minimum of a parabola above the loss. No weights of the ball are better by more than the gap
g·w + z max_j |g_j|; the run ends where that is 0.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from algorithms.batch.base import BatchAlgorithm, BatchState
from algorithms.batch.common.column import column_slope, shift
from algorithms.batch.common.curvature import BEND
from algorithms.batch.problem import Problem
from algorithms.kernel import kernel
from algorithms.losses import SMOOTH_LOSSES
from algorithms.online.base import OVERFLOW
from algorithms.presets import radius_knob


@dataclass(eq=False, kw_only=True)
class State(BatchState):
    """``p`` (n,) the predictions."""

    p: np.ndarray


@kernel
def steepest(w, d, indptr, indices, data, y, c, loss, p):
    """(j, g_j) of the largest |g_j| of d features, −1 where all are 0, and g·w."""
    at, largest, along = -1, 0.0, 0.0
    for j in range(d):
        g = column_slope(j, indptr, indices, data, y, c, loss, p)
        along += g * w[j]
        if abs(g) > abs(largest):
            at, largest = j, g
    return at, largest, along


@kernel
def descend(
    w, p, count, diverged, indptr, indices, data, y, c, loss, d, bend, radius, until
):  # fmt: skip
    """Steps until ``until`` entries are read; False where no corner is better than w."""
    while count[1] < until:
        j, g, along = steepest(w, d, indptr, indices, data, y, c, loss, p)
        b, rise = 0.0, 0.0
        if w.size > d:
            b, rise = w[d], column_slope(d, indptr, indices, data, y, c, loss, p)
        better = along + radius * abs(g) > 0.0
        if not better and rise == 0.0:
            return False
        part = 2.0 / (count[0] + 2.0) if better else 0.0
        move = -part * radius * np.sign(g)
        for i in range(p.size):
            p[i] = (1.0 - part) * (p[i] - b) + (b - rise / bend)
        diverged[0] = not abs(b - rise / bend) <= OVERFLOW
        if (j >= 0 and not shift(j, move, indptr, indices, data, p)) or diverged[0]:
            diverged[0] = True
            return False
        for k in range(d):
            w[k] *= 1.0 - part
        if j >= 0:
            w[j] += move
        if w.size > d:
            w[d] = b - rise / bend
        count[0] += 1
        count[1] += data.size
        count[2] += p.size
    return True


@dataclass(frozen=True)
class FrankWolfe(BatchAlgorithm):
    """Frank & Wolfe 1956, on the L1 ball."""

    radius: float = radius_knob("The weights' absolute values add up to no more than this.")

    key = "frank_wolfe"
    title = "Frank–Wolfe"
    source = "Frank & Wolfe 1956; Shalev-Shwartz & Tewari 2009, §1.1"
    family = "Shalev-Shwartz & Tewari 2009"
    hue = "blue"
    dash = "dash"
    idea = "Go part of the way to the best corner of the L1 ball: one weight grows, others shrink."
    formula = r"w \leftarrow (1 - \gamma_t)\, w - \gamma_t z\, \mathrm{sgn}(g_j)\, e_j"
    losses = SMOOTH_LOSSES
    loop = descend

    def start(self, problem: Problem) -> State:
        n, columns = problem.X.shape
        return State(problem, np.zeros(columns), p=np.zeros(n))

    def advance(self, state: State, accesses: int) -> bool:
        problem = state.problem
        if state.diverged[0] or problem.X.nnz == 0:
            return False
        return descend(
            *(state.w, state.p, state.count, state.diverged),
            *problem.read_by_columns,
            *(int(problem.loss), problem.n_features, BEND[problem.loss]),
            *(float(self.radius), accesses),
        )

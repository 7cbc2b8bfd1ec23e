"""Greedy coordinate descent: DETCD, the deterministic twin of SCD.

Idea
    Move the weight, of all, whose move is sure to lower the objective most.
Update
    w_j ← S(w_j − g_j/β_j, λ/β_j), g = Σ_i c_i ℓ′(z_i, y_i) x_i, for the j with the largest
    −(g_j δ + ½ β_j δ² + λ|w_j + δ| − λ|w_j|), δ being the change of w_j;  z = Xw kept up to date
Losses
    squared, logistic
Where its zeros come from
    the soft threshold, and weights that are never picked
Knobs
    λ; there is no step size: β_j = β Σ_i c_i x_ij² is computed from the data, or is β, the
    largest ℓ″, as printed
Cost per step
    O(nonzeros of X), all of them read to move one weight
Memory
    one number per feature, two per example, X by columns
Source
    Shalev-Shwartz & Tewari 2009, §4

Weights have a sign here: a move of one half of a weight to 0 and of the other half away from it
is one step. Among equal decreases the lowest j is taken. The run ends where no move is sure to
lower the objective. With β_j = β as printed a decrease is sure only where no |x_ij| is above 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from algorithms.batch.base import BatchAlgorithm, BatchState
from algorithms.batch.common.curvature import curvature_knob, curvatures
from algorithms.batch.problem import Problem
from algorithms.kernel import entries, kernel
from algorithms.losses import slope
from algorithms.online.base import OVERFLOW
from algorithms.presets import penalty_knob


@dataclass(eq=False, kw_only=True)
class State(BatchState):
    """``z`` (n,) the predictions; ``curvature`` (columns,) the β_j."""

    z: np.ndarray
    curvature: np.ndarray


@kernel
def best_move(w, pull, indptr, indices, data, bends, penalty):
    """(j, δ) of the largest sure decrease, j = −1 without one; ``pull`` is c_i ℓ′(z_i, y_i)."""
    best, at, move = 0.0, -1, 0.0
    for j in range(w.size):
        if not bends[j] > 0.0:
            continue
        g = 0.0
        for k in entries(indptr, j):
            g += pull[np.uint32(indices[k])] * data[k]
        v, cut = w[j] - g / bends[j], penalty[j] / bends[j]
        after = max(v - cut, 0.0) + min(v + cut, 0.0)
        delta = after - w[j]
        gain = -(g + 0.5 * bends[j] * delta) * delta - penalty[j] * (abs(after) - abs(w[j]))
        if gain > best:
            best, at, move = gain, j, delta
    return at, move


@kernel
def descend(w, z, pull, count, diverged, indptr, indices, data, y, c, loss, bends, penalty, until):
    """Steps until ``until`` entries are read; False where none lowers the objective."""
    while count[1] < until:
        for i in range(z.size):
            pull[i] = c[i] * slope(loss, z[i], y[i])
        j, move = best_move(w, pull, indptr, indices, data, bends, penalty)
        if j < 0:
            return False
        for k in entries(indptr, j):
            i = np.uint32(indices[k])
            z[i] += move * data[k]
            diverged[0] |= not abs(z[i]) <= OVERFLOW
        if diverged[0]:
            return False
        w[j] += move
        count[0] += 1
        count[1] += data.size
        count[2] += z.size
    return True


@dataclass(frozen=True)
class GreedyCD(BatchAlgorithm):
    """Shalev-Shwartz & Tewari 2009, §4."""

    l1: float = penalty_knob("Weight of the L1 penalty in the objective.")
    curvature: str = curvature_knob()

    key = "greedy_cd"
    title = "Greedy coordinate descent"
    source = "Shalev-Shwartz & Tewari 2009, §4"
    family = "Shalev-Shwartz & Tewari 2009"
    hue = "purple"
    dash = "dash"
    idea = "Look at all weights, move the one that lowers the objective most."
    formula = r"w_j \leftarrow S(w_j - g_j/\beta_j,\ \lambda/\beta_j),\quad j\ \mathrm{greedy}"
    loop = descend

    def start(self, problem: Problem) -> State:
        n, d = problem.X.shape
        return State(
            problem, np.zeros(d), z=np.zeros(n), curvature=curvatures(problem, self.curvature)
        )

    def advance(self, state: State, accesses: int) -> bool:
        problem = state.problem
        if state.diverged[0]:
            return False
        return descend(
            *(state.w, state.z, np.empty_like(state.z), state.count, state.diverged),
            *problem.read_by_columns,
            *(int(problem.loss), state.curvature, problem.penalties(self.l1), accesses),
        )

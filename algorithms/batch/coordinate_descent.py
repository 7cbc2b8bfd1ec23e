"""Coordinate descent for the lasso.

Idea
    Move one weight at a time to where the objective is lowest while the others stay.
Update
    j = 1, 2, …, d, 1, …;  w_j ← S(β_j w_j − g_j, λ)/β_j,  g_j = Σ_i c_i ℓ′(w·x_i, y_i) x_ij.
    For the squared loss that is S(A_j·M_j, nλ)/‖A_j‖², M_j the residual without feature j
Losses
    squared, where a step is exact; logistic, where a parabola above the objective is minimised
Where its zeros come from
    the soft threshold
Knobs
    λ; to solve instead of to watch: the gap to stop at, the most rounds
Cost per step
    O(nonzeros of one column); columns of zeros are skipped
Memory
    two numbers per feature, one per example, X by columns
Source
    Dhingra et al., Algorithm 1; Friedman et al. 2007

``record`` shows this plain cyclic algorithm. ``solve`` goes to the same optimum by working sets,
Gram matrices and Newton steps, see ``GapSolver``.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from algorithms.batch.base import BatchAlgorithm, BatchState
from algorithms.batch.common.column import column_slope, shift
from algorithms.batch.common.curvature import curvatures
from algorithms.batch.problem import Problem
from algorithms.kernel import kernel
from algorithms.optimum.gap_solver import GapSolver, Terms
from algorithms.optimum.penalty import BlockPenalty
from algorithms.presets import penalty_knob

STILL = 1e-15
"""A weight that moves by less of itself has arrived."""


@dataclass(eq=False, kw_only=True)
class State(BatchState):
    """``p`` (n,) the predictions; ``cursor`` = (the next column, how many in a row stayed)."""

    p: np.ndarray
    bends: np.ndarray
    cursor: np.ndarray


@kernel
def descend(
    w, p, count, diverged, cursor, indptr, indices, data, y, c, loss, bends, penalties, until
):  # fmt: skip
    """Steps, cyclic, until ``until`` entries are read or nothing moves any more."""
    while count[1] < until and cursor[1] < w.size:
        j = cursor[0]
        cursor[0], cursor[1] = (j + 1) % w.size, cursor[1] + 1
        if not bends[j] > 0.0:
            continue
        v = bends[j] * w[j] - column_slope(j, indptr, indices, data, y, c, loss, p)
        new = (max(v - penalties[j], 0.0) + min(v + penalties[j], 0.0)) / bends[j]
        move = new - w[j]
        if move != 0.0 and not shift(j, move, indptr, indices, data, p):
            diverged[0] = True
            return
        w[j] = new
        if abs(move) > STILL * abs(new):
            cursor[1] = 0
        count[0] += 1
        count[1] += indptr[j + 1] - indptr[j]
        count[2] += indptr[j + 1] - indptr[j]


@dataclass(frozen=True)
class CoordinateDescent(GapSolver, BatchAlgorithm):
    """Dhingra et al., Algorithm 1."""

    l1: float = penalty_knob("Weight of the L1 penalty in the objective.")

    key = "coordinate_descent"
    title = "Coordinate descent"
    source = "Dhingra et al., Alg. 1"
    family = "Dhingra et al."
    hue = "grey"
    dash = "dot"
    idea = "Move one weight at a time, in turn, to where the objective is lowest."
    formula = r"w_j \leftarrow S(\beta_j w_j - g_j,\ \lambda)/\beta_j"
    loop = descend

    def start(self, problem: Problem) -> State:
        n, d = problem.X.shape
        return State(
            problem,
            np.zeros(d),
            p=np.zeros(n),
            bends=curvatures(problem),
            cursor=np.zeros(2, np.int64),
        )

    def advance(self, state: State, accesses: int) -> bool:
        problem = state.problem
        descend(
            state.w, state.p, state.count, state.diverged, state.cursor,
            *problem.read_by_columns,
            int(problem.loss), state.bends, problem.penalties(self.l1), accesses,
        )  # fmt: skip
        return not state.diverged[0] and state.cursor[1] < len(state.w)

    def _terms(self, problem: Problem) -> Terms:
        features = np.arange(problem.X.shape[1])
        alone = BlockPenalty(np.arange(len(features) + 1), problem.penalties(self.l1))
        return features, alone, np.copy

"""Coordinate descent for the group lasso, block by block.

Idea
    Move the weights of one group at a time to where the objective is lowest while others stay.
Update
    groups in turn;  w_g ← argmin_v ∇_g·(v − w_g) + ½ (v − w_g)ᵀ H_g (v − w_g) + λ√d_g ‖v‖₂,
    H_g = β Σ_i c_i x_ig x_igᵀ, β = 1 for the squared loss, ¼ for the logistic;  that is
    v = (H_g + (λ√d_g/‖v‖) I)⁻¹ (H_g w_g − ∇_g), or 0 where ‖H_g w_g − ∇_g‖ ≤ λ√d_g
Losses
    squared, where a step is exact; logistic, where a parabola above the objective is minimised
Where its zeros come from
    a whole group is 0 where its slope is no longer than λ√d_g
Knobs
    λ, which groups and the size of blocks; to solve instead of to watch: the gap to stop at, the
    most rounds
Cost per step
    O(nonzeros of the group's columns + d_g²); groups of zeros are skipped
Memory
    three numbers per feature and copy, d_g² per group, one per example, X by columns
Source
    Meier, van de Geer & Bühlmann 2008; the step Qin, Scheinberg & Goldfarb 2013; overlap and
    graphs Yang et al. 2010, Remark 5

``record`` shows this plain cyclic algorithm. ``solve`` goes to the same optimum by working sets,
Gram matrices and extrapolation, see ``GapSolver``.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from algorithms.batch.base import BatchAlgorithm, BatchState
from algorithms.batch.common.column import column_slope, shift
from algorithms.batch.common.curvature import BEND
from algorithms.batch.problem import Problem
from algorithms.groups import Groups
from algorithms.kernel import kernel
from algorithms.online.common.group_knobs import GroupStructure, group_penalty_knob
from algorithms.optimum.block import Bases, bases, block_minimum, norm
from algorithms.optimum.gap_solver import GapSolver, Terms
from algorithms.optimum.matrix import scale_columns
from algorithms.optimum.penalty import BlockPenalty

STILL = 1e-14
"""A group that moves by less of its length has arrived."""


@dataclass(eq=False, kw_only=True)
class State(BatchState):
    """``w`` holds the weights of the copies; ``features`` says of which column each is.

    ``p`` (n,) are the predictions; ``cursor`` = (the next group, how many in a row stayed).
    """

    groups: Groups
    features: np.ndarray
    penalty: BlockPenalty
    basis: Bases
    p: np.ndarray
    cursor: np.ndarray


@kernel
def descend(
    w, p, count, diverged, cursor, indptr, indices, data, y, c, loss,
    features, starts, weights, bends, vectors, at, until,
):  # fmt: skip
    """Steps, cyclic, until ``until`` entries are read or nothing moves any more."""
    g, q, new = np.empty(w.size), np.empty(w.size), np.empty(w.size)
    while count[1] < until and cursor[1] < weights.size:
        b = cursor[0]
        cursor[0], cursor[1] = (b + 1) % weights.size, cursor[1] + 1
        lo, hi, read = starts[b], starts[b + 1], 0
        for k in range(lo, hi):
            j = features[k]
            g[k] = column_slope(j, indptr, indices, data, y, c, loss, p)
            read += indptr[j + 1] - indptr[j]
        if not block_minimum(w, g, lo, hi, weights[b], bends, vectors, at[b], q, new):
            continue
        for k in range(lo, hi):
            move, j = new[k] - w[k], features[k]
            if move != 0.0 and not shift(j, move, indptr, indices, data, p):
                diverged[0] = True
                return
            if abs(move) > STILL * norm(new, lo, hi):
                cursor[1] = 0
        for k in range(lo, hi):
            w[k] = new[k]
        count[0] += 1
        count[1] += read
        count[2] += read


@dataclass(frozen=True)
class GroupCoordinateDescent(GroupStructure, GapSolver, BatchAlgorithm):
    """Meier, van de Geer & Bühlmann 2008."""

    l1: float = group_penalty_knob()

    key = "group_coordinate_descent"
    title = "Group coordinate descent"
    source = "Meier, van de Geer & Bühlmann 2008"
    family = "Yang et al. 2010"
    hue = "green"
    dash = "dot"
    idea = "Move one group at a time, in turn, to where the objective is lowest."
    formula = (
        r"w_g \leftarrow \Bigl(H_g + \tfrac{\lambda \sqrt{d_g}}{\|w_g\|_2} I\Bigr)^{-1}"
        r"(H_g w_g - \nabla_g)\ \text{or}\ 0"
    )
    loop = descend

    def start(self, problem: Problem) -> State:
        groups, features, penalty = self._layout(problem)
        rows = scale_columns(problem.columns.T[features], np.sqrt(BEND[problem.loss] * problem.c))
        return State(
            problem,
            np.zeros(len(features)),
            groups=groups,
            features=features,
            penalty=penalty,
            basis=bases(rows, penalty),
            p=np.zeros(len(problem.y)),
            cursor=np.zeros(2, np.int64),
        )

    def advance(self, state: State, accesses: int) -> bool:
        problem, penalty = state.problem, state.penalty
        descend(
            state.w, state.p, state.count, state.diverged, state.cursor,
            *problem.read_by_columns, int(problem.loss),
            state.features, penalty.starts, penalty.weights, *state.basis, accesses,
        )  # fmt: skip
        return not state.diverged[0] and state.cursor[1] < len(penalty.weights)

    def weights(self, state: State) -> np.ndarray:
        return state.groups.fold(state.w[: len(state.groups.features)])

    def intercept(self, state: State) -> np.ndarray:
        return state.w[-1:].copy() if state.problem.intercept else np.zeros(1)

    def _terms(self, problem: Problem) -> Terms:
        groups, features, penalty = self._layout(problem)
        return features, penalty, groups.fold

    def _layout(self, problem: Problem) -> tuple[Groups, np.ndarray, BlockPenalty]:
        """The groups, the column of each weight, and λ√d_g; the constant column stands alone."""
        groups = self.effective_groups(problem.n_features, problem.groups)
        free = np.ones(int(problem.intercept), np.int64)
        features = np.r_[groups.features, problem.n_features * free]
        starts = np.r_[groups.starts, (groups.starts[-1] + 1) * free]
        weights = np.r_[self.l1 * np.sqrt(np.diff(groups.starts)), 0.0 * free]
        return groups, features, BlockPenalty(starts, weights)

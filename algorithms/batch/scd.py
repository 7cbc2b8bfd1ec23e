"""SCD: stochastic coordinate descent.

Idea
    Pick one weight at random and move it to where a parabola above the objective is lowest.
Update
    2d weights w ≥ 0 on x̂ = [x; −x], j uniform among them:
    g_j = Σ_i c_i ℓ′(z_i, y_i) x̂_ij + λ;  w_j ← w_j + max(−w_j, −g_j/β_j);  z = X̂w kept up to date
Losses
    squared, logistic
Where its zeros come from
    the bound w_j ≥ 0: a weight that would pass it stops there
Knobs
    λ; there is no step size: β_j = β Σ_i c_i x_ij² is computed from the data, or is β, the
    largest ℓ″, as printed
Cost per step
    O(nonzeros of one column)
Memory
    two numbers per feature, one per example, X by columns
Source
    Shalev-Shwartz & Tewari 2009, Alg. 2

A feature's weight is the difference of its two halves. Both may be positive for a while; what
never rises is the mean loss + λ Σ (both halves), and at its minimum one of them is 0. The paper's
β_j = β, 1 for the squared loss and ¼ for the logistic one (9), holds for |x_ij| ≤ 1 alone: beyond,
steps are too long and the objective may rise. A run has no end of its own, for a step that changes
nothing says nothing of the other weights.
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

BLOCK = 4096
"""The number of coordinates drawn together."""


@dataclass(eq=False, kw_only=True)
class State(BatchState):
    """``halves`` (2, columns), ``z`` (n,) the predictions, and the coordinates still to come."""

    halves: np.ndarray
    z: np.ndarray
    curvature: np.ndarray
    generator: np.random.Generator
    draws: np.ndarray


@kernel
def descend(
    w, halves, z, count, diverged, draws, indptr, indices, data, y, c, loss, bends, penalty, until
):
    """Steps on the coordinates ``draws`` until ``until`` entries are read; how many were used."""
    for used in range(draws.size):
        if count[1] >= until or diverged[0]:
            return used
        side, j = draws[used] // w.size, draws[used] % w.size
        sign = 1.0 - 2.0 * side
        g = 0.0
        for k in entries(indptr, j):
            i = np.uint32(indices[k])
            g += c[i] * slope(loss, z[i], y[i]) * data[k]
        g = sign * g + penalty[j]
        move = max(-halves[side, j], -g / bends[j]) if bends[j] > 0.0 else 0.0
        if move != 0.0:
            for k in entries(indptr, j):
                i = np.uint32(indices[k])
                z[i] += sign * move * data[k]
                diverged[0] |= not abs(z[i]) <= OVERFLOW
            if diverged[0]:
                return used
            halves[side, j] += move
            w[j] = halves[0, j] - halves[1, j]
        count[0] += 1
        count[1] += indptr[j + 1] - indptr[j]
        count[2] += indptr[j + 1] - indptr[j]
    return draws.size


@dataclass(frozen=True)
class SCD(BatchAlgorithm):
    """Shalev-Shwartz & Tewari 2009, Alg. 2."""

    l1: float = penalty_knob("Weight of the L1 penalty in the objective.")
    curvature: str = curvature_knob()

    key = "scd"
    title = "Stochastic coordinate descent"
    source = "Shalev-Shwartz & Tewari 2009, Alg. 2"
    family = "Shalev-Shwartz & Tewari 2009"
    hue = "vermilion"
    dash = "dash"
    idea = "Move one weight at a time, picked at random, as far as its curvature allows."
    formula = r"w_j \leftarrow w_j + \max(-w_j,\ -g_j/\beta_j),\quad w \ge 0"
    loop = descend

    def start(self, problem: Problem) -> State:
        n, d = problem.X.shape
        return State(
            problem,
            np.zeros(d),
            halves=np.zeros((2, d)),
            z=np.zeros(n),
            curvature=curvatures(problem, self.curvature),
            generator=np.random.default_rng(problem.seed),
            draws=np.zeros(0, np.int64),
        )

    def advance(self, state: State, accesses: int) -> bool:
        penalty = state.problem.penalties(self.l1)
        if state.problem.X.nnz == 0:
            return False
        moving = state.w, state.halves, state.z, state.count, state.diverged
        examples = state.problem.read_by_columns
        code = int(state.problem.loss)
        while True:
            used = descend(
                *moving, state.draws, *examples, code, state.curvature, penalty, accesses
            )
            state.draws = state.draws[used:]
            if state.count[1] >= accesses or state.diverged[0]:
                return not state.diverged[0]
            state.draws = state.generator.integers(2 * len(state.w), size=BLOCK)

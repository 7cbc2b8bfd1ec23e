"""The iteration of proximal gradient, with momentum (FISTA) or without (ISTA).

A step down from u is as long as 1/L allows, and L grows by backtracking (Beck & Teboulle 2009,
§4): a step is taken when the parabola of curvature L that touches the mean loss at u is above it
at the step's end. Where ℓ″ ≤ κ that holds if κ Σ_i c_i (Δp_i)² ≤ L ‖Δw‖². Measured so it suffers
no cancellation, and costs nothing: the next gradient needs the predictions at the end anyway.

The column of an intercept may be much larger or smaller than the features, whatever they are
measured in: b moves as if its column were as large as the largest of them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from algorithms.batch.base import BatchState
from algorithms.optimum.duality import CURVATURE, Objective
from algorithms.shrinkage import soft_threshold

CHECK_EVERY = 10
"""Steps between two evaluations of the duality gap."""
GROWTH = 1.25
SLACK = 1.01
"""L begins a little above what is right for orthogonal columns: rounding then decides nothing."""
OVERFLOW = 1e100


@dataclass(eq=False, kw_only=True)
class FistaState(BatchState):
    """An iteration under way.

    Attributes
    ----------
    p : the predictions of ``w``.
    u, p_u : where the next step starts, and its predictions; without momentum ``w`` and ``p``.
    scale : how far a weight goes for its gradient, 1 but for the intercept; shaped like a penalty.
    curvature : κ. The hinge is smoothed by ``mu`` = 1/κ; of the other losses ``mu`` is 0.
    L, ceiling : the curvature of the parabola, and one that is always enough.
    momentum : the t_k of Beck & Teboulle.
    gap : the duality gap when last evaluated.
    """

    objective: Objective
    p: np.ndarray
    u: np.ndarray
    p_u: np.ndarray
    scale: np.ndarray
    curvature: float
    mu: float
    L: float
    ceiling: float
    momentum: float = 1.0
    gap: float = math.inf

    def read(self, evaluations: int) -> None:
        """Count one reading of X."""
        self.count[1] += self.problem.X.nnz
        self.count[2] += evaluations


def begin(objective: Objective, w: np.ndarray, mu: float = 0.0) -> FistaState:
    """Before the first step from ``w``.

    L lies between the largest of the columns' κ Σ_i c_i x_ij² and their sum. The first gradient
    meets the same entries, so this is not counted as another reading.
    """
    problem, curvature = objective.problem, 1.0 / mu if mu > 0.0 else CURVATURE[objective.loss]
    squares, scale = objective.XT.power(2) @ problem.c, np.ones(len(w))
    scale[problem.n_features :] = squares[: problem.n_features].max(initial=0.0) or 1.0
    bends, p = SLACK * curvature * squares * scale, objective.X @ w
    return FistaState(
        problem, w, objective=objective, p=p, u=w, p_u=p,
        scale=scale.reshape(objective.l1.shape), curvature=curvature, mu=mu,
        L=max(bends.max(), np.finfo(float).tiny), ceiling=bends.sum(),
    )  # fmt: skip


def step(state: FistaState, accelerated: bool, tolerance: float) -> bool:
    """One iteration, in place; False when the gap is small enough or the step would overflow."""
    gradient = None
    if state.gap > tolerance and state.count[0] % CHECK_EVERY == 0:
        gradient = check(state)
    if state.gap <= tolerance:
        return False
    if gradient is None or state.u is not state.w:
        gradient = state.objective.pull(state.objective.slopes(state.p_u, state.mu))
        state.read(len(state.p))
    u, (w, p) = state.u, descend(state, gradient)
    if not (np.abs(p).max(initial=0.0) <= OVERFLOW and np.isfinite(np.abs(w).sum())):
        state.diverged[0] = True
        return False
    moved, beta = w - state.w, 0.0
    if accelerated and np.vdot((u - w) / state.scale, moved) <= 0.0:
        grown = 0.5 * (1.0 + math.sqrt(1.0 + 4.0 * state.momentum**2))
        beta, state.momentum = (state.momentum - 1.0) / grown, grown
    else:
        state.momentum = 1.0
    state.u, state.p_u = (w + beta * moved, p + beta * (p - state.p)) if beta else (w, p)
    state.w, state.p = w, p
    state.count[0] += 1
    return True


def descend(state: FistaState, gradient: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the end of the step from ``u`` and its predictions; L grows until it is enough."""
    f = state.objective
    while True:
        w = soft_threshold(state.u - state.scale * gradient / state.L, f.l1 / state.L)
        p, moved = f.X @ w, w - state.u
        bend = state.curvature * (f.c * (p - state.p_u) ** 2).sum()
        length = (moved**2 / state.scale).sum()
        if bend <= state.L * length or state.ceiling <= state.L:
            return w, p
        # The bend along the step just tried is one that L has to cover: no need to creep up to it.
        covered = SLACK * bend / length if length > 0.0 else state.ceiling
        state.L = min(max(GROWTH * state.L, covered), state.ceiling)
        state.read(0)


def check(state: FistaState) -> np.ndarray:
    """Evaluate the duality gap of ``w``; return the gradient of the mean loss there."""
    f = state.objective
    gradient, state.gap = f.look(state.w, state.p, f.slopes(state.p, state.mu))
    state.read(len(state.p))
    return gradient

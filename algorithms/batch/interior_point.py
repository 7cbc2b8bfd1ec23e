"""Interior point: log-barrier Newton with preconditioned conjugate gradients.

Idea
    Bounds |w_j| < u_j are kept by a barrier that weakens as the duality gap falls; every step
    solves Newton's equations for both as exactly as the gap deserves.
Update
    (w, u) ← (w, u) + s (Δw, Δu),  s halved until f(w) + λ Σ u_j − (1/t) Σ ln(u_j² − w_j²) falls
Losses
    squared, logistic
Where its zeros come from
    nowhere: however small, a weight that has moved is never exactly 0
Knobs
    λ, the gap to stop at
Cost per step
    two products with X for the gradient and the step, two for each iteration of conjugate gradients
Memory
    X, its transpose and the squares of it; some numbers per feature
Source
    Kim et al. 2007; Koh, Kim & Boyd 2007. No package has it: the ports of the authors' programs
    know the squared loss alone and show no iterations; general cone solvers multiply the variables
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from algorithms.batch.base import BatchAlgorithm
from algorithms.batch.common import barrier
from algorithms.batch.common.barrier import BarrierState
from algorithms.batch.problem import Problem
from algorithms.losses import SMOOTH_LOSSES, Loss
from algorithms.optimum.duality import Objective
from algorithms.presets import gap_knob, penalty_knob
from knobs import log

GROWTH = 2.0
"""μ, the largest factor by which t grows."""
LONG = 0.5
"""t grows only after steps at least so long."""
DESCENT, HALVINGS = 0.01, 60


def step(state: BarrierState, tolerance: float) -> bool:
    """One Newton step, in place; False when the gap is small enough, or rounding allows no step.

    ``tolerance`` is a share of the objective of weights 0.
    """
    tolerance *= state.problem.scale
    if state.gap <= tolerance:
        return False
    f, w, u, slopes = state.objective, state.w, state.u, state.objective.slopes(state.p)
    mean, state.gap = f.look(w, state.p, slopes)
    state.read(len(slopes))
    if state.gap <= tolerance:
        return False
    if state.length >= LONG:
        state.t = max(state.t, min(GROWTH * state.t, 2.0 * GROWTH * len(u) / state.gap))
    tau = 1.0 / state.t
    h = f.c * np.abs(slopes) * (1.0 - np.abs(slopes)) if f.loss == Loss.logistic else f.c

    def product(v: np.ndarray) -> np.ndarray:
        state.read()
        return f.XT @ (h * (f.X @ v))

    dw, du = barrier.newton(f, w, u, mean, tau, product, state.squares @ h, state.gap)
    in_w, in_u = barrier.gradient(f, w, u, mean, tau)
    return search(state, dw, du, in_w @ dw + in_u @ du)


def search(state: BarrierState, dw: np.ndarray, du: np.ndarray, fall: float) -> bool:
    """Go along (Δw, Δu), on which the barrier ``fall``s, as far as it does; False where nowhere."""
    f, tau, dp = state.objective, 1.0 / state.t, state.objective.X @ dw
    before = barrier.value(f, state.w, state.u, state.p, tau)
    for s in 0.5 ** np.arange(HALVINGS):
        after = state.w + s * dw, state.u + s * du, state.p + s * dp
        if barrier.value(f, *after, tau) <= before + DESCENT * s * fall:
            (state.w, state.u, state.p), state.length = after, s
            state.count[0] += 1
            return True
    return False


@dataclass(frozen=True)
class InteriorPoint(BatchAlgorithm):
    """Kim et al. 2007 for the squared, Koh, Kim & Boyd 2007 for the logistic loss.

    A product with X and then Xᵀ counts as one reading of the data, as it does for a gradient:
    each step counts one for the gradient and one for each iteration of conjugate gradients.
    """

    l1: float = penalty_knob("Weight of the L1 penalty in the objective.", log(1e-4, 1.0))
    tolerance: float = gap_knob()

    key = "interior_point"
    title = "Interior point"
    source = "Kim et al. 2007; Koh, Kim & Boyd 2007"
    family = "Duchi et al. 2008"
    hue = "grey"
    dash = "dash"
    idea = "Keep |w| < u by a barrier, follow Newton's steps, and weaken it as the gap falls."
    formula = r"\min_{w, u}\ f(w) + \lambda \sum_j u_j - \tfrac{1}{t} \sum_j \ln(u_j^2 - w_j^2)"
    losses = SMOOTH_LOSSES
    loop = step

    def start(self, problem: Problem) -> BarrierState:
        f, d, scale = Objective(problem, self.l1), problem.n_features, problem.scale
        squares = f.XT.power(2)
        # Weights of this size make predictions of the size of the targets: the papers' 1 where
        # labels are ±1 and features 1. Their t is in units of the objective.
        widest = (squares @ problem.c)[:d].max(initial=0.0)
        bound = math.sqrt(2.0 * scale / widest) if widest > 0.0 else 1.0
        t = min(max(1.0 / scale, 1.0 / (self.l1 * bound)), 2000.0 * d / scale)
        w, u, p = np.zeros(problem.X.shape[1]), np.full(d, bound), np.zeros(len(problem.y))
        return BarrierState(problem, w, objective=f, squares=squares, u=u, p=p, t=t)

    def advance(self, state: BarrierState, accesses: int) -> bool:
        going = True
        while going and state.count[1] < accesses:
            going = step(state, self.tolerance)
        return going

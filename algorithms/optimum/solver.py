"""The optimum of f(Xw) + Σ_b λ_b ‖w_b‖₂ to a duality gap: the solver behind coordinate descent.

Most weights of a sparse optimum are zero. So solve for some columns, look once at the slopes of
all, let in the columns that should not be zero, and go on. Over the columns let in, a quadratic
model stands for f: exactly for the squared loss, as a Newton model made anew each round for the
logistic one.

For any u with ‖(Xᵀu)_b‖ ≤ λ_b for every b, f(Xw) + Σ λ_b‖w_b‖ + f*(u) is at least how far w is
above the optimum (Fenchel). The slopes u = ∇f(Xw), scaled until they are feasible, make it small.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from algorithms.batch.problem import Problem
from algorithms.budget.scheduler import SCHEDULER
from algorithms.optimum.block import violation
from algorithms.optimum.datafits import FITS
from algorithms.optimum.matrix import Columns
from algorithms.optimum.penalty import BlockPenalty
from algorithms.optimum.working_set import WorkingSet

CLOSER = 0.1
"""By how much a round brings its columns closer to their optimum than all are at its start."""
HALVINGS = 30
ROUNDING = 8 * np.finfo(np.float64).eps


class Optimum(NamedTuple):
    """Weights, their objective, how far at most it is above the optimum, and rounds taken."""

    w: np.ndarray
    objective: float
    gap: float
    rounds: int


def solve(
    problem: Problem, features: np.ndarray, penalty: BlockPenalty, tolerance: float, rounds: int
) -> Optimum:
    """Minimise Σ_i c_i ℓ(w·x_i, y_i) + Σ_b λ_b ‖w_b‖₂, squared or logistic.

    Parameters
    ----------
    problem : its X may also be a dense array, in any order.
    features : int64 (C,), the column of X that each weight belongs to; with an intercept the
        last weight is that of the constant column, in a block of its own with λ_b = 0.
    penalty : over the C weights.
    tolerance : the gap to stop at, in units of the objective.
    rounds : stop after so many, or where rounding lets nothing improve, whatever the gap.
    """
    fit = FITS[problem.loss](problem.y, problem.c)
    columns = Columns(problem.X, fit.scale, features)
    p = np.zeros(len(problem.y))
    units = units_of(penalty, columns, fit.slopes(p))
    working = WorkingSet(columns, penalty, units)
    for done in range(rounds + 1):
        SCHEDULER.pause()
        slopes, w = fit.slopes(p), working.spread()
        gradient = columns.correlate(slopes)
        gap = duality_gap(fit, columns, penalty, problem.intercept, w, p, slopes, gradient)
        value = fit.value(p) + penalty.value(w)
        if gap <= tolerance or done == rounds:
            break
        far = violation(penalty.starts, penalty.weights, units, w, gradient)
        # Violations of ε cost about ε times the penalty, which is no more than the objective.
        last, bend = tolerance / value, fit.bend(p)
        before = working.improve(slopes, gradient, bend, max(CLOSER * far, last), last)
        if np.array_equal(before, working.w):
            break
        after = working.predict()
        if bend is not None and not search(fit, working, before, p, after, gradient):
            break
        p = after
    return Optimum(w, value, gap, done)


def units_of(penalty: BlockPenalty, columns: Columns, slopes: np.ndarray) -> np.ndarray:
    """The slopes in which violations are measured, (B,): ``penalty.units``, or, where nothing is
    penalised, the largest that weights 0 could have, whose loss has the ``slopes`` (n,)."""
    if penalty.weights.any():
        return penalty.units
    units = penalty.norms(columns.most(slopes))
    return np.where(units > 0.0, units, 1.0)


def search(fit, working: WorkingSet, before, p, after, gradient) -> bool:
    """Go back towards the weights ``before`` and their predictions ``p`` until the objective is
    lower; ``working`` and the predictions ``after`` in place. False where it never is."""
    w, ahead, cost = working.w, after - p, working.penalty.value
    start = fit.value(p) + cost(before)
    # Close to the optimum the gap, which falls with the step, is far above what the objective
    # still gains, which falls with its square: rounding must not hold up such steps.
    start += ROUNDING * abs(start)
    promised = gradient[working.columns] @ (w - before) + cost(w) - cost(before)
    for t in 0.5 ** np.arange(HALVINGS):
        working.w, after[:] = before + t * (w - before), p + t * ahead
        if fit.value(after) + cost(working.w) <= start + 0.01 * t * promised:
            return True
    return False


def duality_gap(fit, columns, penalty, constant: bool, w, p, slopes, gradient) -> float:
    """A bound on how far f(p) + Σ λ_b ‖w_b‖ is above the optimum, by the slopes ∇f at p = Xw.

    With a ``constant`` column, the last, u has to be balanced first.
    """
    u, along = slopes, gradient
    if constant:
        u = fit.balance(slopes)
        along = columns.correlate(u)
        along[-1] = 0.0
    norms, free = penalty.norms(along), penalty.weights == 0.0
    if norms[free].any():
        return fit.value(p) + penalty.value(w)  # nothing but u = 0 is feasible
    excess = (norms[~free] / penalty.weights[~free]).max(initial=1.0)
    each = penalty.weights * penalty.norms(w) + penalty.sums(w * along) / excess
    return max(fit.young(p, u / excess) + float(each.sum()), 0.0)

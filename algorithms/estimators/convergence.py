"""How near a batch run came to its optimum, and what to say of runs that ended too early."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy import sparse

from algorithms.batch.base import BatchAlgorithm, BatchState
from algorithms.catalogue import CATALOGUE
from algorithms.losses import loss_slopes
from algorithms.optimum.datafits import FITS
from algorithms.optimum.duality import Objective
from algorithms.optimum.matrix import Columns
from algorithms.optimum.solver import duality_gap
from algorithms.projection.signs import signs_of

ENOUGH = 1e-4
"""A run has converged where its objective is nearer to the least than this share of that at 0."""
LARGE = 10.0
"""No feature that was scaled has a root mean square beyond this."""


def distance_to_optimum(algorithm: BatchAlgorithm, state: BatchState) -> float:
    """Return a bound on how far the objective is above the least one.

    Of an L1 penalty and of groups it is the duality gap, of a ball that of Frank and Wolfe; nan of
    a method that is not of the catalogue, whose objective is not known.
    """
    if CATALOGUE.get(algorithm.key) is not type(algorithm):
        return math.nan
    problem = state.problem
    with np.errstate(all="ignore"):
        if penalty := getattr(state, "penalty", None):
            fit = FITS[problem.loss](problem.y, problem.c)
            columns, slopes = Columns(problem.X, fit.scale, state.features), fit.slopes(state.p)
            at = state.w, state.p, slopes, columns.correlate(slopes)
            return duality_gap(fit, columns, penalty, problem.intercept, *at)
        w = algorithm.weights(state)
        if problem.intercept:
            w = np.append(w, algorithm.intercept(state))
        if hasattr(algorithm, "l1"):
            objective, p = Objective(problem, algorithm.l1), problem.X @ w
            return objective.look(w, p, objective.slopes(p))[1]
        return _ball_gap(algorithm, problem, w)


def _ball_gap(algorithm: Any, problem: Any, w: np.ndarray) -> float:
    """g·w less the least g·v within the ball; an intercept counts as far as it would move."""
    d = problem.n_features
    g = problem.X.T @ (problem.c * loss_slopes(problem.loss, problem.X @ w, problem.y))
    down = np.abs(g[:d])
    if hasattr(algorithm, "signs"):
        (signs,) = signs_of(algorithm.signs, 1, d, problem.groups)
        if signs.size:
            down = np.maximum(-signs * g[:d], 0.0)
    free = np.abs(g[d:]) @ np.maximum(np.abs(w[d:]), 1.0)
    return float(g[:d] @ w[:d] + algorithm.radius * down.max(initial=0.0) + free)


def scaling_advice(rows: sparse.csr_array) -> str:
    """Return the first thing to try: scaling, and how large the features are without it."""
    squares = np.bincount(rows.indices, weights=rows.data**2, minlength=1)
    if squares.max() <= LARGE**2 * rows.shape[0]:
        return "Scale the features (StandardScaler) where they are not scaled"
    largest = np.abs(rows.data).max()
    return f"The features are not scaled, up to {largest:,.4g}: scale them first (StandardScaler)"


def divergence_sentence(rows: sparse.csr_array, name: str, when: str, amounts: bool) -> str:
    """Return what to say of a run that overflowed.

    name : of the estimator; when : such as " at step 3"; amounts : whether it is a regressor.
    """
    worth = "useless" if amounts else "not to be trusted"
    return (
        f"{name} diverged{when}. Its weights are those just before, and its predictions are "
        f"{worth}. {scaling_advice(rows)}, or take a smaller step size."
    )


def passes_sentence(
    rows: sparse.csr_array, name: str, passes: int, gap: float, scale: float
) -> str:
    """Return what to say of a batch run that ``passes`` ended.

    gap : see ``distance_to_optimum``; scale : the objective of weights 0.
    """
    far = (
        ""
        if math.isnan(gap)
        else (f": its objective may be {gap:.2g} above the least; at weights 0 it is {scale:.2g}")
    )
    return (
        f"{name} did not converge in {passes:,} passes{far}. {scaling_advice(rows)}, or take more "
        "passes."
    )

"""Langford, Li & Zhang 2009, Theorems 3.1 and 3.2: constant η, w_1 = 0, ‖∇ℓ‖² ≤ A ℓ + B.

Theorem 3.1. With g_t = K g on truncation steps and 0 on the others, for every u

    ((1 − ½Aη)/T) Σ_t [ℓ_t(w_t) + g_t/(1 − ½Aη) Σ_j |w_{t+1,j}| I(|w_{t+1,j}| ≤ θ)]
        ≤ ηB/2 + ‖u‖²/(2ηT) + (1/T) Σ_t [ℓ_t(u) + g_t Σ_j |u_j| I(|w_{t+1,j}| ≤ θ)]

Theorem 3.2. With θ = ∞, K = 1, examples drawn with replacement, ŵ_T the mean of w_1, …, w_T and
R(w, g) the mean loss over all examples + g‖w‖₁, in expectation over the draws

    (1 − ½Aη) R(ŵ_T, g/(1 − ½Aη)) ≤ ηB/2 + ‖u‖²/(2ηT) + R(u, g)
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from algorithms.bounds.constants import Constants
from algorithms.bounds.form import Bound, before
from algorithms.losses import Loss, fitting_rows, loss_code, loss_values
from datasets import Dataset


class Terms(NamedTuple):
    """The terms of Theorem 3.1 after 1, …, T steps, each (T,), in the order of its statement."""

    loss: np.ndarray
    pull: np.ndarray
    step: np.ndarray
    distance: np.ndarray
    loss_of_u: np.ndarray
    pull_of_u: np.ndarray

    @property
    def left_side(self) -> np.ndarray:
        """The left side."""
        return self.loss + self.pull

    @property
    def bound(self) -> np.ndarray:
        """The right side."""
        return self.step + self.distance + self.loss_of_u + self.pull_of_u


def truncated_gradient_terms(
    algorithm,
    constants: Constants,
    losses: np.ndarray,
    norms: np.ndarray,
    u: np.ndarray,
    norms_of_u: np.ndarray,
    losses_of_u: np.ndarray,
) -> Terms:
    """Theorem 3.1 term by term, for runs too wide to hold all their weights.

    ``norms`` and ``norms_of_u``, (T,): the 1-norms of w_{t+1} and u, over the j whose w_{t+1,j} is
    within θ. All else, and what is raised, as in ``truncated_gradient_bound``.
    """
    keep = _kept_share(algorithm, constants, "Theorem 3.1")
    t = np.arange(1, len(losses) + 1)
    pulled = np.where(t % algorithm.period == 0, algorithm.period * algorithm.gravity, 0.0)
    return Terms(
        loss=keep * np.cumsum(losses) / t,
        pull=np.cumsum(pulled * norms) / t,
        step=np.full(len(t), algorithm.eta * constants.B / 2.0),
        distance=(u @ u) / (2.0 * algorithm.eta * t),
        loss_of_u=np.cumsum(losses_of_u) / t,
        pull_of_u=np.cumsum(pulled * norms_of_u) / t,
    )


def truncated_gradient_bound(
    algorithm,
    constants: Constants,
    losses: np.ndarray,
    weights_after: np.ndarray,
    u: np.ndarray,
    losses_of_u: np.ndarray,
) -> Bound:
    """Both sides of Theorem 3.1 along a run of ``TruncatedGradient``.

    Parameters
    ----------
    losses, losses_of_u : ℓ_t(w_t) and ℓ_t(u), shape (T,).
    weights_after : w_{t+1} for t = 1, …, T, shape (T, d).
    u : the comparator, shape (d,).

    Raises
    ------
    ValueError
        if the step size is not constant, or η ≥ 2/A: the theorem is silent there.
    """
    small = np.abs(weights_after) <= algorithm.threshold
    terms = truncated_gradient_terms(
        algorithm,
        constants,
        losses,
        np.where(small, np.abs(weights_after), 0.0).sum(axis=1),
        u,
        np.where(small, np.abs(u), 0.0).sum(axis=1),
        losses_of_u,
    )
    return Bound(np.arange(1, len(losses) + 1), terms.left_side, terms.bound)


def averaged_weights(weights_after: np.ndarray) -> np.ndarray:
    """Return ŵ_T, the mean of w_1, …, w_T, for T = 1, 2, …; like ``weights_after`` (T, d)."""
    return np.cumsum(before(weights_after), axis=0) / np.arange(1, len(weights_after) + 1)[:, None]


def averaged_iterate_bound(
    algorithm,
    constants: Constants,
    dataset: Dataset,
    loss: str | Loss,
    weights_after: np.ndarray,
    u: np.ndarray,
) -> Bound:
    """Both sides of Theorem 3.2 along one run over examples drawn with replacement.

    ``weights_after`` is (T, d), ``u`` (d,). The theorem is about the mean of ``measured`` over the
    draws; the mean over several runs estimates it.

    Raises ValueError if the step size is not constant, η ≥ 2/A, θ < ∞ or K > 1.
    """
    keep = _kept_share(algorithm, constants, "Theorem 3.2")
    if algorithm.threshold != math.inf or algorithm.period != 1:
        raise ValueError("threshold, period: Theorem 3.2 needs θ = ∞ and K = 1")
    code, g = loss_code(loss), algorithm.gravity
    rows = fitting_rows(code, dataset.X)

    def objective(w: np.ndarray, gravity: float) -> np.ndarray:
        predictions = (rows @ w.T).T
        return loss_values(code, predictions, dataset.y).mean(axis=-1) + gravity * np.abs(w).sum(-1)

    t = np.arange(1, len(weights_after) + 1)
    price = algorithm.eta * constants.B / 2.0 + (u @ u) / (2.0 * algorithm.eta * t)
    return Bound(
        t, keep * objective(averaged_weights(weights_after), g / keep), price + objective(u, g)
    )


def _kept_share(algorithm, constants: Constants, theorem: str) -> float:
    """1 − ½Aη, if the theorem speaks of such a run."""
    if algorithm.schedule != "constant" or algorithm.decay != 1.0:
        raise ValueError(f"schedule, decay: {theorem} needs a constant step size")
    keep = 1.0 - 0.5 * constants.A * algorithm.eta
    if keep <= 0.0:
        limit = 2.0 / constants.A
        raise ValueError(f"eta = {algorithm.eta:g}: {theorem} needs eta < {limit:g}")
    return keep

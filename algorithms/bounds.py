"""Regret bounds as functions of their constants, computed from data.

Langford, Li & Zhang 2009, Theorem 3.1: constant η, w_1 = 0, ‖∇ℓ‖² ≤ A ℓ + B, ‖x‖ ≤ C.
With g_t = K g on truncation steps and 0 on the others,

    ((1 − ½Aη)/T) Σ_t [ℓ_t(w_t) + g_t/(1 − ½Aη) Σ_j |w_{t+1,j}| I(|w_{t+1,j}| ≤ θ)]
        ≤ ηB/2 + ‖u‖²/(2ηT) + (1/T) Σ_t [ℓ_t(u) + g_t Σ_j |u_j| I(|w_{t+1,j}| ≤ θ)]

for every u. The squared loss ½(p − y)² has A = 2C², B = 0; logistic and hinge A = 0, B = C².
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from algorithms.losses import Loss, loss_code


@dataclass(frozen=True)
class Constants:
    """A and B of ‖∇ℓ‖² ≤ A ℓ + B."""

    A: float
    B: float


def gradient_constants(loss: str | Loss, rows: sparse.csr_matrix) -> Constants:
    """A and B for a loss over ``rows``, with C the largest Euclidean norm of a row."""
    largest = float(rows.multiply(rows).sum(axis=1).max(initial=0.0))
    return (
        Constants(2.0 * largest, 0.0)
        if loss_code(loss) == Loss.squared
        else Constants(0.0, largest)
    )


@dataclass(frozen=True)
class TruncatedGradientBound:
    """Theorem 3.1 along a run: both sides after t = 1, …, T steps, each of shape (T,)."""

    measured: np.ndarray
    bound: np.ndarray


def truncated_gradient_bound(
    algorithm,
    constants: Constants,
    losses: np.ndarray,
    weights_after: np.ndarray,
    u: np.ndarray,
    losses_of_u: np.ndarray,
) -> TruncatedGradientBound:
    """Both sides of Theorem 3.1 along a run of ``TruncatedGradient``.

    Parameters
    ----------
    losses, losses_of_u : ℓ_t(w_t) and ℓ_t(u), shape (T,).
    weights_after : w_{t+1} for t = 1, …, T, shape (T, d).
    u : the comparator, shape (d,).

    Raises
    ------
    ValueError
        if the schedule is not constant, or η ≥ 2/A: the theorem is silent there.
    """
    if algorithm.schedule != "constant":
        raise ValueError("schedule: Theorem 3.1 needs a constant step size")
    eta, keep = algorithm.eta, 1.0 - 0.5 * constants.A * algorithm.eta
    if keep <= 0.0:
        raise ValueError(f"eta = {eta:g}: Theorem 3.1 needs eta < {2.0 / constants.A:g}")
    t = np.arange(1, len(losses) + 1)
    pulled = np.where(t % algorithm.period == 0, algorithm.period * algorithm.gravity, 0.0)
    small = np.abs(weights_after) <= algorithm.threshold
    own = pulled * np.where(small, np.abs(weights_after), 0.0).sum(axis=1)
    theirs = pulled * np.where(small, np.abs(u), 0.0).sum(axis=1)
    measured = (keep * np.cumsum(losses) + np.cumsum(own)) / t
    price = eta * constants.B / 2.0 + (u @ u) / (2.0 * eta * t)
    return TruncatedGradientBound(measured, price + np.cumsum(losses_of_u + theirs) / t)

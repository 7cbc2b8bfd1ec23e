"""Both sides of a regret bound. All the theorems here have one form:

    (1/T) Σ_t [(1 − ½ A a_t) ℓ_t(w_t) + Ω(w_t)]
        ≤ (1/T) [price_T + ½ B Σ_t a_t + Σ_t (ℓ_t(u) + Ω(u))]

with a_t how far a gradient moves the weights at step t, and price_T what the distance of u from
the start costs. It follows from Σ ⟨∇ℓ_t, w_t − u⟩ ≤ price_T + ½ Σ a_t ‖∇ℓ_t‖² and convexity.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from algorithms.bounds.constants import Constants
from algorithms.losses import Loss, fitting_rows, loss_values
from algorithms.trace import Trace
from datasets import Dataset


@dataclass(frozen=True, eq=False)
class Bound:
    """Both sides of a theorem along a run, each of shape (c,), at ``steps``, shape (c,)."""

    steps: np.ndarray
    measured: np.ndarray
    bound: np.ndarray


def sides(
    constants: Constants,
    moves: np.ndarray,
    price: np.ndarray,
    losses: np.ndarray,
    penalties: np.ndarray,
    losses_of_u: np.ndarray,
    penalty_of_u: float,
) -> Bound:
    """The form above after T = 1, 2, … steps; all arrays are of shape (T,).

    Raises ValueError where A a_t ≥ 2: the theorem is silent there.
    """
    keep = 1.0 - 0.5 * constants.A * moves
    if (keep <= 0.0).any():
        raise ValueError(
            f"the gradient moves the weights {moves.max():g} times its size; the bound needs less "
            f"than {2.0 / constants.A:g}: take smaller steps"
        )
    T = np.arange(1, len(losses) + 1)
    measured = np.cumsum(keep * losses + penalties) / T
    theirs = price + np.cumsum(0.5 * constants.B * moves + losses_of_u + penalty_of_u)
    return Bound(T, measured, theirs / T)


def before(weights_after: np.ndarray) -> np.ndarray:
    """w_1 = 0, …, w_T of w_2, …, w_{T+1}, both (T, d)."""
    first = np.zeros((1, weights_after.shape[1]))
    return np.concatenate([first, weights_after[:-1]])


def along(
    trace: Trace, dataset: Dataset, order: np.ndarray, u: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Return the arguments of the bounds for a run: ``(losses, weights_after, u, losses_of_u)``.

    ``losses`` and ``losses_of_u`` are ℓ_t(w_t) and ℓ_t(u), (T,); ``weights_after`` w_{t+1}, (T, d).

    Raises ValueError for a run without a checkpoint after every step, that did not keep every
    weight, or that had an intercept: no theorem has one.
    """
    T, d = trace.steps[-1], dataset.n_features
    if len(trace.steps) != T or len(trace.tracked) != d:
        raise ValueError("trace: the bounds need every weight after every step")
    if trace.final.intercept.any():
        raise ValueError("trace: it has an intercept, of which no theorem speaks")
    code = Loss[trace.loss_name]
    each = loss_values(code, fitting_rows(code, dataset.X) @ u, dataset.y)
    return np.diff(trace.loss, prepend=0.0), trace.weights, u, each[np.asarray(order)[:T]]

"""Regret: the loss a run suffered, less the loss of fixed weights on the same examples."""

from __future__ import annotations

import numpy as np

from algorithms.losses import Loss, fitting_rows, loss_code, loss_values
from algorithms.snapshots import predict
from datasets import Dataset

NO_INTERCEPT = np.zeros(1)


def comparator_loss(
    weights: np.ndarray,
    dataset: Dataset,
    loss: str | Loss,
    order: np.ndarray,
    steps: np.ndarray,
    intercept: np.ndarray = NO_INTERCEPT,
) -> np.ndarray:
    """Σ_{t ≤ steps[c]} ℓ_t(u): what the fixed ``weights`` u suffer along ``order``, shape (c,).

    ``weights`` are (d,), of a multiclass task (k, d); ``intercept`` (1,) or (k,). Regret after
    ``steps[c]`` is ``trace.loss[c]`` less this; no penalty is in it (Ω = 0).
    """
    code = loss_code(loss)
    predictions = predict(fitting_rows(code, dataset.X), weights, intercept)
    each = loss_values(code, predictions, dataset.y)
    return np.cumsum(each[order])[steps - 1]

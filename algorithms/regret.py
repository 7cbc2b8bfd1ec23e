"""Regret: the loss a run suffered, less the loss of fixed weights on the same examples."""

from __future__ import annotations

import numpy as np

from algorithms.losses import loss_values
from datasets import Dataset


def comparator_loss(
    weights: np.ndarray, dataset: Dataset, loss: str, order: np.ndarray, steps: np.ndarray
) -> np.ndarray:
    """Σ_{t ≤ steps[c]} ℓ_t(u): what the fixed ``weights`` u suffer along ``order``, shape (c,).

    Regret after ``steps[c]`` is ``trace.loss[c]`` less this; no penalty is in it (Ω = 0).
    """
    each = loss_values(loss, dataset.X @ weights, dataset.y)
    return np.cumsum(each[order])[steps - 1]

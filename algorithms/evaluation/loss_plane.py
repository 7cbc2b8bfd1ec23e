"""The mean loss over a plane of two weights, all others held."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from algorithms.dataset_stats import DatasetStats
from algorithms.losses import Loss, loss_code, loss_values
from algorithms.snapshots import predict
from datasets import Dataset

MOST_ROWS = 2000
"""The examples that are asked at each place: of more of them, evenly spaced ones."""


def loss_plane(
    dataset: Dataset,
    loss: str | Loss,
    weights: np.ndarray,
    intercept: np.ndarray,
    pair: tuple[int, int],
    grid: tuple[np.ndarray, np.ndarray],
) -> np.ndarray:
    """Return the mean loss where two weights stand on a grid: float64 (rows, columns).

    Of more than ``MOST_ROWS`` examples the mean is over that many, evenly spaced.

    Parameters
    ----------
    weights : (d,), of a multiclass task (k, d): the values of all others.
    intercept : the constant term that is held, too, (1,) or (k,).
    pair : the positions of the two weights in the raveled weights.
    grid : the values of the first weight, (columns,), and of the second, (rows,).

    Examples
    --------
    >>> data = Dataset.of(([[1.0, 0.0], [0.0, 1.0]], [1, -1]))
    >>> two = np.array([0.0, 1.0]), np.array([0.0])
    >>> loss_plane(data, "hinge", np.zeros(2), np.zeros(1), (0, 1), two)
    array([[1. , 0.5]])
    """
    code = loss_code(loss)
    n = dataset.n_rows
    chosen = np.arange(n) if n <= MOST_ROWS else np.linspace(0, n - 1, MOST_ROWS).astype(np.int64)
    rows, y = DatasetStats.of(dataset).rows(code)[chosen], dataset.y[chosen]
    held = weights.copy()
    held.ravel()[list(pair)] = 0.0
    base = predict(rows, held, intercept)
    moves = [_effect(rows, position, base) for position in pair]
    losses = np.empty((len(grid[1]), len(grid[0])))
    for i, height in enumerate(grid[1]):
        raised = base + height * moves[1]
        for j, width in enumerate(grid[0]):
            losses[i, j] = loss_values(code, raised + width * moves[0], y).mean()
    return losses


def _effect(rows: sparse.csr_array, position: int, base: np.ndarray) -> np.ndarray:
    """What a weight of 1 adds to the predictions ``base``, (n,) or (n, k)."""
    kind, feature = divmod(position, rows.shape[1])
    column = rows[:, [feature]].toarray()[:, 0]
    if base.ndim == 1:
        return column
    effect = np.zeros_like(base)
    effect[:, kind] = column
    return effect

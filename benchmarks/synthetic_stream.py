"""A made stream with the shape of RCV1: many rows, each touching few of very many features."""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp

N_ROWS = 100_000
N_FEATURES = 47_236
WORDS_PER_ROW = 63.0  # drawn; about 61 stay once repeated words are merged


def rcv1_shaped(
    n_rows: int = N_ROWS, n_features: int = N_FEATURES, seed: int = 0
) -> tuple[sp.csr_array, np.ndarray]:
    """The stream ``X, y``.

    Feature frequencies follow Zipf's law (flattened at the top, as when stop words are gone) and
    have nothing to do with the column number. Rare words weigh more, as in tf-idf; rows have unit
    length. Labels are −1/+1, from 500 true weights and some noise.
    """
    rng = np.random.default_rng(seed)
    frequency = 1.0 / (np.arange(n_features) + 30.0)
    frequency /= frequency.sum()
    column_of_rank = rng.permutation(n_features)

    lengths = np.maximum(rng.lognormal(np.log(WORDS_PER_ROW) - 0.125, 0.5, n_rows), 3).astype(int)
    rows = np.repeat(np.arange(n_rows, dtype=np.int64), lengths)
    ranks = np.searchsorted(np.cumsum(frequency), rng.random(rows.size)).clip(max=n_features - 1)
    # One number per (row, column), sorted: repeated words merge into their count.
    cells, counts = np.unique(rows * n_features + column_of_rank[ranks], return_counts=True)
    rows, columns = cells // n_features, cells % n_features

    rarity = np.empty(n_features)
    rarity[column_of_rank] = -np.log(frequency)
    values = (1.0 + np.log(counts)) * rarity[columns]
    values /= np.sqrt(np.bincount(rows, values**2, minlength=n_rows))[rows]
    pointers = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=n_rows))])
    X = sp.csr_array(
        (values, columns.astype(np.int32), pointers.astype(np.int32)), shape=(n_rows, n_features)
    )

    true_weights = np.zeros(n_features)
    true_weights[column_of_rank[:2000][rng.permutation(2000)[:500]]] = rng.normal(0, 5, 500)
    margin = X @ true_weights
    y = np.where(margin + 0.3 * margin.std() * rng.standard_normal(n_rows) > 0, 1.0, -1.0)
    return X, y


def uniform(n_rows: int, n_features: int, per_row: int = 60, seed: int = 0):
    """Rows of ``per_row`` features drawn evenly: the worst that a stream can do to the caches."""
    rng = np.random.default_rng(seed)
    columns = np.sort(rng.integers(0, n_features, (n_rows, per_row), dtype=np.int32), axis=1)
    # A repeated feature would break the kernels' one physical form: step it to a free column.
    while (repeats := np.diff(columns, axis=1) <= 0).any():
        columns[:, 1:][repeats] += 1
        columns = np.sort(columns % n_features, axis=1)
    pointers = np.arange(0, n_rows * per_row + 1, per_row, dtype=np.int32)
    values = np.full(columns.size, per_row**-0.5)
    X = sp.csr_array((values, columns.ravel(), pointers), shape=(n_rows, n_features))
    return X, np.where(rng.random(n_rows) < 0.5, 1.0, -1.0)

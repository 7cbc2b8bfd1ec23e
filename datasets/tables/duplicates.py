"""Count of duplicate rows."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import scipy.sparse as sp

TILE = 2**20
"""Cells that are looked at a time."""
MULTIPLIERS = np.array(
    [0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB], dtype=np.uint64
)
"""Steele, Lea and Flood (2014), SplitMix64: multipliers that spread every bit over the word."""


def count_duplicates(X: sp.csr_array, y: np.ndarray) -> int:
    """Return the number of rows of ``X`` and ``y`` that equal an earlier one in every cell.

    Parameters
    ----------
    X : canonical.
    y : numbers or words [n_rows].
    """
    import pandas as pd

    target = pd.factorize(y)[0]
    prints = fingerprints(X, target)
    order = np.argsort(prints)
    begins = np.ones(len(order), dtype=bool)
    begins[1:] = np.diff(prints[order]) != 0
    # Rows of one fingerprint stand side by side; each is compared in full with the one before it.
    # Where that is another row after all, which hardly ever happens, all of them are compared.
    mistaken = []
    for top, bottom in tiles(X.indptr):
        later = np.arange(top, bottom)[~begins[top:bottom]]
        mistaken.append(prints[order[later[differ(X, target, order[later], order[later - 1])]]])
    doubtful = np.isin(prints, np.concatenate(mistaken))
    seen = {row_of(X, target, at) for at in np.flatnonzero(doubtful)}
    distinct = np.count_nonzero(begins & ~doubtful[order]) + len(seen)
    return len(order) - distinct


def fingerprints(X: sp.csr_array, target: np.ndarray) -> np.ndarray:
    """A number for each row [n_rows] that equal rows share, and others with odds of 1 in 2⁶⁴."""
    prints = mix_bits(target.astype(np.uint64))
    for top, bottom in tiles(X.indptr):
        cells = slice(X.indptr[top], X.indptr[bottom])
        mixed = mix_bits(
            X.data[cells].view(np.uint64) + MULTIPLIERS[0] * X.indices[cells].astype(np.uint64)
        )
        # Sums up to each cell, of which a row's is the difference; they may run over.
        sums = np.concatenate([np.zeros(1, np.uint64), np.cumsum(mixed, dtype=np.uint64)])
        ends = X.indptr[top : bottom + 1] - X.indptr[top]
        prints[top:bottom] += np.diff(sums[ends])
    return prints


def mix_bits(values: np.ndarray) -> np.ndarray:
    """``values``, which are changed, each with its bits spread over the whole word."""
    values += MULTIPLIERS[0]
    for shift, odd in ((30, MULTIPLIERS[1]), (27, MULTIPLIERS[2])):
        values ^= values >> np.uint64(shift)
        values *= odd
    values ^= values >> np.uint64(31)
    return values


def tiles(ends: np.ndarray) -> list[tuple[int, int]]:
    """The ranges of rows that hold some ``TILE`` cells each, and at most so many rows."""
    cells = np.asarray(ends, dtype=np.int64) + np.arange(len(ends))  # rows without cells count, too
    tops = np.unique(np.searchsorted(cells, np.arange(0, cells[-1], TILE)))
    return list(pairwise([*tops.tolist(), len(ends) - 1]))


def differ(X: sp.csr_array, target: np.ndarray, rows: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Return a mask of the ``rows`` that differ from the row of ``others`` beside them."""
    lengths = X.indptr[rows + 1] - X.indptr[rows]
    of_others = X.indptr[others + 1] - X.indptr[others]
    differs = (lengths != of_others) | (target[rows] != target[others])
    pairs = np.flatnonzero(~differs)
    n = lengths[pairs]
    within = np.arange(n.sum()) - np.repeat(np.cumsum(n) - n, n)
    left = np.repeat(X.indptr[rows[pairs]], n) + within
    right = np.repeat(X.indptr[others[pairs]], n) + within
    unequal = (X.indices[left] != X.indices[right]) | (X.data[left] != X.data[right])
    differs[np.repeat(pairs, n)[unequal]] = True
    return differs


def row_of(X: sp.csr_array, target: np.ndarray, at: int) -> tuple[int, bytes, bytes]:
    """All cells of a row, to be compared."""
    cells = slice(X.indptr[at], X.indptr[at + 1])
    return target[at], X.indices[cells].tobytes(), X.data[cells].tobytes()

"""Scaling of columns or rows that keeps the zeros of sparse columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from datasets.wording import join_words, pluralize

SMALLEST = 1e-100  # dividing by less would overflow
NEARLY_CONSTANT = 1e-12  # of the column's size: what rounding alone can make


@dataclass(frozen=True)
class ColumnScaling:
    """``(x - offset) / factor``, column by column; ``offset`` is 0 where zeros must stay zeros.

    Parameters
    ----------
    offset, factor : float64 [n_features].
    unscaled : the columns that were left as they are.
    """

    method: str
    offset: np.ndarray
    factor: np.ndarray
    unscaled: np.ndarray

    @property
    def changes(self) -> bool:
        """True if any column is scaled at all."""
        return self.method in ("unit variance", "max-abs 1")

    def apply(self, X: sp.csr_array) -> sp.csr_array:
        """``X`` [n_rows, n_features] scaled, as a new array."""
        full = np.bincount(X.indices, minlength=X.shape[1]) == X.shape[0]
        shift = np.where(full, self.offset, 0.0)
        data = X.data - shift[X.indices]
        data /= self.factor[X.indices]
        offset = np.where(full, 0.0, self.offset)
        centred = np.flatnonzero(offset)
        if centred.size == 0:
            return sp.csr_array((data, X.indices, X.indptr), shape=X.shape)
        # Only columns that are more than half full are centred: as a dense block they take at
        # most twice the room they took.
        block = (X[:, centred].toarray() - offset[centred]) / self.factor[centred]
        block_rows, block_columns = np.nonzero(block)
        kept = offset[X.indices] == 0
        rows = np.repeat(np.arange(X.shape[0]), np.diff(X.indptr))[kept]
        values = np.concatenate([data[kept], block[block_rows, block_columns]])
        rows = np.concatenate([rows, block_rows])
        columns = np.concatenate([X.indices[kept], centred[block_columns]])
        return sp.csr_array((values, (rows, columns)), shape=X.shape)

    def notes(self, names: Sequence[str]) -> tuple[str, ...]:
        """Sentences about what was done, and which columns were left as they are."""
        n_centred = int(np.count_nonzero(self.offset))
        done = {
            "unit variance": "Each column was divided by its standard deviation over the training "
            f"rows; {pluralize(n_centred, 'column')} with more than half the cells nonzero "
            f"{'was' if n_centred == 1 else 'were'} centred first.",
            "max-abs 1": "Each column was divided by its largest absolute value in the training "
            "rows.",
        }
        if self.method not in done:
            return ()
        if self.unscaled.size == 0:
            return (done[self.method],)
        why = "constant" if self.method == "unit variance" else "zero"
        n_left, which = self.unscaled.size, join_words(names[j] for j in self.unscaled)
        one = n_left == 1
        left = (
            f"{pluralize(n_left, 'column')} {'is' if one else 'are'} {why} in the training rows "
            f"and {'was' if one else 'were'} left as {'it is' if one else 'they are'}: {which}."
        )
        return done[self.method], left


def fit_scaling(X: sp.csr_array, method: str) -> ColumnScaling:
    """The scaling that makes the columns of the training rows ``X`` what ``method`` says."""
    n_rows, n_features = X.shape
    zeros, ones = np.zeros(n_features), np.ones(n_features)
    if method not in ("unit variance", "max-abs 1"):
        return ColumnScaling(method, zeros, ones, np.empty(0, dtype=np.int64))
    high, low = X.max(axis=0).toarray().ravel(), X.min(axis=0).toarray().ravel()
    size = np.maximum(np.abs(high), np.abs(low))
    if method == "max-abs 1":
        left = size < SMALLEST
        return ColumnScaling(method, zeros, np.where(left, 1.0, size), np.flatnonzero(left))
    # In units of the column's size, so that no square overflows or vanishes.
    unit = np.where(size == 0, 1.0, size)
    data = X.data / unit[X.indices]
    filled = np.bincount(X.indices, minlength=n_features)
    mean = np.bincount(X.indices, weights=data, minlength=n_features) / n_rows
    squares = np.bincount(X.indices, weights=(data - mean[X.indices]) ** 2, minlength=n_features)
    deviation = np.sqrt((squares + (n_rows - filled) * mean**2) / n_rows)
    left = (high == low) | (deviation < NEARLY_CONSTANT) | (deviation * size < SMALLEST)
    return ColumnScaling(
        method,
        np.where((filled > n_rows / 2) & ~left, mean * unit, 0.0),
        np.where(left, 1.0, deviation * unit),
        np.flatnonzero(left),
    )


def unit_rows(X: sp.csr_array) -> sp.csr_array:
    """``X`` with rows of Euclidean length 1; rows that are (all but) zero stay as they are."""
    rows = np.repeat(np.arange(X.shape[0]), np.diff(X.indptr))
    length = np.sqrt(np.bincount(rows, weights=X.data**2, minlength=X.shape[0]))
    length = np.where(length < SMALLEST, 1.0, length)
    return sp.csr_array((X.data / length[rows], X.indices, X.indptr), shape=X.shape)

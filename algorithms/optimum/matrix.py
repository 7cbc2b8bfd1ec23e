"""The columns of X as solvers read them: all in one product, or some taken out as rows.

A matrix whose rows are columns of X is dense or CSR; the functions here have one set of words for
both.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

Matrix = np.ndarray | sparse.csr_array

DENSE = 0.3
"""From this share of nonzeros on, a matrix is read faster with its zeros."""


class Columns:
    """The columns ``features`` (C,) of ``X`` (n, d), its rows times ``scale`` (n,).

    ``X`` is dense in any order or sparse. A feature may be there several times, as copies are;
    no ``scale`` is 1.
    """

    def __init__(self, X: Any, scale: np.ndarray | None, features: np.ndarray) -> None:
        # As rows of Xᵀ a dense matrix and a sparse one are read in the same words.
        self._XT, self._scale, self._features = fitting_form(X).T, scale, features

    def correlate(self, v: np.ndarray) -> np.ndarray:
        """The product of each column with ``v`` (n,): shape (C,)."""
        scaled = v if self._scale is None else self._scale * v
        return (self._XT @ scaled)[self._features]

    def most(self, v: np.ndarray) -> np.ndarray:
        """The most that the product with v could be whatever the signs, Σ \\|x_ij v_i\\|: (C,)."""
        scaled = v if self._scale is None else self._scale * v
        return (abs(self._XT) @ np.abs(scaled))[self._features]

    def take(self, chosen: np.ndarray) -> Matrix:
        """The columns ``chosen`` (m,) as rows: (m, n), a copy, dense or CSR like X itself."""
        rows = self._XT[self._features[chosen]]
        if sparse.issparse(rows):
            return scale_columns(rows, self._scale)
        rows = np.ascontiguousarray(rows)
        if self._scale is not None:
            rows *= self._scale
        return rows


def fitting_form(X: Any) -> np.ndarray | sparse.csc_array:
    """X dense where it is nearly full, else column by column."""
    if isinstance(X, np.ndarray):
        return X
    n, d = X.shape
    if X.format == "csr" and X.nnz == n * d:
        return X.data.reshape(n, d)  # the rows of a full matrix are stored as a dense one's
    return X.toarray() if X.nnz >= DENSE * n * d else X.tocsc()


def scale_columns(rows: Matrix, scale: np.ndarray | None) -> Matrix:
    """``rows`` (m, n) with column i times ``scale[i]``, a copy; as they are for None."""
    if scale is None:
        return rows
    if sparse.issparse(rows):
        data = rows.data * scale[rows.indices]
        return sparse.csr_array((data, rows.indices, rows.indptr), rows.shape)
    return rows * scale


def products(a: Matrix, b: Matrix, out: np.ndarray | None = None) -> np.ndarray:
    """a bᵀ, dense, into ``out`` where it is given."""
    if not sparse.issparse(a):
        return np.matmul(a, b.T, out=out)
    dense = (a @ b.T).toarray()
    if out is not None:
        out[:] = dense
    return dense


class GrowingRows:
    """At most ``most`` rows, that others can be put below; dense ones keep room to spare."""

    def __init__(self, most: int) -> None:
        self._held: Matrix | None = None
        self._size, self._most = 0, most

    @property
    def all(self) -> Matrix:
        """Every row so far, (m, n)."""
        return self._held if sparse.issparse(self._held) else self._held[: self._size]

    def add(self, more: Matrix) -> None:
        """Put ``more`` (m', n) below."""
        end = self._size + more.shape[0]
        if self._held is None:
            self._held = more
        elif sparse.issparse(more):
            self._held = sparse.vstack([self._held, more], format="csr")
        else:
            if end > len(self._held):
                # Memory that is not written to costs nothing; copies do.
                room = max(end, min(4 * len(self._held), self._most))
                longer = np.empty((room, more.shape[1]))
                longer[: self._size] = self.all
                self._held = longer
            self._held[self._size : end] = more
        self._size = end


class GrowingGram:
    """All inner products H of a growing set of rows; ``H`` (≥ m, ≥ m), its first m² filled."""

    def __init__(self) -> None:
        self.size, self.H = 0, np.zeros((0, 0))

    def clear(self) -> None:
        """Forget all products, keep the room."""
        self.size = 0

    def grow(self, rows: Matrix) -> None:
        """``rows`` (m, n) are those there were, with others below."""
        m, end = self.size, rows.shape[0]
        if end > len(self.H):
            wider = np.empty((max(end, 2 * len(self.H)),) * 2)
            wider[:m, :m] = self.H[:m, :m]
            self.H = wider
        products(rows[m:], rows[m:], self.H[m:end, m:end])
        if m:
            products(rows[m:], rows[:m], self.H[m:end, :m])
            self.H[:m, m:end] = self.H[m:end, :m].T
        self.size = end

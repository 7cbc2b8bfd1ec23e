"""The columns of X as solvers over few of them read X: all in one product, or some taken out."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from algorithms.optimum.matrix import Matrix, weighed

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

    def take(self, chosen: np.ndarray) -> Matrix:
        """The columns ``chosen`` (m,) as rows: (m, n), a copy, dense or CSR like X itself."""
        rows = self._XT[self._features[chosen]]
        if sparse.issparse(rows):
            return weighed(rows, self._scale)
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

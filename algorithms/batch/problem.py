"""The objective of a batch algorithm: Σ_i c_i ℓ(w·x_i + b, y_i) plus its penalty.

An intercept is the weight of a constant column, the last one, which no penalty touches.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from scipy import sparse

from algorithms.groups import Groups
from algorithms.kernel import reading
from algorithms.losses import Loss, fitting_loss, fitting_rows
from datasets import Dataset


@dataclass(frozen=True, eq=False)
class Problem:
    """The data of one batch run.

    Attributes
    ----------
    X : CSR (n, d), or (n, d + 1) with an intercept.
    y : float64 (n,).
    c : float64 (n,), the weights of the examples, ≥ 0, adding up to 1.
    n_features : d.
    order, seed : what stochastic steps draw their examples and coordinates from.
    """

    X: sparse.csr_array
    y: np.ndarray
    c: np.ndarray
    loss: Loss
    n_features: int
    intercept: bool = False
    groups: Groups | None = None
    order: np.ndarray = field(default_factory=lambda: np.zeros(0, np.int64))
    seed: int = 0

    @classmethod
    def of(
        cls, X, y, loss, row_weights=None, intercept=False, groups=None, order=None, seed=0
    ) -> Problem:
        """A problem over the rows of ``X``; ValueError for row weights that are no weights."""
        n, d = X.shape
        c = np.ones(n) if row_weights is None else np.asarray(row_weights, dtype=np.float64)
        if c.shape != (n,) or not np.isfinite(c).all() or c.min() < 0.0 or c.sum() <= 0.0:
            raise ValueError(f"row_weights: it must be {n} numbers ≥ 0, not all of them 0")
        if intercept:
            X = sparse.hstack([X, np.ones((n, 1))], format="csr", dtype=np.float64)
        order = np.zeros(0, np.int64) if order is None else order
        return cls(X, y, c / c.sum(), loss, d, intercept, groups, order, seed)

    @classmethod
    def over(cls, dataset: Dataset, loss: str | Loss, row_weights=None, intercept=False) -> Problem:
        """The problem of a dataset; ValueError for a loss that does not fit its target."""
        code = fitting_loss(loss, dataset.task)
        rows = fitting_rows(code, dataset.X)
        return cls.of(rows, dataset.y, code, row_weights, intercept, dataset.groups)

    @cached_property
    def columns(self) -> sparse.csc_array:
        """X column by column."""
        return self.X.tocsc()

    @cached_property
    def read_by_columns(self) -> tuple[np.ndarray, ...]:
        """The entries of X column by column, y and c, as kernels take them."""
        columns = self.columns
        return reading(columns.indptr, columns.indices, columns.data, self.y, self.c)

    def penalties(self, l1: float) -> np.ndarray:
        """λ for each column of X, 0 for the constant one."""
        each = np.full(self.X.shape[1], float(l1))
        each[self.n_features :] = 0.0
        return each

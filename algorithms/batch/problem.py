"""The objective of a batch algorithm: Σ_i c_i ℓ(w·x_i + b, y_i) plus its penalty.

An intercept is the weight of a constant column, the last one, which no penalty touches.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from math import log

import numpy as np
from scipy import sparse

from algorithms.groups import Groups
from algorithms.kernel import read_only
from algorithms.losses import Loss, check_target, fitting_loss, fitting_rows, loss_values
from datasets import Dataset

EPSILON = np.finfo(np.float64).eps


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
        """A problem over the rows of ``X``.

        Raises ValueError for a target of another length, or of no meaning for the loss, and for row
        weights that are no weights.
        """
        if sparse.issparse(X):
            X = sparse.csr_array(X, dtype=np.float64)
        n, d = X.shape
        if np.shape(y) != (n,):
            raise ValueError(
                f"y has shape {np.shape(y)}: it must hold one number for each of {n} rows"
            )
        check_target(loss, np.asarray(y), int(np.max(y, initial=0.0)) + 1)
        try:
            c = np.ones(n) if row_weights is None else np.asarray(row_weights, dtype=np.float64)
        except (TypeError, ValueError):
            c = np.zeros(0)
        if c.shape != (n,) or not np.isfinite(c).all() or c.min() < 0.0 or c.sum() <= 0.0:
            raise ValueError(f"row_weights: it must be {n} numbers ≥ 0, not all of them 0")
        if intercept:
            X = sparse.hstack([X, np.ones((n, 1))], format="csr", dtype=np.float64)
        order = np.zeros(0, np.int64) if order is None else order
        if len(order) and not 0 <= np.min(order) <= np.max(order) < n:
            raise ValueError(f"order: it must name rows 0 to {n - 1}")
        return cls(X, y, c / c.sum(), loss, d, intercept, groups, order, seed)

    @classmethod
    def over(
        cls, dataset: Dataset | tuple, loss: str | Loss | None, row_weights=None, intercept=False
    ) -> Problem:
        """The problem of a dataset; ValueError for a loss that does not fit its target."""
        dataset = Dataset.of(dataset)
        code = fitting_loss(loss, dataset.task)
        rows = fitting_rows(code, dataset.X)
        return cls.of(rows, dataset.y, code, row_weights, intercept, dataset.groups)

    @cached_property
    def scale(self) -> float:
        """The objective of weights 0, the unit of every tolerance on a duality gap; or 1.

        With an intercept amounts are counted from their mean: a target in the thousands that varies
        by one is to be known as well as one around 0. It is 1 where all targets are 0.
        """
        if self.loss == Loss.softmax:
            return log(self.y.max() + 1.0)
        amounts = self.loss in (Loss.squared, Loss.clipped)
        b = self.c @ self.y if amounts and self.intercept else 0.0
        at_zero = self.c @ loss_values(self.loss, np.full(len(self.y), b), self.y)
        # Of a constant target nothing is left but rounding.
        rounding = EPSILON * (self.c @ self.y**2) if amounts else 0.0
        return float(max(at_zero, rounding)) or 1.0

    @cached_property
    def columns(self) -> sparse.csc_array:
        """X column by column."""
        return self.X.tocsc()

    @cached_property
    def read_by_columns(self) -> tuple[np.ndarray, ...]:
        """The entries of X column by column, y and c, as kernels take them."""
        columns = self.columns
        return read_only(columns.indptr, columns.indices, columns.data, self.y, self.c)

    def penalties(self, l1: float) -> np.ndarray:
        """λ for each column of X, 0 for the constant one."""
        each = np.full(self.X.shape[1], float(l1))
        each[self.n_features :] = 0.0
        return each

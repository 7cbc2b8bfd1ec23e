"""Estimators whose algorithm minimises an objective over all examples."""

from __future__ import annotations

import warnings
from typing import Any, Self

import numpy as np
from scipy import sparse
from sklearn.exceptions import ConvergenceWarning

from algorithms.batch.base import BatchState
from algorithms.batch.problem import Problem
from algorithms.estimators.base import SparseEstimator
from algorithms.estimators.convergence import ENOUGH, distance_to_optimum, passes_sentence
from algorithms.estimators.validation import checked_weights
from algorithms.losses import fitting_rows
from algorithms.orders import random_order


class BatchEstimator(SparseEstimator):
    """``fit`` is a run of ``record``, to the optimum or to the end of ``passes``."""

    converged_: bool

    def __getattr__(self, name: str) -> Any:
        """Say why there is no ``partial_fit``: ``hasattr`` stays false, as scikit-learn asks."""
        if name == "partial_fit":
            raise AttributeError(
                f"{type(self).__name__} has no partial_fit: each of its steps needs all examples. "
                "Online methods have it, such as TruncatedGradient and RDA."
            )
        return super().__getattribute__(name)  # raises as ever

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Minimise Σ cᵢ ℓ(w·xᵢ + b, yᵢ) plus the penalty, or within the ball, from weights 0 on.

        Raises ValueError for parameters out of their range, and for X, y or weights that cannot be
        learned from. Warns (ConvergenceWarning) where a step would have overflowed, and where the
        objective is still far from the least at the end of ``passes``.

        Parameters
        ----------
        X : (n, d), dense, scipy sparse of any format, or a DataFrame.
        y : (n,).
        sample_weight : (n,) of numbers ≥ 0, not all of them 0; cᵢ is each one's share of their sum.
        """
        rows, y = self._read(X, y, new=True)
        weights, passes, seed = checked_weights(sample_weight, y), self._passes(), self._seed()
        algorithm, loss, n = self.as_algorithm(), self._loss(), rows.shape[0]
        rows = fitting_rows(loss, rows)
        order = random_order(n, passes, seed)
        drawn = self._groups(rows.shape[1]), order, seed
        problem = Problem.of(rows, y, loss, weights, bool(self.fit_intercept), *drawn)
        state = algorithm.start(problem)
        going = algorithm.advance(state, max(passes * rows.nnz, 1))
        self.converged_ = not going and not bool(state.diverged[0])
        if state.diverged[0]:
            self._warn_of_divergence(rows)
        elif going:
            self._look_how_far(algorithm, state, rows)
        self.t_ = int(state.count[0])
        self.n_iter_ = max(int(np.ceil(state.count[1] / max(rows.nnz, 1))), 1)
        self._keep(algorithm.weights(state), algorithm.intercept(state))
        return self

    def _look_how_far(self, algorithm: Any, state: BatchState, rows: sparse.csr_array) -> None:
        """Say whether a run that ``passes`` ended is near enough, and warn where it is not."""
        gap, scale = distance_to_optimum(algorithm, state), state.problem.scale
        self.converged_ = gap <= ENOUGH * scale
        if not self.converged_:
            said = passes_sentence(rows, type(self).__name__, self.passes, gap, scale)
            warnings.warn(said, ConvergenceWarning, stacklevel=3)

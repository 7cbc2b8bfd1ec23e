"""The base of every estimator: from parameters to an algorithm, from a run to ``coef_``."""

from __future__ import annotations

import dataclasses
import warnings
from typing import Any, ClassVar

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator, is_regressor
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from algorithms.batch.base import BatchAlgorithm
from algorithms.estimators.convergence import divergence_sentence
from algorithms.estimators.validation import checked_examples, checked_rows
from algorithms.groups import Groups, as_groups
from algorithms.losses import Loss, fitting_rows
from algorithms.online.base import OnlineAlgorithm
from algorithms.orders import check_count

SEEDS = np.iinfo(np.int32).max
"""Seeds that a random state draws are below this."""


class SparseEstimator(BaseEstimator):
    """A linear model whose weights an algorithm of the catalogue learns.

    Attributes
    ----------
    method : the class of that algorithm; its knobs are parameters of the estimator.
    loss_names : the losses it may be asked for.
    """

    method: ClassVar[type[OnlineAlgorithm] | type[BatchAlgorithm]]
    loss_names: ClassVar[tuple[str, ...]]
    passes: int
    fit_intercept: bool
    coef_: np.ndarray
    intercept_: np.ndarray
    n_iter_: int
    t_: int
    n_features_in_: int
    feature_names_in_: np.ndarray

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def as_algorithm(self) -> OnlineAlgorithm | BatchAlgorithm:
        """Return the method with the parameters as its knobs, such as ``record`` takes.

        Raises ValueError for a parameter out of its range.
        """
        values = {f.name: getattr(self, f.name) for f in dataclasses.fields(self.method)}
        plain = {k: v.item() if isinstance(v, np.generic) else v for k, v in values.items()}
        return self.method(**plain)

    def _loss(self) -> Loss:
        """The loss asked for; ValueError for one that does not fit."""
        name = getattr(self, "loss", self.loss_names[0])
        if name not in self.loss_names:
            known = ", ".join(self.loss_names)
            raise ValueError(f"loss = {name!r}: it must be one of {known}")
        return Loss[name]

    def _groups(self, n_features: int) -> Groups | None:
        groups = getattr(self, "groups", None)
        if groups is None and getattr(self, "structure", "") == "data":
            groups = np.arange(n_features)  # neighbours in a table are no group of their own accord
        return None if groups is None else as_groups(groups, n_features)

    def _passes(self) -> int:
        check_count("passes", self.passes)
        return int(self.passes)

    def _seed(self) -> int:
        """The seed of ``record``: a whole number as it is, else one that is drawn."""
        given = getattr(self, "random_state", 0)
        if isinstance(given, (int, np.integer)):
            check_random_state(given)
            return int(given)
        return int(check_random_state(given).randint(SEEDS))

    def _predictions(self, X: Any) -> np.ndarray:
        """w·x + b of each row, (n,)."""
        check_is_fitted(self, "coef_")
        rows = checked_rows(self, X, reset=False)
        w, b = np.ravel(self.coef_), np.ravel(self.intercept_)[0]
        return fitting_rows(self._loss(), rows) @ w + b

    def _read(self, X: Any, y: Any, new: bool) -> tuple[sparse.csr_array, np.ndarray]:
        """Rows and targets as kernels take them; ``new`` where a run begins."""
        numeric = is_regressor(self)
        rows, y = checked_examples(self, X, y, new, numeric)
        return rows, self._targets(y, new)

    def _targets(self, y: np.ndarray, new: bool) -> np.ndarray:
        """Targets as kernels take them, float64 (n,)."""
        raise NotImplementedError

    def _warn_of_divergence(
        self, rows: sparse.csr_array, when: str = "", stacklevel: int = 3
    ) -> None:
        """Warn that a run ended early; ``stacklevel`` leads to whoever called ``fit``."""
        said = divergence_sentence(rows, type(self).__name__, when, is_regressor(self))
        warnings.warn(said, ConvergenceWarning, stacklevel=stacklevel)

    def _keep(self, w: np.ndarray, b: np.ndarray) -> None:
        """Set ``coef_`` and ``intercept_``."""
        raise NotImplementedError

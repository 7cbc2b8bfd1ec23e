"""Estimators whose algorithm learns from one example after the other."""

from __future__ import annotations

import copy
import math
from typing import Any, NamedTuple, Self

import numpy as np
from scipy import sparse
from sklearn.base import is_regressor

from algorithms.estimators.base import SparseEstimator
from algorithms.estimators.validation import HINT, checked_examples
from algorithms.groups import Groups
from algorithms.losses import Loss, fitting_rows
from algorithms.online.base import OnlineAlgorithm
from algorithms.orders import random_order


class StreamSetting(NamedTuple):
    """The parameters of a run that must stay the same until it ends."""

    algorithm: OnlineAlgorithm
    loss: Loss
    intercept: bool
    groups: Groups | None

    def is_same(self, other: StreamSetting) -> bool:
        """Return whether two settings learn alike."""
        if self[:3] != other[:3] or (self.groups is None) != (other.groups is None):
            return False
        return self.groups is None or (
            np.array_equal(self.groups.features, other.groups.features)
            and np.array_equal(self.groups.starts, other.groups.starts)
        )


class OnlineEstimator(SparseEstimator):
    """``fit`` is a run of ``record``, ``partial_fit`` goes on where the last call ended."""

    shuffle: bool

    def fit(self, X: Any, y: Any, **others: Any) -> Self:
        """Learn from ``passes`` passes over the examples, from weights 0 on.

        Raises ValueError for parameters out of their range, and for X or y that cannot be learned
        from; TypeError for anything else that is given, such as weights of examples. Warns
        (ConvergenceWarning) where the run diverged; the weights are those before.

        Parameters
        ----------
        X : (n, d), dense, scipy sparse of any format, or a DataFrame.
        y : (n,).
        """
        self._refuse_others(others)
        rows, y = self._read(X, y, new=True)
        n, passes = rows.shape[0], self._passes()
        if self.shuffle:
            order = random_order(n, passes, self._seed())
        else:
            order = np.tile(np.arange(n), passes)
        self._run = self._start(rows, len(order), n)
        self.t_, self.n_iter_ = 0, passes
        return self._learn(rows, y, order, stacklevel=4)

    def _refuse_others(self, others: dict[str, Any]) -> None:
        """Raise TypeError for arguments of ``fit`` that it does not have."""
        if "sample_weight" in others:
            raise TypeError(
                f"{type(self).__name__} has no sample_weight: it learns from one example after the "
                "other, and two steps are not one of twice the length. Batch methods have it, such "
                "as CoordinateDescent; here an example may be given twice."
            )
        if others:
            raise TypeError(f"{type(self).__name__}.fit has no argument {next(iter(others))!r}")

    def _start(self, rows: sparse.csr_array, n_steps: int, per_pass: float) -> tuple:
        """A run before its first step, as its setting and its state; weights are 0."""
        n, d = rows.shape
        setting = self._setting(d)
        drawn = setting.groups, setting.intercept, 0, rows.nnz / n
        return setting, setting.algorithm.start(d, n_steps, per_pass, *drawn)

    def _setting(self, d: int) -> StreamSetting:
        intercept, groups = bool(self.fit_intercept), self._groups(d)
        return StreamSetting(self.as_algorithm(), self._loss(), intercept, groups)

    def _learn(
        self, rows: sparse.csr_array, y: np.ndarray, order: np.ndarray, stacklevel: int
    ) -> Self:
        """Learn from the rows ``order``, and take the weights just after their zeros are made."""
        (algorithm, loss, *_), state = self._run
        examples = fitting_rows(loss, rows), y, order, loss
        made = len(algorithm.advance(state, *examples, check_input=False))
        self.t_ += made
        if made < len(order):
            self._run = None  # a run that has diverged must not go on
            self._warn_of_divergence(rows, f" at step {self.t_ + 1}", stacklevel)
        else:
            state = copy.deepcopy(state)  # what goes on later must not have ended
            algorithm.finish(state)
        self._keep(algorithm.weights(state), algorithm.intercept(state))
        return self

    def _go_on(self, X: Any, y: Any) -> Self:
        """Learn from each row once, as they come, after all that was learned from before."""
        first = not hasattr(self, "_run")
        rows, y = checked_examples(self, X, y, first, is_regressor(self))
        y, n = self._targets(y, new=False), rows.shape[0]
        if not first:
            self._check_run(rows.shape[1])
        self._check_stream(n, 0 if first else self.t_)
        setting, state = self._start(rows, 0, math.inf) if first else self._run
        self._run = setting, setting.algorithm.extend(state, n)
        if first:
            self.t_, self.n_iter_ = 0, 0
        self.n_iter_ += 1
        return self._learn(rows, y, np.arange(n), stacklevel=5)

    def _check_run(self, d: int) -> None:
        """Raise ValueError where the run that was begun cannot go on."""
        if self._run is None:
            raise ValueError("the run has diverged: begin anew, with fit")
        if not self._setting(d).is_same(self._run[0]):
            raise ValueError("parameters were changed since the run began: begin anew, with fit")

    def _check_stream(self, n: int, done: int) -> None:
        """Raise ValueError for what needs the end of a run, ``n`` rows after ``done``."""
        if getattr(self, "decay", 1.0) != 1.0:
            raise ValueError(f"decay = {self.decay}: with partial_fit it must be 1: no pass ends")
        m = int(getattr(self, "batch_size", 1))
        if done % m or n % m:
            raise ValueError(
                f"batch_size = {m}: partial_fit learns from whole mini-batches; there are {n} rows "
                f"after {done}"
            )


class OnlineClassifier(OnlineEstimator):
    """Adds ``partial_fit`` of a classifier."""

    def partial_fit(self, X: Any, y: Any, classes: Any = None) -> Self:
        """Learn from each row once, in the order in which they come, after what was learned before.

        After ``fit`` it goes on from there. Raises ValueError as ``fit`` does, for a run that has
        diverged, for parameters that were changed on the way, and for what needs to know the end
        of the run: a decay per pass, mini-batches that are not whole, the rounds of FOBOS.

        Parameters
        ----------
        X : (n, d), as for ``fit``.
        y : (n,) of labels.
        classes : both labels; needed at the first call, where ``fit`` did not come before.
        """
        first = not hasattr(self, "classes_")
        if first and classes is None:
            raise ValueError("classes must be passed on the first call to partial_fit")
        if classes is not None:
            self._set_classes(np.unique(classes), first)
        return self._go_on(X, y)

    def _set_classes(self, classes: np.ndarray, first: bool) -> None:
        """Keep the classes of a stream; ValueError for others than before, or not two."""
        if len(classes) != 2:
            raise ValueError(
                f"Only binary classification is supported. There are {len(classes)} classes."
                + (HINT if len(classes) > 2 else "")
            )
        if not first and not np.array_equal(classes, self.classes_):
            raise ValueError(f"classes = {classes.tolist()}: before, {self.classes_.tolist()}")
        self.classes_ = classes


class OnlineRegressor(OnlineEstimator):
    """Adds ``partial_fit`` of a regressor."""

    def partial_fit(self, X: Any, y: Any) -> Self:
        """Learn from each row once, and raise ValueError, as a classifier's ``partial_fit`` does.

        Parameters
        ----------
        X : (n, d), as for ``fit``.
        y : (n,) of numbers.
        """
        return self._go_on(X, y)

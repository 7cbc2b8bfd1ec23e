"""What a classifier and a regressor make of the predictions of a linear model."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.special import expit
from sklearn.base import ClassifierMixin, RegressorMixin
from sklearn.utils.metaestimators import available_if

from algorithms.estimators.validation import checked_classes, encode


def _has_probabilities(estimator: Any) -> bool:
    """True, or AttributeError that says which loss has probabilities."""
    if estimator.loss != "logistic":
        raise AttributeError(
            f"loss = {estimator.loss!r}: predict_proba is there for loss = 'logistic' alone; "
            "decision_function is there for all"
        )
    return True


class BinaryClassifier(ClassifierMixin):
    """Two classes; the second in their sorted order is the positive one.

    Of more, scikit-learn's ``OneVsRestClassifier`` makes two at a time.
    """

    loss: str
    classes_: np.ndarray

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_class = False
        return tags

    def decision_function(self, X: Any) -> np.ndarray:
        """Return w·x + b of each row of ``X`` (n, d), float64 (n,); above 0 is ``classes_[1]``."""
        return self._predictions(X)

    def predict(self, X: Any) -> np.ndarray:
        """Return the class of each row of ``X`` (n, d), (n,)."""
        positive = self.decision_function(X) > 0.0
        return self.classes_[positive.astype(np.intp)]

    @available_if(_has_probabilities)
    def predict_proba(self, X: Any) -> np.ndarray:
        """Return the probability of each class, float64 (n, 2); of the logistic loss alone."""
        positive = expit(self.decision_function(X))
        return np.column_stack([1.0 - positive, positive])

    def _targets(self, y: np.ndarray, new: bool) -> np.ndarray:
        """Return −1 and +1 for the labels ``y``, whose two classes are kept where they are new."""
        if new:
            self.classes_ = checked_classes(y)
        return encode(y, self.classes_)

    def _keep(self, w: np.ndarray, b: np.ndarray) -> None:
        """Set ``coef_`` (1, d) and ``intercept_`` (1,)."""
        self.coef_, self.intercept_ = w[np.newaxis], b


class LinearRegressor(RegressorMixin):
    """Amounts; the loss is the squared one."""

    def predict(self, X: Any) -> np.ndarray:
        """Return w·x + b of each row of ``X`` (n, d), float64 (n,)."""
        return self._predictions(X)

    def _targets(self, y: np.ndarray, new: bool) -> np.ndarray:
        """Return the amounts as they are."""
        return y

    def _keep(self, w: np.ndarray, b: np.ndarray) -> None:
        """Set ``coef_`` (d,) and ``intercept_`` (1,)."""
        self.coef_, self.intercept_ = w, b

"""Every method of the catalogue as a classifier and a regressor of scikit-learn.

The name of a class is that of its method with "Classifier" or "Regressor" behind it; its
parameters are the method's knobs, and a few that all have. ``docs/estimators.md`` lists them all.
Import them by name: ``import *`` brings none, for scikit-learn has an ``SGDClassifier``, too.

Examples
--------
>>> from sklearn.datasets import load_breast_cancer
>>> from sklearn.pipeline import make_pipeline
>>> from sklearn.preprocessing import StandardScaler
>>> from algorithms.estimators import TruncatedGradientClassifier
>>> X, y = load_breast_cancer(return_X_y=True)
>>> learner = TruncatedGradientClassifier(eta=0.01, gravity=0.05, period=10, random_state=0)
>>> model = make_pipeline(StandardScaler(), learner).fit(X, y)
>>> int((learner.coef_ != 0.0).sum()), round(model.score(X, y), 2)
(20, 0.96)
"""

from difflib import get_close_matches
from typing import Any

from algorithms.catalogue import CATALOGUE
from algorithms.estimators.base import SparseEstimator
from algorithms.estimators.factory import make_estimator

CLASSIFIERS = {key: make_estimator(method, "classifier") for key, method in CATALOGUE.items()}
"""The classifiers by the key of their method in the catalogue."""
REGRESSORS = {key: make_estimator(method, "regressor") for key, method in CATALOGUE.items()}
"""The regressors by the key of their method."""
_CLASSES = {kind.__name__: kind for kind in (*CLASSIFIERS.values(), *REGRESSORS.values())}
globals().update(_CLASSES)  # by name, as an import and a pickle ask for them

__all__ = ["CLASSIFIERS", "REGRESSORS", "SparseEstimator"]


def __getattr__(name: str) -> Any:
    """Raise ImportError with near names for a class that there is not, else AttributeError."""
    task = next((each for each in ("Classifier", "Regressor") if name.endswith(each)), "")
    if not task:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    stem = name.removesuffix(task).lower()
    known = {kind.__name__.lower(): kind.__name__ for kind in CATALOGUE.values()}
    near = [each for each in known if stem in each] or get_close_matches(stem, known, cutoff=0.7)
    named = " or ".join(known[each] + task for each in near[:3])
    hint = f"did you mean {named}?" if named else "docs/estimators.md lists all."
    raise ImportError(f"there is no {name}: {hint}")

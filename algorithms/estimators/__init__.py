"""Every method of the catalogue as a classifier and a regressor of scikit-learn.

The name of a class is that of its method with "Classifier" or "Regressor" behind it; its
parameters are the method's knobs, and a few that all have. ``docs/estimators.md`` says more.

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

from algorithms.catalogue import CATALOGUE
from algorithms.estimators.base import SparseEstimator
from algorithms.estimators.factory import make_estimator

CLASSIFIERS = {key: make_estimator(method, "classifier") for key, method in CATALOGUE.items()}
"""The classifiers by the key of their method in the catalogue."""
REGRESSORS = {key: make_estimator(method, "regressor") for key, method in CATALOGUE.items()}
"""The regressors by the key of their method."""
_CLASSES = {kind.__name__: kind for kind in (*CLASSIFIERS.values(), *REGRESSORS.values())}
globals().update(_CLASSES)  # by name, as an import and a pickle ask for them

__all__ = ["CLASSIFIERS", "REGRESSORS", "SparseEstimator", *_CLASSES]

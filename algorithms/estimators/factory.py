"""Classes of estimators, one made of each method: signature, docstring and name of its own."""

from __future__ import annotations

import dataclasses
from functools import cache
from inspect import Parameter, Signature
from typing import Any

from sklearn.base import is_classifier

from algorithms.batch.base import BatchAlgorithm
from algorithms.catalogue import CATALOGUE
from algorithms.estimators.base import SparseEstimator
from algorithms.estimators.batch import BatchEstimator
from algorithms.estimators.docstrings import class_docstring
from algorithms.estimators.online import OnlineClassifier, OnlineRegressor
from algorithms.estimators.tasks import BinaryClassifier, LinearRegressor
from algorithms.losses import Loss
from algorithms.online.base import OnlineAlgorithm
from algorithms.online.descent import Descent

Method = type[OnlineAlgorithm] | type[BatchAlgorithm]
PACKAGE = __package__
ONLINE_PASSES, BATCH_PASSES = 10, 1000
"""The defaults of ``passes``."""
REGRESSOR_ETA = 0.01
"""The step size of a regressor: slopes of the squared loss grow with the error."""
DRAWS = ("scd", "subgradient_descent")
"""The batch methods whose steps are drawn."""


def parameters_of(method: Method, task: str) -> dict[str, Any]:
    """Return the parameters of the estimator of a method and their defaults, the knobs first.

    task : "classifier" or "regressor".

    Examples
    --------
    >>> from algorithms import CATALOGUE
    >>> list(parameters_of(CATALOGUE["rda"], "regressor"))[:3]
    ['gamma', 'l1', 'memory']
    """
    knobs = {field.name: field.default for field in dataclasses.fields(method)}
    if task == "regressor" and issubclass(method, Descent):
        knobs["eta"] = REGRESSOR_ETA
    more: dict[str, Any] = {"loss": "logistic"} if task == "classifier" else {}
    if {"structure", "signs"} & set(knobs):
        more["groups"] = None
    more |= {"fit_intercept": True, "passes": ONLINE_PASSES}
    if method.kind == "batch":
        more["passes"] = BATCH_PASSES
    else:
        more["shuffle"] = True
    if method.kind == "online" or method.key in DRAWS:
        more["random_state"] = None
    return knobs | more


@cache
def make_estimator(method: Method, task: str) -> type[SparseEstimator]:
    """Return the class of estimators that learn by ``method``, the same one each time.

    task : "classifier" or "regressor".
    """
    classifies = task == "classifier"
    role = BinaryClassifier if classifies else LinearRegressor
    if method.kind == "batch":
        base: type[SparseEstimator] = BatchEstimator
    else:
        base = OnlineClassifier if classifies else OnlineRegressor
    own = [loss.name for loss in method.losses if loss != Loss.softmax]
    name, parameters = method.__name__ + task.capitalize(), parameters_of(method, task)
    members = {
        "__module__": PACKAGE,
        "__qualname__": name,
        "__doc__": class_docstring(method, task, parameters),
        "__init__": constructor(name, parameters),
        "method": method,
        "loss_names": tuple(own) if classifies else ("squared",),
    }
    if CATALOGUE.get(method.key) is not method:  # a pickle does not find it here by its name
        members |= {"__module__": method.__module__, "__reduce__": _reduce}
    return type(name, (role, base), members)


def _reduce(estimator: SparseEstimator) -> tuple:
    """An estimator of one's own method as pickle writes it: method, task and what was learned."""
    task = "classifier" if is_classifier(estimator) else "regressor"
    return _blank, (estimator.method, task), estimator.__getstate__()


def _blank(method: Method, task: str) -> SparseEstimator:
    """An estimator that has learned nothing, for a pickle to fill."""
    return make_estimator(method, task)()


def constructor(name: str, parameters: dict[str, Any]) -> Any:
    """Return an ``__init__`` with these parameters, by keyword alone, as scikit-learn reads it.

    It keeps each value as it is given: what ``get_params`` finds. Called with any other parameter
    it raises TypeError.
    """
    given = [Parameter(p, Parameter.KEYWORD_ONLY, default=v) for p, v in parameters.items()]
    signature = Signature([Parameter("self", Parameter.POSITIONAL_OR_KEYWORD), *given])

    def __init__(*args: Any, **values: Any) -> None:
        try:
            bound = signature.bind(*args, **values)
        except TypeError as error:
            raise TypeError(f"{name}: {error}; it has {', '.join(parameters)}") from None
        bound.apply_defaults()
        instance = bound.arguments.pop("self")
        for parameter, value in bound.arguments.items():
            setattr(instance, parameter, value)

    __init__.__signature__ = signature
    __init__.__qualname__ = f"{name}.__init__"
    __init__.__module__ = PACKAGE
    return __init__

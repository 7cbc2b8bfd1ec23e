"""The fields of a model from what has learned: a trace, an estimator, or a pipeline."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from algorithms.losses import fitting_loss
from algorithms.snapshots import mean_loss
from algorithms.trace import Trace
from datasets import Dataset

NEAR = 1e-6
"""How near the mean loss of a run's weights comes to the one that its trace holds."""


def run_fields(trace: Trace, plan: Any, data: Dataset | None) -> dict[str, Any]:
    """Return the fields of the model of a run.

    Parameters
    ----------
    plan : the ``FeaturePlan`` of the dataset; None for its own.
    data : the dataset that it learned from, prepared.

    Raises ValueError for a run that diverged, whose features cannot be written, or that learned
    from other rows than ``data``, and for a plan of another dataset.
    """
    if data is None:
        raise ValueError(
            "a trace does not hold its dataset: Model.of(trace, data=data) takes the one that it "
            "learned from. Where prepare made it, and not load or load_file, give "
            "plan=FeaturePlan.of(raw, preparation), too, raw being the dataset before prepare."
        )
    if trace.final.diverged_at is not None:
        raise ValueError("this run diverged: it has no weights to keep. Take a smaller step size.")
    refuse_loss(trace.loss_name)
    data = Dataset.of(data)
    refuse_other(trace, data)
    plan = data.plan() if plan is None else plan
    plan.check(data)
    W, names = np.atleast_2d(trace.final.weights), data.feature_names
    parts = plan.describe(np.flatnonzero(np.any(W != 0.0, axis=0)).tolist(), names)
    tables = [{names[j]: float(w[j]) for j in np.flatnonzero(w)} for w in W]
    b = [float(each) for each in np.ravel(trace.final.intercept)]
    fields = {"algorithm": trace.algorithm, "task": data.task, "loss": trace.loss_name} | parts
    if data.task == "multiclass":
        weights = dict(zip(data.classes, tables, strict=True))
        intercept = dict(zip(data.classes, b, strict=True))
        return fields | {
            "classes": whole_numbers(data.classes),
            "weights": weights,
            "intercept": intercept,
        }
    labels = data.provenance.labels if data.task == "classification" else ()
    if data.task == "classification" and not labels:
        labels = ("-1", "1")
    return fields | {"classes": whole_numbers(labels), "weights": tables[0], "intercept": b[0]}


def refuse_other(trace: Trace, data: Dataset) -> None:
    """Raise ValueError where a run cannot have learned from ``data``.

    Rows, features and nonzeros are as many, and where it holds its mean loss, that comes out.
    """
    final, examples = trace.final, trace.costs.examples
    same = examples == (data.n_rows, data.X.nnz)
    same = same and final.weights.shape[-1] == data.n_features
    if same and trace.fit is not None:
        loss = fitting_loss(trace.loss_name, data.task)
        found = mean_loss(loss, data.X, data.y, final.weights, final.intercept)
        same = np.isclose(found, trace.fit[-1], rtol=NEAR, atol=NEAR)
    if not same:
        raise ValueError(
            "the trace did not learn from data: with these rows it would have ended elsewhere. "
            "Give the dataset that record was given, prepared as it was then."
        )


def whole_numbers(labels: Sequence[str]) -> tuple:
    """Return labels as whole numbers where all of them are: a dataset names its labels in text."""
    plain = all(re.fullmatch(r"0|-?[1-9]\d{0,15}", label) for label in labels)
    return tuple(map(int, labels)) if plain else tuple(labels)


def estimator_fields(learned: Any) -> dict[str, Any]:
    """Return the fields of the model of an estimator, or of a pipeline of a scaler and one.

    Raises ValueError for anything else, and for one that was not fitted.
    """
    scaler, estimator = split_pipeline(learned)
    if not hasattr(estimator, "coef_"):
        raise ValueError(f"{type(estimator).__name__} has not learned yet: call fit first")
    is_regressor = not hasattr(estimator, "classes_")
    loss = "squared" if is_regressor else estimator.loss
    refuse_loss(loss)
    first = estimator if scaler is None else scaler
    d = estimator.n_features_in_
    names = getattr(first, "feature_names_in_", None)
    names = [f"x{j + 1}" for j in range(d)] if names is None else [str(name) for name in names]
    if len(set(names)) < d:
        raise ValueError("two columns have the same name: a file could not tell them apart")
    offset, scale = scaler_parts(scaler, d)
    w = np.ravel(estimator.coef_)
    kept = np.flatnonzero(w).tolist()
    return {
        "algorithm": estimator.as_algorithm(),
        "task": "regression" if is_regressor else "classification",
        "loss": loss,
        "classes": () if is_regressor else tuple(estimator.classes_.tolist()),
        "weights": {names[j]: float(w[j]) for j in kept},
        "intercept": float(np.ravel(estimator.intercept_)[0]),
        "features": {
            names[j]: {"of": [names[j]], "offset": float(offset[j]), "scale": float(scale[j])}
            for j in kept
        },
        "columns": {names[j]: {"kind": "numbers"} for j in kept},
    }


def split_pipeline(learned: Any) -> tuple[Any, Any]:
    """Return the scaler, or None, and the estimator.

    Raises ValueError for other things, and for a scaler that was not fitted, or that clips.
    """
    # To import scikit-learn takes a second.
    from sklearn.preprocessing import MaxAbsScaler, StandardScaler

    from algorithms.estimators.base import SparseEstimator

    named = getattr(learned, "steps", None)
    steps = [step for _, step in named if step not in (None, "passthrough")] if named else [learned]
    *before, last = steps
    if not isinstance(last, SparseEstimator):
        raise ValueError(
            f"{type(last).__name__} is no estimator of Sparsity Lab: give {_way(last, before)}"
        )
    if len(before) > 1 or any(type(step) not in (StandardScaler, MaxAbsScaler) for step in before):
        names = ", ".join(type(step).__name__ for step in before)
        raise ValueError(
            f"before the estimator stands {names}: a model's file holds one StandardScaler or "
            "MaxAbsScaler, and nothing else"
        )
    for scaler in before:
        if not hasattr(scaler, "n_features_in_"):
            raise ValueError(f"{type(scaler).__name__} has not seen a row yet: call fit first")
        if getattr(scaler, "clip", False):
            raise ValueError(
                "MaxAbsScaler(clip=True) cuts new rows to [−1, 1], which a model's file cannot "
                "say: take clip=False"
            )
    return (before[0] if before else None), last


def _way(learned: Any, before: list[Any]) -> str:
    """What to give in place of an estimator around others, or of any other thing."""
    searches, several = hasattr(learned, "refit"), hasattr(learned, "estimators_")
    if (searches or several) and before:
        return "one of those in its place: search or combine whole pipelines, not their last steps"
    if searches:
        return "its best_estimator_, which it has after fit, with refit=True"
    if several:
        return "one of its estimators_"
    return "one of those, or a pipeline that ends in one"


def scaler_parts(scaler: Any, d: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the offset and the scale of each of ``d`` columns."""
    offset, scale = getattr(scaler, "mean_", None), getattr(scaler, "scale_", None)
    if not getattr(scaler, "with_mean", False):  # it has a mean all the same
        offset = None
    return np.zeros(d) if offset is None else offset, np.ones(d) if scale is None else scale


def refuse_loss(loss: str) -> None:
    """Raise ValueError for a loss whose predictions need more than the features that are kept."""
    if loss == "clipped":
        raise ValueError(
            "the clipped loss divides each prediction by the root of the number of features that "
            "are not 0 in its row, and a model's file holds only those that it keeps. Choose "
            "another loss, and save it then."
        )

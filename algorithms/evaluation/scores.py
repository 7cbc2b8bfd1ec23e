"""The errors of weights on rows that they did not learn from."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from typing import Any

import numpy as np
from scipy import sparse

from algorithms.dataset_stats import DatasetStats
from algorithms.evaluation.measures import auc
from algorithms.losses import Loss, fitting_loss, loss_values, mistakes_of
from algorithms.online.base import OVERFLOW
from datasets import Dataset

NO_INTERCEPT = np.zeros(1)
CHUNK = 750_000
"""The number of weights, or predictions, in memory together: 6 MB, which fit a cache. With 64
vectors of 47,000 weights at once, a product with 1.5 M entries took four times as long."""


def evaluate(
    weights: np.ndarray,
    dataset: Dataset,
    loss: str | Loss | None = None,
    intercept: np.ndarray = NO_INTERCEPT,
    names: Container[str] | None = None,
) -> dict[str, float]:
    """Return the errors on the rows of ``dataset`` kept back, by name.

    Without such rows there are no errors, so the answer is {}: load with ``test_fraction``, or with
    a test file.

    Of classes "test error", the share of wrong predictions, a tie as in ``losses.mistakes_of``
    (weights 0 get half of two classes wrong), and for two classes "test AUC", nan
    where the rows hold one class only; of a regression "test mean squared error". Of both "test
    loss", the mean of ``loss``; it is inf where a prediction is beyond 1e100.

    Raises ValueError for weights that are none or that do not fit the dataset.

    Parameters
    ----------
    weights : shape (d,), of a multiclass task (k, d).
    loss : the loss they were learned with, ``usual_loss`` of the target unless given; the clipped
        one scales the rows.
    intercept : shape (1,), of a multiclass task (k,); 0 unless given. Of a run it is not in the
        weights: give ``trace.final.intercept`` wherever ``record`` had ``intercept=True``.
    names : the errors to compute; None for all.

    Examples
    --------
    >>> from datasets import load
    >>> data = load("breast_cancer", test_fraction=0.25)
    >>> evaluate(np.zeros(data.n_features), data, "logistic")["test error"]
    0.5

    Of a run the constant term goes along:

    >>> from algorithms import CATALOGUE, record
    >>> data = load("diabetes", scaling="unit variance", test_fraction=0.25)
    >>> trace = record(CATALOGUE["sgd"](eta=0.01), data, passes=5, intercept=True)
    >>> whole = trace.final.weights, data, trace.loss_name, trace.final.intercept
    >>> with_it, without = evaluate(*whole), evaluate(*whole[:3])
    >>> round(with_it["test mean squared error"]), round(without["test mean squared error"])
    (3038, 24652)
    """
    _check_kind(weights)
    dataset = Dataset.of(dataset)
    several = _checked_weights(weights, dataset)[None], np.asarray(intercept)[None]
    errors = evaluate_many(several[0], dataset, loss, several[1], names)
    return {name: float(each[0]) for name, each in errors.items()}


def _check_kind(weights: Any) -> None:
    """Raise ValueError for a trace, a model or a dataset in place of weights."""
    if hasattr(weights, "final"):
        raise ValueError(
            "weights: this is a whole trace; give what is in it: evaluate(trace.final.weights, "
            "data, trace.loss_name, trace.final.intercept)"
        )
    if hasattr(weights, "predict"):
        raise ValueError("weights: this is a model; give its weights, such as np.ravel(coef_)")
    if isinstance(weights, Dataset):
        raise ValueError("weights: this is a dataset; weights come first: evaluate(weights, data)")


def _checked_weights(weights: Any, dataset: Dataset) -> np.ndarray:
    """The weights as an array; ValueError where they are not as many as the dataset asks for."""
    array, k = np.asarray(weights), len(dataset.classes)
    shape = (k, dataset.n_features) if dataset.task == "multiclass" else (dataset.n_features,)
    if array.shape != shape or array.dtype.kind not in "iuf":
        raise ValueError(
            f"weights: they are of shape {array.shape} and type {array.dtype}; this dataset needs "
            f"numbers of shape {shape}"
        )
    return array


def evaluate_many(
    weights: Sequence[np.ndarray],
    dataset: Dataset,
    loss: str | Loss,
    intercepts: Sequence[np.ndarray],
    names: Container[str] | None = None,
) -> dict[str, np.ndarray]:
    """Return the errors of many weight vectors, each shape (s,), under the names of ``evaluate``.

    The rows are read once for many vectors, not once for each.

    Parameters
    ----------
    weights : shape (s, d), of a multiclass task (s, k, d); or a list of s arrays.
    loss : the loss they were learned with.
    intercepts : shape (s, 1), of a multiclass task (s, k); or a list of s arrays.
    names : the errors to compute; None for all.
    """
    dataset = Dataset.of(dataset)
    found = [name for name in names_of(dataset) if names is None or name in names]
    if dataset.test is None or not len(weights):
        return {name: np.empty(0) for name in found}
    code, y = fitting_loss(loss, dataset.task), dataset.test.y
    rows = DatasetStats.of(dataset.test).rows(code)
    several = _predictions(rows, weights, intercepts)
    with np.errstate(over="ignore", invalid="ignore"):
        scored = [[_ERRORS[name](code, p, y) for name in found] for p in several]
    return dict(zip(found, map(np.concatenate, zip(*scored, strict=True)), strict=True))


def names_of(dataset: Dataset) -> tuple[str, ...]:
    """Return the names of the errors that ``evaluate`` finds; none without rows kept back."""
    if dataset.test is None:
        return ()
    if dataset.task == "regression":
        return ("test mean squared error", "test loss")
    if dataset.task == "multiclass":
        return ("test error", "test loss")
    return ("test error", "test AUC", "test loss")


def _predictions(
    rows: sparse.csr_array, weights: Sequence[np.ndarray], intercepts: Sequence[np.ndarray]
) -> Iterator[np.ndarray]:
    """The predictions for all n rows: (b, n), of a multiclass task (b, n, k), b vectors a time."""
    size = weights[0].size // weights[0].shape[-1] * max(rows.shape)
    block = max(CHUNK // size, 1)
    for first in range(0, len(weights), block):
        some = np.stack(weights[first : first + block])
        offsets = np.stack(intercepts[first : first + block])
        # [vector and class, row], so that what is one vector's lies together.
        columns = np.ascontiguousarray(some.reshape(-1, rows.shape[1]).T)
        predictions = np.ascontiguousarray((rows @ columns).T)
        if some.ndim == 2:
            yield predictions + offsets[:, :1]
        else:
            by_class = predictions.reshape(*some.shape[:2], -1) + offsets[:, :, None]
            yield by_class.transpose(0, 2, 1)


def _mean_losses(code: Loss, p: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The mean losses of the predictions, (b,); inf where one is past overflow."""
    if code == Loss.softmax:
        means = np.array([loss_values(code, each, y).mean() for each in p])
    else:
        means = loss_values(code, p, y).mean(axis=1)
    fine = (np.abs(p) <= OVERFLOW).reshape(len(p), -1).all(axis=1)
    return np.where(fine, means, np.inf)


def _wrong(code: Loss, p: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The share of wrong classes among the predictions, (b,)."""
    return mistakes_of(code, p, y).mean(axis=1)


def _mean_squares(_code: Loss, p: np.ndarray, y: np.ndarray) -> np.ndarray:
    return ((p - y) ** 2).mean(axis=1)


_ERRORS = {
    "test error": _wrong,
    "test AUC": lambda _code, p, y: auc(y, p),
    "test mean squared error": _mean_squares,
    "test loss": _mean_losses,
}
"""By name, the errors of the predictions ``p``, (b, n) or (b, n, k), each (b,)."""

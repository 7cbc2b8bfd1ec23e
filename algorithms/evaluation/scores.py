"""The errors of weights on rows that they did not learn from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from scipy import sparse

from algorithms.evaluation.measures import auc
from algorithms.facts import Facts
from algorithms.losses import Loss, loss_code, loss_values
from algorithms.online.base import OVERFLOW
from datasets import Dataset

NO_INTERCEPT = np.zeros(1)
AT_ONCE = 750_000
"""So many weights, or predictions, are held at once: 6 MB, which stay near the processor. With 64
vectors of 47,000 weights at once, a product with 1.5 M entries took four times as long."""


def evaluate(
    weights: np.ndarray,
    dataset: Dataset,
    loss: str | Loss,
    intercept: np.ndarray = NO_INTERCEPT,
) -> dict[str, float]:
    """Return the errors on the rows of ``dataset`` kept back, by name; none where there are none.

    Of classes "test error", the share of wrong predictions, and for two classes "test AUC", nan
    where the rows hold one class only; of a regression "test mean squared error". Of both "test
    loss", the mean of ``loss``; it is inf where a prediction is beyond 1e100.

    Parameters
    ----------
    weights : shape (d,), of a multiclass task (k, d).
    loss : the loss they were learned with; the clipped one scales the rows.
    intercept : shape (1,), of a multiclass task (k,).
    """
    errors = evaluate_many(weights[None], dataset, loss, intercept[None])
    return {name: float(each[0]) for name, each in errors.items()}


def evaluate_many(
    weights: Sequence[np.ndarray],
    dataset: Dataset,
    loss: str | Loss,
    intercepts: Sequence[np.ndarray],
) -> dict[str, np.ndarray]:
    """Return the errors of many weight vectors, each shape (s,), under the names of ``evaluate``.

    The rows are read once for many vectors, not once for each.

    Parameters
    ----------
    weights : shape (s, d), of a multiclass task (s, k, d); or a list of s arrays.
    loss : the loss they were learned with.
    intercepts : shape (s, 1), of a multiclass task (s, k); or a list of s arrays.
    """
    if dataset.test is None or not len(weights):
        return {name: np.empty(0) for name in names_of(dataset)}
    code, y = loss_code(loss), dataset.test.y
    rows = Facts.of(dataset.test).rows(code)
    several = _predictions(rows, weights, intercepts)
    scored = [_errors(code, dataset.task, predictions, y) for predictions in several]
    return {name: np.concatenate([errors[name] for errors in scored]) for name in names_of(dataset)}


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
    block = max(AT_ONCE // size, 1)
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


def _errors(code: Loss, task: str, p: np.ndarray, y: np.ndarray) -> dict[str, np.ndarray]:
    """The errors of the predictions ``p``, (b, n) or (b, n, k), each (b,)."""
    with np.errstate(over="ignore", invalid="ignore"):
        errors = {"test loss": _mean_losses(code, p, y)}
        if task == "multiclass":
            errors["test error"] = (p.argmax(axis=2) != y).mean(axis=1)
        elif task == "regression":
            errors["test mean squared error"] = ((p - y) ** 2).mean(axis=1)
        else:
            # A prediction of exactly 0 names no class and counts as wrong, as it does in a run.
            errors |= {"test error": (np.sign(p) != y).mean(axis=1), "test AUC": auc(y, p)}
    return errors


def _mean_losses(code: Loss, p: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The mean losses of the predictions, (b,); inf where one is past overflow."""
    if code == Loss.softmax:
        means = np.array([loss_values(code, each, y).mean() for each in p])
    else:
        means = loss_values(code, p, y).mean(axis=1)
    fine = (np.abs(p) <= OVERFLOW).reshape(len(p), -1).all(axis=1)
    return np.where(fine, means, np.inf)

"""The errors of weights on rows that they did not learn from."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy import sparse

from algorithms.evaluation.measures import auc
from algorithms.facts import Facts
from algorithms.losses import Loss, loss_code, loss_values
from algorithms.online.base import OVERFLOW
from datasets import Dataset

NO_INTERCEPT = np.zeros(1)
AT_ONCE = 2**21
"""So many weights, or predictions, are copied at once: some 16 MB."""


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
    weights: np.ndarray, dataset: Dataset, loss: str | Loss, intercepts: np.ndarray
) -> dict[str, np.ndarray]:
    """Return the errors of many weight vectors, each shape (s,), under the names of ``evaluate``.

    The rows are read once for many vectors, not once for each.

    Parameters
    ----------
    weights : shape (s, d), of a multiclass task (s, k, d).
    loss : the loss they were learned with.
    intercepts : shape (s, 1), of a multiclass task (s, k).
    """
    if dataset.test is None:
        return {}
    code, y = loss_code(loss), dataset.test.y
    rows = Facts.of(dataset.test).rows(code)
    scored = [_errors(code, dataset.task, p, y) for p in _predictions(rows, weights, intercepts)]
    return {name: np.array([each[name] for each in scored]) for name in names_of(dataset)}


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
    rows: sparse.csr_array, weights: np.ndarray, intercepts: np.ndarray
) -> Iterator[np.ndarray]:
    """The predictions of each weight vector for all rows, (n,), of a multiclass task (n, k)."""
    s, k, d = len(weights), intercepts.shape[1], weights.shape[-1]
    block = max(AT_ONCE // (k * max(rows.shape[0], d)), 1)
    for first in range(0, s, block):
        some = weights[first : first + block].reshape(-1, d)
        # [vector, class, row], so that what is one vector's lies together.
        together = (rows @ np.ascontiguousarray(some.T)).T.reshape(-1, k, rows.shape[0])
        for p, b in zip(together, intercepts[first : first + block], strict=True):
            yield (p.T if weights.ndim == 3 else p[0]) + b


def _errors(code: Loss, task: str, p: np.ndarray, y: np.ndarray) -> dict[str, float]:
    """The errors of the predictions ``p`` of one weight vector."""
    with np.errstate(over="ignore"):
        mean = loss_values(code, p, y).mean() if (np.abs(p) <= OVERFLOW).all() else np.inf
        errors = {"test loss": mean}
        if task == "multiclass":
            errors["test error"] = np.mean(p.argmax(axis=1) != y)
        elif task == "regression":
            errors["test mean squared error"] = np.mean((p - y) ** 2)
        else:
            # A prediction of exactly 0 names no class and counts as wrong, as it does in a run.
            errors |= {"test error": np.mean(np.sign(p) != y), "test AUC": auc(y, p)}
    return errors

"""The errors of weights on rows that they did not learn from."""

from __future__ import annotations

import numpy as np

from algorithms.losses import Loss, fitting_rows, loss_code
from algorithms.snapshots import predict
from datasets import Dataset

NO_INTERCEPT = np.zeros(1)


def evaluate(
    weights: np.ndarray,
    dataset: Dataset,
    loss: str | Loss,
    intercept: np.ndarray = NO_INTERCEPT,
) -> dict[str, float]:
    """Return the errors on the rows of ``dataset`` kept back, by name; none where there are none.

    Of classes "test error", the share of wrong predictions, and for two classes "test AUC", nan
    where the rows hold one class only; of a regression "test mean squared error".

    Parameters
    ----------
    weights : shape (d,), of a multiclass task (k, d).
    loss : the loss they were learned with; the clipped one scales the rows.
    intercept : shape (1,), of a multiclass task (k,).
    """
    if dataset.test is None:
        return {}
    # Imported here because it is slow to import and only these numbers need it.
    from sklearn.metrics import accuracy_score, mean_squared_error, roc_auc_score

    y = dataset.test.y
    p = predict(fitting_rows(loss_code(loss), dataset.test.X), weights, intercept)
    if dataset.task == "multiclass":
        return {"test error": 1.0 - accuracy_score(y, p.argmax(axis=1))}
    if dataset.task == "regression":
        return {"test mean squared error": mean_squared_error(y, p)}
    # A prediction of exactly 0 names no class and counts as wrong, as it does in a run.
    return {
        "test error": 1.0 - accuracy_score(y, np.sign(p)),
        "test AUC": roc_auc_score(y, p) if len(np.unique(y)) == 2 else np.nan,
    }

"""Summary statistics of a dataset, as a whole and for each feature, on sparse data."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import scipy.sparse as sp

from datasets.dataset import Dataset

if TYPE_CHECKING:
    import pandas as pd

QUANTILES = {
    "minimum": 0.0,
    "lower quartile": 0.25,
    "median": 0.5,
    "upper quartile": 0.75,
    "maximum": 1.0,
}
CORRELATION, RATIO = "correlation with the target", "correlation ratio η"


class Summary(NamedTuple):
    """A dataset as a whole; all but ``held_out`` is about the rows that are learned from.

    Parameters
    ----------
    target : the rows of each class by its name, or the quantiles of a target of numbers.
    groups : how many, or None.
    held_out : the rows kept back for testing.
    memory : the bytes that X and y take.
    """

    rows: int
    columns: int
    nonzeros: int
    density: float
    target: dict[str, float]
    groups: int | None
    held_out: int
    memory: int


def summary(dataset: Dataset) -> Summary:
    """The dataset in a handful of numbers.

    Examples
    --------
    >>> from datasets import load
    >>> summary(load("breast_cancer")).target
    {'+1': 212, '−1': 357}
    """
    X, y = dataset.X, dataset.y
    if dataset.task == "regression":
        values = np.quantile(y, list(QUANTILES.values())).tolist()
        target = dict(zip(QUANTILES, values, strict=True))
    else:
        labels = {c: float(i) for i, c in enumerate(dataset.classes)} or {"+1": 1.0, "−1": -1.0}
        target = {name: int(np.count_nonzero(y == label)) for name, label in labels.items()}
    return Summary(
        rows=dataset.n_rows,
        columns=dataset.n_features,
        nonzeros=X.nnz,
        density=dataset.density,
        target=target,
        groups=None if dataset.groups is None else int(dataset.groups.max()) + 1,
        held_out=0 if dataset.test is None else dataset.test.n_rows,
        memory=sum(a.nbytes for a in (X.data, X.indices, X.indptr, y)),
    )


def describe(dataset: Dataset) -> pd.DataFrame:
    """Return a table with a row for each feature, over the rows that are learned from.

    ``name``; ``from``, the column of the table it came from, and how many of its cells were
    ``missing``; ``type``: "0/1", "whole numbers" or "numbers"; ``nonzero share``; ``mean``, ``sd``
    (of the rows, not a larger population), ``min``, ``max``; its correlation with the target,
    Pearson's or, where the target is one of many classes, the correlation ratio η, and NaN for what
    never changes; ``group`` and ``true weight`` where there are any.

    Examples
    --------
    >>> from datasets import Dataset
    >>> data = Dataset.of(([[1.0, 0.0], [2.0, 1.0], [3.0, 0.0]], [1.0, 2.5, 3.0]))
    >>> describe(data)[["name", "type", "mean"]]
      name           type      mean
    0   x1  whole numbers  2.000000
    1   x2            0/1  0.333333
    """
    import pandas as pd

    X, y = dataset.X, dataset.y
    if dataset.task == "multiclass":
        by_class = np.argsort(y, kind="stable")
        X, y = X[by_class], y[by_class]
    stats = column_stats(X)
    strength, measure = association(dataset.task, X, y, stats)
    origin, missing = source_columns(dataset)
    columns = {
        "name": dataset.feature_names,
        "from": origin,
        "type": value_types(dataset, stats.n_nonzero),
        "nonzero share": stats.n_nonzero / dataset.n_rows,
        "missing": missing,
        "mean": stats.mean * stats.unit,
        "sd": stats.sd * stats.unit,
        "min": stats.low,
        "max": stats.high,
        measure: strength,
    }
    if dataset.groups is not None:
        columns["group"] = dataset.groups
    if dataset.true_weights is not None:
        columns["true weight"] = dataset.true_weights
    return pd.DataFrame(columns)


class ColumnStats(NamedTuple):
    """The values of each feature [n_features], means and deviations in units of the largest.

    Parameters
    ----------
    n_nonzero : how many rows are not zero.
    low, high : the smallest and the largest value.
    unit : the largest absolute value, 1 where all are zero.
    mean, sd : in these units, so that no square overflows or vanishes.
    data : that of X less the mean of its column [nnz], in these units.
    """

    n_nonzero: np.ndarray
    low: np.ndarray
    high: np.ndarray
    unit: np.ndarray
    mean: np.ndarray
    sd: np.ndarray
    data: np.ndarray


def column_stats(X: sp.csr_array) -> ColumnStats:
    """Return the stats of each column of a matrix, zeros counted."""
    n, d = X.shape
    filled = np.bincount(X.indices, minlength=d)
    low, high = np.where(filled < n, 0.0, np.inf), np.where(filled < n, 0.0, -np.inf)
    np.minimum.at(low, X.indices, X.data)
    np.maximum.at(high, X.indices, X.data)
    unit = np.maximum(np.abs(low), np.abs(high))
    unit[unit == 0] = 1.0
    data = X.data / unit[X.indices]
    mean = np.bincount(X.indices, weights=data, minlength=d) / n
    data -= mean[X.indices]
    squares = np.bincount(X.indices, weights=data * data, minlength=d) + (n - filled) * mean**2
    sd = np.where(low == high, 0.0, np.sqrt(squares / n))
    return ColumnStats(filled, low, high, unit, mean, sd, data)


def association(
    task: str, X: sp.csr_array, y: np.ndarray, stats: ColumnStats
) -> tuple[np.ndarray, str]:
    """Return how each feature goes with the target [n_features], and the name of the measure."""
    n, d = X.shape
    if task == "multiclass":
        strength, measure = (
            between_class_deviation(X, y, stats.data, stats.mean) / np.sqrt(n),
            RATIO,
        )
    else:
        target = y / max(np.abs(y).max(), 1e-300)
        target = target - target.mean()
        rows = np.repeat(target, np.diff(X.indptr))
        # The rows where a feature is 0 count too: their targets sum to minus those of the rest.
        zeros = -np.bincount(X.indices, weights=rows, minlength=d)
        products = np.bincount(X.indices, weights=stats.data * rows, minlength=d)
        deviations = target.std() * n
        strength = (products - stats.mean * zeros) / (deviations if deviations > 0 else np.nan)
        measure = CORRELATION
    with np.errstate(divide="ignore", invalid="ignore"):
        strength = np.where(stats.sd > 0, strength / stats.sd, np.nan)
    return np.clip(strength, -1.0, 1.0), measure


def between_class_deviation(
    X: sp.csr_array, y: np.ndarray, data: np.ndarray, mean: np.ndarray
) -> np.ndarray:
    """√Σ n_c (m_c − m)² over the classes c, [n_features].

    The rows stand class by class; ``data`` is that of ``X`` less ``mean`` [n_features].
    """
    total, cuts = np.zeros(len(mean)), np.flatnonzero(np.diff(y)) + 1
    for top, bottom in pairwise([0, *cuts.tolist(), len(y)]):
        own = slice(X.indptr[top], X.indptr[bottom])
        n_zeros = bottom - top - np.bincount(X.indices[own], minlength=len(mean))
        sums = np.bincount(X.indices[own], weights=data[own], minlength=len(mean))
        total += (sums - n_zeros * mean) ** 2 / (bottom - top)
    return np.sqrt(total)


def value_types(dataset: Dataset, filled: np.ndarray) -> np.ndarray:
    """The kind of values of each feature."""
    X, d = dataset.X, dataset.n_features
    ones = np.bincount(X.indices[X.data == 1], minlength=d) == filled
    whole = np.bincount(X.indices[X.data == np.floor(X.data)], minlength=d) == filled
    return np.select([ones, whole], ["0/1", "whole numbers"], "numbers")


def source_columns(dataset: Dataset) -> tuple[np.ndarray, np.ndarray]:
    """The original column of each feature, "" where there is none, and its missing cells."""
    names = np.full(dataset.n_features, "", dtype=object)
    missing = np.zeros(dataset.n_features, dtype=np.int64)
    for column in dataset.columns:
        names[column.first : column.last] = column.name
        missing[column.first : column.last] = column.missing
    return names, missing

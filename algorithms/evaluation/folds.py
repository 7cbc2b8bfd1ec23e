"""Folds: the rows in k parts, each kept back once while the others are learned from."""

from __future__ import annotations

import dataclasses
from numbers import Integral

import numpy as np

from algorithms.orders import check_seed
from datasets import Dataset


def folds(dataset: Dataset | tuple, k: int = 10, seed: int = 0) -> list[Dataset]:
    """Return ``k`` datasets: of the i-th, the i-th part of the rows is ``test``, the rest its rows.

    Each class is spread evenly over the parts, whose sizes differ by one row at most. Rows that
    stand in time are not drawn: the parts are ``k`` stretches of them, one after the other, and
    the rows learned from keep their order. All that is known of the columns stays. Rows that
    ``dataset`` itself keeps back are in no part. A scaling was fitted on all rows, before.

    The datasets together hold k − 1 copies of the rows; ``fold`` makes one of them alone.

    Raises ValueError for a ``k`` that is no whole number ≥ 2, a ``seed`` that is none ≥ 0, for more
    parts than there are rows or examples of a class, and for a stretch of time that leaves a class
    on one side only.

    Examples
    --------
    >>> from datasets import load
    >>> [(part.n_rows, part.test.n_rows) for part in folds(load("breast_cancer"), k=3)]
    [(379, 190), (379, 190), (380, 189)]
    """
    dataset = Dataset.of(dataset)
    parts = _parts(dataset, k, seed)
    return [_split(dataset, parts, i) for i in range(k)]


def fold(dataset: Dataset | tuple, number: int, k: int = 10, seed: int = 0) -> Dataset:
    """Return ``folds(dataset, k, seed)[number]``, without making the others; ``number`` from 0."""
    dataset = Dataset.of(dataset)
    parts = _parts(dataset, k, seed)
    if not isinstance(number, Integral) or not 0 <= number < k:
        raise ValueError(f"number = {number!r}: the {k} folds have numbers 0 to {k - 1}")
    return _split(dataset, parts, number)


def _parts(dataset: Dataset, k: int, seed: int) -> np.ndarray:
    """The part that each row belongs to, int64 (n,)."""
    check_seed(seed)
    if isinstance(k, bool) or not isinstance(k, Integral) or k < 2:
        raise ValueError(f"folds = {k!r}: it must be a whole number >= 2")
    n = dataset.n_rows
    if k > n:
        raise ValueError(f"{k} folds of {n} rows: each fold needs a row; take at most {n} folds")
    labels = np.unique(dataset.y) if dataset.task != "regression" else ()
    for label in labels:
        of_class = int((dataset.y == label).sum())
        if of_class < k:
            raise ValueError(
                f"{k} folds, but class {_class_name(dataset, label)} has only {of_class} of the "
                f"{n} examples: a fold would be without one; take fewer folds"
            )
    if not dataset.in_time:
        return _draw_parts(dataset.y if len(labels) else np.zeros(n), k, seed)
    parts = np.arange(n) * k // n
    _check_stretches(dataset, parts, labels)
    return parts


def _draw_parts(strata: np.ndarray, k: int, seed: int) -> np.ndarray:
    """Rows dealt out like cards, one stratum after the other: the part of each, (n,)."""
    generator = np.random.default_rng(seed)
    shuffled = generator.permutation(len(strata))
    dealt = shuffled[np.argsort(strata[shuffled], kind="stable")]
    parts = np.empty(len(strata), np.int64)
    parts[dealt] = np.arange(len(strata)) % k
    return parts


def _check_stretches(dataset: Dataset, parts: np.ndarray, labels: np.ndarray) -> None:
    """Raise ValueError where a stretch of time, or all that is around it, has not every class."""
    for part in np.unique(parts):
        for side in (parts == part, parts != part):
            missing = np.setdiff1d(labels, dataset.y[side])
            if len(missing):
                raise ValueError(
                    f"fold {part + 1} of {parts[-1] + 1} is without class "
                    f"{_class_name(dataset, missing[0])} on one side: the rows stand in time, so "
                    "folds are stretches of them; take fewer folds"
                )


def _split(dataset: Dataset, parts: np.ndarray, number: int) -> Dataset:
    """The dataset that keeps back part ``number``."""
    back = _rows(dataset, parts == number)
    kept_back = dataclasses.replace(back, report=())
    return dataclasses.replace(_rows(dataset, parts != number), test=kept_back)


def _rows(dataset: Dataset, chosen: np.ndarray) -> Dataset:
    """The dataset with some of its rows alone."""
    X, y = dataset.X[np.flatnonzero(chosen)], dataset.y[chosen]
    provenance = dataclasses.replace(dataset.provenance, test_name="")
    return dataclasses.replace(dataset, X=X, y=y, test=None, provenance=provenance)


def _class_name(dataset: Dataset, label: float) -> str:
    """The name of a class."""
    return dataset.classes[int(label)] if dataset.classes else f"{label:+.0f}"

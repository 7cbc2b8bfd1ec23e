"""A setting that was chosen, run again: which features it keeps, and how many it holds."""

from __future__ import annotations

from typing import Any

import numpy as np

from algorithms.dataset_stats import DatasetStats
from algorithms.losses import Loss
from algorithms.orders import order_of
from algorithms.record import record
from papers.claim import Trial
from papers.fairness.cases import passes_of
from papers.fairness.runs import LOSS, Repetition, whole_periods

MOMENTS = 37
"""Moments of the last pass at which features are counted: they lie anywhere between two cuts."""

FIRST_SEED = 1000
"""Of the orders in which a setting is run again: no repetition has them."""


def features_of(algorithm: Any, repetition: Repetition, order: np.ndarray) -> np.ndarray:
    """Return the features that a setting keeps at the end of an order."""
    options = dict(order=order, intercept=True, checkpoints=1)
    return np.flatnonzero(record(algorithm, repetition.dataset, LOSS, **options).final.weights)


def other_orders(trial: Trial, n: int) -> list[np.ndarray]:
    """Return ``n`` other orders of the examples of a trial."""
    passes = passes_of(trial.case)
    return [
        whole_periods(order_of(trial.dataset, passes, FIRST_SEED + n * trial.seed + i))
        for i in range(n)
    ]


def overlap(one: np.ndarray, other: np.ndarray) -> float:
    """Return the features in both sets as a share of those in either; nan where both are empty."""
    either = len(np.union1d(one, other))
    return len(np.intersect1d(one, other)) / either if either else np.nan


def mean_held(algorithm: Any, repetition: Repetition) -> float:
    """Return the number of features held, in the mean over moments of the last pass."""
    data, order = repetition.dataset, repetition.order
    rows, n = DatasetStats.of(data).rows(Loss.logistic), len(order)
    state = algorithm.start(data.n_features, n, data.n_rows, None, True, 0)
    counts, begin = [], 0
    moments = np.linspace(max(n - data.n_rows, 0), n, MOMENTS, endpoint=False).astype(int)
    for moment in moments:
        algorithm.advance(state, rows, data.y, order[begin:moment], Loss.logistic)
        counts.append(np.count_nonzero(algorithm.weights(state)))
        begin = moment
    return float(np.mean(counts))

"""The accident of the last examples: who is kept in another order, and what is held in between."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np

from algorithms import CATALOGUE
from algorithms.dataset_stats import DatasetStats
from algorithms.losses import Loss
from algorithms.shrinkage import rounding
from datasets import Dataset

MOMENTS = 37  # in the last pass, so that they lie anywhere between two cuts
LAST = 100  # a multiple of every period K: zeros have just been made then, too


def watch_orders(algorithm: Any, dataset: Dataset, orders: Sequence[np.ndarray]) -> np.ndarray:
    """Run one setting in each order and return a table, shape (orders, 5).

    Columns: features at the end; their mean over moments spread evenly over the last pass, between
    two cuts as well as after one; random features at the end; the overlap with the features kept
    in the other orders, in the mean; and the overlap with those kept ``LAST`` examples before.
    The overlap is |A ∩ B| / |A ∪ B| (Jaccard), 1 where both are empty.
    """
    runs = [run(algorithm, dataset, order) for order in orders]
    sets = [support for support, _, _ in runs]
    overlap = np.eye(len(sets))
    for i, j in combinations(range(len(sets)), 2):
        overlap[i, j] = overlap[j, i] = jaccard(sets[i], sets[j])
    others = (overlap.sum(axis=1) - 1.0) / max(len(sets) - 1, 1)
    first_noise = dataset.n_features - dataset.n_noise
    return np.column_stack(
        [
            [len(support) for support in sets],
            [held for _, _, held in runs],
            [np.count_nonzero(support >= first_noise) for support in sets],
            others,
            [jaccard(support, before) for support, before, _ in runs],
        ]
    ).astype(np.float64)


def run(
    algorithm: Any, dataset: Dataset, order: np.ndarray
) -> tuple[np.ndarray, np.ndarray, float]:
    """The features kept at the end and ``LAST`` examples before, and the mean number held."""
    rows, n = DatasetStats.of(dataset).rows(Loss.logistic), len(order)
    state = algorithm.start(dataset.n_features, n, dataset.n_rows, None, True, 0)
    moments = np.linspace(max(n - dataset.n_rows, 0), n, MOMENTS, endpoint=False).astype(int)
    before = max(n - LAST, 0)
    kept, held, done = {}, {}, 0
    for moment in sorted({*moments.tolist(), before, n}):
        algorithm.advance(state, rows, dataset.y, order[done:moment], Loss.logistic)
        weights = algorithm.weights(state)
        held[moment] = np.count_nonzero(weights)
        kept[moment] = np.flatnonzero(last_cut(algorithm, weights))
        done = moment
    return kept[n], kept[before], float(np.mean([held[moment] for moment in moments.tolist()]))


def last_cut(algorithm: Any, weights: np.ndarray) -> np.ndarray:
    """The weights as a last cut would leave them, where the method has one."""
    if isinstance(algorithm, CATALOGUE["subgradient"]):
        return rounding(weights, algorithm.threshold)
    return weights


def jaccard(one: np.ndarray, other: np.ndarray) -> float:
    """Return |A ∩ B| / |A ∪ B|, 1 where both are empty."""
    both, either = len(np.intersect1d(one, other)), len(np.union1d(one, other))
    return both / either if either else 1.0

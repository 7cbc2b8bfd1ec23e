"""The seats of keep-k example by example, and in ten orders of the examples."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from algorithms import order_of
from datasets import Dataset
from pages.lessons.counting.evidence import COUNTING, PASSES, evaluate, method
from pages.lessons.counting.twin import keep_k_step
from ui.lessons.evidence import remember, runs_or_say

ORDERS = 10


class Contest(NamedTuple):
    """The seats after each example.

    Parameters
    ----------
    smallest : (T,), the smallest weight that has a seat.
    challenge : (T,), how far the example moved the best of those that had no seat.
    changed : (T,), whether another feature has a seat than before.
    """

    smallest: np.ndarray
    challenge: np.ndarray
    changed: np.ndarray

    @property
    def examples(self) -> np.ndarray:
        """The examples, from 1, at which a seat changed hands."""
        return np.flatnonzero(self.changed) + 1


class Seating(NamedTuple):
    """The features (k,) with a seat at the end of a run, and its mistakes on held-out rows."""

    features: frozenset[int]
    mistakes: int


@remember(most=8)
def contest(data: Dataset, k: int, eta: float) -> Contest:
    """Return the contest for k seats, in the order of the lesson; steps fall as η/√t."""
    X, order = data.X.toarray(), order_of(data, PASSES)
    w, seen = np.zeros(data.n_features), []
    for t, row in enumerate(order, 1):
        free = keep_k_step(w, X[row], data.y[row], eta / np.sqrt(t), data.n_features)
        before = w != 0.0
        w = keep_k_step(w, X[row], data.y[row], eta / np.sqrt(t), k)
        sizes = np.abs(w[w != 0.0])
        challenge = np.abs(free[~before]).max(initial=0.0)
        seen.append((sizes.min(initial=np.inf), challenge, ((w != 0.0) != before).any()))
    smallest, challenge, changed = (np.array(column) for column in zip(*seen, strict=True))
    return Contest(smallest, challenge, changed)


@remember(most=2)
def seated_sizes(data: Dataset, k: int, eta: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the sizes of keep-k's weights after every example (T, n), and their features (n,)."""
    n = PASSES * data.n_rows
    (trace,) = runs_or_say([method(COUNTING, k, eta)], data, passes=PASSES, checkpoints=n)
    return np.abs(trace.weights).astype(np.float32), trace.tracked


@remember(most=8)
def in_orders(data: Dataset, k: int, eta: float) -> list[Seating]:
    """Return who has a seat at the end in each of ten orders; the first is the lesson's own."""
    seated = []
    for seed in range(ORDERS):
        learner = method(COUNTING, k, eta)
        order = order_of(data, PASSES, seed)
        (trace,) = runs_or_say([learner], data, order=order, checkpoints=1)
        end = evaluate(data, k, trace.final.weights)
        rows = data if data.test is None else data.test
        features = frozenset(np.flatnonzero(trace.final.weights).tolist())
        seated.append(Seating(features, round(end.wrong * rows.n_rows)))
    return seated


@remember(most=8)
def mistakes_with_all(data: Dataset, eta: float) -> int:
    """Return the mistakes on held-out rows where every feature has a seat."""
    learner = method(COUNTING, data.n_features, eta)
    (trace,) = runs_or_say([learner], data, passes=PASSES, checkpoints=1)
    rows = data if data.test is None else data.test
    return round(evaluate(data, data.n_features, trace.final.weights).wrong * rows.n_rows)


def times_seated(seated: list[Seating]) -> np.ndarray:
    """Return in how many orders each feature that ever had a seat has one, most first."""
    return luckiest(seated)[1]


def luckiest(seated: list[Seating]) -> tuple[np.ndarray, np.ndarray]:
    """Return the features that ever had a seat, and in how many orders each has one, most first."""
    every = [feature for one in seated for feature in one.features]
    features, times = np.unique(every, return_counts=True)
    falling = np.argsort(-times, kind="stable")
    return features[falling], times[falling]

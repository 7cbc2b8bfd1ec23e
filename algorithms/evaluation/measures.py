"""Measures of predictions and of weights, computed without scikit-learn.

They are computed for every setting of a sweep while somebody waits: importing scikit-learn's
metrics takes a second, and a call of ``roc_auc_score`` ten times as long as the sorting in it.
"""

from __future__ import annotations

from types import MappingProxyType

import numpy as np

from algorithms.cache.compile_queue import deferred_kernel

MEASURES = MappingProxyType(
    {
        "test AUC": True,
        "test error": False,
        "test loss": False,
        "test mean squared error": False,
        "loss": False,
        "mistakes": False,
    }
)
"""Each measure of a run, by name: True where more is better, False where less is."""

SHARES = frozenset({"test AUC", "test error", "mistakes"})
"""The measures that lie between 0 and 1; they are compared by their difference."""


def auc(y: np.ndarray, scores: np.ndarray) -> float | np.ndarray:
    """Return the area under the ROC curve; nan where ``y`` holds one class only.

    It is the share of pairs, a positive and a negative example, of which the positive one has the
    higher score; a tie counts half.

    Parameters
    ----------
    y : shape (n,), positive for the one class, 0 or negative for the other.
    scores : shape (n,), finite; or shape (s, n), and the areas have shape (s,).

    Examples
    --------
    >>> float(auc(np.array([1, 1, -1, -1]), np.array([0.9, 0.4, 0.4, 0.1])))
    0.875
    """
    up = np.flatnonzero(y > 0.0)
    down = np.flatnonzero(y <= 0.0)
    if not up.size or not down.size:
        return np.full(scores.shape[:-1], np.nan)[()]
    together = np.atleast_2d(scores)
    # With take each row lies together; together[:, up] would lay the columns together.
    twice = pairs_won(*(np.sort(np.take(together, side, axis=1)) for side in (up, down)))
    areas = twice / (2.0 * up.size * down.size)
    return areas if scores.ndim == 2 else float(areas[0])


@deferred_kernel
def pairs_won(positive, negative):
    """Twice the pairs with the higher score in ``positive``, ties once; rows sorted: int64 (s,)."""
    twice = np.zeros(positive.shape[0], np.int64)
    for row in range(positive.shape[0]):
        lower, upto = 0, 0
        for i in range(positive.shape[1]):
            score = positive[row, i]
            while lower < negative.shape[1] and negative[row, lower] < score:
                lower += 1
            upto = max(upto, lower)
            while upto < negative.shape[1] and negative[row, upto] <= score:
                upto += 1
            twice[row] += lower + upto
    return twice


def max_correlation(y: np.ndarray, scores: np.ndarray) -> float:
    """Return the largest correlation of true and predicted class over all thresholds.

    An example whose score is above the threshold is predicted to be positive, and the correlation
    is Pearson's, of two variables with two values each (Yeo & Burge 2004; Yang et al. 2010, §6.2).
    It is 0 where all scores are the same, and nan where ``y`` holds one class only.

    Parameters
    ----------
    y : shape (n,), positive for the one class, 0 or negative for the other.
    scores : shape (n,), finite.

    Examples
    --------
    >>> float(max_correlation(np.array([1, 1, -1, -1]), np.array([0.9, 0.4, 0.3, 0.1])))
    1.0
    """
    falling = np.argsort(-scores, kind="stable")
    ranked, positive = scores[falling], y[falling] > 0.0
    n, P = len(ranked), int(positive.sum())
    if P in (0, n):
        return np.nan
    last_of_its_score = np.flatnonzero(ranked[:-1] != ranked[1:])
    if not len(last_of_its_score):
        return 0.0
    hits = np.cumsum(positive)[last_of_its_score].astype(np.float64)
    predicted = last_of_its_score + 1.0
    spread = np.sqrt(predicted * (n - predicted)) * np.sqrt(float(P) * (n - P))
    return float(((n * hits - predicted * P) / spread).max())


def sign_f1(weights: np.ndarray, true_weights: np.ndarray) -> float:
    """Return how well the signs of weights are recovered: the mean of three F1 scores.

    One score each for +1, −1 and 0 against the other two (Yang et al. 2010, §6.1); a sign that
    neither has is left out of the mean. 1 is best.

    Parameters
    ----------
    weights, true_weights : shape (d,).

    Examples
    --------
    >>> round(float(sign_f1(np.array([0.7, 0.0, 0.2, -1.0]), np.array([2.0, 0.0, 0.0, -1.0]))), 3)
    0.778
    """
    signs, truth = np.sign(weights), np.sign(true_weights)
    scores = []
    for sign in (1.0, -1.0, 0.0):
        claimed, right = signs == sign, truth == sign
        both = int(claimed.sum()) + int(right.sum())
        if both:
            scores.append(2.0 * int((claimed & right).sum()) / both)
    return float(np.mean(scores))


QUARTERS = np.array([[1], [2], [3]])


def quartiles(values: np.ndarray) -> np.ndarray:
    """Return lower quartile, median and upper quartile of each row, leaving out nan.

    Shape (3, s), nan for a row without a number.

    Parameters
    ----------
    values : shape (s, r), r at least 1.
    """
    rows = np.arange(len(values))
    # NaN is sorted to the end of each row. np.nanquantile goes through the rows one by one.
    rising, counts = np.sort(values, axis=1), (~np.isnan(values)).sum(axis=1)
    at = np.maximum(counts - 1, 0) * QUARTERS / 4.0
    below = np.floor(at).astype(np.int64)
    low, high = rising[rows, below], rising[rows, np.ceil(at).astype(np.int64)]
    with np.errstate(invalid="ignore"):
        between = low + (at - below) * (high - low)
    return np.where(low == high, low, between)

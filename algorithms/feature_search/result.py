"""The answer of a search: the best setting of each method, judged by other rows."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.special import stdtrit

from algorithms.evaluation.grids import Algorithm
from algorithms.feature_search.question import Question

LEVEL = 0.95
"""The level of the intervals."""


class Interval(NamedTuple):
    """A mean and the ends of its interval; nan where there are fewer than two numbers."""

    mean: float
    low: float
    high: float


def corrected_interval(scores: np.ndarray) -> Interval:
    """Return the mean of the scores of k folds, and its corrected t interval.

    Models of k folds share rows: the variance of the mean is (1/k + 1/(k − 1)) times that of the
    scores, for the rows that score are 1/(k − 1) of those that are learned from (Nadeau & Bengio
    2003, (9)).

    Parameters
    ----------
    scores : float64 (k,); nan for a fold without one, which is left out.

    Examples
    --------
    >>> mean, low, high = corrected_interval(np.array([0.8, 0.9, 0.85, 0.9, 0.8]))
    >>> round(mean, 2), round(low, 2), round(high, 2)
    (0.85, 0.76, 0.94)
    """
    known = scores[np.isfinite(scores)]
    n = len(known)
    mean = float(known.mean()) if n else math.nan
    if n < 2:
        return Interval(mean, math.nan, math.nan)
    half = stdtrit(n - 1, 0.5 + LEVEL / 2) * known.std(ddof=1) * math.sqrt(1 / n + 1 / (n - 1))
    return Interval(mean, mean - float(half), mean + float(half))


@dataclass(frozen=True, eq=False)
class MethodResult:
    """The best setting of one method.

    Parameters
    ----------
    algorithm : learned from all rows, it has ``features`` features.
    scores : float64 (folds,), in the measure of the question: on each fold the score of what the
        other folds chose; nan for a fold that was not reached.
    features : of each feature that some class has a weight for, one.
    held_out : the score of ``algorithm`` on rows that had no part in anything; nan without any.
    """

    algorithm: Algorithm
    features: int
    scores: np.ndarray
    held_out: float

    @property
    def interval(self) -> Interval:
        """The mean of the scores with its interval."""
        return corrected_interval(self.scores)


@dataclass(frozen=True, eq=False)
class SearchResult:
    """The methods, best first, and how sure their order is.

    Parameters
    ----------
    question : what was asked.
    methods : those with a setting that has so few features; the best mean score first.
    scores : float64 (folds,), of the choice among all methods; see ``MethodResult.scores``.
    trivial : float64 (folds,), the scores of the best prediction without any feature.
    share : of the search that is done.
    tried : the number of runs that were made.
    """

    question: Question
    methods: tuple[MethodResult, ...]
    scores: np.ndarray
    trivial: np.ndarray
    share: float
    tried: int

    @property
    def best(self) -> MethodResult | None:
        """The best method; None where no setting has so few features."""
        return self.methods[0] if self.methods else None

    @property
    def interval(self) -> Interval:
        """The mean score of a model that is chosen like this, with its interval."""
        return corrected_interval(self.scores)

    def lead(self, other: MethodResult) -> Interval:
        """Return by how much the best method is better than another, fold by fold."""
        ahead = self.question.cost(other.scores) - self.question.cost(self.methods[0].scores)
        return corrected_interval(ahead)

    def is_clearly_ahead(self, other: MethodResult) -> bool:
        """Return whether the best method leads by more than the folds differ."""
        return self.lead(other).low > 0.0

"""§6.1: as few features as possible, for at most one per cent of accuracy or of squared loss.

Cross-validation over the training rows, of the step size, the gravity, the passes and the decay of
the step size from pass to pass, with K = 1 and θ = ∞. The baseline is the best setting without
gravity; the chosen one keeps the fewest features of those whose accuracy is lower by one point at
most (whose squared loss is higher by one per cent at most). The search is made once, on the first
split; each repetition trains the chosen settings on its own split and noise.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np

from algorithms.dataset_stats import DatasetStats
from algorithms.evaluation.folds import folds
from algorithms.online.base import OnlineAlgorithm
from datasets import Dataset
from papers.claim import Reading, Trial
from papers.langford.study.readings import EXACT, truncated
from papers.langford.study.runs import Score, learn_in_passes, score
from papers.langford.study.sets import paper_set

STEPS = 2.0
"""Our step size for one of the paper's, see ``sets``."""
ONE_PER_CENT = 0.01


@dataclass(frozen=True)
class Search:
    """The settings that are tried, within the paper's ranges; η in the paper's scale."""

    etas: tuple[float, ...] = (0.1, 0.3, 0.5)
    decays: tuple[float, ...] = (0.5, 0.9)
    gravities: tuple[float, ...] = (0.0, 1e-3, 2e-3, 4e-3, 8e-3, 1.5e-2, 3e-2, 6e-2, 0.12, 0.3)
    passes: tuple[int, ...] = (5, 15)
    folds: int = 3

    def settings(self, reading: Reading) -> Iterator[tuple[OnlineAlgorithm, int]]:
        """Yield truncated gradient under a reading, with a number of passes."""
        values = product(self.etas, self.decays, self.gravities, self.passes)
        for eta, decay, gravity, passes in values:
            knobs = {"eta": STEPS * eta, "decay": decay, "gravity": gravity}
            yield truncated(reading, **knobs), passes


@dataclass(frozen=True)
class Candidate:
    """A setting and its means over the folds: the error or squared loss, and the features."""

    algorithm: OnlineAlgorithm
    passes: int
    cost: float
    features: float


def cross_validate(train: Dataset, search: Search, reading: Reading) -> list[Candidate]:
    """Return every setting that diverged on no fold, with its means over the folds."""
    parts, found = folds(train, search.folds), []
    for algorithm, passes in search.settings(reading):
        scores = [score(learn_in_passes(algorithm, part, passes, 0), part) for part in parts]
        cost = float(np.mean([_cost(each, train.task) for each in scores]))
        if math.isfinite(cost):
            features = float(np.mean([each.features for each in scores]))
            found.append(Candidate(algorithm, passes, cost, features))
    return found


def _cost(of: Score, task: str) -> float:
    return of.squared_error if task == "regression" else 1.0 - of.accuracy


def baseline(candidates: Sequence[Candidate]) -> Candidate:
    """Return the best candidate without gravity."""
    return min((c for c in candidates if c.algorithm.gravity == 0.0), key=lambda c: c.cost)


def lightest(candidates: Sequence[Candidate], task: str, within: float) -> Candidate:
    """Return the candidate with the fewest features that the rule allows; of ties the better one.

    A setting without gravity is no candidate: nothing would be under test.

    Parameters
    ----------
    within : the points of accuracy, or the share of the squared loss, that may be lost.
    """
    best = baseline(candidates).cost
    most = best * (1.0 + within) if task == "regression" else best + within
    # Shares of rows: a hair above by rounding alone is not above.
    allowed = [c for c in candidates if c.cost <= most + 1e-12 and c.algorithm.gravity > 0.0]
    if not allowed:
        allowed = [min((c for c in candidates if c.algorithm.gravity), key=lambda c: c.cost)]
    return min(allowed, key=lambda c: (c.features, c.cost))


@lru_cache(maxsize=64)
def candidates_of(name: str, noise: bool, reading: Reading) -> tuple[Candidate, ...]:
    """Return the candidates of a set on its first split."""
    return tuple(cross_validate(paper_set(name, noise), Search(), reading))


@lru_cache(maxsize=64)
def without_gravity(name: str, noise: bool) -> Candidate:
    """Return the best setting without gravity, which is the same under every reading."""
    train, search = paper_set(name, noise), Search(gravities=(0.0,))
    return baseline(cross_validate(train, search, EXACT))


@dataclass(frozen=True)
class Fits:
    """A set without sparsification, and with the lightest settings that tolerances allow.

    ``occurring`` features are in some training row: no other can be removed.
    """

    occurring: int
    plain: Score
    sparse: tuple[Score, ...]

    def removed(self, place: int = 0) -> float:
        """Return the per cent of the occurring features that a fit does not keep."""
        return 100.0 * (1.0 - self.sparse[place].features / self.occurring)


def fit(trial: Trial, noise: bool, tolerances: Sequence[float] = (ONE_PER_CENT,)) -> Fits:
    """Train the settings that cross-validation chose on the training rows of a trial, and test."""
    dataset, found = trial.dataset, candidates_of(trial.case.name, noise, trial.reading)
    chosen = [baseline(found), *(lightest(found, dataset.task, t) for t in tolerances)]
    plain, *sparse = (
        score(learn_in_passes(c.algorithm, dataset, c.passes, trial.seed), dataset) for c in chosen
    )
    return Fits(int(DatasetStats.of(dataset).occurring.sum()), plain, tuple(sparse))

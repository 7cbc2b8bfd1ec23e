"""Figs. 4 to 7: the AUC on the test rows against the number of features.

Each point of a curve is a run with another gravity, threshold or penalty. The step size, its decay
and the passes are those that cross-validation chooses without sparsification.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from algorithms.online.base import OnlineAlgorithm
from algorithms.orders import order_of
from papers.claim import Trial
from papers.langford.study.readings import n_steps
from papers.langford.study.runs import Score, learn, score
from papers.langford.study.search import Candidate

POINTS = 22
GRAVITIES = tuple(np.geomspace(2e-4, 0.5, POINTS).tolist())
THRESHOLDS = tuple(np.geomspace(2e-3, 2.0, POINTS).tolist())


def knobs_of(base: Candidate) -> dict[str, float]:
    """Return the step size and its decay."""
    return {"eta": base.algorithm.eta, "decay": base.algorithm.decay}


def curve(
    trial: Trial, algorithms: Iterable[OnlineAlgorithm], passes: int, period: int
) -> list[Score]:
    """Return a point for each of the algorithms."""
    order = order_of(trial.dataset, passes, trial.seed)
    order = order[: n_steps(trial.reading, len(order), period)]
    return [score(learn(each, trial.dataset, order), trial.dataset) for each in algorithms]


def fewest_features(points: Sequence[Score], auc: float) -> float:
    """Return the fewest features with so high an AUC, nan where no point has it."""
    return min((float(p.features) for p in points if p.auc >= auc), default=np.nan)


def best_auc(points: Sequence[Score], features: int) -> float:
    """Return the highest AUC with at most so many features, ½ where no point has as few."""
    return max((p.auc for p in points if p.features <= features and p.auc == p.auc), default=0.5)

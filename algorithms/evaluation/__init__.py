"""The worth of weights: on rows kept back, over folds and orders, and for each number of features.

``evaluate`` scores the weights of one run; ``Outcomes`` keeps what came of many settings in many
repeats; a ``Frontier`` compares them at the same number of features.
"""

from algorithms.evaluation.folds import fold, folds
from algorithms.evaluation.frontier import Frontier, Point, frontier
from algorithms.evaluation.grids import MOST_SETTINGS, grid, ladder
from algorithms.evaluation.measures import MEASURES, auc, max_correlation, sign_f1
from algorithms.evaluation.outcomes import Outcomes
from algorithms.evaluation.scores import evaluate, evaluate_many
from algorithms.evaluation.spread import Several, Spread, over_orders

__all__ = [
    "MEASURES",
    "MOST_SETTINGS",
    "Frontier",
    "Outcomes",
    "Point",
    "Several",
    "Spread",
    "auc",
    "evaluate",
    "evaluate_many",
    "fold",
    "folds",
    "frontier",
    "grid",
    "ladder",
    "max_correlation",
    "over_orders",
    "sign_f1",
]

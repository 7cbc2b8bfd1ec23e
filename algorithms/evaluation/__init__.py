"""Evaluation of weights: on held-out rows, over folds and orders, and by number of features.

``evaluate`` scores the weights of one run; ``Outcomes`` keeps the results of many settings in many
repeats; a ``Frontier`` compares them at the same number of features, and ``tune`` finds knobs
with which runs keep about the same number.
"""

from algorithms.evaluation.folds import fold, folds
from algorithms.evaluation.frontier import Frontier, Point, frontier
from algorithms.evaluation.grids import (
    MOST_SETTINGS,
    SPARSITY,
    grid,
    ladder,
    sparsity_knob,
    sweepable,
)
from algorithms.evaluation.looks import densities, max_correlations, objectives, sign_f1s
from algorithms.evaluation.measures import MEASURES, auc, max_correlation, sign_f1
from algorithms.evaluation.on_demand import ALL_MEASURES, ON_DEMAND, has_objective, measurable
from algorithms.evaluation.outcomes import Outcomes
from algorithms.evaluation.removal import knob_at_0, removes
from algorithms.evaluation.scores import evaluate, evaluate_many
from algorithms.evaluation.spread import OrderRuns, Spread, over_orders
from algorithms.evaluation.tuning import Tuning, tune

__all__ = [
    "ALL_MEASURES",
    "MEASURES",
    "MOST_SETTINGS",
    "ON_DEMAND",
    "SPARSITY",
    "Frontier",
    "OrderRuns",
    "Outcomes",
    "Point",
    "Spread",
    "Tuning",
    "auc",
    "densities",
    "evaluate",
    "evaluate_many",
    "fold",
    "folds",
    "frontier",
    "grid",
    "has_objective",
    "knob_at_0",
    "ladder",
    "max_correlation",
    "max_correlations",
    "measurable",
    "objectives",
    "over_orders",
    "removes",
    "sign_f1",
    "sign_f1s",
    "sparsity_knob",
    "sweepable",
    "tune",
]

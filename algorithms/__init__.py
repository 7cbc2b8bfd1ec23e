"""Everything that learns: NumPy in, NumPy out, jitted, and nothing about pages or pictures.

``record(CATALOGUE["truncated_gradient"](gravity=0.01), dataset)`` runs an algorithm and returns
its :class:`Trace`.
"""

from algorithms.batch.base import BatchAlgorithm
from algorithms.cards import card
from algorithms.catalogue import BATCH, CATALOGUE, ONLINE
from algorithms.comparator import Comparator, comparator_loss, find_comparator, row_losses
from algorithms.evaluation import (
    ALL_MEASURES,
    MEASURES,
    MOST_SETTINGS,
    ON_DEMAND,
    SPARSITY,
    Frontier,
    OrderRuns,
    Outcomes,
    Point,
    Spread,
    Tuning,
    auc,
    evaluate,
    evaluate_many,
    fold,
    folds,
    frontier,
    grid,
    has_objective,
    knob_at_0,
    ladder,
    max_correlation,
    measurable,
    over_orders,
    removes,
    sign_f1,
    sparsity_knob,
    sweepable,
    tune,
)
from algorithms.losses import Loss
from algorithms.online.base import OnlineAlgorithm
from algorithms.orders import order_of, random_order
from algorithms.record import record
from algorithms.sweep import sweep, sweeping
from algorithms.trace import Trace

Algorithm = OnlineAlgorithm | BatchAlgorithm

__all__ = [
    "ALL_MEASURES",
    "BATCH",
    "CATALOGUE",
    "MEASURES",
    "MOST_SETTINGS",
    "ONLINE",
    "ON_DEMAND",
    "SPARSITY",
    "Algorithm",
    "Comparator",
    "Frontier",
    "Loss",
    "OrderRuns",
    "Outcomes",
    "Point",
    "Spread",
    "Trace",
    "Tuning",
    "auc",
    "card",
    "comparator_loss",
    "evaluate",
    "evaluate_many",
    "find_comparator",
    "fold",
    "folds",
    "frontier",
    "grid",
    "has_objective",
    "knob_at_0",
    "ladder",
    "max_correlation",
    "measurable",
    "order_of",
    "over_orders",
    "random_order",
    "record",
    "removes",
    "row_losses",
    "sign_f1",
    "sparsity_knob",
    "sweep",
    "sweepable",
    "sweeping",
    "tune",
]

"""Datasets, runs and comparators, each computed once and shared by all sessions.

Keys are what was asked for, never the data itself; every memory is bounded.
"""

from ui.engine.comparators import (
    comparator,
    comparator_losses,
    comparator_soon,
    outdone,
)
from ui.engine.loading import columns, dataset, dataset_key, fit_view, tasks, test_file
from ui.engine.material import Material
from ui.engine.measures import describe_features, held_out, idle_loss
from ui.engine.repeats import ORDERS_TRIED
from ui.engine.runs import CHECKPOINTS, SKETCHED, is_slow, shows_progress, traces
from ui.engine.spreads import SPREAD_CHECKPOINTS, spread, spread_note

__all__ = [
    "CHECKPOINTS",
    "ORDERS_TRIED",
    "SKETCHED",
    "SPREAD_CHECKPOINTS",
    "Material",
    "columns",
    "comparator",
    "comparator_losses",
    "comparator_soon",
    "dataset",
    "dataset_key",
    "describe_features",
    "fit_view",
    "held_out",
    "idle_loss",
    "is_slow",
    "outdone",
    "shows_progress",
    "spread",
    "spread_note",
    "tasks",
    "test_file",
    "traces",
]

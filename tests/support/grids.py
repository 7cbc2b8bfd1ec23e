"""The knobs, losses and schedules over which every kernel is held to its twin."""

from __future__ import annotations

from math import inf

import numpy as np

LOSSES = ("squared", "logistic", "hinge")
RATES = (0.1,)
SCHEDULES = ("constant", "inv_sqrt", "inv")
PENALTIES = (0.0, 0.01, 3.0)
THRESHOLDS = (0.0, 0.037, 1.0, inf)
PERIODS = (1, 2, 3, 7, 1000)

GRIDS = {
    "sgd": (RATES, SCHEDULES),
    "rounding": (RATES, SCHEDULES, THRESHOLDS, PERIODS),
    "subgradient": (RATES, SCHEDULES, PENALTIES, THRESHOLDS),
    "truncated_gradient": (RATES, SCHEDULES, PENALTIES, THRESHOLDS, PERIODS),
    "fobos": (RATES, SCHEDULES, PENALTIES, (1, 2, 5, 1000), (False, True)),
}

SAME_OPERATIONS = ("sgd", "rounding", "subgradient")


SMALL_GRIDS = {
    "sgd": [{}],
    "rounding": [{"threshold": 0.037, "period": K} for K in (1, 7)],
    "subgradient": [{"l1": l1, "threshold": 0.037} for l1 in (0.01, 3.0)],
    "truncated_gradient": [
        {"gravity": 0.1, "threshold": theta, "period": K}
        for theta in (0.037, np.inf)
        for K in (1, 7)
    ],
    "fobos": [
        {"l1": 0.1, "batch_size": m, "rounds": r} for m in (1, 2, 7, 20, 50) for r in (False, True)
    ],
}

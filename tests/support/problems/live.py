"""Sparse problems for algorithms that keep a table of live features."""

from __future__ import annotations

import numpy as np

from algorithms import CATALOGUE
from algorithms.online.storage.live_features import (
    LiveFeatures,
)
from tests import naive

LIVE = [key for key, algorithm in CATALOGUE.items() if issubclass(algorithm, LiveFeatures)]

KNOBS = {
    "truncated_gradient": [
        {},
        {"gravity": 0.3, "schedule": "inv_sqrt"},
        {"gravity": 0.2, "threshold": 0.05, "period": 7},
        {"gravity": 0.0},
    ],
    "rda": [{"l1": 1e-4}, {"l1": 5e-4, "gamma": 3.0}, {"l1": 0.0}],
}

CASES = [(key, knobs) for key in LIVE for knobs in KNOBS[key]]


def problem(n: int = 400, d: int = 3000, k: int = 12, seed: int = 0):
    """Sparse rows over many features: far more than the smallest table holds."""
    draw = np.random.default_rng(seed)
    X = np.zeros((n, d))
    for row in X:
        row[draw.choice(d, k, replace=False)] = draw.standard_normal(k)
    return naive.dataset(X, draw.choice([-1.0, 1.0], n))

"""The Lasso with many weights overfits, online learning does not (§6.4, Fig. 7)."""

from __future__ import annotations

import dataclasses
import math

import numpy as np

from algorithms.batch.coordinate_descent import CoordinateDescent
from algorithms.losses import fitting_rows
from algorithms.online.truncated_gradient import TruncatedGradient
from datasets import Dataset
from papers.claim import Axes, Claim, Notes, Quantity, Source, Trial
from papers.langford.study.curves import GRAVITIES, curve, knobs_of
from papers.langford.study.runs import LOSS, Model, Score, score
from papers.langford.study.search import without_gravity
from papers.langford.study.sets import CHOICES, EIGHT, case_of
from papers.rules import Order

K = 10
PENALTIES = tuple(np.geomspace(1e-5, 0.1, 10).tolist())
PULL, LASSO = "truncated gradient", "Lasso"


def losses_at_the_right(trial: Trial) -> list[float]:
    """Return for each method the best AUC of its curve less that with the most features."""
    base = without_gravity(trial.case.name, noise=True)
    knobs = knobs_of(base) | {"period": K}
    runs = [TruncatedGradient(gravity=g, threshold=math.inf, **knobs) for g in GRAVITIES]
    curves = curve(trial, runs, base.passes, K), lasso_curve(trial.dataset)
    return [fall(points) for points in curves]


def lasso_curve(dataset: Dataset) -> list[Score]:
    """Return a point for each penalty, on the rows as the loss of §5 takes them."""
    rows = dataclasses.replace(dataset, X=fitting_rows(LOSS, dataset.X), test=None)
    points = []
    for l1 in PENALTIES:
        solved = CoordinateDescent(l1=l1, tolerance=1e-4).solve(rows, "squared")
        points.append(score(Model(solved.weights, 0.0), dataset))
    return points


def fall(points: list[Score]) -> float:
    """Return how far the AUC falls from its best point to the one with the most features."""
    known = [p for p in points if np.isfinite(p.auc)]
    most = max(known, key=lambda p: p.features)
    return max(p.auc for p in known) - most.auc


CLAIM = Claim(
    key="lasso_overfits",
    says="Given many weights, the Lasso fits noise and ranks worse; online learning does not.",
    source=Source(
        "§6.4, Fig. 7",
        "Lasso usually has worse performance when the allowed number of nonzero weights is set "
        "too "
        "large; truncated gradient is more robust to overfitting. The figure has no numbers.",
    ),
    cases=[case_of(name, noise=True) for name in EIGHT],
    quantities=[Quantity(method) for method in (PULL, LASSO)],
    measure=losses_at_the_right,
    rule=Order(((PULL, "<", LASSO),)),
    axes=Axes("data set, 1000 random features added", "AUC lost with the most features"),
    seeds=10,
    notes=Notes(
        differs=(
            *CHOICES,
            "The Lasso has the squared loss on the same normalised rows; its weights are not "
            "clipped "
            "while they are fitted.",
        ),
        cause="We do not know why.",
        lesson="online",
    ),
)

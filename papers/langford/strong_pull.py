"""A pull as strong as the threshold is a cut (§3.3)."""

from __future__ import annotations

import numpy as np

from algorithms.online.rounding import Rounding
from algorithms.online.truncated_gradient import TruncatedGradient
from algorithms.record import record
from datasets import Dataset, load
from papers.claim import (
    Axes,
    Case,
    Claim,
    Notes,
    PlaygroundRun,
    Quantity,
    Reading,
    Source,
    Trial,
)
from papers.rules import NoViolation

ETA, THETA, PERIODS, PASSES = 0.02, 0.1, (1, 10, 20), 3
OPTIONS = {"scaling": "unit variance", "noise_features": 100}


def data(seed: int) -> Dataset:
    """Return breast cancer with random features, drawn anew for each repetition."""
    return load("breast_cancer", **OPTIONS, seed=seed)


def runs(period: int) -> tuple[TruncatedGradient, Rounding]:
    """Return truncated gradient with ηKg = 1.5 θ, and rounding at the same θ."""
    knobs = {"eta": ETA, "threshold": THETA, "period": period}
    return TruncatedGradient(gravity=1.5 * THETA / (ETA * period), **knobs), Rounding(**knobs)


def distances(trial: Trial) -> list[float]:
    """Return for each K the largest distance of the weights of both, at every checkpoint."""
    worst = []
    for period in PERIODS:
        one, other = (
            record(run, trial.dataset, "logistic", seed=trial.seed, passes=PASSES)
            for run in runs(period)
        )
        away = np.abs(one.final.weights - other.final.weights).max()
        worst.append(float(max(away, np.abs(one.sparsity.l1_norm - other.sparsity.l1_norm).max())))
    return worst


def opens(case: Case, quantity: Quantity, reading: Reading) -> PlaygroundRun:
    """Return both runs, side by side."""
    stream = {"loss": "logistic", "passes": PASSES, "order": 0}
    return PlaygroundRun(("breast_cancer", OPTIONS), runs(int(quantity.x)), stream=stream)


CLAIM = Claim(
    key="strong_pull",
    says="A pull stronger than the threshold sets every small weight to 0, as rounding does.",
    source=Source("§3.3", "Rounding is the truncated gradient with ηKg ≥ θ."),
    cases=[Case("breast cancer", data)],
    quantities=[Quantity("", K) for K in PERIODS],
    measure=distances,
    rule=NoViolation(),
    axes=Axes("period K", "largest distance of the weights"),
    seeds=5,
    opens=opens,
    notes=Notes(lesson="rounding"),
)

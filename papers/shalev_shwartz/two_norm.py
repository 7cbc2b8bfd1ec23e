"""SMIDAS with p = 2 is truncated gradient (§3, §5)."""

from __future__ import annotations

import numpy as np

from algorithms.online.smidas import Smidas
from algorithms.online.truncated_gradient import TruncatedGradient
from algorithms.record import record
from datasets import load
from papers.claim import Axes, Case, Claim, Notes, PlaygroundRun, Quantity, Source, Trial
from papers.rules import NoViolation

ETA, L1S, PASSES = 0.05, (0.0, 1e-3, 1e-2), 5
OPTIONS = {"scaling": "max-abs 1", "noise_features": 200}


def runs(l1: float) -> tuple[Smidas, TruncatedGradient]:
    """Return SMIDAS with p = 2, and truncated gradient with θ = ∞ and K = 1."""
    return Smidas(eta=ETA, l1=l1, p=2.0), TruncatedGradient(eta=ETA, gravity=l1)


def distances(trial: Trial) -> list[float]:
    """Return for each λ how far the weights of both are apart, relative to the largest."""
    found = []
    for l1 in L1S:
        one, other = (
            record(run, trial.dataset, "logistic", seed=trial.seed, passes=PASSES)
            for run in runs(l1)
        )
        scale = max(1.0, float(np.abs(other.weights).max(initial=0.0)))
        apart = np.abs(one.final.weights - other.final.weights).max()
        norms = np.abs(one.sparsity.l1_norm - other.sparsity.l1_norm).max()
        found.append(float(max(apart, norms) / scale))
    return found


CLAIM = Claim(
    key="two_norm",
    says="With a plain square for its norm, SMIDAS is truncated gradient, step by step.",
    source=Source("§3 and §5", "If the link is the identity, the step is that of Langford et al."),
    cases=[Case("breast cancer", lambda seed: load("breast_cancer", seed=seed, **OPTIONS))],
    quantities=[Quantity("", l1) for l1 in L1S],
    measure=distances,
    rule=NoViolation(),
    axes=Axes("λ", "largest distance of the weights"),
    seeds=5,
    opens=lambda case, quantity, reading: PlaygroundRun(
        ("breast_cancer", OPTIONS),
        runs(float(quantity.x)),
        stream={"loss": "logistic", "passes": PASSES, "order": 0},
    ),
    notes=Notes(lesson="coordinates"),
)

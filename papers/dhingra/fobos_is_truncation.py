"""FOBOS is truncated gradient without a threshold (§2.3, (18))."""

from __future__ import annotations

import math

import numpy as np

from algorithms.online.fobos import Fobos
from algorithms.online.truncated_gradient import TruncatedGradient
from algorithms.record import record
from papers.claim import Axes, Case, Claim, Notes, PlaygroundRun, Quantity, Source, Trial
from papers.dhingra.gisette import ETA_OF_DIGITS, FLIPS, MEAN, TESTED, digits
from papers.rules import NoViolation

PENALTIES, SCHEDULES = (1e-3, 1e-2, 0.1), ("constant", "inv_sqrt")
ETA = ETA_OF_DIGITS[MEAN.name]


def runs(schedule: str, l1: float) -> tuple[Fobos, TruncatedGradient]:
    """Return FOBOS, and truncated gradient with θ = ∞ and K = 1."""
    falling = {"eta": ETA, "schedule": schedule}
    other = TruncatedGradient(gravity=l1, threshold=math.inf, period=1, **falling)
    return Fobos(l1=l1, **falling), other


def distances(trial: Trial) -> list[float]:
    """Return the largest distance of the weights of both, at the end and in ‖w‖₁ on the way."""
    found = []
    for schedule in SCHEDULES:
        for l1 in PENALTIES:
            one, other = (
                record(run, trial.dataset, "squared", seed=trial.seed, passes=3)
                for run in runs(schedule, l1)
            )
            away = np.abs(one.final.weights - other.final.weights).max()
            lengths = np.abs(one.sparsity.l1_norm - other.sparsity.l1_norm).max()
            found.append(float(max(away, lengths)))
    return found


def opens(case: Case, quantity: Quantity, reading) -> PlaygroundRun:
    """Return both runs, side by side."""
    recipe = ("digit_products", {"flips": FLIPS, "test_fraction": TESTED})
    stream = {"loss": "squared", "passes": 3, "order": 0}
    return PlaygroundRun(recipe, runs(quantity.series, float(quantity.x)), stream=stream)


CLAIM = Claim(
    key="fobos_is_truncation",
    says="Shrinking after each example is the truncated gradient that pulls all weights at each "
    "step.",
    source=Source("§2.3, (18)", "The closed-form solution is a soft threshold of λη_t."),
    cases=[Case("digits", digits)],
    quantities=[Quantity(schedule, l1) for schedule in SCHEDULES for l1 in PENALTIES],
    measure=distances,
    rule=NoViolation(),
    axes=Axes("λ", "largest distance", "x"),
    seeds=5,
    opens=opens,
    notes=Notes(
        differs=("The paper does not say it; Langford et al. (2009) are the other side.",),
        lesson="fobos_rda",
    ),
)

"""The averaged weights nearly solve the penalised problem (Theorem 3.2)."""

from __future__ import annotations

import math

import numpy as np

from algorithms.bounds.constants import gradient_constants
from algorithms.bounds.truncated_gradient import averaged_iterate_bound
from algorithms.online.truncated_gradient import TruncatedGradient
from algorithms.record import record
from papers.claim import Axes, Claim, LessonMoment, Notes, Quantity, Source, Trial
from papers.langford.study.theory import CASES, comparators, losses_of, step_size
from papers.rules import NoViolation

GRAVITIES, DRAWS, STEPS = (0.01, 0.1), 20, 300


def violations(trial: Trial) -> list[float]:
    """Return for each g the largest of (left − right)/right, over T, losses and w̄.

    Examples are drawn with replacement; the left side is the mean over 20 runs.
    """
    return [violation(trial, gravity) for gravity in GRAVITIES]


def violation(trial: Trial, gravity: float) -> float:
    """Return the largest violation with one g."""
    worst, dataset = -math.inf, trial.dataset
    rng = np.random.default_rng(trial.seed)
    for loss in losses_of(dataset):
        known = gradient_constants(loss, dataset.X)
        run = TruncatedGradient(eta=step_size(known), gravity=gravity)
        orders = rng.integers(0, dataset.n_rows, (DRAWS, STEPS))
        ends = [record(run, dataset, loss, order, checkpoints=STEPS).weights for order in orders]
        for u in comparators(dataset, loss, gravity):
            sides = [averaged_iterate_bound(run, known, dataset, loss, w, u) for w in ends]
            measured = np.mean([both.measured for both in sides], axis=0)
            worst = max(worst, float((measured / sides[0].bound - 1.0).max()))
    return worst


CLAIM = Claim(
    key="theorem_two",
    says=(
        "The mean of all weights of a run over randomly drawn examples comes close to the best "
        "weights of the penalised problem."
    ),
    source=Source("Theorem 3.2, for every T", "At any time T, for all w̄ ∈ ℝᵈ …"),
    cases=CASES,
    quantities=[Quantity("", g) for g in GRAVITIES],
    measure=violations,
    rule=NoViolation(),
    axes=Axes("gravity g", "largest ratio of the two sides, less 1", "x"),
    seeds=5,
    opens=lambda case, quantity, reading: LessonMoment("regret"),
    notes=Notes(
        differs=("The expectation is the mean over 20 runs.",),
        lesson="regret",
    ),
)

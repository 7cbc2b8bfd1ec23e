"""No fixed weights do much better than truncated gradient (Theorem 3.1)."""

from __future__ import annotations

import math

from algorithms.bounds.constants import gradient_constants
from algorithms.bounds.form import along
from algorithms.bounds.truncated_gradient import truncated_gradient_bound
from algorithms.online.truncated_gradient import TruncatedGradient
from papers.claim import Axes, Claim, LessonMoment, Notes, Quantity, Source, Trial
from papers.langford.study.theory import CASES, comparators, losses_of, step_size, walk
from papers.rules import NoViolation

GRAVITY, PERIODS, THRESHOLDS = 0.05, (1, 10), (0.1, math.inf)


def violations(trial: Trial) -> list[float]:
    """Return for each K and θ the largest of (left − right)/right, over T, losses and ū."""
    return [violation(trial, period, theta) for period in PERIODS for theta in THRESHOLDS]


def violation(trial: Trial, period: int, theta: float) -> float:
    """Return the largest violation with one K and θ."""
    worst, dataset = -math.inf, trial.dataset
    for loss in losses_of(dataset):
        known = gradient_constants(loss, dataset.X)
        run = TruncatedGradient(
            eta=step_size(known), gravity=GRAVITY, threshold=theta, period=period
        )
        trace, order = walk(run, trial, loss)
        for u in comparators(dataset, loss, GRAVITY):
            both = truncated_gradient_bound(run, known, *along(trace, dataset, order, u))
            worst = max(worst, float(((both.measured - both.bound) / both.bound).max()))
    return worst


CLAIM = Claim(
    key="theorem_one",
    says=(
        "At any moment truncated gradient has lost little more than any fixed weights, its own "
        "penalty included, whatever the data."
    ),
    source=Source("Theorem 3.1, for every T", "For all w̄ ∈ ℝᵈ we have …"),
    cases=CASES,
    quantities=[Quantity(f"θ = {theta:g}", K) for K in PERIODS for theta in THRESHOLDS],
    measure=violations,
    rule=NoViolation(),
    axes=Axes("period K", "largest ratio of the two sides, less 1"),
    seeds=5,
    opens=lambda case, quantity, reading: LessonMoment("regret"),
    notes=Notes(
        differs=(
            "The paper asks for every w̄: tried are 0, a random point, and the best fixed weights "
            "where the loss has a gradient.",
            "I(w ≤ θ) is taken as I(|w| ≤ θ), as the paper's appendix has it.",
        ),
        lesson="regret",
    ),
)

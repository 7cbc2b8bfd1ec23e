"""Algorithm 1 on the squared loss has little regret (Corollary 4.1)."""

from __future__ import annotations

import math

import numpy as np

from algorithms.bounds.constants import largest_norm
from algorithms.online.printed.algorithm_1 import Algorithm1
from papers.claim import Axes, Claim, LessonMoment, Notes, Quantity, Source, Trial
from papers.langford.study.theory import CASES, comparators, walk
from papers.rules import NoViolation

GRAVITY, PERIODS, THRESHOLDS = 0.02, (1, 10), (0.1, math.inf)


def violations(trial: Trial) -> list[float]:
    """Return for each K and θ the largest of (left − right)/right, over T and w̄."""
    return [violation(trial, period, theta) for period in PERIODS for theta in THRESHOLDS]


def violation(trial: Trial, period: int, theta: float) -> float:
    """Return the largest violation with one K and θ; the loss of the paper is (p − y)²."""
    dataset, C = trial.dataset, largest_norm(trial.dataset.X)
    eta = 0.25 / C**2
    run = Algorithm1(eta=2.0 * eta, gravity=GRAVITY / 2.0, threshold=theta, period=period)
    trace, order = walk(run, trial, "squared")
    used = predicting_weights(run, trace.weights)
    T = np.arange(1, len(order) + 1)
    pulls = np.where(np.arange(1, len(order) + 2) % period == 0, period * GRAVITY, 0.0)
    small = np.abs(used) <= theta
    X, y = dataset.X[order], dataset.y[order]
    losses = 2.0 * np.diff(trace.loss, prepend=0.0)
    own = pulls[:-1] * np.where(small, np.abs(used), 0.0).sum(axis=1)[:-1]
    left = np.cumsum((1.0 - 2.0 * C**2 * eta) * losses + own) / T
    worst = -math.inf
    for u in comparators(dataset, "squared", GRAVITY):
        theirs = pulls[1:] * np.where(small, np.abs(u), 0.0).sum(axis=1)[1:]
        right = np.cumsum((X @ u - y) ** 2 + theirs) / T + (u @ u) / (2.0 * eta * T)
        worst = max(worst, float(((left - right) / right).max()))
    return worst


def predicting_weights(run: Algorithm1, after: np.ndarray) -> np.ndarray:
    """Return w_1, …, w_{T+1}, with which Algorithm 1 predicts, of what each step leaves, (T, d)."""
    used = np.vstack([np.zeros((1, after.shape[1])), after])
    for i in range(run.period, len(used) + 1, run.period):
        used[i - 1] = run.shrink(used[i - 1], i)
    return used


CLAIM = Claim(
    key="corollary_one",
    says=(
        "Algorithm 1, which pulls before it predicts, loses little more in squares than any fixed "
        "weights."
    ),
    source=Source("Corollary 4.1, for every T", "If ‖x‖ ≤ C for all x, then for all w̄ ∈ ℝᵈ …"),
    cases=CASES,
    quantities=[Quantity(f"θ = {theta:g}", K) for K in PERIODS for theta in THRESHOLDS],
    measure=violations,
    rule=NoViolation(),
    axes=Axes("period K", "largest ratio of the two sides, less 1"),
    seeds=5,
    opens=lambda case, quantity, reading: LessonMoment("regret"),
    notes=Notes(
        differs=(
            "The paper's loss (p − y)² is twice ours: our step size is twice the paper's, and our "
            "gravity half of it.",
        ),
        lesson="regret",
    ),
)

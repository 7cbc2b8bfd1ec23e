"""The inequality behind the theorem holds at every single step (Appendix A, Lemma 1)."""

from __future__ import annotations

import math

import numpy as np

from algorithms.bounds.constants import gradient_constants
from algorithms.bounds.form import along, before
from algorithms.online.truncated_gradient import TruncatedGradient
from papers.claim import Axes, Claim, Quantity, Source, Trial
from papers.langford.study.theory import CASES, comparators, losses_of, step_size, walk
from papers.rules import NoViolation

GRAVITY, THRESHOLDS = 0.1, (0.05, 0.5, math.inf)


def violations(trial: Trial) -> list[float]:
    """Return for each θ the largest of (left − right), relative to their size, of all steps."""
    return [violation(trial, theta) for theta in THRESHOLDS]


def violation(trial: Trial, theta: float) -> float:
    """Return the largest violation with one θ."""
    worst, dataset = -math.inf, trial.dataset
    for loss in losses_of(dataset):
        known = gradient_constants(loss, dataset.X)
        run = TruncatedGradient(eta=step_size(known), gravity=GRAVITY, threshold=theta)
        trace, order = walk(run, trial, loss)
        for u in comparators(dataset, loss, GRAVITY):
            losses, after, _, of_u = along(trace, dataset, order, u)
            small = np.abs(after) <= theta
            nearer = ((u - before(after)) ** 2).sum(axis=1) - ((u - after) ** 2).sum(axis=1)
            left = (1.0 - 0.5 * known.A * run.eta) * losses
            left += GRAVITY * np.where(small, np.abs(after), 0.0).sum(axis=1)
            right = of_u + GRAVITY * np.where(small, np.abs(u), 0.0).sum(axis=1)
            right += 0.5 * run.eta * known.B + nearer / (2.0 * run.eta)
            size = np.maximum(1.0, np.abs(left) + np.abs(right))
            worst = max(worst, float(((left - right) / size).max()))
    return worst


CLAIM = Claim(
    key="lemma_one",
    says="Lemma 1 bounds what one step adds to the distance from any fixed weights w̄.",
    source=Source("Appendix A, Lemma 1, at every step", "Then for all w̄ ∈ ℝᵈ, we have …"),
    cases=CASES,
    quantities=[Quantity("", theta) for theta in THRESHOLDS],
    measure=violations,
    rule=NoViolation(),
    axes=Axes("threshold θ", "largest left side less the right side, relative"),
    seeds=5,
)

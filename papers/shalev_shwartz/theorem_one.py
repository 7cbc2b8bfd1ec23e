"""The rate of stochastic coordinate descent (Theorem 1)."""

from __future__ import annotations

import numpy as np

from algorithms.batch.common.curvature import curvatures
from algorithms.batch.problem import Problem
from algorithms.batch.scd import SCD
from algorithms.bounds.coordinate_descent import scd_bound
from algorithms.comparator import find_comparator
from algorithms.losses import loss_values
from algorithms.record import record
from datasets import load
from papers.claim import Axes, Case, Claim, LessonMoment, Notes, Quantity, Source, Trial
from papers.rules import NoViolation
from papers.shalev_shwartz.runs import BETAS, CURVATURE

DRAWS, PASSES, L1S = 30, 30, (1e-4, 1e-2)


def violations(trial: Trial) -> list[float]:
    """Return for each λ the largest (measured − bound)/bound of all checkpoints.

    The theorem is about the mean over what is drawn; here over ``DRAWS`` runs.
    """
    data, loss, way = trial.dataset, trial.case.name, CURVATURE[trial.reading.name]
    problem = Problem.over(data, loss)
    at_zero = float(loss_values(problem.loss, np.zeros(data.n_rows), data.y).mean())
    worst = []
    for l1 in L1S:
        best = find_comparator(data, loss, l1)
        sides = []
        for draw in range(DRAWS):
            run = record(
                SCD(l1=l1, curvature=way), data, loss, seed=DRAWS * trial.seed + draw, passes=PASSES
            )
            objective = run.fit + l1 * run.sparsity.l1_norm
            bends = curvatures(problem, way)
            known = bends, best.weights, best.objective, at_zero
            sides.append(scd_bound(run.steps, objective, *known))
        # Runs are looked at after as many entries read, which are not quite as many steps.
        n = min(len(both.steps) for both in sides)
        measured = np.mean([both.measured[:n] for both in sides], axis=0)
        bound = np.max([both.bound[:n] for both in sides], axis=0)
        worst.append(float(((measured - bound) / bound).max()))
    return worst


CLAIM = Claim(
    key="theorem_one",
    says="After T steps, stochastic descent is on average no farther from the best than ∼ 1/T.",
    source=Source("§2.2, Theorem 1", "E[R(w)] − R(w*) ≤ d (β‖w*‖² + 2R(0))/2T for d coordinates."),
    cases=[
        Case("logistic", lambda seed: load("breast_cancer", scaling="max-abs 1")),
        Case("squared", lambda seed: load("diabetes", scaling="max-abs 1")),
    ],
    quantities=[Quantity("violation", l1) for l1 in L1S],
    measure=violations,
    rule=NoViolation(),
    axes=Axes("λ", "(measured − bound)/bound", log="x"),
    readings=BETAS,
    seeds=5,
    opens=lambda case, quantity, reading: LessonMoment("coordinates"),
    notes=Notes(
        differs=("The expectation is the mean of 30 runs.",),
        lesson="coordinates",
    ),
)

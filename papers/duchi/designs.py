"""The made-up problems of §7, and how soon each method is within 10⁻² (Figs. 4 and 5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

import numpy as np

import datasets
from algorithms.batch.batch_projected_gradient import BatchProjectedGradient
from algorithms.batch.coordinate_descent import CoordinateDescent
from algorithms.batch.interior_point import InteriorPoint
from algorithms.online.projected_gradient import ProjectedGradient
from algorithms.record import record
from datasets import Dataset
from papers.claim import Case, LessonMoment, Opens, PlaygroundRun, Quantity, Reading, Trial
from papers.once import least, once

BATCH, SEARCH, STOCHASTIC = "batch", "line search", "stochastic"
COORDINATE, INTERIOR = "coordinate descent", "interior point"
METHODS = (BATCH, SEARCH, STOCHASTIC, COORDINATE, INTERIOR)
NEAR, NEARER = 1e-2, 1e-4
RATES = tuple(10.0 ** (k / 2.0) for k in range(-9, 5))
SHARES = (
    Reading("λ = λmax/10", "The penalty is a tenth of the one that keeps no feature."),
    Reading("λ = λmax/100", "The penalty is a hundredth of the one that keeps no feature."),
)
BUDGET = {SEARCH: 200, BATCH: 200, STOCHASTIC: 60, COORDINATE: 100, INTERIOR: 300}
"""Readings of all entries after which a method is given up."""

NEVER = 1e4
"""What a method counts with that was given up, in passes: more than any budget."""


def design(key: str, size: int) -> Callable[[int], Dataset]:
    """Return, by the repetition, the made-up problem of as many examples as features."""
    return lambda seed: datasets.load(key, n_rows=size, n_features=size, draw=seed)


def loss_of(dataset: Dataset) -> str:
    """Return the loss that the paper takes for the task."""
    return "squared" if dataset.task == "regression" else "logistic"


def penalty(dataset: Dataset, reading: Reading) -> float:
    """Return λ of a reading: a share of the largest slope at weights 0."""
    share = 1.0 / float(reading.name.rpartition("/")[2])
    slopes = -dataset.y if loss_of(dataset) == "squared" else -0.5 * dataset.y
    return share * float(np.abs(dataset.X.T @ slopes).max()) / dataset.n_rows


def costs(
    trial: Trial, at: tuple[float, ...] = (NEAR, NEARER), names: tuple[str, ...] = METHODS
) -> list[float]:
    """Return what each method pays until f(w) − f(w*) is as small as each of ``at``.

    In operations, as multiples of those of one pass (4 for each entry); ``NEVER`` where it does
    not come so near within its budget.
    """
    data, l1 = trial.dataset, penalty(trial.dataset, trial.reading)
    objective, radius = optimum(data, l1)
    lowest = {False: objective, True: objective - l1 * radius}
    found = []
    for name in names:
        algorithm, in_ball = method(name, l1, radius, trial)
        trace = record(
            algorithm, data, loss_of(data), seed=trial.seed, passes=BUDGET[name], fit=True
        )
        penalised = 0.0 if in_ball else l1 * trace.sparsity.l1_norm
        above = trace.fit + penalised - lowest[in_ball]
        paid = trace.operations / (4.0 * data.X.nnz)
        for goal in at:
            near = np.flatnonzero(above <= goal)
            found.append(float(paid[near[0]] if len(near) else NEVER))
    return found


def method(name: str, l1: float, radius: float, trial: Trial) -> tuple[object, bool]:
    """Return the method of a name, and whether it stays in the ball."""
    inside = {"radius": radius, "schedule": "inv_sqrt"}
    if name == BATCH:
        eta = rate(BATCH, trial)
        return BatchProjectedGradient(eta=eta, line_search=False, **inside), True
    if name == STOCHASTIC:
        return ProjectedGradient(eta=rate(STOCHASTIC, trial), **inside), True
    if name == SEARCH:
        return BatchProjectedGradient(radius=radius), True
    if name == COORDINATE:
        return CoordinateDescent(l1=l1), False
    return InteriorPoint(l1=l1, tolerance=1e-10), False


def rate(name: str, trial: Trial) -> float:
    """Return the η₀ of a method for a case and a reading, found in its first repetition."""
    return _rate(name, trial.case, trial.reading)


@cache
def _rate(name: str, case: Case, reading: Reading) -> float:
    data = case.data(0)
    _, radius = optimum(data, penalty(data, reading))
    inside = {"radius": radius, "schedule": "inv_sqrt"}

    def last(eta: float) -> float:
        if name == BATCH:
            return last_loss(BatchProjectedGradient(eta=eta, line_search=False, **inside), data)
        return last_loss(ProjectedGradient(eta=eta, **inside), data)

    return least(RATES, last)


@once
def optimum(dataset: Dataset, l1: float) -> tuple[float, float]:
    """Return the lowest mean loss + λ‖w‖₁, and the norm of its weights."""
    solution = CoordinateDescent(l1=l1).solve(dataset, loss_of(dataset))
    return solution.objective, float(np.abs(solution.weights).sum())


@once
def last_loss(algorithm, dataset: Dataset) -> float:
    """Return the mean loss after ten passes, infinite of a run that diverged."""
    trace = record(algorithm, dataset, loss_of(dataset), passes=10, checkpoints=1, fit=True)
    return float(trace.fit[-1]) if trace.final.diverged_at is None else np.inf


def opens(key: str, size: int) -> Opens:
    """Return a function that leads to the methods side by side on a small design."""

    def lead(case: Case, quantity: Quantity, reading: Reading) -> PlaygroundRun | LessonMoment:
        runs = (
            BatchProjectedGradient(),
            ProjectedGradient(schedule="inv_sqrt"),
            CoordinateDescent(),
            InteriorPoint(),
        )
        recipe: tuple[str, Mapping] = (key, {"n_rows": size, "n_features": size})
        return PlaygroundRun(recipe, runs, stream={"passes": 20, "order": 0})

    return lead

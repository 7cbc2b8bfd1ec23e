"""Objectives of the four methods after as many entries read (§4, Fig. 1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from algorithms.batch.greedy_cd import GreedyCD
from algorithms.batch.scd import SCD
from algorithms.online.smidas import Smidas
from algorithms.online.truncated_gradient import TruncatedGradient
from algorithms.record import record
from datasets import Dataset
from papers.claim import Case, Reading, Trial
from papers.once import least, once

RATES = tuple(10.0**k for k in range(-6, 0))
"""The step sizes that the paper searches."""

LOSS = "logistic"
FROM_DATA = Reading(
    "β from the data", "A step is as long as the column's own squares allow: β mean x²."
)
AS_PRINTED = Reading("β as printed", "A step is as long as (9) says: β = ¼ for the logistic loss.")
BETAS = (AS_PRINTED, FROM_DATA)
PENALTIES = (
    Reading("λ = 0.001", "λ as the text says: all plots for the MAGIC datasets are for 10⁻³."),
    Reading("λ = 0.0001", "λ as the titles of the panels of Fig. 1 say."),
)
CURVATURE = {FROM_DATA.name: "from the data", AS_PRINTED.name: "as printed"}


def penalty_of(reading: Reading) -> float:
    """Return λ of a reading."""
    return float(reading.name.removeprefix("λ = "))


class Checkpoint(NamedTuple):
    """What is seen after some readings: the objective, and the share of weights that are not 0."""

    objective: float
    density: float


@once
def looks(algorithm, dataset: Dataset, seed: int, readings: Sequence[int]) -> list[Checkpoint]:
    """Return what is seen after as many readings of all entries as each of ``readings`` says.

    They are four times as many from one to the next: checkpoints fall on them.
    """
    trace = record(
        algorithm,
        dataset,
        LOSS,
        seed=seed,
        passes=readings[-1],
        checkpoints=2 ** (len(readings) - 1),
        fit=True,
    )
    penalty = algorithm.gravity if isinstance(algorithm, TruncatedGradient) else algorithm.l1
    objective = trace.fit + penalty * trace.sparsity.l1_norm
    found = []
    for reading in readings:
        # A batch step may pass the mark; the last look before it is what the budget allowed.
        allowed = trace.costs.accesses <= 1.05 * reading * dataset.X.nnz
        at = int(np.flatnonzero(allowed)[-1]) if allowed.any() else 0
        found.append(Checkpoint(float(objective[at]), float(trace.used[at] / dataset.n_features)))
    return found


def truncated_gradient(eta: float, l1: float) -> TruncatedGradient:
    """Return the variant of truncated gradient that the paper compares with."""
    return TruncatedGradient(eta=eta, gravity=l1, threshold=np.inf, period=1)


def smidas(eta: float, l1: float) -> Smidas:
    """Return SMIDAS with p = 2 ln d."""
    return Smidas(eta=eta, l1=l1)


def best_looks(
    made: Callable, l1: float, trial: Trial, readings: Sequence[int]
) -> list[Checkpoint]:
    """Return the looks of the best step size."""
    eta = best_rate(made, l1, trial.case, readings[0])
    return looks(made(eta, l1), trial.dataset, trial.seed, readings)


@cache
def best_rate(made: Callable, l1: float, case: Case, reading: int) -> float:
    """Return the step size with the lowest objective after so many readings, in repetition 0."""
    dataset = case.data(0)

    def objective(eta: float) -> float:
        return looks(made(eta, l1), dataset, 0, (reading,))[0].objective

    return least(RATES, objective)


def coordinate(
    kind: type[SCD | GreedyCD], l1: float, reading: Reading, trial: Trial, readings: Sequence[int]
) -> list[Checkpoint]:
    """Return the looks of a coordinate descent with the β of a reading."""
    algorithm = kind(l1=l1, curvature=CURVATURE.get(reading.name, "as printed"))
    seed = 0 if kind is GreedyCD else trial.seed  # the greedy descent draws nothing
    return looks(algorithm, trial.dataset, seed, readings)

"""Documents of §7, and the step sizes with which projection and EG learn from them."""

from __future__ import annotations

from functools import cache

import numpy as np

import datasets
from algorithms.online.exponentiated_gradient import ExponentiatedGradient
from algorithms.online.projected_gradient import ProjectedGradient
from algorithms.record import record
from datasets import Dataset, DatasetError
from papers.claim import Case, PlaygroundRun, Quantity, Reading
from papers.once import least, once

PROJECTION, EG = "projection", "EG"
RATES = {
    PROJECTION: tuple(10.0**k for k in range(-1, 5)),
    EG: tuple(10.0**k for k in range(-4, 3)),
}
SCHEDULES = {PROJECTION: ("inv_sqrt",), EG: ("constant", "inv_sqrt", "inv")}
"""Projection takes η₀/√t throughout; of EG the paper takes the best rate and the best start."""

LOSS = "logistic"


def rcv1(seed: int) -> Dataset:
    """Return the sample of RCV1. Raises DatasetError where it is not in the data folder."""
    kind = datasets.available().get("rcv1_sample")
    if kind is None or datasets.recipe("rcv1_sample").family == "remote":
        raise DatasetError("rcv1_sample: there is no file of that name in the data folder.")
    return datasets.load("rcv1_sample")


def made_up(seed: int) -> Dataset:
    """Return made-up documents."""
    return datasets.load("zipf_text", n_rows=4000, draw=seed)


TEXTS = (
    Case(
        "rcv1 sample",
        rcv1,
        "1750 documents of 47,236 words, where the paper has 804,414, of 112,919 words or "
        "1,946,684 pairs of words.",
    ),
    Case("made-up documents", made_up, "4000 documents drawn by Zipf's law."),
)


def learner(name: str, eta: float, schedule: str, z: float, m: int):
    """Return projection by tree, or EG, with mini-batches of m rows."""
    knobs = {"eta": eta, "schedule": schedule, "radius": z, "batch_size": m}
    if name == EG:
        return ExponentiatedGradient(**knobs)
    return ProjectedGradient(way="tree" if m < 1000 else "condat", **knobs)


@cache
def best_learner(name: str, case: Case, z: float, m: int, passes: int, online: bool = False):
    """Return the learner of the best rate and step size, in the first repetition.

    The best has the lowest mean loss over all rows at the end, or while learning if ``online``.
    """
    dataset = case.data(0)
    every = [(eta, s) for eta in RATES[name] for s in SCHEDULES[name]]

    def loss(setting: tuple[float, str]) -> float:
        return loss_of(learner(name, *setting, z, m), dataset, passes, online)

    return learner(name, *least(every, loss), z, m)


@once
def loss_of(algorithm, dataset: Dataset, passes: int, online: bool) -> float:
    """Return the mean loss at the end of a run, or while it learned; infinite if it diverged."""
    trace = record(algorithm, dataset, LOSS, passes=passes, checkpoints=1, fit=not online)
    if trace.final.diverged_at is not None:
        return np.inf
    return float(trace.loss[-1] / trace.steps[-1] if online else trace.fit[-1])


def opens_text(z: float):
    """Return a function that leads to both methods side by side."""

    def opens(case: Case, quantity: Quantity, reading: Reading) -> PlaygroundRun:
        recipe = ("rcv1_sample", {}) if case is TEXTS[0] else ("zipf_text", {"n_rows": 4000})
        both = ProjectedGradient(radius=z, schedule="inv_sqrt"), ExponentiatedGradient(radius=z)
        return PlaygroundRun(recipe, both, stream={"loss": LOSS, "passes": 5, "order": 0})

    return opens

"""Data, runs and comparators of the claims that are theorems."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from algorithms.batch.proximal_gradient import ProximalGradient
from algorithms.bounds.constants import Constants
from algorithms.online.base import OnlineAlgorithm
from algorithms.orders import order_of
from algorithms.record import record
from algorithms.trace import Trace
from datasets import Dataset, load
from papers.claim import Case, Trial

LOSSES = ("logistic", "hinge", "squared")
CANCER, MADE, DIABETES = "breast cancer", "made, sparse", "diabetes"


def cancer(seed: int) -> Dataset:
    """Return breast cancer with 20 random features, drawn anew."""
    return load("breast_cancer", scaling="unit variance", noise_features=20, seed=seed)


def made(seed: int) -> Dataset:
    """Return a made table of 400 sparse rows, drawn anew."""
    return load("sparse_linear", n_rows=400, n_features=60, draw=seed)


def diabetes(seed: int) -> Dataset:
    """Return diabetes, a regression, with its target in hundreds."""
    dataset = load("diabetes", scaling="unit variance", noise_features=20, seed=seed)
    return dataclasses.replace(dataset, y=dataset.y / 100.0)


CASES = (Case(CANCER, cancer), Case(MADE, made), Case(DIABETES, diabetes))


def losses_of(dataset: Dataset) -> tuple[str, ...]:
    """Return the losses of the paper that the target has a meaning for."""
    return ("squared",) if dataset.task == "regression" else LOSSES


def step_size(constants: Constants) -> float:
    """Return a constant step size of which the theorems speak: 1/A, or 0.05 where A is 0."""
    return 1.0 / constants.A if constants.A else 0.05


class Walk(NamedTuple):
    """A run that kept every weight after every step, and the order of its examples."""

    trace: Trace
    order: np.ndarray


def walk(algorithm: OnlineAlgorithm, trial: Trial, loss: str, passes: int = 1) -> Walk:
    """Return a run with a checkpoint after every step."""
    order = order_of(trial.dataset, passes, trial.seed)
    looks = len(order)
    return Walk(record(algorithm, trial.dataset, loss, order, checkpoints=looks), order)


def comparators(dataset: Dataset, loss: str, penalty: float) -> Iterator[np.ndarray]:
    """Yield the zero, a random point, and where the loss has a gradient the best fixed weights."""
    d = dataset.n_features
    yield np.zeros(d)
    yield np.random.default_rng(0).standard_normal(d) / np.sqrt(d)
    if loss != "hinge":
        solver = ProximalGradient(l1=max(penalty, 1e-3), max_iterations=300)
        yield solver.solve(dataset, loss).weights

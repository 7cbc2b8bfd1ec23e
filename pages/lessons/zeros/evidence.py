"""Runs of plain steps on breast cancer with noise features, without them, with two features alone.

A run is remembered by the step size and the noise; only the run that meets the noise depends on it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

import numpy as np

import datasets
from algorithms import CATALOGUE, Trace, comparator_loss, find_comparator, order_of
from algorithms.losses import Loss, mistakes_of
from algorithms.online.sgd import SGD
from datasets import Dataset
from knobs import knob, knobs_of, like, linear, log, one_of
from ui.lessons.evidence import remember, run_or_say

MEASURED = 30
"""Number of measurements, the first features; those after them are noise."""
FEW = ("mean radius", "mean texture")
"""The two features of the lesson before."""
ETA_BEFORE = 0.5
"""The step size of the lesson before."""
HELD_OUT = 0.3
"""The share of the patients that is held out."""
NOISE = {"coin tosses": "±1, always", "rare": "0/1, one in twenty"}
"""The kinds of noise, and their names among the datasets."""
PENALTY = 0.003
"""λ of the best fixed weights: without it they could grow without end, see the words."""
FRAMES = 100
CHOICES = 10
"""Choices of the held-out patients by which a difference is judged."""
LARGEST = 30
"""Among so many of the largest weights those of noise features are counted."""


@dataclass(frozen=True)
class Knobs:
    """The noise, and the step size."""

    noise: int = knob(
        1000, "", "noise features", linear(0, 1000, integer=True), "How many columns of noise."
    )
    kind: str = knob(
        "coin tosses",
        "",
        "kind of noise",
        one_of(*NOISE),
        "Coin tosses: +1 or −1 for every patient. Rare: 1 for one patient in twenty, else 0.",
    )
    eta: float = like(
        SGD, "eta", 0.03, log(0.001, 0.3), "How far each weight follows the vote of one patient."
    )


class Evidence(NamedTuple):
    """Three runs over the same patients, and the best fixed weights beside them.

    Parameters
    ----------
    data : the patients with measurements and noise; those held out are its ``test``.
    every : the run with all features.
    measured : the run with the measurements alone, as if every noise weight were kept at 0.
    few : the run with FEW alone, with the step size of the lesson before, which suits them.
    u : (30,), the best fixed weights of the measurements.
    fixed : the loss of u so far, at the checkpoints of the runs, (c,).
    """

    knobs: Knobs
    data: Dataset
    every: Trace
    measured: Trace
    few: Trace
    u: np.ndarray
    fixed: np.ndarray

    @property
    def weights(self) -> np.ndarray:
        """The final weights of the run with all features."""
        return self.every.final.weights

    @property
    def without_noise(self) -> np.ndarray:
        """The same weights with every noise weight set to 0."""
        return np.where(np.arange(len(self.weights)) < MEASURED, self.weights, 0.0)

    @property
    def noise_zeros(self) -> int:
        """The number of noise features whose weight is 0."""
        return int(np.sum(self.weights[MEASURED:] == 0.0))

    @property
    def noise_among_largest(self) -> int:
        """The number of noise features among the LARGEST weights."""
        return int(np.sum(largest(self.weights) >= MEASURED))

    def regret(self, run: Trace) -> float:
        """Return the regret per patient of a run at its end."""
        return float((run.loss[-1] - self.fixed[-1]) / run.steps[-1])


def largest(weights: np.ndarray) -> np.ndarray:
    """Return the places of the LARGEST weights by size, the largest first."""
    return np.argsort(-np.abs(weights), kind="stable")[:LARGEST]


def mistakes(weights: np.ndarray, data: Dataset) -> float:
    """Return how many rows of ``data`` the weights misjudge; a prediction of 0 is half of one."""
    return float(mistakes_of(Loss.logistic, data.X @ weights, data.y).sum())


def gather(knobs: Knobs, data: Dataset | None) -> Evidence:
    """Return the runs of these knobs; ``data`` is not used, the lesson brings its own."""
    data, measured = patients(knobs.noise, knobs.kind), measurements()
    every = run(data, knobs.eta)
    u = best_fixed()
    order = order_of(measured)
    fixed = comparator_loss(u, measured, "logistic", order, every.steps)
    few = run(measurements(FEW), ETA_BEFORE)
    return Evidence(knobs, data, every, run(measured, knobs.eta), few, u, fixed)


@remember(most=16)
def patients(noise: int, kind: str) -> Dataset:
    """Return the patients with so many columns of noise; three in ten are held out."""
    whole, width = with_all_noise(kind), MEASURED + noise
    if width == whole.n_features:
        return whole
    # The columns of fewer noise features are the first ones: to load anew takes ten times as long.
    sides = (
        replace(side, X=side.X[:, :width], feature_names=side.feature_names[:width], n_noise=noise)
        for side in (whole, whole.test)
    )
    data, test = sides
    return replace(data, test=test, report=())


@cache
def with_all_noise(kind: str) -> Dataset:
    """Return the patients with as many columns of noise as there can be."""
    return load_patients(kind, seed=0)


def load_patients(kind: str, seed: int) -> Dataset:
    """Return the same with another ``seed``: of the noise, and of the choice of the held-out."""
    return datasets.load(
        "breast_cancer",
        noise_features=int(knobs_of(Knobs)["noise"].high),
        noise_kind=NOISE[kind],
        scaling="unit variance",
        test_fraction=HELD_OUT,
        seed=seed,
    )


@cache
def measurements(names: tuple[str, ...] = ()) -> Dataset:
    """Return the patients to learn from with the measurements alone, or with those named."""
    whole = patients(0, "coin tosses")
    columns = [whole.feature_names.index(name) for name in names or whole.feature_names]
    return Dataset.from_arrays(whole.X[:, columns], whole.y, feature_names=names or None)


class Draws(NamedTuple):
    """Choices of the held-out patients, each with noise of its own.

    Parameters
    ----------
    measured : (CHOICES, 569, 30), those to learn from first, in the order in which they come.
    noise : (CHOICES, 569, 1000) of int8, in the same order.
    y : (CHOICES, 569), the labels.
    """

    measured: np.ndarray
    noise: np.ndarray
    y: np.ndarray


@remember(most=2)
def draws(kind: str) -> Draws:
    """Return choices of the held-out patients, the first of them that of the lesson: 7 MB."""
    parts = []
    for seed in range(CHOICES):
        data = load_patients(kind, seed)
        order = order_of(data)
        X = np.vstack([data.X[order].toarray(), data.test.X.toarray()])
        y = np.append(data.y[order], data.test.y)
        parts.append((X[:, :MEASURED], X[:, MEASURED:].astype(np.int8), y))
    return Draws(*map(np.stack, zip(*parts, strict=True)))


@remember(most=24)
def choices(noise: int, kind: str, eta: float) -> np.ndarray:
    """Return how many held-out patients are misjudged in each choice of them, (CHOICES, 2).

    With the noise weights, and with zeros in their place. All choices learn side by side.
    """
    every, n = draws(kind), measurements().n_rows
    w = np.zeros((CHOICES, MEASURED + noise))
    for t in range(n):
        x = np.concatenate([every.measured[:, t], every.noise[:, t, :noise]], axis=1)
        y = every.y[:, t]
        w += (eta * y / (1.0 + np.exp(y * (w * x).sum(axis=1))))[:, None] * x
    zeroed = np.einsum("crj,cj->cr", every.measured[:, n:], w[:, :MEASURED])
    noisy = zeroed + np.einsum("crj,cj->cr", every.noise[:, n:, :noise], w[:, MEASURED:])
    counts = [
        [float(mistakes_of(Loss.logistic, one, y).sum()) for one in pair]
        for *pair, y in zip(noisy, zeroed, every.y[:, n:], strict=True)
    ]
    return np.array(counts)


@cache
def best_fixed() -> np.ndarray:
    """Return the best fixed weights of the measurements, (30,)."""
    return find_comparator(measurements(), "logistic", PENALTY).weights


@remember(most=24)
def run(data: Dataset, eta: float) -> Trace:
    """Return one pass of plain steps over the patients."""
    learner = CATALOGUE["sgd"](eta=eta, schedule="constant")
    return run_or_say(learner, data, order=order_of(data), checkpoints=FRAMES)

"""Evidence of the lesson: five methods on the same examples with sparse and with dense noise."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from algorithms import CATALOGUE, Algorithm, Trace, order_of
from algorithms.batch.base import Solution
from algorithms.batch.coordinate_descent import CoordinateDescent
from datasets import Dataset
from datasets.preparation import Preparation, prepare
from datasets.preparation.noise import KINDS
from knobs import knob, like, log
from ui.lessons.evidence import affordable, remember, remembered_each, runs_or_say

ROWS = 250
"""Rows learned from, where the data has more."""
MADE = {"n_rows": ROWS, "n_features": 10, "n_nonzeros": 10, "density": 1.0, "noise": 1.0}
"""The dataset that the lesson opens on, a made linear model."""
PASSES, CHECKPOINTS = 5, 15
MOST_WORK = 1_000_000
"""Rows × features × passes: of wide data fewer passes are made."""
NOISES = dict(zip(("sparse", "dense"), KINDS[:2], strict=True))
NAMES = {
    "scd": "stochastic coordinates",
    "coordinate_descent": "cyclic coordinates",
    "greedy_cd": "greedy coordinates",
    "truncated_gradient": "truncated gradient",
    "smidas": "SMIDAS",
}
BY_EXAMPLE = {"truncated_gradient": "gravity", "smidas": "l1"}
"""The methods that step by example, each with its name for the penalty."""


@dataclass(frozen=True)
class Knobs:
    """The problem, and how long the steps by example are."""

    l1: float = like(
        CoordinateDescent,
        "l1",
        0.05,
        log(0.005, 0.1),
        "The strength of the penalty. Truncated gradient's gravity g is set to λ.",
    )
    noise: int = knob(
        200,
        "m",
        "noise features",
        log(10, 300, least=1, integer=True, most=1000),
        "Random features beside the useful ones.",
    )
    steps: float = knob(
        2.0,
        "c",
        "step factor",
        log(0.25, 16.0),
        "Steps by example are c times as long as the theorems advise.",
    )


class Side(NamedTuple):
    """All methods on one kind of noise; F(w) is the mean loss of w plus λ‖w‖₁.

    Parameters
    ----------
    objective : F*, the least F.
    size : X₂² and X∞², the means of ‖x‖₂² and of the largest xⱼ² over the examples.
    eta : the step size of each method that steps by example.
    traces : the runs by method, looked at with their fit.
    """

    data: Dataset
    l1: float
    objective: float
    size: tuple[float, float]
    eta: dict[str, float]
    traces: dict[str, Trace]

    def gaps(self, key: str) -> np.ndarray:
        """Return F(w) − F* of a method at its checkpoints, (c,)."""
        trace = self.traces[key]
        return trace.fit + self.l1 * trace.sparsity.l1_norm - self.objective

    def gap_when(self, key: str, read: np.ndarray) -> np.ndarray:
        """Return the gap of a method when so many entries are read.

        ``read`` (n,) increases; a last step may pass it.
        """
        start = np.log(2.0) - self.objective
        reached = np.minimum(np.append(0, self.traces[key].costs.accesses), read[-1])
        return np.interp(read, reached, np.append(start, self.gaps(key)))

    @property
    def ends(self) -> dict[str, float]:
        """The gap at the end, by method; rounding makes none negative."""
        return {key: max(float(self.gaps(key)[-1]), 0.0) for key in self.traces}

    def first(self, keys: Iterable[str]) -> str:
        """Return the method that is nearest to the optimum at the end."""
        return min(keys, key=self.ends.get)


class Evidence(NamedTuple):
    """Both sides by the name of their noise; the runs read the entries of ``passes`` passes."""

    knobs: Knobs
    passes: int
    sides: dict[str, Side]


def gather(knobs: Knobs, data: Dataset) -> Evidence:
    """Return all methods on the examples of ``data`` with sparse and with dense noise.

    Raises
    ------
    ValueError
        with a sentence, where λ leaves nothing or a run diverges.
    """
    cells = min(data.n_rows, ROWS) * (data.n_features + knobs.noise)
    passes = affordable(MOST_WORK, cells, most=PASSES)
    sides = {
        name: side(knobs, noisy(data, knobs.noise, kind), passes) for name, kind in NOISES.items()
    }
    return Evidence(knobs, passes, sides)


@remember(most=8)
def noisy(data: Dataset, n_noise: int, kind: str) -> Dataset:
    """Return the first rows of ``data`` in its order, with noise features of that kind added."""
    rows = np.sort(order_of(data)[:ROWS])
    few = Dataset.from_arrays(data.X[rows], data.y[rows], task=data.task)
    return prepare(few, Preparation(noise_features=n_noise, noise_kind=kind))


def side(knobs: Knobs, data: Dataset, passes: int) -> Side:
    """Return all methods on one dataset, each for as many entries as lie in ``passes``."""
    best = optimum(data, knobs.l1)
    if not best.weights.any():
        raise ValueError("λ is so large that the best weights are all 0: take a smaller one.")
    size = mean_sizes(data)
    eta = step_sizes(best.weights, size, passes * data.n_rows, knobs.steps)
    learners = [
        CATALOGUE[key](eta[key], **{BY_EXAMPLE[key]: knobs.l1})
        if key in BY_EXAMPLE
        else CATALOGUE[key](l1=knobs.l1)
        for key in NAMES
    ]
    traces = dict(zip(NAMES, train(learners, data, passes), strict=True))
    return Side(data, knobs.l1, best.objective, size, eta, traces)


@remember(most=16)
def optimum(data: Dataset, l1: float) -> Solution:
    """Return the weights of the least F; they do not depend on c."""
    return CATALOGUE["coordinate_descent"](l1=l1).solve(data, "logistic")


@remembered_each(most=32)
def train(algorithms: list[Algorithm], data: Dataset, passes: int) -> list[Trace]:
    """Return the runs of all methods; where c moves, those by feature stay as they are.

    A run holds some 0.2 MB at most: the weights of 15 checkpoints, 2048 of each.
    """
    return runs_or_say(algorithms, data, passes=passes, checkpoints=CHECKPOINTS, fit=True)


@remember(most=8)
def mean_sizes(data: Dataset) -> tuple[float, float]:
    """Return X₂² and X∞²: the means of ‖x‖₂² and of the largest xⱼ² over the examples."""
    squares = data.X.multiply(data.X)
    return float(squares.sum(axis=1).mean()), float(squares.max(axis=1).toarray().mean())


def step_sizes(
    w: np.ndarray, size: tuple[float, float], n_steps: int, factor: float
) -> dict[str, float]:
    """Return ``factor`` times the constant step sizes with the least bounds.

    They are those of Langford et al. (2009), Theorem 3.1, and Shalev-Shwartz and Tewari (2009),
    Theorem 2, for \\|x_j\\| ≤ X∞ in place of 1.

    Parameters
    ----------
    w : (d,), the weights that the runs are compared with.
    size : X₂² and X∞².
    n_steps : the length of the runs.
    """
    euclidean, largest = np.sqrt(size)
    p = max(2.0, 2.0 * np.log(len(w)))
    truncated = np.linalg.norm(w) / (euclidean * np.sqrt(n_steps))
    mirrored = np.abs(w).sum() / largest * np.sqrt(2.0 / ((p - 1.0) * np.e * n_steps))
    return {"truncated_gradient": float(factor * truncated), "smidas": float(factor * mirrored)}

"""Evidence of the lesson: two ways to read a table of any shape, and five methods on two others.

The others have the same useful features, one with sparse noise and one with dense noise.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from algorithms import CATALOGUE, Algorithm, Trace, order_of
from algorithms.batch.coordinate_descent import CoordinateDescent
from datasets import Dataset
from datasets.preparation import Preparation, prepare
from datasets.preparation.noise import KINDS
from knobs import knob, like, linear, log
from pages.lessons.coordinates.sizes import mean_sizes, optimum, step_sizes
from pages.lessons.coordinates.tables import MOST_ROWS, TALL, TableRace, race
from ui.lessons.evidence import affordable, remember, remembered_each, runs_or_say

ROWS = 250
"""Rows learned from, where the data has more."""
SHAPE_SHARE = 0.25
"""The part of the step factor that holds on a made table, whose steps fall with time."""
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
    """The problem, how long the steps by example are, and what the story asks about."""

    l1: float = like(
        CoordinateDescent,
        "l1",
        0.05,
        log(0.005, 0.1),
        "The strength of the penalty. Truncated gradient's gravity g is set to λ.",
    )
    noise: int = knob(
        200,
        "",
        "noise features",
        log(2, 300, least=1, integer=True, most=1000),
        "Random features beside the useful ones.",
    )
    steps: float = knob(
        2.0,
        "",
        "step factor",
        log(0.25, 16.0),
        "Steps by example are so many times as long as the theorems advise.",
    )
    rows: int = knob(
        TALL,
        "",
        "rows",
        log(20, MOST_ROWS, integer=True, least=20, most=MOST_ROWS),
        "Rows of a table of about 40,000 cells: the more rows, the fewer columns.",
    )
    near: float = knob(
        0.05,
        "",
        "near enough",
        log(2e-4, 0.05),
        "The distance from the best objective at which a race is won.",
    )
    number: float = knob(
        1.0,
        "",
        "number",
        linear(0.0, 1.0),
        "A number of SMIDAS, as a share of its largest one.",
    )
    power: float = knob(
        9.7, "", "power", linear(1.0, 11.0), "The power to which SMIDAS raises its numbers."
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
    """All that the page shows.

    Parameters
    ----------
    passes : how often the tables of ``sides`` are read.
    sides : the table with sparse noise and that with dense noise, by the name of the noise.
    shape : both ways to read a table of ``knobs.rows`` rows.
    """

    knobs: Knobs
    passes: int
    sides: dict[str, Side]
    shape: TableRace

    @property
    def winner(self) -> str | None:
        """The way that is near enough first on the table of ``shape``; None for neither."""
        return self.shape.first_within(self.knobs.near)


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
    return Evidence(knobs, passes, sides, race(knobs.rows, knobs.l1, SHAPE_SHARE * knobs.steps))


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


@remembered_each(most=32)
def train(algorithms: list[Algorithm], data: Dataset, passes: int) -> list[Trace]:
    """Return the runs of all methods; where c moves, those by feature stay as they are.

    A run holds some 0.2 MB at most: the weights of 15 checkpoints, 2048 of each.
    """
    return runs_or_say(algorithms, data, passes=passes, checkpoints=CHECKPOINTS, fit=True)

"""Runs of keep-k for every k and Lasso methods for every λ, and some of them step by step.

A movement of k makes one run, and one more for each method whose nearest λ changes. The sweeps
over k and λ depend on η alone, the Lasso on no knob.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from algorithms import CATALOGUE, OnlineAlgorithm, Trace, order_of
from algorithms.losses import Loss, loss_values, mistakes_of
from algorithms.online.l0_sgd import L0SGD
from algorithms.truth import Truth, truth_of
from datasets import Dataset
from knobs import knob, like, log
from ui.lessons.evidence import affordable, remember, remembered_each, runs_or_say

PASSES = 3
ENTRIES = 60_000
"""Of data with more entries only some rows are used."""
FRAMES = 120
COUNTS = (1, 2, 3, 5, 8, 12, 15, 20, 30, 50, 80, 120)
HARDNESS = tuple(np.logspace(-1.7, 0.3, 14))
"""The penalties λ that are tried, as shares of the least one that leaves the Lasso nothing."""
COUNTING, BATCH = "l0_sgd", "coordinate_descent"
ONLINE = {"fobos": "FOBOS", "truncated_gradient": "truncated gradient", "rda": "RDA"}
NAMES = {COUNTING: "keep-k"} | ONLINE | {BATCH: "Lasso"}


@dataclass(frozen=True)
class Knobs:
    """k, and the step size of all online methods."""

    n_nonzeros: int = knob(
        12, "k", "seats", log(1, 300, integer=True), "The number of features that keep-k keeps."
    )
    eta: float = like(
        L0SGD, "eta", 0.3, log(0.03, 1.0), "The step size; step t has ηₜ = η/√t. For RDA γ = 1/η."
    )
    penalty: float = knob(
        0.05,
        "λ",
        "penalty of RDA",
        log(0.02, 0.2),
        "What RDA's votes are compared with.",
        by_hand=True,
    )


class Point(NamedTuple):
    """The end of a run with k or λ = ``strength``.

    Parameters
    ----------
    useful, useless : nonzero weights by kind.
    loss : the average loss. wrong : the share of examples mistaken.
    """

    strength: float
    useful: int
    useless: int
    loss: float
    wrong: float

    @property
    def nonzeros(self) -> int:
        """All nonzero weights."""
        return self.useful + self.useless

    @property
    def share(self) -> float:
        """The useless ones among them."""
        return self.useless / max(self.nonzeros, 1)


class Evidence(NamedTuple):
    """All methods on the same examples, each by its key.

    Parameters
    ----------
    sweeps : a point for each of COUNTS, or for each λ, which rises.
    nearest : the point whose number of features is nearest to k; of keep-k the one with k.
    runs : the online methods at these points, step by step.
    """

    knobs: Knobs
    data: Dataset
    truth: Truth
    sweeps: dict[str, list[Point]]
    nearest: dict[str, Point]
    runs: dict[str, Trace]


def gather(knobs: Knobs, data: Dataset) -> Evidence:
    """Return what keep-k makes of k, and the Lasso methods of λ.

    Raises
    ------
    ValueError
        with a sentence, where a run diverges.
    """
    data = affordable_rows(data)
    k = min(knobs.n_nonzeros, data.n_features)
    sweeps = online(data, knobs.eta) | {BATCH: batch(data)}

    def distance(point: Point) -> float:
        return abs(math.log(point.nonzeros / k)) if point.nonzeros else math.inf

    nearest = {key: min(points, key=distance) for key, points in sweeps.items()}
    strengths = {COUNTING: k} | {key: nearest[key].strength for key in ONLINE}
    learners = [method(key, strength, knobs.eta) for key, strength in strengths.items()]
    runs = dict(zip(strengths, train_step_by_step(learners, data), strict=True))
    nearest[COUNTING] = evaluate(data, k, runs[COUNTING].final.weights)
    return Evidence(knobs, data, truth_of(data), sweeps, nearest, runs)


@remember(most=4)
def affordable_rows(data: Dataset) -> Dataset:
    """Return the dataset, or as many of its rows as a hand that moves a knob has time for.

    At most some 0.7 MB of rows to learn from are held for each.
    """
    n_rows = affordable(ENTRIES * data.n_rows, data.X.nnz, least=10)
    if n_rows >= data.n_rows:
        return data
    rows = np.sort(order_of(data)[:n_rows])
    return replace(data, X=data.X[rows], y=data.y[rows])


@remember(most=8)
def online(data: Dataset, eta: float) -> dict[str, list[Point]]:
    """Return the points of keep-k for all COUNTS, and of the online Lasso methods for every λ."""
    strengths = {COUNTING: [k for k in COUNTS if k <= data.n_features]}
    strengths |= dict.fromkeys(ONLINE, penalties(data).tolist())
    points = {}
    for key, tried in strengths.items():
        traces = train([method(key, strength, eta) for strength in tried], data)
        ends = [trace.final.weights for trace in traces]
        points[key] = [evaluate(data, s, w) for s, w in zip(tried, ends, strict=True)]
    return points


@remember(most=4)
def batch(data: Dataset) -> list[Point]:
    """Return the points of the Lasso up to the λ that leaves nothing; it has no η."""
    points = []
    for l1 in penalties(data)[np.array(HARDNESS) < 1.1].tolist():
        solver = CATALOGUE[BATCH](l1=l1, tolerance=1e-3, max_iterations=20)
        points.append(evaluate(data, l1, solver.solve(data, "logistic").weights))
    return points


@remembered_each(most=8)
def train_step_by_step(algorithms: list[OnlineAlgorithm], data: Dataset) -> list[Trace]:
    """Return runs step by step; each holds 2 MB at most, 120 checkpoints of 2048 weights."""
    return train(algorithms, data, FRAMES)


def train(algorithms: list[OnlineAlgorithm], data: Dataset, checkpoints: int = 1) -> list[Trace]:
    """Return runs of PASSES over the data, each ending with a pull."""
    return runs_or_say(algorithms, data, passes=PASSES, checkpoints=checkpoints)


def method(key: str, strength: float, eta: float) -> OnlineAlgorithm:
    """Return the online algorithm with k or λ = ``strength``."""
    if key == "rda":
        return CATALOGUE[key](l1=strength, gamma=1.0 / eta)
    own = {
        COUNTING: {"n_nonzeros": int(strength)},
        "fobos": {"l1": strength},
        "truncated_gradient": {"gravity": strength, "period": 10},
    }
    return CATALOGUE[key](eta=eta, schedule="inv_sqrt", **own[key])


def evaluate(data: Dataset, strength: float, weights: np.ndarray) -> Point:
    """Return weights (d,) on the rows held out, or on those learned from where none are."""
    rows = data if data.test is None else data.test
    predictions = rows.X @ weights
    loss = float(loss_values("logistic", predictions, rows.y).mean())
    wrong = float(mistakes_of(Loss.logistic, predictions, rows.y).mean())
    return Point(strength, *truth_of(data).count_nonzeros(weights), loss, wrong)


def penalties(data: Dataset) -> np.ndarray:
    """Return rising λ, as many as HARDNESS; from the largest slope of the loss at w = 0."""
    return np.abs(data.X.T @ data.y).max() / (2.0 * data.n_rows) * np.array(HARDNESS)

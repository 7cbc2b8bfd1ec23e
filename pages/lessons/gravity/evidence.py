"""Run truncated gradient with g, without, and with every other gravity on the same examples.

A movement of g makes one run. What does not depend on g is remembered: the run without gravity,
the sweep, and what the comparator suffers.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, replace
from typing import NamedTuple

import numpy as np

from algorithms import CATALOGUE, OnlineAlgorithm, Trace, comparator_loss, order_of
from algorithms.batch.base import Solution
from algorithms.online.truncated_gradient import TruncatedGradient
from algorithms.truth import Truth, truth_of
from datasets import Dataset
from knobs import like, log
from ui.lessons.evidence import affordable, remembered, run_or_say, runs_or_say

GRAVITIES = tuple(float(g) for g in np.logspace(-4, 0, 25))
STEPS = 500
"""A run takes one pass, but at least so many steps."""
ENTRIES = 300_000
"""A run reads about so many entries at most."""
FRAMES = 150
"""The film has so many frames at most, …"""
LOOKED_AT = 1_000_000
"""… and its runs are looked at so often that about so many weights are read."""
YARDSTICK = 0.02
"""λ of the comparator u: the same for every run."""


@dataclass(frozen=True)
class Knobs:
    """The knobs of truncated gradient."""

    gravity: float = like(
        TruncatedGradient,
        "gravity",
        0.07,
        log(1e-4, 1.0, zero=True),
        "How hard weights are pulled to zero: by ηKg at a time.",
    )
    period: int = like(
        TruncatedGradient,
        "period",
        10,
        log(1, 50, integer=True),
        "Pull after every K-th step, K times as hard.",
    )
    threshold: float = like(
        TruncatedGradient,
        "threshold",
        math.inf,
        log(0.005, 0.5, infinite=True),
        "Weights beyond θ are left alone.",
    )
    eta: float = like(TruncatedGradient, "eta", 0.01, log(0.001, 0.1), "The step size, constant.")


class Outcome(NamedTuple):
    """The end of a run with ``gravity``: nonzero weights by kind, regret and mistakes per example.

    Useful features are those that ``Truth`` says are.
    """

    gravity: float
    useful: int
    useless: int
    regret: float
    mistakes: float

    @property
    def kept(self) -> int:
        """All nonzero weights."""
        return self.useful + self.useless


class Still(NamedTuple):
    """Everything that stays as it is while g moves.

    ``free`` is the run without gravity and ``none`` its outcome; ``sweep`` has an outcome for each
    of GRAVITIES.
    """

    free: Trace
    none: Outcome
    sweep: list[Outcome]


class Evidence(NamedTuple):
    """The run with g, ``pulled``, beside all that it is compared with.

    ``now`` is its outcome; ``free``, ``none`` and ``sweep`` are those of ``Still``; ``suffered`` is
    Σ ℓ(u) at the checkpoints of both runs.
    """

    knobs: Knobs
    data: Dataset
    truth: Truth
    u: Solution
    sweep: list[Outcome]
    now: Outcome
    none: Outcome
    pulled: Trace
    free: Trace
    suffered: np.ndarray


def gather(knobs: Knobs, data: Dataset) -> Evidence:
    """Return the sweep, and the runs with g and without, step by step."""
    still = without_gravity(replace(knobs, gravity=0.0), data)
    pulled = run(knobs, data, checkpoints_of(data))
    return Evidence(
        knobs,
        data,
        truth_of(data),
        yardstick(data),
        still.sweep,
        outcome(pulled, knobs.period, data),
        still.none,
        pulled,
        still.free,
        suffered(data, knobs.period)[pulled.steps - 1],
    )


@remembered(most=8)
def without_gravity(knobs: Knobs, data: Dataset) -> Still:
    """Return what does not depend on g; that of ``knobs`` is 0, so that all g share one memory.

    It holds 2.5 MB at most, 150 checkpoints of 2048 weights.
    """
    free = run(knobs, data, checkpoints_of(data))
    learners = [learner(replace(knobs, gravity=gravity)) for gravity in GRAVITIES]
    order = examples_of(data, knobs.period)
    swept = runs_or_say(learners, data, order=order, checkpoints=1)
    none, *sweep = (outcome(trace, knobs.period, data) for trace in (free, *swept))
    return Still(free, none, sweep)


def run(knobs: Knobs, data: Dataset, checkpoints: int) -> Trace:
    """Return the run of truncated gradient with these knobs."""
    order = examples_of(data, knobs.period)
    return run_or_say(learner(knobs), data, order=order, checkpoints=checkpoints)


def learner(knobs: Knobs) -> OnlineAlgorithm:
    """Return truncated gradient with these knobs."""
    return CATALOGUE["truncated_gradient"](**asdict(knobs))


def outcome(trace: Trace, period: int, data: Dataset) -> Outcome:
    """Return the end of a run in numbers."""
    fixed = suffered(data, period)
    regret = float((trace.loss[-1] - fixed[-1]) / len(fixed))
    mistakes = float(trace.mistakes[-1] / len(fixed))
    useful, useless = truth_of(data).counted(trace.final_weights)
    return Outcome(trace.algorithm.gravity, useful, useless, regret, mistakes)


@remembered(most=4)
def yardstick(data: Dataset) -> Solution:
    """Return the comparator u; it depends on no knob."""
    method = CATALOGUE["coordinate_descent"](l1=YARDSTICK, tolerance=1e-4, max_iterations=30)
    return method.solve(data, "logistic")


@remembered(most=4)
def suffered(data: Dataset, period: int) -> np.ndarray:
    """Return Σ ℓ(u) after each step, [steps]; of the knobs only K decides which steps are taken."""
    order = examples_of(data, period)
    steps = np.arange(1, len(order) + 1)
    return comparator_loss(yardstick(data).weights, data, "logistic", order, steps)


def examples_of(data: Dataset, period: int) -> np.ndarray:
    """Return the order of the examples, ending with a pull: between two pulls nothing is sparse."""
    most = affordable(ENTRIES * data.n_rows, data.X.nnz, least=STEPS)
    steps = min(max(data.n_rows, STEPS), most)
    steps = max(steps // period, 1) * period
    return order_of(data, passes=math.ceil(steps / data.n_rows))[:steps]


def checkpoints_of(data: Dataset) -> int:
    """Return how often the two runs of the film are looked at, both at the same steps."""
    return affordable(LOOKED_AT, data.n_features, least=20, most=FRAMES)

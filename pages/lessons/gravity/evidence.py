"""Runs of truncated gradient with g, without, and with every other gravity on the same examples.

A movement of g makes one run, and one more for each other order of the examples. What does not
depend on g is remembered: the run without gravity, both sweeps, and the loss of the comparator.
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
from ui.lessons.evidence import affordable, remember, run_or_say, runs_or_say

GRAVITIES = tuple(float(g) for g in np.logspace(-4, 0, 25))
THRESHOLDS = tuple(float(theta) for theta in np.logspace(-3, 0, 19))
"""Rounding's, as far apart as the gravities."""
ORDERS = 5
"""Orders of the same examples, the first of them that of all other runs."""
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
        "How hard weights are pulled toward 0.",
    )
    period: int = like(
        TruncatedGradient,
        "period",
        10,
        log(1, 50, integer=True, most=50),
        "Pull after every so many steps, and as many times as hard.",
    )
    threshold: float = like(
        TruncatedGradient,
        "threshold",
        math.inf,
        log(0.005, 0.5, infinite=True),
        "Weights beyond this size are left alone.",
    )
    eta: float = like(TruncatedGradient, "eta", 0.01, log(0.001, 0.1), "The step size, constant.")


PERIODS = tuple(range(1, 51))


class GravityRun(NamedTuple):
    """The end of a run: nonzero weights by kind, and loss, regret and mistakes per example.

    ``knob`` is the gravity of truncated gradient, or the threshold of rounding. Useful features are
    those that ``Truth`` says are.
    """

    knob: float
    useful: int
    useless: int
    loss: float
    regret: float
    mistakes: float

    @property
    def nonzeros(self) -> int:
        """All nonzero weights."""
        return self.useful + self.useless


class Still(NamedTuple):
    """Outcomes that do not depend on g.

    ``free`` is the run without gravity and ``none`` its outcome; ``sweep`` has an outcome for each
    of GRAVITIES, and ``rounded`` one of rounding for each of THRESHOLDS.
    """

    free: Trace
    none: GravityRun
    sweep: list[GravityRun]
    rounded: list[GravityRun]


class Evidence(NamedTuple):
    """The run with g, ``pulled``, beside all that it is compared with.

    ``now`` is its outcome; ``still`` is what g does not move;
    ``unspared`` is the sweep where every weight is pulled, θ = ∞; ``suffered`` is Σ ℓ(u) at the
    checkpoints of both runs. ``kept`` [ORDERS, d] says which weights are not 0 at the end of runs
    that differ in the order of the examples alone.
    """

    knobs: Knobs
    data: Dataset
    truth: Truth
    u: Solution
    still: Still
    unspared: list[GravityRun]
    now: GravityRun
    pulled: Trace
    suffered: np.ndarray
    kept: np.ndarray

    @property
    def sweep(self) -> list[GravityRun]:
        """The outcomes at each of GRAVITIES."""
        return self.still.sweep

    @property
    def rounding(self) -> list[GravityRun]:
        """The outcomes of rounding at each of THRESHOLDS."""
        return self.still.rounded

    @property
    def none(self) -> GravityRun:
        """The outcome without gravity."""
        return self.still.none

    @property
    def free(self) -> Trace:
        """The run without gravity."""
        return self.still.free


def gather(knobs: Knobs, data: Dataset) -> Evidence:
    """Return the sweep, and the runs with g and without, step by step."""
    still = without_gravity(replace(knobs, gravity=0.0), data)
    pulled = run(knobs, data, checkpoints_of(data))
    return Evidence(
        knobs=knobs,
        data=data,
        truth=truth_of(data),
        u=yardstick(data),
        still=still,
        unspared=without_gravity(replace(knobs, gravity=0.0, threshold=math.inf), data).sweep,
        now=outcome(pulled, knobs.gravity, knobs.period, data),
        pulled=pulled,
        suffered=cumulative_loss(data, knobs.period)[pulled.steps - 1],
        kept=kept_in_orders(knobs, data),
    )


@remember(most=8)
def without_gravity(knobs: Knobs, data: Dataset) -> Still:
    """Return what does not depend on g; that of ``knobs`` is 0, so that all g share one memory.

    It holds 2.5 MB at most, 150 checkpoints of 2048 weights.
    """
    free = run(knobs, data, checkpoints_of(data))
    learners = [learner(replace(knobs, gravity=gravity)) for gravity in GRAVITIES]
    order = examples_of(data, knobs.period)
    swept = runs_or_say([*learners, *rounders(knobs)], data, order=order, checkpoints=1)
    none, *outcomes = (
        outcome(trace, value, knobs.period, data)
        for value, trace in zip((0.0, *GRAVITIES, *THRESHOLDS), (free, *swept), strict=True)
    )
    return Still(free, none, outcomes[: len(GRAVITIES)], outcomes[len(GRAVITIES) :])


@remember(most=8)
def by_period(knobs: Knobs, data: Dataset) -> list[GravityRun]:
    """Return the outcome at each of PERIODS; the period of ``knobs`` is not asked."""
    made = [replace(knobs, period=period) for period in PERIODS]
    return [outcome(run(one, data, 1), one.gravity, one.period, data) for one in made]


def rounders(knobs: Knobs) -> list[OnlineAlgorithm]:
    """Return rounding with the step size and the period of the knobs, at each of THRESHOLDS."""
    steps = {"eta": knobs.eta, "schedule": "constant", "period": knobs.period}
    return [CATALOGUE["rounding"](**steps, threshold=theta) for theta in THRESHOLDS]


@remember(most=32)
def kept_in_orders(knobs: Knobs, data: Dataset) -> np.ndarray:
    """Return which weights are not 0 at the end of a run, [ORDERS, d], order by order."""
    runs = [
        run_or_say(learner(knobs), data, order=examples_of(data, knobs.period, seed), checkpoints=1)
        for seed in range(ORDERS)
    ]
    return np.array([trace.final.weights != 0.0 for trace in runs])


def run(knobs: Knobs, data: Dataset, checkpoints: int) -> Trace:
    """Return the run of truncated gradient with these knobs."""
    order = examples_of(data, knobs.period)
    return run_or_say(learner(knobs), data, order=order, checkpoints=checkpoints)


def learner(knobs: Knobs) -> OnlineAlgorithm:
    """Return truncated gradient with these knobs."""
    return CATALOGUE["truncated_gradient"](**asdict(knobs))


def outcome(trace: Trace, knob: float, period: int, data: Dataset) -> GravityRun:
    """Return the end of a run in numbers; ``knob`` is the value of the knob that is swept."""
    fixed = cumulative_loss(data, period)
    regret = float((trace.loss[-1] - fixed[-1]) / len(fixed))
    mistakes = float(trace.mistakes[-1] / len(fixed))
    useful, useless = truth_of(data).count_nonzeros(trace.final.weights)
    loss = float(trace.loss[-1] / len(fixed))
    return GravityRun(knob, useful, useless, loss, regret, mistakes)


@remember(most=4)
def yardstick(data: Dataset) -> Solution:
    """Return the comparator u; it depends on no knob."""
    method = CATALOGUE["coordinate_descent"](l1=YARDSTICK, tolerance=1e-4, max_iterations=30)
    return method.solve(data, "logistic")


@remember(most=64)
def cumulative_loss(data: Dataset, period: int) -> np.ndarray:
    """Return Σ ℓ(u) after each step, [steps]; of the knobs only K decides which steps are taken."""
    order = examples_of(data, period)
    steps = np.arange(1, len(order) + 1)
    return comparator_loss(yardstick(data).weights, data, "logistic", order, steps)


def examples_of(data: Dataset, period: int, seed: int = 0) -> np.ndarray:
    """Return an order of the examples, ending with a pull: between two pulls nothing is sparse."""
    most = affordable(ENTRIES * data.n_rows, data.X.nnz, least=STEPS)
    steps = min(max(data.n_rows, STEPS), most)
    steps = max(steps // period, 1) * period
    return order_of(data, math.ceil(steps / data.n_rows), seed)[:steps]


def checkpoints_of(data: Dataset) -> int:
    """Return how often the two runs of the film are looked at, both at the same steps."""
    return affordable(LOOKED_AT, data.n_features, least=20, most=FRAMES)

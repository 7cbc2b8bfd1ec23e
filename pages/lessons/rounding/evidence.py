"""Run plain steps, rounding and truncated gradient on one weight, and the latter two on a dataset.

A run is remembered by its algorithm, so a movement of a knob makes only the runs that it changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from algorithms import CATALOGUE, OnlineAlgorithm, Trace, order_of
from algorithms.online.rounding import Rounding
from algorithms.online.truncated_gradient import TruncatedGradient
from datasets import Dataset
from knobs import like, log
from ui.lessons.evidence import Kept, kept, remembered, remembered_each, run_or_say, runs_to_a_cut

T = 120
"""Steps of the one weight's stream."""
PERIODS = (1, 2, 5, 10, 15, 25, 50)
PASSES = 10
"""Of a run over the dataset."""
SPARSE = ("rounding", "truncated_gradient")


@dataclass(frozen=True)
class Knobs:
    """The knobs that both halves of the lesson share."""

    threshold: float = like(
        Rounding,
        "threshold",
        0.05,
        log(0.005, 0.5),
        "Rounding cuts weights up to θ; truncation pulls them.",
    )
    period: int = like(
        Rounding,
        "period",
        10,
        log(1, 50, integer=True, most=T),
        "Cut or pull after every K-th step.",
    )
    gravity: float = like(
        TruncatedGradient, "gravity", 0.1, log(0.01, 1.0), "Each pull of truncation is ηKg."
    )
    eta: float = like(Rounding, "eta", 0.01, log(0.001, 0.1), "The step size, constant.")


class Evidence(NamedTuple):
    """Runs and counts by the algorithm's key.

    ``one`` has the three runs of the single weight on ``stream``; ``kept`` the features kept of the
    dataset for each of PERIODS, and ``now`` for the period of the knobs.
    """

    knobs: Knobs
    stream: Dataset
    one: dict[str, Trace]
    kept: dict[str, list[Kept]]
    now: dict[str, Kept]


def gather(knobs: Knobs, data: Dataset) -> Evidence:
    """Return every step of the one weight, and the features kept of a dataset for each period."""
    now = learners(knobs, knobs.period)
    one = {key: steps_of_one_weight(algorithm) for key, algorithm in now.items()}
    by_period = [learners(knobs, period) for period in PERIODS]
    swept = [some[key] for some in (*by_period, now) for key in SPARSE]
    counts = dict(zip(swept, features_kept(swept, data), strict=True))
    return Evidence(
        knobs,
        one_weight(),
        one,
        {key: [counts[some[key]] for some in by_period] for key in SPARSE},
        {key: counts[now[key]] for key in SPARSE},
    )


def learners(knobs: Knobs, period: int) -> dict[str, OnlineAlgorithm]:
    """Return plain steps, rounding and truncated gradient with the same η and θ."""
    steps = {"eta": knobs.eta, "schedule": "constant"}
    cut = {**steps, "threshold": knobs.threshold, "period": period}
    return {
        "sgd": CATALOGUE["sgd"](**steps),
        "rounding": CATALOGUE["rounding"](**cut),
        "truncated_gradient": CATALOGUE["truncated_gradient"](gravity=knobs.gravity, **cut),
    }


def one_weight() -> Dataset:
    """Return a feature that is always 1, and a label that agrees with it nine times in ten."""
    agrees = np.random.default_rng(3).random(T) < 0.9
    return Dataset.from_arrays(np.ones((T, 1)), np.where(agrees, 1.0, -1.0))


@remembered(most=24)
def steps_of_one_weight(algorithm: OnlineAlgorithm) -> Trace:
    """Return a run on the one weight, looked at after every step."""
    return run_or_say(algorithm, one_weight(), order=np.arange(T), checkpoints=T)


@remembered_each(most=256)
def features_kept(algorithms: list[OnlineAlgorithm], data: Dataset) -> list[Kept]:
    """Return the features that are left of each run over the dataset."""
    traces = runs_to_a_cut(algorithms, data, order_of(data, PASSES), checkpoints=1)
    return [kept(trace.final_weights, data) for trace in traces]

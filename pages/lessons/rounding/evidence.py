"""Runs of plain steps, rounding and truncated gradient on two weights; the last two on a dataset.

A run is remembered by its algorithm, so a movement of a knob makes only the runs that it changes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from algorithms import CATALOGUE, OnlineAlgorithm, Trace, order_of
from algorithms.online.rounding import Rounding
from algorithms.online.truncated_gradient import TruncatedGradient
from datasets import Dataset
from knobs import knobs_of, like, log
from papers.fairness.rounding import GRADIENT, ROUNDING
from papers.fairness.tally import Tally, tally
from ui.lessons.evidence import (
    KeptFeatures,
    count_kept,
    remember,
    remembered_each,
    run_or_say,
    runs_or_say,
)

T = 120
"""Steps of each weight's stream."""
STORY_COIN = 13
"""The seed of the coin that the story follows."""
PASSES = 10
"""Of a run over the dataset."""
SPARSE = ("rounding", "truncated_gradient")
ALWAYS = "every weight pulled"
"""The key of truncated gradient without a threshold."""
COINS = 16
"""Coins that are tossed side by side, that of the story among them."""


@dataclass(frozen=True)
class Knobs:
    """The knobs that both halves of the lesson share."""

    threshold: float = like(
        Rounding,
        "threshold",
        0.05,
        log(0.005, 0.2),
        "Rounding cuts weights up to this size; truncated gradient pulls them.",
    )
    period: int = like(
        Rounding,
        "period",
        10,
        log(1, 50, integer=True, most=T),
        "Cut or pull after every so many steps.",
    )
    gravity: float = like(
        TruncatedGradient,
        "gravity",
        0.2,
        log(0.01, 1.0),
        "Each pull is step size times period times gravity.",
    )
    eta: float = like(Rounding, "eta", 0.01, log(0.001, 0.1), "The step size, constant.")


PERIODS = tuple(range(1, 51))
THRESHOLDS = tuple(sorted({Knobs.threshold, *knobs_of(Knobs)["threshold"].stops()}))
"""Where the curves over either knob have a dot: wherever a hand can set it, and where it opens."""


class Evidence(NamedTuple):
    """Runs and counts by the algorithm's key, or by ALWAYS.

    ``one`` has the four runs of the useful weight on ``stream``, and ``coin`` those of the useless
    one; ``kept`` the features kept of the dataset for each of PERIODS, ``by_threshold`` for each of
    THRESHOLDS, and ``now`` for the knobs. ``before_cut`` is the number of weights in use one step
    before rounding's last cut.
    """

    knobs: Knobs
    stream: Dataset
    one: dict[str, Trace]
    coin: dict[str, Trace]
    kept: dict[str, list[KeptFeatures]]
    by_threshold: dict[str, list[KeptFeatures]]
    now: dict[str, KeptFeatures]
    before_cut: int
    data: Dataset


def rounding_ahead(reading: str) -> Tally:
    """Return how often rounding was clearly ahead of truncated gradient, level, clearly behind.

    In all comparisons of the claim ``fairness.rounding``.

    Parameters
    ----------
    reading : of the claim: ``FREE``, where every weight is pulled, or ``BOUNDED``, by a threshold.
    """
    return tally("rounding", ROUNDING, GRADIENT, reading)


def gather(knobs: Knobs, data: Dataset) -> Evidence:
    """Return every step of the two weights, and the features kept of a dataset for each knob."""
    now = learners(knobs)
    by_period = [learners(replace(knobs, period=period)) for period in PERIODS]
    by_threshold = [learners(replace(knobs, threshold=threshold)) for threshold in THRESHOLDS]
    swept = [some[key] for some in (*by_period, *by_threshold, now) for key in SPARSE]
    counts = dict(zip(swept, features_kept(swept, data), strict=True))
    return Evidence(
        knobs=knobs,
        stream=one_weight(),
        one={key: steps_of_one_weight(algorithm) for key, algorithm in now.items()},
        coin={key: steps_of_one_weight(algorithm, False) for key, algorithm in now.items()},
        kept={key: [counts[some[key]] for some in by_period] for key in SPARSE},
        by_threshold={key: [counts[some[key]] for some in by_threshold] for key in SPARSE},
        now={key: counts[now[key]] for key in SPARSE},
        before_cut=used_before_a_cut(now["rounding"], data),
        data=data,
    )


def learners(knobs: Knobs) -> dict[str, OnlineAlgorithm]:
    """Return the rules with the same step size and threshold; the last one has no threshold."""
    steps = {"eta": knobs.eta, "schedule": "constant"}
    cut = {**steps, "threshold": knobs.threshold, "period": knobs.period}
    pulled = CATALOGUE["truncated_gradient"](gravity=knobs.gravity, **cut)
    return {
        "sgd": CATALOGUE["sgd"](**steps),
        "rounding": CATALOGUE["rounding"](**cut),
        "truncated_gradient": pulled,
        ALWAYS: replace(pulled, threshold=math.inf),
    }


def one_weight(useful: bool = True) -> Dataset:
    """Return a feature that is always 1, with a label that agrees with it nine times in ten, or
    every other time, as a coin falls."""
    return stream(3, 0.9) if useful else stream(STORY_COIN, 0.5)


def stream(seed: int, share: float) -> Dataset:
    """Return a feature that is always 1, and labels that agree with it in about a ``share``."""
    agrees = np.random.default_rng(seed).random(T) < share
    return Dataset.from_arrays(np.ones((T, 1)), np.where(agrees, 1.0, -1.0))


@remember(most=8)
def coin_paths(algorithm: OnlineAlgorithm) -> np.ndarray:
    """Return the weights of COINS coins after each step, [T, COINS]; each learns for itself."""
    streams = (stream(seed, 0.5) for seed in range(COINS))
    asked = {"order": np.arange(T), "checkpoints": T}
    return np.hstack([run_or_say(algorithm, tossed, **asked).weights for tossed in streams])


@remember(most=48)
def steps_of_one_weight(algorithm: OnlineAlgorithm, useful: bool = True) -> Trace:
    """Return a run on one weight, looked at after every step."""
    return run_or_say(algorithm, one_weight(useful), order=np.arange(T), checkpoints=T)


@remembered_each(most=512)
def features_kept(algorithms: list[OnlineAlgorithm], data: Dataset) -> list[KeptFeatures]:
    """Return the features that are left of each run over the dataset."""
    traces = runs_or_say(algorithms, data, passes=PASSES, checkpoints=1)
    return [count_kept(trace.final.weights, data) for trace in traces]


@remember(most=48)
def used_before_a_cut(algorithm: OnlineAlgorithm, data: Dataset) -> int:
    """Return how many weights are not 0 one step before the last whole period of a run is over."""
    order = order_of(data, PASSES)
    steps = len(order) // algorithm.stride * algorithm.stride or len(order)
    entries = data.X.nnz / data.n_rows
    state = algorithm.start(data.n_features, len(order), data.n_rows, entries=entries)
    # Not ``record``: its runs end with a cut.
    algorithm.advance(state, data.X, data.y, order[: max(steps - 1, 1)], "logistic")
    return int(np.count_nonzero(algorithm.weights(state)))

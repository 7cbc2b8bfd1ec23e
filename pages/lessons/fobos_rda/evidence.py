"""Runs of FOBOS, truncated gradient and RDA at one λ, variants of FOBOS, and some at every λ.

A run is remembered by its algorithm, so a movement of a knob makes only the runs that it changes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from scipy.special import expit

from algorithms import CATALOGUE, OnlineAlgorithm, Trace, order_of
from algorithms.losses import Loss, mistakes_of
from algorithms.online.fobos import Fobos
from algorithms.schedules import NAMES
from algorithms.snapshots import tracked_features
from algorithms.truth import real_or_random
from datasets import Dataset
from knobs import knob, knobs_of, like, log, one_of
from ui.lessons.evidence import KeptFeatures, count_kept, remember, remembered_each, runs_or_say

T = 300
"""Examples of a run."""
PENALTIES = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.12, 0.15, 0.2, 0.3, 0.5)
STEPS = {"constant": "η", "inv_sqrt": "η/√t", "inv": "η/t"}
EACH = ("fobos", "truncated_gradient", "rda")
"""Looked at after every example."""
ORDERS = 20
"""Orders of the same examples over which mini-batches are averaged: a single one is a lottery."""
MORE = (*STEPS.values(), "½", "m")
"""Variants of FOBOS, looked at now and then."""
SWEPT = ("fobos", "m", "rda")
"""Run at every λ of PENALTIES."""


@dataclass(frozen=True)
class Knobs:
    """The knobs that FOBOS and RDA share; RDA's γ is 1/η, which makes its steps as long."""

    l1: float = like(
        Fobos, "l1", 0.02, log(0.001, 0.5), "What FOBOS and RDA hold a gradient against."
    )
    eta: float = like(
        Fobos,
        "eta",
        1.0,
        log(0.1, 10.0),
        "The first step of FOBOS; RDA's γ, which holds weights near 0, is 1/η.",
    )
    schedule: str = knob("inv_sqrt", "ηₜ", "steps", one_of(*NAMES), "How FOBOS's step falls.")
    batch_size: int = like(
        Fobos,
        "batch_size",
        10,
        log(1, 50, integer=True),
        "Gradients that the mini-batch variant averages before it steps.",
    )


PENALTY_STOPS, BATCHES = (tuple(knobs_of(Knobs)[name].stops()) for name in ("l1", "batch_size"))
"""The stops of both sliders: curves of the story go through all of them, and so stand still."""


class Votes(NamedTuple):
    """The votes of the examples on the weight of one feature: their gradients.

    Parameters
    ----------
    feature : its column.
    single : (T,), the gradient of each example in the run of FOBOS.
    average : (T,), the mean of all gradients so far in the run of RDA.
    """

    feature: int
    single: np.ndarray
    average: np.ndarray


class End(NamedTuple):
    """The end of a run: the features kept, and the mistakes on the rows of ``held_out``."""

    kept: KeptFeatures
    mistakes: float


class Evidence(NamedTuple):
    """Runs at the λ of the knobs, their ends at every λ, and the votes on two features.

    ``each`` and ``more`` are traces by the keys of EACH and MORE, ``swept`` the ends for each of
    PENALTIES by those of SWEPT. ``useless`` are the votes on a feature that says little
    of y, on a noise feature where there are some, ``useful`` those on one that says much.
    """

    knobs: Knobs
    data: Dataset
    each: dict[str, Trace]
    more: dict[str, Trace]
    swept: dict[str, list[End]]
    useless: Votes
    useful: Votes

    def kept_by(self, key: str) -> KeptFeatures:
        """Return the features that one of the runs ends with."""
        return count_kept((self.each | self.more)[key].final.weights, self.data)

    def mistakes(self, key: str) -> float:
        """Return the mistakes of a run's last weights on the rows of ``held_out``."""
        return mistakes((self.each | self.more)[key].final.weights, self.data)

    def by_penalty(self, key: str) -> dict[float, End]:
        """Return the ends of one of SWEPT by λ, at each of PENALTY_STOPS and where λ stands."""
        ended = ends_at_stops(key, replace(self.knobs, l1=OPENING.l1), self.data)
        ended = dict(zip(PENALTY_STOPS, ended, strict=True))
        ended |= {self.knobs.l1: End(self.kept_by(key), self.mistakes(key))}
        return dict(sorted(ended.items()))

    def by_batch(self) -> dict[int, KeptFeatures]:
        """Return the features that FOBOS keeps on average over ORDERS orders, by mini-batch.

        They are those at the λ of the opening, so that a movement of λ makes none of these runs.
        """
        sizes = sorted({*BATCHES, int(self.knobs.batch_size)})
        at_each = [replace(self.knobs, l1=OPENING.l1, batch_size=size) for size in sizes]
        batched = [batch_learner(knobs) for knobs in at_each]
        return dict(zip(sizes, kept_on_average(batched, self.data), strict=True))


OPENING = Knobs()


def gather(knobs: Knobs, data: Dataset) -> Evidence:
    """Return the three runs example by example, the variants, and the features kept against λ."""
    now = learners(knobs)
    at_each = [learners(replace(knobs, l1=l1)) for l1 in PENALTIES]
    swept = [some[key] for key in SWEPT for some in at_each]
    ended = dict(zip(swept, ends(swept, data), strict=True))
    least, most = least_and_most_informative(data)
    return Evidence(
        knobs=knobs,
        data=data,
        each=dict(zip(EACH, runs([now[key] for key in EACH], data, checkpoints=T), strict=True)),
        more=dict(zip(MORE, runs([now[key] for key in MORE], data, checkpoints=20), strict=True)),
        swept={key: [ended[some[key]] for some in at_each] for key in SWEPT},
        useless=votes(now, data, least),
        useful=votes(now, data, most),
    )


def votes(now: dict[str, OnlineAlgorithm], data: Dataset, feature: int) -> Votes:
    """Return the votes on a feature, one by one in FOBOS and their average in RDA."""
    in_rda = gradients(now["rda"], data, feature)
    average = np.cumsum(in_rda) / np.arange(1, len(in_rda) + 1)
    return Votes(feature, gradients(now["fobos"], data, feature), average)


def learners(knobs: Knobs) -> dict[str, OnlineAlgorithm]:
    """Return all of them at one λ, by the keys of EACH and MORE.

    The weights of RDA are −(η/√t) S(g₁ + … + gₜ, λt): its steps are as long as η/√t.
    """
    steps = {"eta": knobs.eta, "schedule": knobs.schedule}
    fobos, truncated = CATALOGUE["fobos"], CATALOGUE["truncated_gradient"]
    return {
        "fobos": fobos(**steps, l1=knobs.l1),
        "truncated_gradient": truncated(**steps, gravity=knobs.l1, threshold=np.inf, period=1),
        "rda": CATALOGUE["rda"](gamma=1.0 / knobs.eta, l1=knobs.l1),
        **{letter: fobos(knobs.eta, name, l1=knobs.l1) for name, letter in STEPS.items()},
        "½": fobos(**steps, l1=knobs.l1, rounds=True),
        "m": batch_learner(knobs),
    }


def batch_learner(knobs: Knobs) -> OnlineAlgorithm:
    """Return FOBOS with the mini-batch of the knobs."""
    steps = {"eta": knobs.eta, "schedule": knobs.schedule}
    return CATALOGUE["fobos"](**steps, l1=knobs.l1, batch_size=knobs.batch_size)


def examples_of(data: Dataset) -> np.ndarray:
    """Return the order of the examples, the same in all runs."""
    return order_of(data)[:T]


@remembered_each(most=10)
def runs(algorithms: list[OnlineAlgorithm], data: Dataset, checkpoints: int) -> list[Trace]:
    """Return runs over the examples; each holds 5 MB at most, 300 checkpoints of 2048 weights."""
    return runs_or_say(algorithms, data, order=examples_of(data), checkpoints=checkpoints)


def held_out(data: Dataset) -> np.ndarray:
    """Return the rows that are judged on: T at most that no run learns from, else those it does."""
    order = order_of(data)
    return order[T : 2 * T] if len(order) > T else order


def mistakes(weights: np.ndarray, data: Dataset) -> float:
    """Return how many of the rows of ``held_out`` these weights (d,) get wrong; 0 is half wrong."""
    rows = held_out(data)
    return float(mistakes_of(Loss.logistic, data.X[rows] @ weights, data.y[rows]).sum())


@remember(most=8)
def ends_at_stops(key: str, knobs: Knobs, data: Dataset) -> list[End]:
    """Return the ends of one of SWEPT for each of PENALTY_STOPS."""
    return ends([learners(replace(knobs, l1=l1))[key] for l1 in PENALTY_STOPS], data)


@remembered_each(most=64)
def kept_on_average(algorithms: list[OnlineAlgorithm], data: Dataset) -> list[KeptFeatures]:
    """Return the features that runs end with, on average over the orders of ``orders_of``."""
    kept = []
    for order in orders_of(data):
        traces = runs_or_say(algorithms, data, order=order, checkpoints=1)
        kept.append([count_kept(trace.final.weights, data) for trace in traces])
    return [KeptFeatures(*means) for means in np.mean(kept, axis=0)]


def orders_of(data: Dataset) -> list[np.ndarray]:
    """Return orders of the same examples, the usual one first; only that where they stand in
    time."""
    order, again = examples_of(data), 1 if data.in_time else ORDERS
    return [order, *(np.random.default_rng(seed).permutation(order) for seed in range(1, again))]


@remembered_each(most=512)
def ends(algorithms: list[OnlineAlgorithm], data: Dataset) -> list[End]:
    """Return the end of each run."""
    traces = runs_or_say(algorithms, data, order=examples_of(data), checkpoints=1)
    lasts = [trace.final.weights for trace in traces]
    return [End(count_kept(weights, data), mistakes(weights, data)) for weights in lasts]


@remember(most=32)
def gradients(algorithm: OnlineAlgorithm, data: Dataset, feature: int) -> np.ndarray:
    """Return the gradient of a feature's weight at each example of a run, (T,)."""
    order = examples_of(data)
    state = algorithm.start(data.n_features, len(order))
    predictions = algorithm.advance(state, data.X, data.y, order, "logistic")
    x, y = data.X[order][:, [feature]].toarray().ravel(), data.y[order]
    return -y * x * expit(-y * predictions)


@remember(most=4)
def least_and_most_informative(data: Dataset) -> tuple[int, int]:
    """Return two features that are often there: one that says least of y, and one that says most.

    The first is a noise feature where there are some, the second none where there are others.
    """
    order, among = examples_of(data), tracked_features(data)
    X = data.X[order][:, among]
    counts = np.bincount(X.indices, minlength=len(among))
    size = np.sqrt(np.asarray(X.multiply(X).sum(axis=0)).ravel())
    says = np.abs(X.T @ data.y[order]) / np.where(size > 0.0, size, 1.0)
    useful = real_or_random(data).useful[among]

    def often(pool: np.ndarray) -> np.ndarray:
        pool = np.flatnonzero(pool) if pool.any() else np.arange(len(among))
        return pool[2 * counts[pool] >= counts[pool].max()]

    noise, real = often(~useful), often(useful)
    return int(among[noise[says[noise].argmin()]]), int(among[real[says[real].argmax()]])

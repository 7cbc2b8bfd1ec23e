"""Run FOBOS, truncated gradient and RDA at one λ, variants of FOBOS, and some of them at every λ.

A run is remembered by its algorithm, so a movement of a knob makes only the runs that it changes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from scipy.special import expit

from algorithms import CATALOGUE, OnlineAlgorithm, Trace, order_of
from algorithms.online.fobos import Fobos
from algorithms.schedules import NAMES
from algorithms.snapshots import tracked_features
from algorithms.truth import real_or_random
from datasets import Dataset
from knobs import knob, like, log, one_of
from ui.lessons.evidence import Kept, kept, remembered, remembered_each, runs_or_say

T = 300
"""Examples of a run."""
PENALTIES = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
STEPS = {"constant": "η", "inv_sqrt": "η/√t", "inv": "η/t"}
EACH = ("fobos", "truncated_gradient", "rda")
"""Looked at after every example."""
MORE = (*STEPS.values(), "½", "m")
"""Variants of FOBOS, looked at now and then."""
SWEPT = ("fobos", "m", "rda")
"""Run at every λ."""


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


class Evidence(NamedTuple):
    """Runs at the λ of the knobs, counts at every λ, and the gradients of one feature.

    ``each`` and ``more`` are traces by the keys of EACH and MORE, ``swept`` the features kept for
    each of PENALTIES by those of SWEPT. ``single`` (T,) has the gradients of ``feature`` in FOBOS,
    ``mean`` (T,) their mean so far in RDA.
    """

    knobs: Knobs
    data: Dataset
    each: dict[str, Trace]
    more: dict[str, Trace]
    swept: dict[str, list[Kept]]
    feature: int
    single: np.ndarray
    mean: np.ndarray

    def kept(self, key: str) -> Kept:
        """Return the features that one of the runs ends with."""
        return kept((self.each | self.more)[key].final_weights, self.data)


def gather(knobs: Knobs, data: Dataset) -> Evidence:
    """Return the three runs example by example, the variants, and the features kept against λ."""
    now = learners(knobs)
    at_each = [learners(replace(knobs, l1=l1)) for l1 in PENALTIES]
    gradients_of_rda = gradients(now["rda"], data)
    swept = [some[key] for key in SWEPT for some in at_each]
    counts = dict(zip(swept, features_kept(swept, data), strict=True))
    return Evidence(
        knobs,
        data,
        dict(zip(EACH, runs([now[key] for key in EACH], data, checkpoints=T), strict=True)),
        dict(zip(MORE, runs([now[key] for key in MORE], data, checkpoints=20), strict=True)),
        {key: [counts[some[key]] for some in at_each] for key in SWEPT},
        least_telling(data),
        gradients(now["fobos"], data),
        np.cumsum(gradients_of_rda) / np.arange(1, len(gradients_of_rda) + 1),
    )


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
        "m": fobos(**steps, l1=knobs.l1, batch_size=knobs.batch_size),
    }


def examples_of(data: Dataset) -> np.ndarray:
    """Return the order of the examples, the same in all runs."""
    return order_of(data)[:T]


@remembered_each(most=10)
def runs(algorithms: list[OnlineAlgorithm], data: Dataset, checkpoints: int) -> list[Trace]:
    """Return runs over the examples; each holds 5 MB at most, 300 checkpoints of 2048 weights."""
    return runs_or_say(algorithms, data, order=examples_of(data), checkpoints=checkpoints)


@remembered_each(most=256)
def features_kept(algorithms: list[OnlineAlgorithm], data: Dataset) -> list[Kept]:
    """Return the features that each run ends with."""
    traces = runs_or_say(algorithms, data, order=examples_of(data), checkpoints=1)
    return [kept(trace.final_weights, data) for trace in traces]


@remembered(most=16)
def gradients(algorithm: OnlineAlgorithm, data: Dataset) -> np.ndarray:
    """Return the gradient of the film's feature at each example of a run, (T,)."""
    order = examples_of(data)
    state = algorithm.start(data.n_features, len(order))
    predictions = algorithm.advance(state, data.X, data.y, order, "logistic")
    x, y = data.X[order][:, [least_telling(data)]].toarray().ravel(), data.y[order]
    return -y * x * expit(-y * predictions)


@remembered(most=4)
def least_telling(data: Dataset) -> int:
    """Return the feature that says least of y, of those that are often there; random ones first."""
    order, among = examples_of(data), tracked_features(data)
    random = among[~real_or_random(data).useful[among]]
    pool = random if len(random) else among
    X = data.X[order][:, pool]
    often = np.bincount(X.indices, minlength=len(pool))
    size = np.sqrt(np.asarray(X.multiply(X).sum(axis=0)).ravel())
    says = np.abs(X.T @ data.y[order]) / np.where(size > 0.0, size, 1.0)
    return int(pool[np.argmin(np.where(2 * often >= often.max(), says, np.inf))])

"""Runs of the obvious push and of truncated gradient, and the former cut after its last step.

The obvious push is the sub-gradient update, (5) of the paper, and truncated gradient is its (6). A
movement of the last cut θ runs nothing: both runs, and all other cuts, are remembered.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np

from algorithms import CATALOGUE, Loss, OnlineAlgorithm, Trace, order_of
from algorithms.losses import loss_values
from algorithms.online.subgradient import Subgradient
from algorithms.online.truncated_gradient import TruncatedGradient
from algorithms.shrinkage import rounding
from datasets import Dataset
from knobs import knob, knobs_of, like, linear, log
from pages.lessons.subgradient.twin import obvious_push, truncated_step
from papers.fairness.competitive import CLAIM, FREELY, RIVALS
from papers.results import load_results
from ui.lessons.evidence import count_kept, remember, remembered_each, runs_or_say

T = 300
"""Steps, each of which is a frame."""
WEAK = 0.02
"""A weak gravity, beside that of the knobs."""
START, ALONE, LONG = 0.053, 16, 60
"""The place at which a weight stands that no example moves, and the steps it is followed for: some,
and so many that shorter pushes bring it to 0, too."""
PULLED = "truncated_gradient"
RIVAL = RIVALS.index("sub-gradient")


@dataclass(frozen=True)
class Knobs:
    """The same g and η for both, and the cut that the obvious push gets after its last step."""

    gravity: float = like(
        TruncatedGradient,
        "gravity",
        0.12,
        log(0.01, 1.0),
        "The obvious push moves weights by ηg, and past 0; truncated gradient stops at 0.",
    )
    eta: float = like(TruncatedGradient, "eta", 0.1, log(0.01, 0.5), "The step size, constant.")
    threshold: float = like(
        Subgradient,
        "threshold",
        0.1,
        log(1e-3, 1.0),
        "After the last step, weights of the obvious push up to θ are set to 0.",
    )

    slope: float = knob(
        0.0,
        "",
        "slope of the line",
        linear(-0.25, 0.25, least=-1.0, most=1.0),
        "The slope of a line through the corner of the penalty.",
        by_hand=True,
    )

    @property
    def push(self) -> float:
        """The length ηg of the obvious push at each step, and of the pull of truncated gradient."""
        return self.eta * self.gravity


CUTS = np.array(knobs_of(Knobs)["threshold"].stops())
"""Last cuts: the stops of the slider, so that its dot is on the curve."""


class ModelOutcome(NamedTuple):
    """A model's real and random features, and its average loss over all rows."""

    real: int
    random: int
    loss: float

    @property
    def features(self) -> int:
        """Weights that are not 0."""
        return self.real + self.random


class Ends(NamedTuple):
    """Final models that do not depend on the knob's cut.

    ``truncated`` is of truncated gradient, all else of the obvious push: ``whole`` uncut,
    ``quarter`` cut at θ = ηg/4, ``same`` cut to as many features as truncated gradient has, and
    ``cuts`` cut at each of CUTS.
    """

    whole: ModelOutcome
    truncated: ModelOutcome
    quarter: ModelOutcome
    same: ModelOutcome
    cuts: list[ModelOutcome]


class Evidence(NamedTuple):
    """Both runs by key, the names of their features, and the fields of ``Ends``.

    ``now`` is left of the obvious push after the knob's cut. ``alone`` has the path of one weight
    that no example moves, [ALONE + 1], by key; ``longer`` those of the obvious push, [LONG + 1]:
    with "equal" steps and with "falling" ones, of size η/√t at step t. ``weak`` has what
    both leave at gravity WEAK, by key: first uncut, then after each of CUTS.
    """

    knobs: Knobs
    names: tuple[str, ...]
    runs: dict[str, Trace]
    now: ModelOutcome
    whole: ModelOutcome
    truncated: ModelOutcome
    quarter: ModelOutcome
    same: ModelOutcome
    cuts: list[ModelOutcome]
    alone: dict[str, np.ndarray]
    longer: dict[str, np.ndarray]
    weak: dict[str, list[ModelOutcome]]


def gather(knobs: Knobs, data: Dataset) -> Evidence:
    """Return both runs on the same T examples, and the first cut at the end in many places."""
    eta, gravity = knobs.eta, knobs.gravity
    learners = {
        "subgradient": CATALOGUE["subgradient"](eta=eta, l1=gravity),
        PULLED: CATALOGUE[PULLED](eta=eta, gravity=gravity),
    }
    traces = dict(zip(learners, runs(list(learners.values()), data), strict=True))
    cut = rounding(traces["subgradient"].final.weights, knobs.threshold)
    (now,) = outcomes_of([cut], data)
    others = ends(*learners.values(), knobs.push, data)
    paths = {
        "subgradient": lone_path(obvious_push, knobs),
        PULLED: lone_path(truncated_step, knobs),
    }
    longer = {
        "equal": lone_path(obvious_push, knobs, LONG),
        "falling": lone_path(obvious_push, knobs, LONG, falling=True),
    }
    weakly = {
        "subgradient": CATALOGUE["subgradient"](eta=eta, l1=WEAK),
        PULLED: CATALOGUE[PULLED](eta=eta, gravity=WEAK),
    }
    weak = {key: cuts_at(learner, data) for key, learner in weakly.items()}
    return Evidence(knobs, data.feature_names, traces, now, *others, paths, longer, weak)


@cache
def leads_on_datasets() -> list[float]:
    """Return truncated gradient's AUC minus that of the obvious push with its best last cut.

    There is one for each dataset of the claim ``fairness.competitive``, with as few features and
    each at its best knobs.
    """
    results = load_results(f"fairness.{CLAIM.key}")
    freely = next(reading for reading in CLAIM.readings if reading.name == FREELY)
    each = [results.values(case, freely, CLAIM.seeds)[:, RIVAL] for case in CLAIM.cases]
    return [float(leads.mean()) for leads in each]


def lone_path(
    rule: Callable[..., np.ndarray], knobs: Knobs, steps: int = ALONE, falling: bool = False
) -> np.ndarray:
    """Return the path [steps + 1] of a weight under a rule, with examples that do not move it.

    Step t has the size η, or η/√t where steps are ``falling``.
    """
    path = [START]
    for t in range(1, steps + 1):
        eta = knobs.eta / math.sqrt(t) if falling else knobs.eta
        (w,) = rule(np.array(path[-1:]), np.zeros(1), eta, knobs.gravity)
        path.append(float(w))
    return np.array(path)


@remembered_each(most=2)
def runs(algorithms: list[OnlineAlgorithm], data: Dataset) -> list[Trace]:
    """Return runs over T examples, looked at after every step.

    Each holds 5 MB at most: 300 checkpoints of 2048 weights.
    """
    return runs_or_say(algorithms, data, order=order_of_steps(data), checkpoints=T)


@remember(most=8)
def cuts_at(learner: OnlineAlgorithm, data: Dataset) -> list[ModelOutcome]:
    """Return what a run ends with, uncut, and what is left of it after each of CUTS."""
    (trace,) = runs_or_say([learner], data, order=order_of_steps(data), checkpoints=1)
    w = trace.final.weights
    return outcomes_of([w, *(rounding(w, cut) for cut in CUTS)], data)


def order_of_steps(data: Dataset) -> np.ndarray:
    """Return the order of the T examples, the same in all runs."""
    return order_of(data, math.ceil(T / data.n_rows))[:T]


@remember(most=8)
def ends(pushed: OnlineAlgorithm, truncated: OnlineAlgorithm, push: float, data: Dataset) -> Ends:
    """Return what is left of both runs, and of (5) after cuts that no knob sets."""
    w, other = (trace.final.weights for trace in runs([pushed, truncated], data))
    alike = np.append(np.sort(np.abs(w))[::-1], 0.0)[np.count_nonzero(other)]
    cuts = [rounding(w, cut) for cut in (push / 4.0, alike, *CUTS)]
    whole, truncated_left, quarter, same, *rest = outcomes_of([w, other, *cuts], data)
    return Ends(whole, truncated_left, quarter, same, rest)


def outcomes_of(models: list[np.ndarray], data: Dataset) -> list[ModelOutcome]:
    """Return what each of ``models``, weights (d,), keeps and loses."""
    predictions = data.X @ np.array(models).T
    loss = loss_values(Loss.logistic, predictions, data.y[:, None]).mean(axis=0)
    return [
        ModelOutcome(*count_kept(w, data), float(mean))
        for w, mean in zip(models, loss, strict=True)
    ]

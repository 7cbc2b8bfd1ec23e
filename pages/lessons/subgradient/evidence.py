"""Run the sub-gradient update (5) and truncated gradient (6), and cut (5) after its last step.

A movement of the last cut θ runs nothing: both runs, and all other cuts, are remembered.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from algorithms import CATALOGUE, Loss, OnlineAlgorithm, Trace, order_of
from algorithms.losses import loss_values
from algorithms.online.subgradient import Subgradient
from algorithms.online.truncated_gradient import TruncatedGradient
from algorithms.shrinkage import rounding
from datasets import Dataset
from knobs import like, log
from ui.lessons.evidence import kept, remembered, remembered_each, runs_or_say

T = 300
"""Steps, each of which is a frame."""
CUTS = np.geomspace(1e-3, 1.0, 31)


@dataclass(frozen=True)
class Knobs:
    """The same g and η for both, and the cut that (5) gets after its last step."""

    gravity: float = like(
        TruncatedGradient,
        "gravity",
        0.12,
        log(0.01, 1.0),
        "(5) pushes by ηg, and past zero; (6) pulls by ηg, and stops at zero.",
    )
    eta: float = like(TruncatedGradient, "eta", 0.1, log(0.01, 0.5), "The step size, constant.")
    threshold: float = like(
        Subgradient,
        "threshold",
        0.1,
        log(1e-3, 1.0),
        "After the last step weights of (5) within θ are set to zero.",
    )

    @property
    def push(self) -> float:
        """The push ηg of (5) at each step, and the pull of (6)."""
        return self.eta * self.gravity


class Left(NamedTuple):
    """A model's real and random features, and its mean loss over all rows."""

    real: int
    random: int
    loss: float

    @property
    def features(self) -> int:
        """Weights that are not 0."""
        return self.real + self.random


class Ends(NamedTuple):
    """Everything that is left at the end and does not depend on the knob's cut.

    ``whole`` is (5) uncut and ``truncated`` (6); ``quarter`` is (5) cut at θ = ηg/4, ``same`` cut
    to as many features as (6) has, and ``cuts`` cut at each of CUTS.
    """

    whole: Left
    truncated: Left
    quarter: Left
    same: Left
    cuts: list[Left]


class Evidence(NamedTuple):
    """Both runs by key, the names of their features, what is left of (5) after the knob's cut,
    ``now``, and the fields of ``Ends``."""

    knobs: Knobs
    names: tuple[str, ...]
    runs: dict[str, Trace]
    now: Left
    whole: Left
    truncated: Left
    quarter: Left
    same: Left
    cuts: list[Left]


def gather(knobs: Knobs, data: Dataset) -> Evidence:
    """Return both runs on the same T examples, and (5) cut at the end in many places."""
    eta, gravity = knobs.eta, knobs.gravity
    learners = {
        "subgradient": CATALOGUE["subgradient"](eta=eta, l1=gravity),
        "truncated_gradient": CATALOGUE["truncated_gradient"](eta=eta, gravity=gravity),
    }
    traces = dict(zip(learners, runs(list(learners.values()), data), strict=True))
    cut = rounding(traces["subgradient"].final_weights, knobs.threshold)
    (now,) = left([cut], data)
    others = ends(*learners.values(), knobs.push, data)
    return Evidence(knobs, data.feature_names, traces, now, *others)


@remembered_each(most=2)
def runs(algorithms: list[OnlineAlgorithm], data: Dataset) -> list[Trace]:
    """Return runs over T examples, looked at after every step.

    Each holds 5 MB at most: 300 checkpoints of 2048 weights.
    """
    order = order_of(data, math.ceil(T / data.n_rows))[:T]
    return runs_or_say(algorithms, data, order=order, checkpoints=T)


@remembered(most=8)
def ends(pushed: OnlineAlgorithm, truncated: OnlineAlgorithm, push: float, data: Dataset) -> Ends:
    """Return what is left of both runs, and of (5) after cuts that no knob sets."""
    w, other = (trace.final_weights for trace in runs([pushed, truncated], data))
    alike = np.append(np.sort(np.abs(w))[::-1], 0.0)[np.count_nonzero(other)]
    cuts = [rounding(w, cut) for cut in (push / 4.0, alike, *CUTS)]
    whole, truncated_left, quarter, same, *rest = left([w, other, *cuts], data)
    return Ends(whole, truncated_left, quarter, same, rest)


def left(models: list[np.ndarray], data: Dataset) -> list[Left]:
    """Return what each of ``models``, weights (d,), keeps and loses."""
    predictions = data.X @ np.array(models).T
    loss = loss_values(Loss.logistic, predictions, data.y[:, None]).mean(axis=0)
    return [Left(*kept(w, data), float(mean)) for w, mean in zip(models, loss, strict=True)]

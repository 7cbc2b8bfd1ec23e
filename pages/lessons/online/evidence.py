"""Runs of plain steps on two features of breast cancer, one patient at a time.

A run is remembered by step size and passes, and those of other step sizes by the number of passes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np

import datasets
from algorithms import CATALOGUE, OnlineAlgorithm, Trace
from algorithms.online.sgd import SGD
from algorithms.orders import random_order
from datasets import Dataset
from knobs import knob, like, linear, log, one_of
from ui.lessons.evidence import remember, run_or_say, runs_or_say

FEATURES = {"radius": "mean radius", "texture": "mean texture"}
"""The names here and in the data: the radius of the cell nuclei, and how uneven their grey is."""
SEED = 58
"""An order in which patients of every kind come early; any other would do."""
FIRST = 40
"""Number of patients that are shown one by one."""
ETAS = np.geomspace(0.003, 30.0, 25)
IDLE = float(np.log(2.0))
"""The loss of a prediction of 0."""
LAST = 100
"""Of so many patients at the end the right guesses are counted."""
KINDS = ("malignant", "benign")
"""The kinds of tumours, the one labelled +1 first."""
REACH = 4.0
"""How far from 0 a reader can move a prediction."""


@dataclass(frozen=True)
class Knobs:
    """The step size, how often all patients are shown, and a tumour that a reader judges."""

    eta: float = like(
        SGD, "eta", 0.5, log(0.003, 30.0), "How far each weight follows the vote of one patient."
    )
    passes: int = knob(
        1, "", "passes", linear(1, 10, integer=True), "How often all the patients are shown."
    )
    guess: float = knob(
        2.0,
        "",
        "prediction",
        linear(-REACH, REACH, least=-REACH, most=REACH),
        "The prediction for the tumour on the curve.",
        by_hand=True,
    )
    kind: str = knob(
        "malignant", "", "tumour", one_of(*KINDS), "Its label: what it really is.", by_hand=True
    )


class Evidence(NamedTuple):
    """One run, patient by patient, and the average loss of other step sizes.

    Parameters
    ----------
    order : (T,), the row of the patient of each step.
    weights : (T + 1, 2), before the first step and after each.
    predictions : (T,), each made before its step.
    losses : (T,), their losses.
    by_eta : the average loss of a run with each of ETAS.
    """

    knobs: Knobs
    data: Dataset
    order: np.ndarray
    weights: np.ndarray
    predictions: np.ndarray
    losses: np.ndarray
    by_eta: np.ndarray

    @property
    def x(self) -> np.ndarray:
        """The features of the patient of each step, (T, 2)."""
        return self.data.X.toarray()[self.order]

    @property
    def y(self) -> np.ndarray:
        """Their labels, (T,)."""
        return self.data.y[self.order]

    @property
    def mean_loss(self) -> float:
        """The loss per patient, over the whole run."""
        return float(self.losses.mean())

    @property
    def own_loss(self) -> float:
        """The loss of the prediction that a reader moves."""
        label = 1.0 if self.knobs.kind == KINDS[0] else -1.0
        return float(np.logaddexp(0.0, -label * self.knobs.guess))

    @property
    def right(self) -> int:
        """The number of right guesses among the last LAST patients."""
        return int(np.sum(self.y[-LAST:] * self.predictions[-LAST:] > 0.0))


def gather(knobs: Knobs, data: Dataset | None) -> Evidence:
    """Return the run of these knobs; ``data`` is not used, the lesson brings its own."""
    data, order = patients(), order_of_patients(knobs.passes)
    trace = run(knobs.eta, knobs.passes)
    weights = np.vstack([np.zeros(len(FEATURES)), trace.weights])
    predictions = np.einsum("ij,ij->i", weights[:-1], data.X.toarray()[order])
    losses = np.diff(trace.loss, prepend=0.0)
    return Evidence(knobs, data, order, weights, predictions, losses, mean_losses(knobs.passes))


@cache
def patients() -> Dataset:
    """Return the 569 patients with two features, each with mean 0 and variance 1."""
    whole = datasets.load("breast_cancer", scaling="unit variance")
    columns = [whole.feature_names.index(name) for name in FEATURES.values()]
    return Dataset.from_arrays(whole.X[:, columns], whole.y, feature_names=tuple(FEATURES))


def order_of_patients(passes: int) -> np.ndarray:
    """Return the row of the patient of each step, (569 · passes,)."""
    return random_order(patients().n_rows, passes, SEED)


def learner(eta: float) -> OnlineAlgorithm:
    """Return plain steps of one size."""
    return CATALOGUE["sgd"](eta=eta, schedule="constant")


@remember(most=24)
def run(eta: float, passes: int) -> Trace:
    """Return a run over the patients, looked at after every step."""
    order = order_of_patients(passes)
    return run_or_say(learner(eta), patients(), order=order, checkpoints=len(order))


@remember(most=10)
def mean_losses(passes: int) -> np.ndarray:
    """Return the loss per patient of each of ETAS."""
    order = order_of_patients(passes)
    learners = [learner(float(eta)) for eta in ETAS]
    traces = runs_or_say(learners, patients(), order=order, checkpoints=1)
    return np.array([trace.loss[-1] / len(order) for trace in traces])

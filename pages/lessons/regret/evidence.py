"""A run of truncated gradient, and what its theorem compares it with.

Comparators depend neither on the step size nor, but for one, on the gravity of the run: they are
remembered, and a movement of the step size makes one run and nothing else.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from algorithms import CATALOGUE, Trace, comparator_loss, order_of
from algorithms.bounds import Constants, Terms, gradient_constants, truncated_gradient_terms
from algorithms.online.truncated_gradient import TruncatedGradient
from datasets import Dataset
from knobs import knob, like, log, one_of
from ui.lessons.evidence import affordable, remember, run_or_say

GRAVITIES = np.geomspace(0.2, 0.005, 25)
WORK = 2_000_000
"""About so many nonzeros are read to find one u; the theorem holds for a rough one."""


@dataclass(frozen=True)
class Knobs:
    """Knobs that the theorem leaves to the reader."""

    steps: int = knob(
        1000,
        "T",
        "examples",
        log(100, 4000, least=10, integer=True, most=10_000),
        "How many examples are learned from.",
    )
    eta: float = like(
        TruncatedGradient,
        "eta",
        0.16,
        log(0.02, 1.0),
        "The step size, the same for all examples; the paper takes η = 1/√T.",
    )
    gravity: float = like(
        TruncatedGradient,
        "gravity",
        0.02,
        log(0.005, 0.2),
        "Each step pulls every weight toward zero by ηg; g is the strength of the penalty, too.",
    )
    loss: str = knob(
        "logistic", "ℓ", "loss", one_of("logistic", "squared"), "The loss; it decides A and B."
    )


class Comparator(NamedTuple):
    """Fixed weights u [d] that are good under some gravity, and their loss at each step [T]."""

    weights: np.ndarray
    losses: np.ndarray


class ByGravity(NamedTuple):
    """Comparators of rising gravities, [n] each: g, the mean loss of u, ‖u‖₁ and ‖u‖², and how
    many weights of u are not 0."""

    gravity: np.ndarray
    loss: np.ndarray
    l1_norm: np.ndarray
    square: np.ndarray
    nonzeros: np.ndarray


class Evidence(NamedTuple):
    """Both sides of the theorem along the run, and the comparators of other gravities.

    ``loss_at_0`` is the mean loss of w = 0.
    """

    knobs: Knobs
    constants: Constants
    terms: Terms
    u: np.ndarray
    loss_at_0: float
    by_gravity: ByGravity
    data: Dataset

    @property
    def two_largest(self) -> np.ndarray:
        """The two features of the largest weights of u, in their order; one where there is one."""
        return np.sort(np.argsort(-np.abs(self.u), kind="stable")[:2])

    @property
    def idle(self) -> float:
        """The left side where nothing is ever learned."""
        return (1.0 - 0.5 * self.constants.A * self.knobs.eta) * self.loss_at_0

    @property
    def says_from(self) -> int | None:
        """The step from which on the bound is below ``idle``; None where it is not at the end."""
        vacuous = np.flatnonzero(self.terms.bound >= self.idle)
        first = int(vacuous[-1]) + 2 if len(vacuous) else 1
        return first if first <= len(self.terms.bound) else None


def gather(knobs: Knobs, data: Dataset) -> Evidence:
    """Return one run, its comparator, and the comparators of other gravities."""
    T, eta, loss = knobs.steps, knobs.eta, knobs.loss
    constants = gradient_constants(loss, data.X)
    if constants.A * eta >= 2.0:
        raise ValueError(
            f"η = {eta:.3g} is not below 2/A = {2.0 / constants.A:.3g}: the theorem is silent "
            "there; lower η"
        )
    trace = run(knobs, data)
    u = comparator(loss, knobs.gravity, T, data)
    own = np.diff(trace.loss, prepend=0.0)
    norms = np.full(T, np.abs(u.weights).sum())
    terms = truncated_gradient_terms(
        trace.algorithm, constants, own, trace.sparsity.l1_norm, u.weights, norms, u.losses
    )
    at_0 = losses(np.zeros(data.n_features), loss, T, data)
    swept = comparators(loss, T, data)
    return Evidence(knobs, constants, terms, u.weights, float(at_0.mean()), swept, data)


@remember(most=8)
def run(knobs: Knobs, data: Dataset) -> Trace:
    """Return the run of the learner, each step a checkpoint."""
    learner = CATALOGUE["truncated_gradient"](eta=knobs.eta, gravity=knobs.gravity)
    order = examples_of(data, knobs.steps)
    return run_or_say(learner, data, knobs.loss, order=order, checkpoints=knobs.steps)


def weight_path(evidence: Evidence, times: float = 1.0) -> np.ndarray:
    """Return the weights of the ``two_largest`` features before and after each step, [T + 1, 2].

    With ``times`` the step size, but no larger than 1: larger ones than the slider has might
    diverge.
    """
    knobs = evidence.knobs
    trace = run(replace(knobs, eta=max(min(times * knobs.eta, 1.0), knobs.eta)), evidence.data)
    columns = np.searchsorted(trace.tracked, evidence.two_largest)
    return np.vstack([np.zeros(len(columns)), trace.weights[:, columns]])


def examples_of(data: Dataset, steps: int) -> np.ndarray:
    """Return the order of the examples, [steps]."""
    return order_of(data, math.ceil(steps / data.n_rows))[:steps]


def losses(weights: np.ndarray, loss: str, steps: int, data: Dataset) -> np.ndarray:
    """Return what fixed ``weights`` [d] suffer at each step, [steps]."""
    order = examples_of(data, steps)
    so_far = comparator_loss(weights, data, loss, order, np.arange(1, steps + 1))
    return np.diff(so_far, prepend=0.0)


@remember(most=16)
def comparator(loss: str, gravity: float, steps: int, data: Dataset) -> Comparator:
    """Return u of least mean loss + g‖u‖₁ over the examples of the run."""
    weights = minimum(loss, gravity, steps, data)
    return Comparator(weights, losses(weights, loss, steps, data))


@remember(most=4)
def comparators(loss: str, steps: int, data: Dataset) -> ByGravity:
    """Return the comparators of GRAVITIES, each found from the one before, in rising order."""
    rows, u = [], np.zeros(data.n_features)
    for gravity in GRAVITIES:
        u = minimum(loss, gravity, steps, data, u)
        mean = losses(u, loss, steps, data).mean()
        rows.append([gravity, mean, np.abs(u).sum(), u @ u, np.count_nonzero(u)])
    return ByGravity(*np.array(rows[::-1]).T)


def minimum(
    loss: str, gravity: float, steps: int, data: Dataset, start: np.ndarray | None = None
) -> np.ndarray:
    """Return u of least mean loss + g‖u‖₁, as well as a short search finds it."""
    most = affordable(WORK, data.X.nnz, least=20, most=500)
    solver = CATALOGUE["proximal_gradient"](l1=gravity, tolerance=1e-4, max_iterations=most)
    times = np.bincount(examples_of(data, steps), minlength=data.n_rows).astype(float)
    return solver.solve(data, loss, row_weights=times, start=start).weights

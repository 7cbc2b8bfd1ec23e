"""The knobs that each method may choose from, laid around what one look with plain SGD finds.

The same rule lays the grids of all methods, so none has a grid that fits a data set better than
another's does: four step sizes for each of two schedules, three periods K where there is one, and
sixteen values of the method's own knob, a quarter of a decade apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from algorithms.evaluation.grids import grid
from algorithms.online.cumulative_penalty import CumulativePenalty
from algorithms.online.rda import RDA
from algorithms.online.rounding import Rounding
from algorithms.online.sgd import SGD
from algorithms.online.subgradient import Subgradient
from algorithms.online.truncated_gradient import TruncatedGradient
from algorithms.sweep import sweep
from datasets import Dataset
from papers.once import once

SCHEDULES = ("constant", "inv_sqrt")
PERIODS = (1, 10, 100)
VALUES, PER_DECADE = 16, 4
STEPS = (-1.2, -0.6, 0.0, 0.6)
"""Decades from the step size at which SGD loses least."""

FARTHER = (*STEPS, 1.2, 1.8, 2.4, 3.0)
"""The same for dual averaging: its mean gradient is small once penalised, so it steps farther."""

LOOK = tuple(10.0 ** (j / 3) for j in range(-9, 7))
"""The step sizes of the look."""


@dataclass(frozen=True)
class Scales:
    """The sizes that the grids are laid around.

    Parameters
    ----------
    eta : for each schedule the step size at which SGD loses least.
    weight : the largest weight of that SGD, at a constant step size.
    penalty : of an L1 penalty; under a larger one hardly a step leaves 0.
    """

    eta: tuple[float, float]
    weight: float
    penalty: float


@once
def scales_of(dataset: Dataset, order: np.ndarray) -> Scales:
    """Return the sizes that plain SGD finds on some examples."""
    etas, weight = [], 0.0
    for schedule in SCHEDULES:
        settings = grid(SGD(schedule=schedule), eta=LOOK)
        options = dict(order=order, checkpoints=1, intercept=True, threads=1)
        traces = sweep(settings, dataset, "logistic", **options)
        losses = [np.inf if t.final.diverged_at is not None else float(t.loss[-1]) for t in traces]
        best = traces[int(np.argmin(losses))]
        etas.append(best.algorithm.eta)
        weight = weight or float(np.abs(best.final.weights).max())
    mean_gradient = np.abs(dataset.X.T @ dataset.y).max() / (2 * dataset.n_rows)
    single_gradients = np.quantile(np.abs(dataset.X.data), 0.99) / 2
    return Scales((etas[0], etas[1]), weight, float(max(2.5 * mean_gradient, single_gradients)))


def penalties(scales: Scales) -> tuple[float, ...]:
    """Return the gravities g, and the λ of all methods with an L1 penalty."""
    return below(scales.penalty)


def thresholds(scales: Scales) -> tuple[float, ...]:
    """Return the thresholds θ of rounding and of a cut at the end."""
    return below(4.0 * scales.weight)


def below(top: float) -> tuple[float, ...]:
    """Return values up to ``top``, rising."""
    return tuple(top * 10.0 ** (j / PER_DECADE) for j in range(1 - VALUES, 1))


def at_all_steps(base: Any, scales: Scales, steps=STEPS, **knobs: Iterable) -> list[Any]:
    """Return the settings of a method at both schedules and all step sizes."""
    return [
        algorithm
        for schedule, eta in zip(SCHEDULES, scales.eta, strict=True)
        for algorithm in grid(
            base(schedule=schedule), eta=[eta * 10.0**step for step in steps], **knobs
        )
    ]


def truncations(scales: Scales, periods=PERIODS) -> list[TruncatedGradient]:
    """Return the settings of truncated gradient at θ = ∞."""
    knobs = {"gravity": penalties(scales), "period": periods}
    return at_all_steps(TruncatedGradient, scales, **knobs)


def truncations_within(scales: Scales) -> list[TruncatedGradient]:
    """Return the settings of truncated gradient at a θ of 3, 10 or 30 % of SGD's largest weight.

    There are three times as many as at θ = ∞, with every other gravity.
    """
    at = [share * scales.weight for share in (0.03, 0.1, 0.3)]
    knobs = {"gravity": penalties(scales)[1::2], "threshold": at, "period": PERIODS}
    return at_all_steps(TruncatedGradient, scales, **knobs)


def roundings(scales: Scales, periods=PERIODS) -> list[Rounding]:
    """Return the settings of rounding."""
    return at_all_steps(Rounding, scales, threshold=thresholds(scales), period=periods)


def dual_averagings(scales: Scales) -> list[RDA]:
    """Return the settings of RDA."""
    gammas = [1.0 / (scales.eta[1] * 10.0**step) for step in FARTHER]
    return grid(RDA(), gamma=gammas, l1=penalties(scales))


def cumulative_penalties(scales: Scales) -> list[CumulativePenalty]:
    """Return the settings of the cumulative penalty, which a weight pays before it is read."""
    return at_all_steps(CumulativePenalty, scales, l1=penalties(scales))


def subgradients(scales: Scales) -> list[Subgradient]:
    """Return the settings of the sub-gradient method, to be cut at the end at every threshold.

    Each runs alone, which takes long: there are three values of λ, a decade apart.
    """
    some = penalties(scales)[4:13:4]
    return at_all_steps(Subgradient, scales, steps=STEPS[1:], l1=some)

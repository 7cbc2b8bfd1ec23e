"""The methods of the comparison, each with the grid of its knobs, fitted to a dataset by one look.

The look is plain SGD: the step size at which it loses least, the size of its weights then, and
the penalty under which nothing would be kept. All grids are laid around these numbers, so that no
method has a grid that fits a dataset better than another's does.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from algorithms import CATALOGUE, Algorithm, Trace, grid, sweep
from datasets import Dataset
from studies.fair.studies import Study

PER_DECADE = 5
WIDE_FROM = 5000  # features from which a tree projects faster
SCHEDULES = ("constant", "inv_sqrt")
PERIODS = (1, 10, 100)
LOOK = tuple(10.0 ** (j / PER_DECADE) for j in range(-15, 8))  # step sizes, 0.001 to 25
LOOK_ORDERS = 3

TRUNCATION, FINITE, ROUNDING = "truncated gradient", "truncated gradient, θ finite", "rounding"
LAST_CUT, SGD_CUT = "sub-gradient, last cut", "SGD, last cut"
FOBOS, RDA = "FOBOS", "RDA"
PAID_BEFORE = "cumulative penalty, paid before reading"
PAID_AFTER = "cumulative penalty, paid after learning"
KEEP_K, PROJECTED = "keep-k", "projected gradient"
METHODS = (
    TRUNCATION, FINITE, ROUNDING, LAST_CUT, SGD_CUT, FOBOS, RDA, PAID_BEFORE, PAID_AFTER, KEEP_K,
    PROJECTED,
)  # fmt: skip


@dataclass(frozen=True)
class Scales:
    """The sizes that the grids of a dataset are laid around.

    Parameters
    ----------
    eta : for each schedule the step size at which SGD loses least.
    weight : the largest weight of that SGD, at a constant step size.
    norm : the sum of the absolute values of its weights.
    penalty : the largest mean gradient at w = 0: under a larger penalty the optimum keeps nothing.
    loudest : a gradient larger than 99 of 100 that single examples have at w = 0: under a larger
        penalty hardly a step leaves 0.
    """

    eta: tuple[float, float]
    weight: float
    norm: float
    penalty: float
    loudest: float


@dataclass(frozen=True)
class Fineness:
    """The fineness of the grids.

    Parameters
    ----------
    etas : step sizes, in fifths of a decade from the one at which SGD loses least.
    slow_etas : those of the methods that are run one by one.
    knob : values of the sparsity knob, of a penalty up to the one under which the optimum keeps
        nothing; ``slow_knob`` is that of the methods run one by one.
    """

    etas: tuple[int, ...]
    slow_etas: tuple[int, ...]
    knob: int
    slow_knob: int


FINE = Fineness(tuple(range(-8, 7)), (-6, -2, 2), 18, 8)
COARSE = Fineness((-5, -1, 3), (-1,), 12, 8)
TINY = Fineness((-2,), (-2,), 4, 2)


def scales_of(dataset: Dataset, study: Study) -> Scales:
    """Return the sizes that one look with plain SGD finds, over some orders of the examples."""
    looks = {schedule: look(dataset, study, schedule) for schedule in SCHEDULES}
    weights = np.abs(looks["constant"].final.weights)
    gradient = np.abs(dataset.X.T @ dataset.y) / (2 * dataset.n_rows)
    etas = tuple(looks[schedule].algorithm.eta for schedule in SCHEDULES)
    loudest = np.quantile(np.abs(dataset.X.data), 0.99) / 2
    sizes = weights.max(), weights.sum(), gradient.max(), loudest
    return Scales(etas, *(float(size) for size in sizes))


def look(dataset: Dataset, study: Study, schedule: str) -> Trace:
    """A run of plain SGD at the step size that loses least in the median of some orders."""
    settings = grid(CATALOGUE["sgd"](schedule=schedule), eta=LOOK)
    asked = dict(passes=study.passes, checkpoints=1, intercept=True)
    orders = [sweep(settings, dataset, seed=seed, **asked) for seed in range(LOOK_ORDERS)]
    losses = [[final_loss(trace) for trace in traces] for traces in orders]
    return orders[0][int(np.argmin(np.median(losses, axis=0)))]


def final_loss(trace: Trace) -> float:
    """The progressive loss of a run; infinite where it diverged."""
    return np.inf if trace.final.diverged_at is not None else float(trace.loss[-1])


def around(middle: float, steps: Iterable[int]) -> tuple[float, ...]:
    """Return values so many fifths of a decade from the middle."""
    return tuple(middle * 10.0 ** (step / PER_DECADE) for step in steps)


def below(top: float, n: int, per_decade: float = PER_DECADE, above: int = 0) -> tuple[float, ...]:
    """Return ``n`` values, rising: ``above`` of them larger than ``top``, one is ``top`` itself."""
    return tuple(top * 10.0 ** (j / per_decade) for j in range(above + 1 - n, above + 1))


def settings_of(
    scales: Scales, study: Study, n_features: int, fine: Fineness = FINE
) -> dict[str, tuple[Algorithm, ...]]:
    """Return the settings of each method, by its name."""
    louder = max(math.ceil(PER_DECADE * math.log10(scales.loudest / scales.penalty)), 2)
    penalties = below(scales.penalty, fine.knob + louder, above=louder)
    each = {**of_the_paper(scales, fine, penalties), **penalised_methods(scales, fine, penalties)}
    radii = below(scales.norm, fine.slow_knob, 2.0)
    way = ("tree" if n_features > WIDE_FROM else "condat",)
    return each | {
        KEEP_K: at_both_schedules("l0_sgd", scales, fine, n_nonzeros=counts(study, n_features)),
        PROJECTED: slowly("projected_gradient", scales, fine, radius=radii, way=way),
    }


def of_the_paper(scales: Scales, fine: Fineness, penalties: tuple) -> dict[str, tuple]:
    """The methods of Langford, Li & Zhang 2009."""
    thresholds = [share * scales.weight for share in (0.03, 0.1, 0.3)]
    finite = {"gravity": penalties[::2], "threshold": thresholds, "period": PERIODS}
    sparse = dataclasses.replace(fine, etas=fine.etas[::2])
    few = below(scales.penalty, fine.slow_knob // 2 + 1, 2.5)
    return {
        TRUNCATION: at_both_schedules(
            "truncated_gradient", scales, fine, gravity=penalties, period=PERIODS
        ),
        FINITE: at_both_schedules("truncated_gradient", scales, sparse, **finite),
        ROUNDING: at_both_schedules(
            "rounding", scales, fine, threshold=cuts(scales, fine), period=PERIODS
        ),
        LAST_CUT: slowly("subgradient", scales, fine, l1=few),
        SGD_CUT: at_both_schedules("subgradient", scales, fine, l1=(0.0,)),
    }


def penalised_methods(scales: Scales, fine: Fineness, penalties: tuple) -> dict[str, tuple]:
    """The methods with an L1 penalty that came after it."""
    # The mean gradient that dual averaging follows is small once penalised: it takes larger steps.
    farther = tuple(fine.etas[-1] + 2 * step for step in range(1, 5))
    gammas = [1.0 / eta for eta in around(scales.eta[1], (*fine.etas, *farther))]
    cumulative = "cumulative_penalty"
    return {
        FOBOS: at_both_schedules("fobos", scales, fine, l1=penalties),
        RDA: tuple(grid(CATALOGUE["rda"](), gamma=gammas, l1=penalties)),
        PAID_BEFORE: at_both_schedules(cumulative, scales, fine, l1=penalties),
        PAID_AFTER: at_both_schedules(
            cumulative, scales, fine, l1=penalties, payment=("after learning",)
        ),
    }


def cuts(scales: Scales, fine: Fineness = FINE) -> tuple[float, ...]:
    """Return the thresholds of a last cut: a run is made once, and cut at each of them."""
    return below(scales.weight, fine.knob + 3, above=3)


def at_both_schedules(
    key: str, scales: Scales, fine: Fineness, **knobs: Iterable
) -> tuple[Algorithm, ...]:
    """The settings of a method at both schedules and all step sizes."""
    return at_paces(key, [around(eta, fine.etas) for eta in scales.eta], knobs)


def slowly(key: str, scales: Scales, fine: Fineness, **knobs: Iterable) -> tuple[Algorithm, ...]:
    """The settings of a method that is run one by one: fewer step sizes, farther apart."""
    return at_paces(key, [around(eta, fine.slow_etas) for eta in scales.eta], knobs)


def at_paces(key: str, etas: list, knobs: dict) -> tuple[Algorithm, ...]:
    """The settings of a method with the step sizes of each schedule."""
    return tuple(
        algorithm
        for schedule, some in zip(SCHEDULES, etas, strict=True)
        for algorithm in grid(CATALOGUE[key](schedule=schedule), eta=some, **knobs)
    )


def counts(study: Study, n_features: int) -> tuple[int, ...]:
    """Return the numbers of features that keep-k is asked for: the budgets, and one between."""
    between = [round(k / np.sqrt(2)) for k in study.budgets]
    return tuple(sorted({min(k, n_features) for k in (*between, *study.budgets)}))

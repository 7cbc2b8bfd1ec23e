"""The settings under which every algorithm of the catalogue is held to its twin: ``GRID``.

A new algorithm needs an entry here. What is compared, and how, says ``tests.support.twins``.
``make test`` takes a third of the settings with each case and loss, another third with each other,
so that every setting meets every case and every loss; ``make checked`` takes all with all.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations, product
from math import inf, sqrt

import numpy as np

from tests.support.cases import CASES, NO_TIES, PLAIN_CASES
from tests.support.problems.doubt import at_the_kink, first_doubt

RATES = (0.1,)
SCHEDULES = ("constant", "inv_sqrt", "inv")
PENALTIES = (0.0, 0.01, 3.0)
THRESHOLDS = (0.0, 0.037, 1.0, inf)
PERIODS = (1, 2, 3, 7, 1000)
SIGNS = ("any", "none negative", "by class")
LOSSES = ("squared", "logistic", "hinge")
ALL_LOSSES = (*LOSSES, "clipped")
SMOOTH = ("squared", "logistic")
ALL = os.environ.get("TWINS") == "all"
NEVER = 1e-300
"""A tolerance at which no run has arrived."""


@dataclass(frozen=True)
class Walk:
    """How far a batch run is walked.

    Attributes
    ----------
    steps, least : how many are walked, and how many must be compared in the whole cases of a grid.
    arrives : the twin ends, or stays, where the run has arrived.
    """

    steps: int
    least: int = 5
    arrives: bool = True


@dataclass(frozen=True)
class Grid:
    """Settings under which one algorithm is held to its twin.

    Attributes
    ----------
    knobs : the values of knobs, one dictionary a setting.
    losses, intercepts : each with every setting.
    cases : names of data.
    within : how far apart kernel and twin may be, relative to the largest weight beyond 1.
    zeros : a weight that is 0 in the twin is 0 in the kernel.
    doubt : the first step (algorithm, twin) from which on rounding decides; None: there is none.
    whole : the cases in which every step must be compared.
    walk : of batch runs; None for online ones, which are walked to their end.
    drawn : what a setting depends on besides: (knobs, X, draw) → (knobs, groups); None: nothing.
    runs : how many settings are drawn for each case and loss; None: all of them are taken.
    """

    knobs: tuple[dict, ...]
    losses: tuple[str, ...] = LOSSES
    intercepts: tuple[bool, ...] = (False,)
    cases: tuple[str, ...] = tuple(CASES)
    within: float = 1e-12
    zeros: bool = False
    doubt: Callable | None = None
    whole: tuple[str, ...] = tuple(CASES)
    walk: Walk | None = None
    drawn: Callable | None = None
    runs: int | None = None

    def settings(self, case: str, loss: str, draw) -> Iterator[tuple[dict, bool, list | None]]:
        """Knobs, whether with an intercept, and groups, one after the other."""
        every = list(product(self.knobs, self.intercepts))
        chosen = self.share(len(every), case, loss)
        if self.runs is not None:
            chosen = np.sort(draw.choice(len(every), self.runs, replace=False))
        for i in chosen:
            knobs, intercept = every[i]
            groups = None
            if self.drawn is not None:
                knobs, groups = self.drawn(knobs, CASES[case])
            yield knobs, intercept, groups

    def share(self, n: int, case: str, loss: str) -> range:
        """The settings of ``n`` that are taken with this case and loss: all, or every third."""
        parts = 1 if ALL else max(1, min(3, n, len(self.losses), len(self.cases)))
        return range((self.cases.index(case) + self.losses.index(loss)) % parts, n, parts)


def every(**values) -> tuple[dict, ...]:
    """All combinations of the values of knobs."""
    return tuple(dict(zip(values, each, strict=True)) for each in product(*values.values()))


def pairwise(**values) -> tuple[dict, ...]:
    """Combinations in which each value of a knob meets each value of every other knob.

    Of all combinations the one with the most new pairs is taken next, until no pair is left. That
    is a few settings more than the fewest there could be.
    """
    settings = every(**values)
    left = set().union(*map(_pairs, settings))
    chosen = []
    while left:
        chosen.append(max(settings, key=lambda knobs: len(_pairs(knobs) & left)))
        left -= _pairs(chosen[-1])
    return tuple(chosen)


def _pairs(knobs: dict) -> set[tuple]:
    return set(combinations(sorted(knobs.items()), 2))


def with_schedules(*settings: dict, **values) -> tuple[dict, ...]:
    """Every setting with all combinations of the values."""
    return tuple({**setting, **more} for setting in settings for more in every(**values))


def steps_of_many_sizes(decay: float, **values) -> tuple[dict, ...]:
    """Pairwise settings, with a step size for each schedule."""
    sizes = {"constant": 0.07, "inv_sqrt": 0.9, "inv": 0.5}
    settings = pairwise(schedule=tuple(sizes), **values)
    return tuple({**knobs, "eta": sizes[knobs["schedule"]], "decay": decay} for knobs in settings)


def overlapping_lists(d: int) -> list[list[int]]:
    """Groups of many sizes, in no order, that overlap where there are features for it."""
    draw = np.random.default_rng(d)
    lists = [draw.permutation(d)[: draw.integers(1, d + 1)].tolist() for _ in range(2)]
    rest = sorted(set(range(d)) - set(lists[0]) - set(lists[1]))
    return [*lists, *([rest] if rest else [])]


def in_classes(knobs: dict, X: np.ndarray) -> tuple[dict, list | None]:
    """A setting with two groups of features, one a class, where signs are by class."""
    d = X.shape[1]
    lists = [list(range(0, d, 2)), list(range(1, d, 2))]
    return knobs, [one for one in lists if one] if knobs["signs"] == "by class" else None


def in_units(knobs: dict, X: np.ndarray) -> tuple[dict, list | None]:
    """A setting of a group method with its steps and penalty in the unit of the longest example."""
    size = max(1.0, float((X * X).sum(axis=1).max()))
    knobs = dict(knobs, l1=knobs["l1"] * sqrt(size))
    knobs |= {"eta": 0.3 / size} if "schedule" in knobs else {"gamma": 10.0 * size}
    if knobs["structure"] != "named":
        return knobs, None
    return dict(knobs, structure="data"), overlapping_lists(X.shape[1])


def group_settings(**own) -> Grid:
    knobs = every(
        structure=("data", "named", "blocks", "overlapping", "chain"),
        l1=(0.0, 0.02, 0.2, 3.0), group_l1=(0.0, 0.5), group_size=(3,), **own,
    )  # fmt: skip
    return Grid(
        knobs, ALL_LOSSES, (False, True), doubt=at_the_kink, drawn=in_units, runs=10, zeros=False
    )


DESCENT = Grid(every(eta=RATES, schedule=SCHEDULES), whole=NO_TIES)
LAZY = replace(DESCENT, doubt=first_doubt)
COORDINATES = Grid((), ALL_LOSSES, (False, True), zeros=True)
MIRROR = Grid((), ALL_LOSSES, (False, True), within=1e-9)
BATCH = Grid(every(l1=(0.0, 0.05)), SMOOTH, (False, True), walk=Walk(30), whole=PLAIN_CASES)
CURVATURES = every(l1=(0.0, 0.05), curvature=("from the data", "as printed"))
ADAGRAD = (
    {"eta": 0.1, "delta": 0.0, "l1": 0.0},
    {"eta": 1.0, "delta": 0.0, "l1": 0.01},
    {"eta": 0.1, "delta": 1.0, "l1": 0.1},
    {"eta": 0.1, "delta": 1.0, "l1": 3.0},
)

GRID = {
    "sgd": DESCENT,
    "rounding": replace(
        DESCENT,
        knobs=pairwise(eta=RATES, schedule=SCHEDULES, threshold=THRESHOLDS, period=PERIODS),
    ),
    "subgradient": replace(
        DESCENT,
        knobs=pairwise(
            eta=RATES, schedule=SCHEDULES, l1=PENALTIES, threshold=THRESHOLDS, period=PERIODS
        ),
    ),
    "truncated_gradient": replace(
        LAZY,
        knobs=pairwise(
            eta=RATES,
            schedule=SCHEDULES,
            gravity=PENALTIES,
            threshold=THRESHOLDS,
            period=PERIODS,
        ),
    ),
    "fobos": replace(
        LAZY,
        knobs=pairwise(
            eta=RATES,
            schedule=SCHEDULES,
            l1=PENALTIES,
            batch_size=(1, 2, 5, 1000),
            rounds=(False, True),
        ),
    ),
    "cumulative_penalty": replace(
        LAZY,
        knobs=pairwise(
            eta=RATES,
            schedule=SCHEDULES,
            l1=PENALTIES,
            payment=("before reading", "after learning"),
            decay=(1.0, 0.8),
        ),
        losses=ALL_LOSSES,
        intercepts=(False, True),
    ),
    # The same operations in the same order: not a bit apart, ties or not.
    "l0_sgd": Grid(
        tuple(
            {"eta": eta, "schedule": schedule, "n_nonzeros": K, "decay": 0.8}
            for eta, schedule in ((0.1, "constant"), (1.0, "inv_sqrt"), (0.5, "inv"))
            for K in (1, 2, 5, 1000)
        ),
        ALL_LOSSES,
        (False, True),
        within=0.0,
    ),
    "projected_gradient": Grid(
        steps_of_many_sizes(
            0.8,
            radius=(0.1, 1.0, 30.0),
            way=("sort", "pivot", "condat", "tree"),
            batch_size=(1, 3, 1000),
            signs=SIGNS,
        ),
        ALL_LOSSES,
        (False, True),
        drawn=in_classes,
    ),
    "exponentiated_gradient": replace(
        MIRROR,
        knobs=steps_of_many_sizes(
            0.8, radius=(0.1, 1.0, 30.0), batch_size=(1, 3, 1000), signs=SIGNS
        ),
        drawn=in_classes,
    ),
    "smidas": replace(
        MIRROR, knobs=steps_of_many_sizes(0.8, l1=(0.0, 0.02, 3.0), p=(0.0, 2.0, 50.0))
    ),
    "rda": replace(
        COORDINATES,
        knobs=(
            {"gamma": 1.0, "l1": 0.0},
            {"gamma": 0.3, "l1": 0.01},
            {"gamma": 20.0, "l1": 0.3},
            {"gamma": 1.0, "l1": 3.0},
        ),
    ),
    "group_rda": group_settings(
        rho=(0.0, 0.05), by_size=(False, True), norm=("length", "largest weight")
    ),
    "group_fobos": group_settings(schedule=("constant", "inv"), decay=(1.0, 0.7)),
    "ftrl_proximal": replace(
        COORDINATES,
        knobs=(
            {"alpha": 0.1, "beta": 0.0, "l1": 0.0},
            {"alpha": 1.0, "beta": 1.0, "l1": 0.3},
            {"alpha": 0.3, "beta": 0.0, "l1": 0.3, "l2": 0.5},
            {"alpha": 0.3, "beta": 1.0, "l1": 4.0, "l2": 2.0},
        ),
    ),
    "adagrad_fobos": replace(COORDINATES, knobs=ADAGRAD),
    "adagrad_rda": replace(COORDINATES, knobs=ADAGRAD),
    "elastic_net_truncated_gradient": replace(
        COORDINATES,
        knobs=(
            {"gravity": 0.0, "l2": 0.1},
            {"schedule": "inv_sqrt", "gravity": 0.1, "l2": 0.3, "period": 3},
            {"schedule": "inv", "gravity": 0.1, "l2": 30.0, "threshold": 0.05},
            {"gravity": 0.3, "l2": 2.0, "threshold": 0.3, "period": 7, "decay": 0.5},
        ),
    ),
    "your_rule": replace(
        DESCENT,
        knobs=(
            {"gravity": 0.1, "period": 3},
            {"schedule": "inv_sqrt", "threshold": 0.037, "rule": "w if abs(w) > θ else w * 0"},
            {"schedule": "inv", "period": 7, "rule": "w = w * (1 - eta * g)\nw - min(w, 0) / t"},
            {"period": 2, "rule": "where(w > g and t < 9 * K, clip(w, -theta, theta), w / 2)"},
        ),
        losses=ALL_LOSSES,
        intercepts=(False, True),
    ),
    "scd": replace(BATCH, knobs=CURVATURES),
    "greedy_cd": replace(BATCH, knobs=CURVATURES),
    # Of one feature the corner is reached at once: whether it is left again is decided by rounding.
    "frank_wolfe": replace(BATCH, knobs=every(radius=(0.3, 5.0)), whole=("dense", "sparse")),
    "subgradient_descent": replace(
        BATCH,
        losses=ALL_LOSSES,
        knobs=pairwise(
            l1=(0.0, 0.05), batch_size=(0, 1, 4, 1000), eta=RATES, schedule=SCHEDULES[::2]
        ),
    ),
    # A long trial lets rounding grow where the gradient does not show it: by less than 1e4 in 12.
    "batch_projected_gradient": replace(
        BATCH,
        losses=("squared", "logistic", "clipped"),
        walk=Walk(12),
        knobs=pairwise(
            radius=(0.3, 5.0),
            line_search=(True, False),
            eta=RATES,
            schedule=SCHEDULES[1:],
            signs=SIGNS[:2],
        ),
    ),
    "coordinate_descent": replace(
        BATCH, knobs=every(l1=(0.0, 0.02, 0.3)), walk=Walk(60), whole=tuple(CASES), zeros=True
    ),
    "group_coordinate_descent": replace(
        BATCH,
        knobs=with_schedules(
            {},
            {"structure": "blocks", "group_size": 3},
            {"structure": "overlapping", "group_size": 4},
            {"structure": "chain"},
            {"structure": "blocks", "group_size": 1},
            l1=(0.03,),
        ),
        cases=("dense", "sparse", "one feature", "duplicated columns"),
        walk=Walk(24),
        zeros=True,
    ),
    "proximal_gradient": replace(
        BATCH,
        losses=("squared", "logistic", "clipped"),
        knobs=every(l1=(0.0, 0.01), accelerated=(True, False), tolerance=(NEVER,)),
        walk=Walk(22, least=15, arrives=False),
        whole=("dense", "sparse"),
    ),
    # Conjugate gradients lose digits where the Hessian is nearly singular.
    "interior_point": replace(
        BATCH, knobs=every(l1=(0.01, 0.1), tolerance=(1e-3,)), walk=Walk(7), within=1e-7
    ),
}

SMALL_GRIDS = {
    "sgd": [{}],
    "rounding": [{"threshold": 0.037, "period": K} for K in (1, 7)],
    "subgradient": [
        {"l1": l1, "threshold": 0.037, "period": K} for l1, K in ((0.01, 1), (3.0, 1), (0.3, 7))
    ],
    "truncated_gradient": [
        {"gravity": 0.1, "threshold": theta, "period": K} for theta in (0.037, inf) for K in (1, 7)
    ],
    "fobos": [
        {"l1": 0.1, "batch_size": m, "rounds": r} for m in (1, 2, 7, 20, 50) for r in (False, True)
    ],
}
"""Few settings of the descents, where another knob of them is turned as well."""


def small(**values) -> dict[str, tuple[dict, ...]]:
    """Pairwise combinations of a small grid's settings, as ``knobs``, with values, by key."""
    made = {}
    for key, settings in SMALL_GRIDS.items():
        every = pairwise(knobs=range(len(settings)), **values)
        made[key] = tuple({**each, "knobs": settings[each["knobs"]]} for each in every)
    return made

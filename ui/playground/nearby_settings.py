"""Nearby settings: a cloud of many settings around each run, for the trade-off.

A cloud does not depend on where the knobs stand that it sweeps: while a hand moves one of them the
cloud stays, and the run goes along its own frontier.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace

from algorithms import Algorithm, Frontier, Loss, frontier, grid, ladder
from algorithms.dataset_stats import DatasetStats
from algorithms.evaluation.frontier import usual_measure
from algorithms.losses import SCALAR_LOSSES
from algorithms.side_by_side.blocks import lane_of
from charts import Contest, name_runs
from datasets import Dataset
from knobs import knobs_of
from ui import openings
from ui.budget.runs import slowness
from ui.engine import Material
from ui.memo import Memo
from ui.sweep.query import SPARSITY, sparsity_knob
from ui.view import CLOUDS, View

WORK, MOST_WORK = 3e9, 2e10
"""Entries that are read for a cloud where there is a choice, and at most: 1 and 7 seconds."""

ALONE = 8
"""The times as long that a run takes which does not go side by side with others."""

PERIOD = "period"
KEPT = Memo(32, in_keys=False)


@dataclass(frozen=True)
class Plan:
    """The size of a cloud.

    Parameters
    ----------
    orders : orders of the examples, each of which every setting goes through.
    values : of the knob that makes the zeros.
    periods : values of K; 0 leaves it where it stands.
    """

    orders: int
    values: int
    periods: int = 0

    def runs(self, algorithm: Algorithm) -> int:
        """Return the number of runs of one method, those that look for its range among them."""
        periods = max(self.periods if hasattr(algorithm, PERIOD) else 1, 1)
        return (self.orders + 1) * self.values * periods


SIZES = ((10, 25, 6), (5, 25, 6), (3, 25, 6), (3, 25, 4), (3, 13, 4), (3, 13, 3), (1, 13, 3))
"""Orders, values and periods, from the largest cloud to the smallest."""


def has_cloud(algorithm: Algorithm) -> bool:
    """Return whether a method has a knob that makes zeros."""
    return sparsity_knob(type(algorithm)) in SPARSITY


def plan(material: Material, view: View) -> Plan | None:
    """Return the size of the clouds of a view; None where the smallest would take long."""
    data = material.data
    with_periods = view.display.cloud == CLOUDS[2]
    smallest = None
    for orders, values, periods in SIZES:
        size = Plan(1 if data.in_time else orders, values, periods if with_periods else 0)
        work = sum(_work(material, run) * size.runs(run) for run in swept_methods(view))
        if work <= WORK:
            return size
        smallest = size if work <= MOST_WORK else None
    return smallest


def swept_methods(view: View) -> tuple[Algorithm, ...]:
    """Return the methods of a view that have clouds, each once and without what is swept."""
    return tuple(dict.fromkeys(at_defaults(view, run) for run in view.runs if has_cloud(run)))


def at_defaults(view: View, algorithm: Algorithm) -> Algorithm:
    """Return a method with the knobs that are swept at their defaults."""
    usual = type(algorithm)()
    return replace(
        algorithm, **{name: getattr(usual, name) for name in knobs_swept(view, algorithm)}
    )


def knobs_swept(view: View, algorithm: Algorithm) -> tuple[str, ...]:
    """Return the names of the knobs of a method that its cloud sweeps."""
    names = (sparsity_knob(type(algorithm)),)
    if view.display.cloud == CLOUDS[2] and hasattr(algorithm, PERIOD):
        names += (PERIOD,)
    return names


def _work(material: Material, algorithm: Algorithm) -> float:
    """About how many entries one run reads, those of slow methods counted as often."""
    data, stream = material.data, material.stream
    once = (data.X.nnz + 20 * data.n_rows) * max(len(data.classes), 1) * stream.passes
    loss, steps = Loss[stream.loss], data.n_rows * stream.passes
    side_by_side = loss in SCALAR_LOSSES and lane_of(algorithm, steps) is not None
    return once * (1 if side_by_side else ALONE * slowness(algorithm, data))


def contests(
    material: Material,
    view: View,
    moving: bool = False,
    progress: Callable[[float], None] | None = None,
) -> list[Contest]:
    """Return the cloud of each run that has one, in the order of the runs.

    Parameters
    ----------
    moving : a hand moves: nothing is computed, and a cloud that is not known is left out.
    progress : is called with the share that is done.
    """
    size = plan(material, view) if view.display.cloud != CLOUDS[0] else None
    methods = () if size is None else swept_methods(view)
    if not methods:
        return []
    keys = [_key(material, view, method, size) for method in methods]
    if moving:
        outcomes = [KEPT.lookup(key) for key in keys]
    else:
        outcomes = KEPT.get_all(
            keys, lambda missing: _compute_clouds(material, missing, size, progress)
        )
    by_method = dict(zip(methods, outcomes, strict=True))
    found = []
    for run in name_runs(view.runs, letters=view.letters):
        known = (
            by_method.get(at_defaults(view, run.algorithm)) if has_cloud(run.algorithm) else None
        )
        if known is not None:
            found.append(Contest(run, known, knobs_swept(view, run.algorithm)))
    return found


def _key(material: Material, view: View, method: Algorithm, size: Plan) -> Hashable:
    """Key of the cloud of a method."""
    stream = material.stream
    asked = stream.loss, stream.passes, stream.intercept, stream.order
    return material.key, method, asked, size, ends(material, view, method)


def ends(material: Material, view: View, method: Algorithm) -> tuple[float, float]:
    """Return the least and the largest value of its knob that the search begins with."""
    name = sparsity_knob(type(method))
    declared = knobs_of(method)[name]
    low, high = openings.ranges(view).get(name, (declared.low, declared.high))
    if name == "n_nonzeros":
        high = max(low, min(high, material.data.n_features))
    return max(low, declared.low if declared.scale == "log" else low), high


def _compute_clouds(
    material: Material,
    keys: Sequence[tuple],
    size: Plan,
    progress: Callable[[float], None] | None,
) -> list[Frontier]:
    """The clouds of some methods: first a look at where features come and go, then the settings.

    Parameters
    ----------
    keys : those of the clouds; each has the method, and the ends of its knob.
    """
    data, stream = material.data, material.stream
    methods, spans = [key[1] for key in keys], [key[-1] for key in keys]
    first = stream.order

    def run(settings: list[list], orders: int, begin: float, end: float) -> list[Frontier]:
        report = progress and (lambda share: progress(begin + share * (end - begin)))
        found = frontier(
            {str(i): some for i, some in enumerate(settings)},
            data,
            stream.loss,
            usual_measure(data),
            seeds=range(first, first + orders),
            passes=stream.passes,
            checkpoints=1,
            intercept=stream.intercept,
            progress=report,
        )
        return list(found.values())

    begin = 1 / (1 + size.orders)
    looked = run([_settings(*pair, size) for pair in zip(methods, spans, strict=True)], 1, 0, begin)
    spans = [_narrow(*pair, data) for pair in zip(looked, spans, strict=True)]
    settings = [_settings(*pair, size) for pair in zip(methods, spans, strict=True)]
    return run(settings, size.orders, begin, 1.0)


def _settings(method: Algorithm, span: tuple[float, float], size: Plan) -> list[Algorithm]:
    """The settings of a method with its knob within a span."""
    name = sparsity_knob(type(method))
    values = {name: ladder(method, name, *span, n=size.values)}
    if size.periods and hasattr(method, PERIOD):
        values[PERIOD] = ladder(method, PERIOD, n=size.periods)
    return grid(method, **values)


def _narrow(looked: Frontier, span: tuple[float, float], data: Dataset) -> tuple[float, float]:
    """The span of a knob in which some features are used and some are not, one value beyond."""
    name = sparsity_knob(type(looked.points[0].algorithm))
    values = sorted({getattr(point.algorithm, name) for point in looked.points})
    occurring = DatasetStats.of(data).occurring.sum()
    some = [
        getattr(point.algorithm, name)
        for point in looked.points
        if 0.0 < point.features < 0.98 * occurring and math.isfinite(point.value)
    ]
    if not some:
        return span
    first, last = values.index(min(some)), values.index(max(some))
    return values[max(first - 1, 0)], values[min(last + 1, len(values) - 1)]

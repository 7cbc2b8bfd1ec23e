"""Frontiers: the best that a method does with each number of features."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import chain, product
from typing import TYPE_CHECKING, Any

import numpy as np

from algorithms.checks import as_list
from algorithms.evaluation.measures import quartiles
from algorithms.evaluation.on_demand import ALL_MEASURES, BOUNDED, ON_DEMAND, measurable
from algorithms.evaluation.outcomes import Outcomes, known_of
from algorithms.evaluation.plotting import backend
from algorithms.losses import Loss
from algorithms.sweep import sweeping
from algorithms.trace import Trace
from datasets import Dataset

if TYPE_CHECKING:
    import plotly.graph_objects as go

CHUNK, CHUNK_WEIGHTS = 64, 2**22
"""The numbers of runs, and of their weights, that are scored together and then released."""

NEEDS = (
    "a frontier needs a dataset, a seed, and a setting of each method, by its name: "
    'frontier({"a name": grid(…)}, data)'
)

Progress = Callable[[float], None]


@dataclass(frozen=True)
class Point:
    """One setting in one measure.

    Parameters
    ----------
    place : its position in ``Outcomes.algorithms``.
    algorithm : the setting.
    features : the median number of features over the repeats that did not diverge.
    value : the median of the measure over them; nan where there are none.
    low, high : the quartiles of the measure over them.
    diverged : the share of the repeats that diverged.
    """

    place: int
    algorithm: Any
    features: float
    value: float
    low: float
    high: float
    diverged: float = 0.0


@dataclass(frozen=True, eq=False)
class Frontier:
    """The outcomes of one method in one measure, setting by setting.

    Settings are chosen by the measure that is shown, so the best of many is a little better than
    it would be on other data. Raises ValueError for a name that is no measure or was not measured.

    Parameters
    ----------
    outcomes : of the settings of one method.
    measure : one of ``ALL_MEASURES``.
    features : "features" at the end of a run, or "features held" over its last pass.
    """

    outcomes: Outcomes
    measure: str
    features: str = "features"

    def __post_init__(self) -> None:
        _check(self.measure, ALL_MEASURES, self.outcomes.values)
        _check(self.features, FEATURES, self.outcomes.values)

    def __repr__(self) -> str:
        size = f"{len(self.outcomes.algorithms)} settings, {len(self.edge)} on the edge"
        return f"Frontier({self.measure} by {self.features}: {size})"

    def plot(self, at_most: float | None = None) -> go.Figure:
        """Return the picture of its settings; ``charts.compare_frontiers`` draws several methods.

        Parameters
        ----------
        at_most : a number of features, drawn as an upright line.
        """
        title = self.outcomes.algorithms[0].title
        return backend().compare_frontiers({title: self}, at_most)

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """One point per setting, in the order of the settings."""
        values = self.outcomes.values
        counts = quartiles(values[self.features])[1]
        spread = quartiles(values[self.measure])
        shares = self.outcomes.diverged.mean(axis=1)
        columns = zip(self.outcomes.algorithms, counts, *spread, shares, strict=True)
        return tuple(
            Point(place, algorithm, *map(float, (count, value, low, high, share)))
            for place, (algorithm, count, low, value, high, share) in enumerate(columns)
        )

    @cached_property
    def edge(self) -> tuple[Point, ...]:
        """The points that no setting with as few features equals or beats, features rising.

        A setting that diverged in any repeat is not among them. Of two that come out the same it
        is the first.
        """
        known = [p for p in self.points if np.isfinite([p.value, p.features]).all()]
        ranked = sorted(
            (p for p in known if p.diverged == 0.0), key=lambda p: (p.features, self._cost(p))
        )
        best: list[Point] = []
        for point in ranked:
            if not best or self._cost(point) < self._cost(best[-1]):
                best.append(point)
        return tuple(best)

    def best(self, at_most: float) -> Point | None:
        """Return the best point with ``at_most`` features or fewer, None where there is none."""
        few = [point for point in self.edge if point.features <= at_most]
        return few[-1] if few else None

    def lightest(self, within: float = 0.01) -> Point | None:
        """Return the point with the fewest features that is nearly as good as the best; or None.

        Langford, Li & Zhang 2009, §6.1: accuracy lower by 1 % at most, or squared loss higher by
        1 % at most. Errors and AUC may be worse than the best by ``within``; losses may be
        larger by so much of the best.
        """
        if not self.edge:
            return None
        least = self._cost(self.edge[-1])
        room = within if self.measure in BOUNDED else within * abs(least)
        # Shares of rows: what is above by rounding alone is not above.
        most = least + room + 1e-12 * max(abs(least), 1.0)
        return next(point for point in self.edge if self._cost(point) <= most)

    def _cost(self, point: Point) -> float:
        """The value of a point, turned so that less is better."""
        return -point.value if ALL_MEASURES[self.measure] else point.value


FEATURES = ("features", "features held")
"""The numbers of features that a frontier may count."""


def frontier(
    methods: Mapping[str, Sequence[Any]],
    datasets: Dataset | tuple | Sequence[Dataset],
    loss: str | Loss | None = None,
    measure: str | None = None,
    *,
    seeds: Iterable[int] = range(10),
    progress: Progress | None = None,
    threads: int | None = None,
    **options: Any,
) -> dict[str, Frontier]:
    """Run every setting of every method, and return the frontier of each method by its name.

    All settings see the same examples in the same orders. Traces are let go as soon as they are
    scored. Raises ValueError for what ``sweep`` refuses, for no method, setting, dataset or seed,
    and for a measure that these data do not have.

    Parameters
    ----------
    methods : the settings of each method, by its name; see ``grid``.
    datasets : one dataset or several, such as ``folds``; each with each seed is one repeat.
    measure : one of ``ALL_MEASURES``; None takes the AUC on rows kept back, for many classes their
        error, for a regression their mean squared error, and without such rows the progressive
        loss.
    seeds : of the orders of the examples; rows that stand in time have one order for all seeds.
    progress : called with the share of all runs that is done.
    options : those of ``sweep``, ``RunOptions``, but for the seed; of each run 20 checkpoints,
        for the features held, where no other number is given.

    Examples
    --------
    >>> from algorithms import CATALOGUE, grid
    >>> from datasets import load
    >>> data = load("breast_cancer", scaling="unit variance", test_fraction=0.25)
    >>> settings = grid(CATALOGUE["truncated_gradient"], gravity=(0.0, 0.03, 0.1, 0.3))
    >>> edge = frontier({"pull": settings}, data, seeds=(0,))["pull"].edge
    >>> [int(point.features) for point in edge]
    [22, 28, 30]
    """
    several = _several(datasets)
    repeats = list(product(several, as_list("seeds", seeds)))
    if not repeats or not _are_methods(methods):
        raise ValueError(NEEDS)
    measure = _checked_measure(measure, several)
    options = {"checkpoints": 20, "threads": threads, **options}
    outcomes = _run(list(chain(*methods.values())), repeats, loss, progress, options, measure)
    return {
        name: Frontier(outcomes.take(places), measure) for name, places in _places(methods).items()
    }


def _several(datasets: Any) -> list[Dataset]:
    """One dataset or several, each of which may be a tuple (X, y)."""
    one = isinstance(datasets, Dataset) or Dataset.is_pair(datasets)
    return [Dataset.of(each) for each in ([datasets] if one else as_list("datasets", datasets))]


def _are_methods(methods: Any) -> bool:
    """Return whether there are settings by the names of methods, one of each at least."""
    named = isinstance(methods, Mapping) and len(methods) > 0
    return named and all(isinstance(each, Sequence) and each for each in methods.values())


def usual_measure(dataset: Dataset) -> str:
    """Return the default measure of a comparison of methods."""
    if dataset.test is None:
        return "loss"
    by_task = {"regression": "test mean squared error", "multiclass": "test error"}
    return by_task.get(dataset.task, "test AUC")


def _check(name: str, known: Container[str], measured: Iterable[str]) -> None:
    """Raise ValueError for a name that is not among the known ones that were measured."""
    there = [one for one in measured if one in known]
    if name not in there:
        raise ValueError(f"{name!r} was not measured; there is {', '.join(there)}")


def _checked_measure(measure: str | None, datasets: Sequence[Dataset]) -> str:
    """The measure, or the usual one; ValueError where a dataset does not have it."""
    measure = measure or usual_measure(datasets[0])
    for dataset in datasets:
        _check(measure, ALL_MEASURES, (*known_of(dataset), *measurable(dataset)))
    return measure


def _run(
    settings: Sequence[Any],
    repeats: Sequence[tuple[Dataset, int]],
    loss: str | Loss | None,
    progress: Progress | None,
    options: dict[str, Any],
    measure: str,
) -> Outcomes:
    """The outcomes of the settings on each dataset with its seed, the measure among them."""
    columns, on_demand = [], [measure] if measure in ON_DEMAND else []
    for done, (dataset, seed) in enumerate(repeats):
        report = _part(progress, done, len(repeats))
        running = sweeping(settings, dataset, loss, seed=seed, progress=report, **options)
        columns.append(_gather(running, dataset, on_demand))
    return reduce(Outcomes.join_repeats, columns)


def _gather(running: Any, dataset: Dataset, on_demand: Sequence[str]) -> Outcomes:
    """The outcomes of one sweep, scored as its runs come in, in the order of its settings."""
    places: list[int] = []
    pieces: list[Outcomes] = []
    waiting: list[Trace] = []
    with closing(running):
        for place, trace in running:
            places.append(place)
            waiting.append(trace)
            full = len(waiting) * trace.final.weights.size >= CHUNK_WEIGHTS
            if full or len(waiting) == CHUNK:
                pieces.append(Outcomes.of(waiting, dataset, on_demand))
                waiting = []
    if waiting:
        pieces.append(Outcomes.of(waiting, dataset, on_demand))
    return reduce(Outcomes.join_settings, pieces).take(np.argsort(places))


def _places(methods: Mapping[str, Sequence[Any]]) -> dict[str, range]:
    """The positions of the settings of each method among all of them."""
    ends = np.cumsum([0, *map(len, methods.values())]).tolist()
    return {name: range(ends[i], ends[i + 1]) for i, name in enumerate(methods)}


def _part(progress: Progress | None, done: int, parts: int) -> Progress | None:
    """A report of one part of ``parts``, after ``done`` of them."""
    if progress is None:
        return None
    return lambda share: progress((done + share) / parts)

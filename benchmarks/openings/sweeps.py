"""The sweep of each dataset as it opens, against the settings that the playground stands on.

python -m benchmarks.openings.sweeps [FOLDER]
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from time import perf_counter

from algorithms import MEASURES, Frontier, Point, frontier
from algorithms.evaluation.frontier import usual_measure
from benchmarks.openings.odd_data import odd_data
from benchmarks.report import machine
from datasets import Dataset, DatasetError, Recipe, all_recipes
from sweeps import Run
from ui import engine, openings
from ui.sweep import jobs, ranges
from ui.sweep.refinement import best_within, ends_reached, frontiers
from ui.view import View, opening

AT_MOST = 10
COLUMNS = "dataset", "at most", "playground", "sweep", "settings", "widened", "seconds", "bar"


@dataclass(frozen=True)
class OddData(Recipe):
    """One of the datasets of odd scales."""

    name: str = ""
    n_rows: int = 300

    key, title, about, source, family = (
        "odd",
        "Odd",
        "A dataset of odd scales.",
        "made",
        "synthetic",
    )

    def build(self) -> Dataset:
        """Return the dataset."""
        return odd_data(self.n_rows)[self.name]


@dataclass(frozen=True)
class Comparison:
    """The best setting with few features of the playground, and that of the sweep.

    Parameters
    ----------
    measure : by which they are compared; with ``at_most`` features.
    playground, sweep : None where no setting has so few.
    """

    at_most: float
    measure: str
    playground: Point | None
    sweep: Point | None

    @property
    def is_met(self) -> bool:
        """True if the sweep is not worse; losses are added up in another order there."""
        if self.playground is None:
            return True
        if self.sweep is None:
            return False
        ours, theirs = self.sweep.value, self.playground.value
        worse = theirs - ours if MEASURES[self.measure] else ours - theirs
        return worse <= 1e-9 * abs(theirs)


@dataclass(frozen=True)
class SweepResult:
    """One dataset: what came of its sweep.

    Parameters
    ----------
    comparisons : with ten features, and with as many as each run of the playground keeps.
    settings, widened : the number of all settings, and of the ends of ranges that were moved.
    ends : the methods whose best setting still stands at the end of a range.
    """

    name: str
    comparisons: tuple[Comparison, ...]
    settings: int
    widened: int
    ends: int
    seconds: float

    @property
    def is_met(self) -> bool:
        """True if the sweep is never worse than the playground."""
        return all(comparison.is_met for comparison in self.comparisons)

    @property
    def lines(self) -> Iterator[str]:
        """Rows of a Markdown table, as ``COLUMNS`` says."""
        for each in self.comparisons:
            cells = (
                self.name,
                f"{each.at_most:,.4g}",
                _in_words(each.playground),
                _in_words(each.sweep),
                f"{self.settings:,}",
                str(self.widened),
                f"{self.seconds:.1f}",
                "met" if each.is_met else "worse",
            )
            yield f"| {' | '.join(cells)} |"


def _in_words(point: Point | None) -> str:
    return "–" if point is None else f"{point.value:,.4g} with {point.features:,.4g}"


def sweep_dataset(name: str, recipe: Recipe, orders: int = 3) -> SweepResult:
    """Open a dataset, sweep it as the page does, and compare."""
    view = ranges.fit_ranges(openings.open_dataset(opening(), recipe)[0])
    sweep = replace(view.sweep, plan=replace(view.sweep.plan, orders=orders))
    return compare(name, replace(view, sweep=sweep))


def compare(name: str, view: View) -> SweepResult:
    """Sweep what a view asks for, and compare it with the runs of its playground."""
    data = engine.Material.of(view).data
    measure, began = usual_measure(data), perf_counter()
    request = jobs.question(view)
    refinement = jobs.refinement_of(view, data.n_features)
    run = Run(request, scheduler="", refine=refinement).start()
    run.wait()
    found = list(frontiers(*run.snapshot(), view.sweep.look))
    seconds = perf_counter() - began
    own = frontier(
        {"playground": list(dict.fromkeys(view.runs))},
        data,
        view.stream.loss,
        measure,
        seeds=request.seeds,
        passes=view.stream.passes,
        intercept=view.stream.intercept,
    )["playground"]
    bounds = {float(AT_MOST), *(p.features for p in own.points if math.isfinite(p.features))}
    best = [Frontier(each.outcomes, measure) for each in found]
    return SweepResult(
        name,
        tuple(Comparison(k, measure, own.best(k), _best(best, k)) for k in sorted(bounds)),
        len(run.request.settings),
        sum(len(growth.widenings) for growth in refinement.growths),
        sum(
            any(ends_reached(method, each, AT_MOST)) and best_within(each, AT_MOST) is not None
            for method, each in zip(refinement.methods, found, strict=True)
        ),
        seconds,
    )


def _best(found: list[Frontier], most: float) -> Point | None:
    """The best setting of all methods with at most so many features."""
    points = [point for each in found if (point := each.best(most)) is not None]
    if not points:
        return None
    better = max if MEASURES[found[0].measure] else min
    return better(points, key=lambda point: point.value)


def here() -> Iterator[tuple[str, Recipe]]:
    """Yield the recipes of the datasets that can be read here, by name."""
    for name, kind in all_recipes().items():
        try:
            kind().build()
        except DatasetError as reason:
            print(f"{name}: {reason}", flush=True)
        else:
            yield name, kind()
    for n_rows in (300, 2000):
        for name in odd_data(n_rows):
            yield f"{name} ({n_rows:,})", OddData(name, n_rows)


def main() -> None:
    """Sweep, print lines for each dataset, then the bar."""
    if len(sys.argv) > 1:
        os.environ["SPARSITY_LAB_DATA"] = sys.argv[1]
    print(machine())
    print(f"| {' | '.join(COLUMNS)} |\n|{' --- |' * len(COLUMNS)}")
    missed = []
    for name, recipe in here():
        result = sweep_dataset(name, recipe)
        print("\n".join(result.lines), flush=True)
        missed += [] if result.is_met else [name]
    print(
        "the sweep's best is never worse than the playground's own setting: "
        + (f"missed by {', '.join(missed)}" if missed else "met")
    )


if __name__ == "__main__":
    main()

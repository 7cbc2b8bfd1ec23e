"""Made-up tables of one number of cells and any shape, read by column and by row.

Few rows are long ones, and many are short: a reading of the whole table is a step of coordinate
descent for each column, and a step of an online rule for each row.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

import datasets
from algorithms import CATALOGUE, Trace
from datasets import Dataset
from pages.lessons.coordinates.sizes import mean_sizes, optimum, step_sizes
from ui.lessons.evidence import remember, remembered_each, runs_or_say

CELLS = 40_000
"""Cells of a table, about: its columns are as many as rows leave."""
USEFUL = 10
WIDE, TALL, MOST_ROWS = 100, 2000, CELLS // USEFUL
"""Rows of the two tables of the story, and of the tallest."""
COLUMNS, ROWS = "coordinate_descent", "truncated_gradient"
"""The methods that read by column, and by row."""
READINGS, LOOKS = 4, 160
"""How often both may read a table, and how often they are looked at."""


class LearningCurve(NamedTuple):
    """One method on one table, looked at c times.

    Parameters
    ----------
    read : (c,), the cells read.
    gap : (c,), the distance from the best objective.
    used : weights that are not 0 at the end.
    steps : the steps made.
    """

    read: np.ndarray
    gap: np.ndarray
    used: int
    steps: int


class TableRace(NamedTuple):
    """Both ways to read one table.

    Parameters
    ----------
    shape : its rows and columns.
    start : the distance of weights that are all 0 from the best objective.
    best_use : how many of the best weights are not 0.
    ways : by the key of the method.
    """

    shape: tuple[int, int]
    start: float
    best_use: int
    ways: dict[str, LearningCurve]

    @property
    def cells(self) -> int:
        """The cells that both may read."""
        return READINGS * self.shape[0] * self.shape[1]

    def gap_when(self, key: str, read: np.ndarray) -> np.ndarray:
        """Return the distance of a method when so many cells are read, ``read`` (n,)."""
        way = self.ways[key]
        return np.interp(read, np.append(0, way.read), np.append(self.start, way.gap))

    def end(self, key: str) -> float:
        """Return the distance of a method at the end; rounding makes none negative."""
        return max(float(self.ways[key].gap[-1]), 0.0)

    def arrival(self, key: str, near: float) -> float:
        """Return the cells after which a method is so near, and stays so to the end, or inf."""
        way = self.ways[key]
        far = np.flatnonzero(way.gap > near)
        first = far[-1] + 1 if len(far) else 0
        return float(way.read[first]) if first < len(way.read) else np.inf

    def first_within(self, near: float) -> str | None:
        """Return the method that is so near first, and stays so; None for none."""
        first = min(self.ways, key=lambda key: self.arrival(key, near))
        return first if np.isfinite(self.arrival(first, near)) else None


@remember(most=8)
def made_table(rows: int, draw: int = 0) -> Dataset:
    """Return a table of about CELLS cells, none of them 0, of whose columns USEFUL are useful."""
    return datasets.load(
        "sparse_linear",
        n_rows=rows,
        n_features=CELLS // rows,
        n_nonzeros=USEFUL,
        density=1.0,
        noise=1.0,
        draw=draw,
    )


def race(rows: int, l1: float, factor: float) -> TableRace:
    """Return coordinate descent and truncated gradient on a made table of so many rows.

    Parameters
    ----------
    factor : of the step size η/√t at which the bound is least, whatever the length.
    """
    return races(rows, l1, (factor,), LOOKS)[0]


def races(
    rows: int, l1: float, factors: Sequence[float], looks: int, draw: int = 0
) -> list[TableRace]:
    """Return the race on a made table for each step factor; other draws are other tables."""
    data = made_table(rows, draw)
    best, size = optimum(data, l1), mean_sizes(data)
    start, use = float(np.log(2.0) - best.objective), int(np.count_nonzero(best.weights))
    etas = [step_sizes(best.weights, size, 1, factor)[ROWS] for factor in factors]
    # Without any weight to find a step has no length of its own.
    by_row = [CATALOGUE[ROWS](eta or 1e-3, gravity=l1, schedule="inv_sqrt") for eta in etas]
    by_column, *others = ways([CATALOGUE[COLUMNS](l1=l1), *by_row], data, l1, looks)
    return [TableRace(data.X.shape, start, use, {COLUMNS: by_column, ROWS: way}) for way in others]


@remembered_each(most=64)
def ways(algorithms: list[Any], data: Dataset, l1: float, looks: int) -> list[LearningCurve]:
    """Return what methods do in READINGS readings of a table, looked at so often."""
    runs = runs_or_say(algorithms, data, passes=READINGS, checkpoints=looks, fit=True)
    return [_way(run, l1, optimum(data, l1).objective) for run in runs]


def _way(run: Trace, l1: float, least: float) -> LearningCurve:
    """A run, without its weights."""
    gap = run.fit + l1 * run.sparsity.l1_norm - least
    return LearningCurve(run.costs.accesses, gap, int(run.used[-1]), int(run.steps[-1]))

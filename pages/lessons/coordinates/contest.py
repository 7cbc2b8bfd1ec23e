"""Races on ten new tables of each kind, every rule that learns by example at its best step size."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

import datasets
from algorithms import CATALOGUE
from datasets import Dataset
from pages.lessons.coordinates.evidence import BY_EXAMPLE, NOISES, PASSES, Knobs, noisy
from pages.lessons.coordinates.sizes import mean_sizes, optimum, step_sizes
from pages.lessons.coordinates.tables import COLUMNS, ROWS, TALL, WIDE, races
from ui.lessons.evidence import remember, runs_or_say

DRAWS = range(1, 11)
FACTORS = (1.0, 2.0, 4.0)
"""Step sizes that are tried, as multiples of those of the theorems."""


class Contest(NamedTuple):
    """The distance from the least objective at the end, by noise and method, (draws,) each."""

    gaps: dict[str, dict[str, np.ndarray]]

    def wins(self, noise: str, key: str) -> int:
        """Return on how many draws a method is nearer than the other."""
        (other,) = set(BY_EXAMPLE) - {key}
        return int((self.gaps[noise][key] < self.gaps[noise][other]).sum())


@remember(most=1)
def contest(example: str, options: tuple[tuple[str, float], ...]) -> Contest:
    """Return the contest on DRAWS of a made dataset, at the lesson's opening knobs.

    Parameters
    ----------
    example : the name of the dataset.
    options : its options, without the draw.
    """
    tables = [datasets.load(example, **dict(options), draw=draw) for draw in DRAWS]
    gaps = {}
    for name, kind in NOISES.items():
        ends = [_best_ends(noisy(data, Knobs().noise, kind)) for data in tables]
        gaps[name] = dict(zip(BY_EXAMPLE, np.transpose(ends), strict=True))
    return Contest(gaps)


def _best_ends(data: Dataset) -> list[float]:
    """The distance of each method at the end, at its best step size."""
    l1, best, size = Knobs().l1, optimum(data, Knobs().l1), mean_sizes(data)
    learners = [
        CATALOGUE[key](eta, **{BY_EXAMPLE[key]: l1})
        for factor in FACTORS
        for key, eta in step_sizes(best.weights, size, PASSES * data.n_rows, factor).items()
    ]
    traces = runs_or_say(learners, data, passes=PASSES, checkpoints=1, fit=True)
    ends = [float(run.fit[-1] + l1 * run.sparsity.l1_norm[-1] - best.objective) for run in traces]
    return np.reshape(ends, (len(FACTORS), len(BY_EXAMPLE))).min(axis=0).tolist()


ASKED = {
    "wide": (WIDE, (0.05,)),
    "tall": (TALL, (0.05, 0.001)),
}
"""The tables of the contest of both ways: their rows, and the distances that are near enough."""
SHAPE_FACTORS, SHAPE_LOOKS = (0.5, 1.0, 2.0), 24


@remember(most=1)
def shape_contest() -> dict[tuple[str, float], dict[str, int]]:
    """Return on how many DRAWS of each kind of table a way is near enough first.

    By kind and distance, and by the method's key. Online learning has its best step size each time.
    """
    wins = {
        (kind, near): {COLUMNS: 0, ROWS: 0} for kind, (_, all_) in ASKED.items() for near in all_
    }
    for kind, (rows, distances) in ASKED.items():
        for draw in DRAWS:
            tried = races(rows, Knobs().l1, SHAPE_FACTORS, SHAPE_LOOKS, draw)
            for near in distances:
                by_column = tried[0].arrival(COLUMNS, near)
                by_row = min(race.arrival(ROWS, near) for race in tried)
                if by_column != by_row:
                    wins[kind, near][COLUMNS if by_column < by_row else ROWS] += 1
    return wins

"""The two rules that learn by example on ten new tables, each at its best step size."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

import datasets
from algorithms import CATALOGUE
from datasets import Dataset
from pages.lessons.coordinates.evidence import (
    BY_EXAMPLE,
    NOISES,
    PASSES,
    Knobs,
    mean_sizes,
    noisy,
    optimum,
    step_sizes,
)
from ui.lessons.evidence import remember, runs_or_say

DRAWS = range(1, 11)
FACTORS = (1.0, 2.0, 4.0)
"""Step sizes that are tried, as multiples of those of the theorems."""


class Contest(NamedTuple):
    """The distance from the least objective at the end, by noise and method, (draws,) each."""

    gaps: dict[str, dict[str, np.ndarray]]

    def average(self, noise: str, key: str) -> float:
        """Return the average distance of a method over the draws."""
        return float(np.mean(self.gaps[noise][key]))

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

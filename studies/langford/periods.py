"""Figs. 4 and 5: the AUC against the number of features, for K = 1, 10 and 20.

Each point of a curve is a run with another gravity (truncated gradient, θ = ∞) or another
threshold (rounding), scored on the test rows. The paper prints four numbers of features, for an
AUC that it names: the fewest features with which a curve comes so high are put beside them.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from algorithms import CATALOGUE, Algorithm, frontier, grid
from algorithms.evaluation import Frontier
from benchmarks.kernels import seconds
from benchmarks.report import Row, at_most
from datasets import Dataset, DatasetError
from studies.langford.sets import paper_set
from studies.langford.sparsification import LOSS, STEPS

PERIODS = (1, 10, 20)
POINTS, PASSES, BAR, ROUNDS = 20, 10, 1.0, 5
GRAVITIES = tuple(np.geomspace(1e-4, 0.3, POINTS).tolist())
THRESHOLDS = tuple(np.geomspace(1e-3, 1.0, POINTS).tolist())
ROUNDING, TRUNCATED = "rounding", "truncated gradient"
PRINTED = {
    "ad": (0.94, {ROUNDING: (322, 13, 7)}),
    "spambase": (0.89, {TRUNCATED: (76, 25, 25)}),
}
"""The AUC that the paper names for a set, and the features needed with each K."""
NEARLY = 0.99
"""Where the paper names no AUC: so much of the best of all six curves."""


@dataclass(frozen=True)
class Curves:
    """Six curves of one set: by method and K the frontier of the test AUC."""

    frontiers: dict[tuple[str, int], Frontier]
    seconds: float

    def fewest(self, method: str, auc: float) -> list[int | None]:
        """Return the fewest features with so high an AUC, for each K; None where none has."""
        edges = (self.frontiers[method, K].edge for K in PERIODS)
        good = [[p.features for p in edge if p.value >= auc] for edge in edges]
        return [int(features[0]) if features else None for features in good]

    @property
    def best(self) -> float:
        """The highest AUC of all curves."""
        return max(edge.edge[-1].value for edge in self.frontiers.values() if edge.edge)


def settings(eta: float, decay: float, points: int = POINTS) -> dict[str, list[Algorithm]]:
    """The settings of each curve; ``eta`` is in the paper's scale."""
    some = slice(None, None, POINTS // points)
    steps = {"eta": STEPS * eta, "decay": decay}
    rounding, truncated = (CATALOGUE[key](**steps) for key in ("rounding", "truncated_gradient"))
    return {
        f"{method}, K = {K}": grid(base, **{knob: values[some]}, period=[K])
        for method, base, knob, values in (
            (ROUNDING, rounding, "threshold", THRESHOLDS),
            (TRUNCATED, truncated, "gravity", GRAVITIES),
        )
        for K in PERIODS
    }


def curves(
    dataset: Dataset,
    eta: float = 0.2,
    decay: float = 0.9,
    passes: int = PASSES,
    points: int = POINTS,
    threads: int | None = None,
) -> Curves:
    """Return the six curves of a set of two classes with ``test`` rows.

    Parameters
    ----------
    eta, decay : of all runs, ``eta`` in the paper's scale.
    points : of each curve.
    """
    began = time.perf_counter()
    asked = dict(seeds=(0,), passes=passes, checkpoints=1, threads=threads)
    of = frontier(settings(eta, decay, points), dataset, LOSS, "test AUC", **asked)
    keys = ((method, K) for method in (ROUNDING, TRUNCATED) for K in PERIODS)
    return Curves(dict(zip(keys, of.values(), strict=True)), time.perf_counter() - began)


def rows() -> list[Row]:
    """Time both figures of spambase, or where it is missing of wdbc."""
    name = "spambase"
    try:
        dataset = paper_set(name, noise=True)
    except DatasetError:
        name = "wdbc"
        dataset = paper_set(name, noise=True)
    run = partial(curves, dataset)
    run()  # compiled, or read from the kernel cache
    median = float(np.median([seconds(run) for _ in range(ROUNDS)]))
    what = f"Langford Figs. 4 and 5 of {name} + 1000: 2 methods × 3 K × {POINTS}, {PASSES} passes"
    return [Row(what, f"{median:.2f} s", bar=f"≤ {BAR:g} s", verdict=at_most(median, BAR))]


def features_in_words(features: Sequence[int | None]) -> str:
    """The features needed with each K, in words."""
    return ", ".join("never" if count is None else f"{count:,}" for count in features)

"""The runs of one repetition: many settings on the same examples, scored on rows held out."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from algorithms.evaluation.scores import evaluate_many
from algorithms.orders import order_of
from algorithms.shrinkage import rounding
from algorithms.sweep import sweeping
from algorithms.trace import Trace
from datasets import Dataset
from papers.claim import Trial
from papers.fairness.cases import passes_of
from papers.fairness.grids import Scales, scales_of
from papers.once import once

LOSS = "logistic"
LONGEST_PERIOD = 100
"""Runs end at a multiple of it, where every period K has just made its zeros."""

TOGETHER = 64
"""Traces scored together, and then released."""


@dataclass(frozen=True, eq=False)
class Repetition:
    """The examples of one repetition.

    Parameters
    ----------
    dataset : the rows to learn from, with the rows that choose.
    judging : the same with the rows that judge.
    order : of the examples.
    """

    dataset: Dataset
    judging: Dataset
    order: np.ndarray

    @classmethod
    def of(cls, trial: Trial) -> Repetition:
        """Return that of a trial."""
        choosing, judging = halves(trial.dataset.test)
        order = order_of(trial.dataset, passes_of(trial.case), trial.seed)
        return cls(
            dataclasses.replace(trial.dataset, test=choosing),
            dataclasses.replace(trial.dataset, test=judging),
            whole_periods(order),
        )

    @cached_property
    def scales(self) -> Scales:
        """What the grids are laid around."""
        return scales_of(self.dataset, self.order)

    def sweep(self, settings: Sequence[Any], cuts: Sequence[float] = ()) -> Scores:
        """Run all settings; with ``cuts`` each is cut at its end at each of these thresholds."""
        # One period after another: claims ask for all periods, and for some.
        by_period: dict[int, list[int]] = {}
        for place, algorithm in enumerate(settings):
            by_period.setdefault(getattr(algorithm, "period", 1), []).append(place)
        parts = []
        for places in by_period.values():
            some = tuple(settings[place] for place in places)
            columns = score_runs(self.dataset, self.judging, self.order, some, tuple(cuts))
            columns[0] = np.array(places)[columns[0].astype(int)]
            parts.append(columns)
        columns = np.concatenate(parts, axis=1)
        columns = columns[:, np.argsort(columns[0], kind="stable")]
        algorithms = [settings[int(place)] for place in columns[0]]
        return Scores(tuple(algorithms), *columns[1:])


@once
def score_runs(
    dataset: Dataset,
    judging: Dataset,
    order: np.ndarray,
    settings: tuple[Any, ...],
    cuts: tuple[float, ...],
) -> np.ndarray:
    """Return place, features, AUC of both halves, and progressive loss of each run: (5, runs)."""
    parts, waiting = [], list[tuple[int, Trace]]()
    options = dict(order=order, checkpoints=1, intercept=True, threads=1)
    with closing(sweeping(settings, dataset, LOSS, **options)) as running:
        for place, trace in running:
            waiting += [(place, each) for each in versions(trace, cuts)]
            if len(waiting) >= TOGETHER:
                parts.append(score_traces(waiting, dataset, judging))
                waiting = []
    if waiting:
        parts.append(score_traces(waiting, dataset, judging))
    return np.concatenate(parts, axis=1)


def score_traces(
    traces: Sequence[tuple[int, Trace]], dataset: Dataset, judging: Dataset
) -> np.ndarray:
    """Return the columns of some traces, nan where a run diverged: (5, n)."""
    weights = [trace.final.weights for _, trace in traces]
    intercepts = [trace.final.intercept for _, trace in traces]
    aucs = [
        evaluate_many(weights, data, LOSS, intercepts, ("test AUC",))["test AUC"]
        for data in (dataset, judging)
    ]
    places = [float(place) for place, _ in traces]
    losses = [trace.loss[-1] / trace.steps[-1] for _, trace in traces]
    table = np.array([places, [np.count_nonzero(w) for w in weights], *aucs, losses])
    gone = [trace.final.diverged_at is not None for _, trace in traces]
    table[1:, gone] = np.nan
    return table


@dataclass(frozen=True, eq=False)
class Scores:
    """What came of some settings in one repetition; nan where a run diverged.

    Parameters
    ----------
    algorithms : the settings.
    features : float64 (s,), those kept at the end.
    choosing, judging : float64 (s,), the AUC on the rows that choose, and on those that judge.
    loss : float64 (s,), the progressive loss per example.
    """

    algorithms: tuple[Any, ...]
    features: np.ndarray
    choosing: np.ndarray
    judging: np.ndarray
    loss: np.ndarray

    def best(self, k: float) -> int | None:
        """Return the place of the best setting with ``k`` features or fewer, on the rows that
        choose; of equals the one with the fewest. None where there is none."""
        return self._first(-self.choosing, k)

    def least_loss(self, k: float) -> int | None:
        """Return the place of the least progressive loss with ``k`` features or fewer; or None."""
        return self._first(self.loss, k)

    def auc(self, k: float) -> float:
        """Return the AUC of the best setting with ``k`` features or fewer, on the rows that judge;
        where there is none, that of a guess."""
        place = self.best(k)
        return 0.5 if place is None else float(self.judging[place])

    def take(self, which: np.ndarray) -> Scores:
        """Return those of some settings, given by a mask, bool (s,)."""
        some = tuple(a for a, wanted in zip(self.algorithms, which, strict=True) if wanted)
        columns = (self.features, self.choosing, self.judging, self.loss)
        return Scores(some, *(column[which] for column in columns))

    def at(self, **knobs: Any) -> Scores:
        """Return those of the settings that have these values of their knobs."""
        which = [
            all(getattr(algorithm, name) == value for name, value in knobs.items())
            for algorithm in self.algorithms
        ]
        return self.take(np.array(which, bool))

    def _first(self, cost: np.ndarray, k: float) -> int | None:
        able = np.flatnonzero((self.features <= k) & np.isfinite(cost))
        if not len(able):
            return None
        return int(able[np.lexsort((self.features[able], cost[able]))[0]])


def whole_periods(order: np.ndarray) -> np.ndarray:
    """Return the beginning of an order up to a multiple of the longest period."""
    return order[: max(len(order) // LONGEST_PERIOD * LONGEST_PERIOD, 1)]


def halves(dataset: Dataset) -> tuple[Dataset, Dataset]:
    """Return every other row of each class, and the rest."""
    first = np.zeros(dataset.n_rows, dtype=bool)
    for label in np.unique(dataset.y):
        first[np.flatnonzero(dataset.y == label)[::2]] = True
    one, other = (
        dataclasses.replace(dataset, X=dataset.X[rows], y=dataset.y[rows])
        for rows in (np.flatnonzero(first), np.flatnonzero(~first))
    )
    return one, other


def versions(trace: Trace, cuts: Sequence[float]) -> list[Trace]:
    """Return a run cut at its end at each of some thresholds; itself where there are none."""
    if not cuts:
        return [trace]
    weights = [rounding(trace.final.weights, threshold) for threshold in cuts]
    finals = [dataclasses.replace(trace.final, weights=each) for each in weights]
    return [dataclasses.replace(trace, final=final) for final in finals]

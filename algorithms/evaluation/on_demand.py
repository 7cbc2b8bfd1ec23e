"""Measures of a run's end that papers report and that cost more than a look at the held-out rows.

A sweep takes them only where it is asked to: over one pass they take up to half as long as a run.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np

from algorithms.dataset_stats import DatasetStats
from algorithms.evaluation.looks import group_penalties, penalties
from algorithms.evaluation.measures import MEASURES, SHARES, max_correlation, sign_f1
from algorithms.evaluation.scores import evaluate_many
from algorithms.losses import fitting_loss
from algorithms.trace import Trace
from datasets import Dataset

ON_DEMAND = MappingProxyType({"objective": False, "sign F1": True, "test correlation": True})
"""Each measure that is taken on demand, by name: True where more is better."""

ALL_MEASURES = MappingProxyType({**MEASURES, **ON_DEMAND})
"""Each measure of a run, those on demand last: True where more is better, False where less is."""

BOUNDED = SHARES | {"sign F1", "test correlation"}
"""The measures of which 1 is the most; they are compared by their difference."""


def measurable(dataset: Dataset, held_out: bool | None = None) -> tuple[str, ...]:
    """Return the names of the measures on demand that runs over ``dataset`` can have.

    The objective it can always have; the run's method may have none, see ``has_objective``.

    Parameters
    ----------
    held_out : whether there are rows kept back; None looks for them in the dataset.
    """
    held_out = dataset.test is not None if held_out is None else held_out
    there = {
        "objective": True,
        "sign F1": dataset.true_weights is not None and dataset.task != "multiclass",
        "test correlation": held_out and dataset.task == "classification",
    }
    return tuple(name for name in ON_DEMAND if there[name])


def has_objective(algorithm: Any) -> bool:
    """Return whether a method has a penalty, so that mean loss + penalty is what it minimises.

    Of groups that overlap the weights have no norm of their own, and gravity that leaves weights
    beyond a threshold θ alone is not g‖w‖₁.
    """
    if hasattr(algorithm, "effective_groups"):
        return algorithm.structure in ("data", "blocks")
    if hasattr(algorithm, "gravity"):
        return math.isinf(algorithm.threshold)
    return hasattr(algorithm, "l1")


def measure_ends(
    traces: Sequence[Trace], dataset: Dataset, names: Collection[str]
) -> dict[str, np.ndarray]:
    """Return measures on demand of the last weights of runs with one loss, by name, each (s,).

    "objective", the mean loss over the rows learned from plus the method's own penalty, nan where
    it has none; "sign F1", how well the signs of the true weights are found; "test correlation",
    the largest correlation of true and predicted class on the rows kept back.

    Parameters
    ----------
    traces : none diverged, all over ``dataset``.
    names : those of ``measurable(dataset)``.
    """
    return {name: _MEASURED[name](traces, dataset) for name in names}


def _objectives(traces: Sequence[Trace], dataset: Dataset) -> np.ndarray:
    """Mean loss + penalty; the rows learned from are judged as rows kept back are."""
    values = np.full(len(traces), np.nan)
    places = [place for place, trace in enumerate(traces) if has_objective(trace.algorithm)]
    if places:
        ends = [traces[place].final for place in places]
        weights, intercepts = [end.weights for end in ends], [end.intercept for end in ends]
        itself, loss = replace(dataset, test=dataset), traces[0].loss_name
        fits = evaluate_many(weights, itself, loss, intercepts, ("test loss",))["test loss"]
        values[places] = fits + [_penalty(traces[place], dataset) for place in places]
    return values


def _penalty(trace: Trace, dataset: Dataset) -> float:
    """The penalty that the method's own knobs put on its last weights, per example."""
    algorithm, w = trace.algorithm, trace.final.weights
    if hasattr(algorithm, "effective_groups"):
        return float(group_penalties(algorithm, w[None], dataset)[0])
    return float(penalties(algorithm, np.abs(w).sum(), (w**2).sum(), trace.steps[-1]))


def _sign_f1s(traces: Sequence[Trace], dataset: Dataset) -> np.ndarray:
    return np.array([sign_f1(trace.final.weights, dataset.true_weights) for trace in traces])


def _correlations(traces: Sequence[Trace], dataset: Dataset) -> np.ndarray:
    """The largest correlation; an intercept moves all scores alike, and changes none."""
    rows = DatasetStats.of(dataset.test).rows(fitting_loss(traces[0].loss_name, dataset.task))
    y = dataset.test.y
    return np.array([max_correlation(y, rows @ trace.final.weights) for trace in traces])


_MEASURED: dict[str, Callable[[Sequence[Trace], Dataset], np.ndarray]] = {
    "objective": _objectives,
    "sign F1": _sign_f1s,
    "test correlation": _correlations,
}

"""Datasets, runs and comparators, each computed once and shared by all sessions.

Keys are what was asked for, never the data itself; every cache is bounded.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

import datasets
from algorithms import Trace, comparator_loss, random_order, record
from algorithms.batch.proximal_gradient import ProximalGradient, Solution
from algorithms.online.base import OnlineAlgorithm
from charts import Comparator
from datasets import Dataset
from knobs import knobs_of
from ui.state import State

GAP = 1e-5
COMPARATOR_WORK = 4e8
"""About so many nonzeros are read for a comparator at most: some seconds."""
SLOW_WORK = 3e7
"""A run that reads more nonzeros than this shows that it is under way."""


@dataclass(frozen=True)
class Source:
    """Which examples: a dataset with its options, and when its file was last written."""

    data: str
    options: tuple[tuple[str, Any], ...]
    written: float


def source_of(state: State) -> Source:
    """The examples of a view. Raises DatasetError for a dataset that is not there."""
    prepared = ((name, getattr(state.preparation, name)) for name in knobs_of(state.preparation))
    path = getattr(datasets.recipe(state.data), "path", None)
    written = path.stat().st_mtime if path is not None else 0.0
    return Source(state.data, (*state.options, *prepared), written)


@lru_cache(maxsize=8)
def dataset(source: Source) -> Dataset:
    """Load and prepare. Raises DatasetError or ValueError, each a sentence."""
    return datasets.load(source.data, **dict(source.options))


@lru_cache(maxsize=32)
def order(n_rows: int, passes: int, seed: int) -> np.ndarray:
    """The order of the examples, shared by all runs of a view."""
    drawn = random_order(n_rows, passes, seed)
    drawn.flags.writeable = False
    return drawn


@lru_cache(maxsize=64)
def run(source: Source, algorithm: OnlineAlgorithm, loss: str, passes: int, seed: int) -> Trace:
    """One run. Raises ValueError when the loss does not fit the data."""
    data = dataset(source)
    return record(algorithm, data, loss, order=order(data.n_rows, passes, seed))


@lru_cache(maxsize=64)
def solution(source: Source, loss: str, l1: float) -> Solution:
    """The best weights in hindsight: whole passes hold every example equally often."""
    data = dataset(source)
    affordable = int(np.clip(COMPARATOR_WORK / (2 * data.X.nnz + data.n_features), 50, 20_000))
    return ProximalGradient(l1=l1, tolerance=GAP, max_iterations=affordable).solve(data, loss)


def traces(source: Source, state: State) -> list[Trace]:
    """All runs of a view."""
    stream = state.stream
    return [
        run(source, algorithm, stream.loss, stream.passes, stream.order) for algorithm in state.runs
    ]


def comparator(source: Source, state: State) -> Comparator:
    """The comparator as the regret picture names it."""
    l1 = state.stream.comparator
    found = solution(source, state.stream.loss, l1)
    return Comparator(l1, found.gap, int(np.count_nonzero(found.weights)), found.weights)


def comparator_losses(source: Source, state: State, traces: list[Trace]) -> list[np.ndarray]:
    """For each run what the comparator suffered up to each of its checkpoints."""
    data, stream = dataset(source), state.stream
    u = solution(source, stream.loss, stream.comparator).weights
    examples = order(data.n_rows, stream.passes, stream.order)
    return [comparator_loss(u, data, stream.loss, examples, t.steps) for t in traces]


def is_slow(state: State, data: Dataset) -> bool:
    """Whether the runs of a view take so long that the page should say so."""
    return data.X.nnz * state.stream.passes * len(state.runs) > SLOW_WORK

"""Datasets, runs and comparators, each computed once and shared by all sessions.

Keys are what was asked for, never the data itself; every memory is bounded.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

import datasets
from algorithms import CATALOGUE, Trace, comparator_loss, random_order, record
from charts import Comparator
from datasets import Dataset
from knobs import knobs_of
from ui.recent import Recent
from ui.state import State, Stream

GAP = 5e-5
COMPARATOR_WORK = 4e8
"""About so many nonzeros are read for a comparator at most: some seconds."""
SLOW_WORK = 3e7
"""Runs that read more nonzeros than this show how far they are."""

CHECKPOINTS, SKETCHED = 200, 100
"""How often a run is looked at: at rest, and while a hand moves a knob."""

DATASETS, TRACES, SOLUTIONS = Recent(8), Recent(64), Recent(64)


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


def dataset(source: Source) -> Dataset:
    """Load and prepare. Raises DatasetError or ValueError, each a sentence."""
    return DATASETS.get(source, lambda: datasets.load(source.data, **dict(source.options)))


@lru_cache(maxsize=32)
def order(n_rows: int, passes: int, seed: int) -> np.ndarray:
    """The order of the examples, shared by all runs of a view."""
    drawn = random_order(n_rows, passes, seed)
    drawn.flags.writeable = False
    return drawn


def traces(
    source: Source,
    state: State,
    checkpoints: int = CHECKPOINTS,
    progress: Callable[[float], None] | None = None,
) -> list[Trace]:
    """All runs of a view; ``progress`` is told the share that is done.

    Raises ValueError when the loss does not fit the data.
    """
    data, stream = dataset(source), state.stream
    examples = order(data.n_rows, stream.passes, stream.order)
    found = []
    for i, algorithm in enumerate(state.runs):

        def told(share: float, done: int = i) -> None:
            if progress is not None:
                progress((done + share) / len(state.runs))

        def run(algorithm=algorithm, told=told) -> Trace:
            return record(
                algorithm,
                data,
                stream.loss,
                order=examples,
                checkpoints=checkpoints,
                progress=told,
            )

        key = (source, algorithm, stream.loss, stream.passes, stream.order, checkpoints)
        found.append(TRACES.get(key, run))
    return found


def comparator(source: Source, stream: Stream) -> Comparator:
    """The best weights in hindsight; whole passes hold every example equally often."""
    l1, loss, data = stream.comparator, stream.loss, dataset(source)
    affordable = int(np.clip(COMPARATOR_WORK / (2 * data.X.nnz + data.n_features), 50, 20_000))
    solver = CATALOGUE["proximal_gradient"](l1=l1, tolerance=GAP, max_iterations=affordable)
    found = SOLUTIONS.get((source, loss, l1), lambda: solver.solve(data, loss))
    return Comparator(l1, found.gap, int(np.count_nonzero(found.weights)), found.weights)


def comparator_losses(
    source: Source, stream: Stream, u: Comparator, runs: list[Trace]
) -> list[np.ndarray]:
    """For each run what the comparator suffered up to each of its checkpoints."""
    data = dataset(source)
    examples = order(data.n_rows, stream.passes, stream.order)
    return [comparator_loss(u.weights, data, stream.loss, examples, t.steps) for t in runs]


def is_slow(state: State, data: Dataset) -> bool:
    """Whether the runs of a view take so long that the page should say how far they are."""
    return data.X.nnz * state.stream.passes * len(state.runs) > SLOW_WORK

"""Datasets, runs and comparators, each computed once and shared by all sessions.

Keys are what was asked for, never the data itself; every memory is bounded.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from algorithms import Comparator, Trace, comparator_loss, find_comparator, order_of, record
from datasets import Dataset, Recipe, describe, made_of
from knobs import knobs_of, words_of
from ui import shelf
from ui.memo import Memo
from ui.view import Stream, View

SLOW_WORK = 3e7
"""Runs that read more nonzeros than this show how far they are."""

if TYPE_CHECKING:
    import pandas as pd

CHECKPOINTS, SKETCHED = 200, 100
"""How often a run is looked at: at rest, and while a hand moves a knob."""

COLUMNS, DATASETS, DESCRIBED, ORDERS = Memo(8), Memo(8), Memo(8), Memo(16)
TRACES, COMPARATORS = Memo(64), Memo(64)


@dataclass(frozen=True)
class Source:
    """Which examples: a dataset with its options, and the state of what it is read from."""

    data: str
    options: tuple[tuple[str, Any], ...]
    stamp: Hashable


def source_of(state: View) -> Source:
    """The examples of a view. Raises DatasetError for a dataset that is not there."""
    prepared = asdict(state.preparation).items()
    return Source(state.data, (*state.options, *prepared), shelf.recipe(state.data).stamp())


def dataset(source: Source) -> Dataset:
    """Load and prepare. Raises DatasetError or ValueError, each a sentence."""
    return DATASETS.get(source, lambda: made_of(shelf.recipe(source.data), dict(source.options)))


def columns(source: Source) -> list[str]:
    """The columns of the table a file holds, all of them; none where it is no table."""
    kind = shelf.recipe(source.data)
    if not hasattr(kind, "target"):
        return []
    try:
        data = dataset(source)
        return [*(column.name for column in data.columns), data.target_name]
    except ValueError:  # the page says what is wrong; what is there to choose from still helps
        return COLUMNS.get(source, lambda: _columns_read(kind, dict(source.options)))


def _columns_read(kind: type[Recipe], options: dict[str, Any]) -> list[str]:
    own = {*words_of(kind), *knobs_of(kind)}
    try:
        read = kind(**{name: value for name, value in options.items() if name in own}).content()
    except ValueError:
        return []
    return [str(name) for name in read.frame.columns]


def described(source: Source) -> tuple[pd.DataFrame, str]:
    """A row a feature, and the name of the column that says how it goes with the target."""
    table = DESCRIBED.get(source, lambda: describe(dataset(source)))
    return table, next(name for name in table if name.startswith("correlation"))


def order(source: Source, stream: Stream) -> np.ndarray:
    """The order of the examples, shared by all runs of a view."""

    def drawn() -> np.ndarray:
        examples = order_of(dataset(source), stream.passes, stream.order)
        examples.flags.writeable = False
        return examples

    return ORDERS.get((source, stream.passes, stream.order), drawn)


def traces(
    source: Source,
    state: View,
    checkpoints: int = CHECKPOINTS,
    progress: Callable[[float], None] | None = None,
) -> list[Trace]:
    """All runs of a view; ``progress`` is told the share that is done.

    Raises ValueError when the loss does not fit the data.
    """
    data, stream = dataset(source), state.stream
    examples = order(source, stream)
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
                seed=stream.order,
                checkpoints=checkpoints,
                progress=told,
                intercept=stream.intercept,
                fit=state.measures_objective,
            )

        asked = replace(stream, comparator=1.0)
        key = (source, algorithm, asked, checkpoints, state.measures_objective)
        found.append(TRACES.get(key, run))
    return found


def comparator(source: Source, stream: Stream) -> Comparator:
    """The best weights in hindsight; whole passes hold every example equally often."""
    asked = (stream.loss, stream.comparator, stream.intercept)
    return COMPARATORS.get((source, *asked), lambda: find_comparator(dataset(source), *asked))


def comparator_losses(
    source: Source, stream: Stream, u: Comparator, runs: list[Trace]
) -> list[np.ndarray]:
    """For each run what the comparator suffered up to each of its checkpoints."""
    data = dataset(source)
    examples = order(source, stream)
    return [
        comparator_loss(u.weights, data, stream.loss, examples, run.steps, u.intercept)
        for run in runs
    ]


def is_slow(state: View, data: Dataset) -> bool:
    """Whether the runs of a view take so long that the page should say how far they are."""
    work = data.X.nnz * max(len(data.classes), 1) * state.stream.passes * len(state.runs)
    return work > SLOW_WORK

"""Datasets, runs and comparators, each computed once and shared by all sessions.

Keys are what was asked for, never the data itself; every memory is bounded.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from algorithms import (
    Algorithm,
    Comparator,
    Trace,
    comparator_loss,
    find_comparator,
    order_of,
    record,
)
from datasets import Dataset, DatasetError, Preparation, Recipe, describe, prepare
from ui import shelf
from ui.memo import Memo
from ui.view import View

SLOW_WORK = 3e7
"""Runs that read more nonzeros than this show how far they are."""

if TYPE_CHECKING:
    import pandas as pd

CHECKPOINTS, SKETCHED = 200, 100
"""How often a run is looked at: at rest, and while a hand moves a knob."""

COLUMNS, DATASETS, DESCRIBED, ORDERS = Memo(8), Memo(8), Memo(8), Memo(16)
TRACES, COMPARATORS, SUFFERED = Memo(64), Memo(64), Memo(8)


def examples(recipe: Recipe, preparation: Preparation) -> Hashable:
    """Return the key of a dataset: what it is made of, and the state of what it is read from.

    Raises DatasetError for a file that is gone.
    """
    try:
        return recipe, preparation, recipe.stamps()
    except OSError:
        raise DatasetError(
            f"{recipe.title}: the file cannot be read: check that it is there."
        ) from None


def dataset(recipe: Recipe, preparation: Preparation) -> Dataset:
    """Load and prepare. Raises DatasetError or ValueError, each a sentence."""
    key = examples(recipe, preparation)
    return DATASETS.get(key, lambda: prepare(recipe.build(), preparation))


def test_file(view: View) -> str:
    """Return the name of the file that the test rows come from, if they do come from one."""
    if hasattr(view.recipe, "test_file"):
        with suppress(ValueError):  # the page says what is wrong
            return dataset(view.recipe, view.preparation).test_name
    return ""


def columns(recipe: Recipe, preparation: Preparation) -> list[str]:
    """Return all columns of the table a file holds; none where it is no table."""
    if not hasattr(recipe, "target"):
        return []
    try:
        data = dataset(recipe, preparation)
        return [*(column.name for column in data.columns), data.target_name]
    except ValueError:  # the page says what is wrong; what is there to choose from still helps
        with suppress(ValueError):
            key = examples(recipe, preparation)
            return COLUMNS.get(key, lambda: _columns_read(recipe))
        return []


def tasks(view: View) -> tuple[str, ...]:
    """Return the tasks that the target of a view allows, classes first."""
    with suppress(ValueError):  # the page says what is wrong; this may be the remedy
        return dataset(view.recipe, view.preparation).tasks
    return "multiclass", "regression"


def _columns_read(recipe: Recipe) -> list[str]:
    try:
        return [str(name) for name in recipe.content().frame.columns]
    except ValueError:
        return []


def described(recipe: Recipe, preparation: Preparation) -> tuple[pd.DataFrame, str]:
    """Return a row per feature, and the name of the column on how it goes with the target."""
    key = examples(recipe, preparation)
    table = DESCRIBED.get(key, lambda: describe(dataset(recipe, preparation)))
    return table, next(name for name in table if name.startswith("correlation"))


def fitted(view: View) -> View:
    """Return the view with a loss and runs that fit its data, where there is such data here."""
    if not shelf.absent(view.recipe):
        with suppress(ValueError):  # the page says why there is none
            return view.fitted_to(dataset(view.recipe, view.preparation).task)
    return view


def order(view: View) -> np.ndarray:
    """Return the order of the examples, shared by all runs of a view."""

    def drawn() -> np.ndarray:
        data = dataset(view.recipe, view.preparation)
        rows = order_of(data, view.stream.passes, view.stream.order)
        rows.flags.writeable = False
        return rows

    return ORDERS.get(_order_key(view), drawn)


def _order_key(view: View) -> Hashable:
    return examples(view.recipe, view.preparation), view.stream.passes, view.stream.order


def traces(
    view: View,
    checkpoints: int = CHECKPOINTS,
    progress: Callable[[float], None] | None = None,
) -> list[Trace]:
    """Return the traces of all runs of a view.

    Raises ValueError when the loss does not fit the data.

    Parameters
    ----------
    checkpoints : how often a run is looked at, about.
    progress : is told the share that is done.
    """

    def progress_of(i: int) -> Callable[[float], None]:
        return lambda share: progress and progress((i + share) / len(view.runs))

    return [
        _trace(view, algorithm, checkpoints, progress_of(i))
        for i, algorithm in enumerate(view.runs)
    ]


def _trace(
    view: View, algorithm: Algorithm, checkpoints: int, progress: Callable[[float], None]
) -> Trace:
    data, stream = dataset(view.recipe, view.preparation), view.stream

    def run() -> Trace:
        return record(
            algorithm,
            data,
            stream.loss,
            order=order(view),
            seed=stream.order,
            checkpoints=checkpoints,
            progress=progress,
            intercept=stream.intercept,
            fit=view.measures_objective,
        )

    # The comparator moves no run.
    asked = replace(stream, comparator=1.0)
    key = examples(view.recipe, view.preparation), algorithm, asked
    return TRACES.get((*key, checkpoints, view.measures_objective), run)


def comparator(view: View) -> Comparator:
    """Return the best weights in hindsight; whole passes hold every example equally often."""
    recipe, preparation, stream = view.recipe, view.preparation, view.stream
    asked = (stream.loss, stream.comparator, stream.intercept)
    return COMPARATORS.get(
        (examples(recipe, preparation), *asked),
        lambda: find_comparator(dataset(recipe, preparation), *asked),
    )


def comparator_losses(view: View, u: Comparator, runs: list[Trace]) -> list[np.ndarray]:
    """Return for each run what the comparator suffered up to each of its checkpoints."""

    def suffered() -> np.ndarray:
        rows = order(view)
        steps = np.arange(1, len(rows) + 1)
        data = dataset(view.recipe, view.preparation)
        return comparator_loss(u.weights, data, view.stream.loss, rows, steps, u.intercept)

    # Neither u nor the examples move with the runs.
    stream = view.stream
    key = _order_key(view), stream.loss, stream.comparator, stream.intercept
    total = SUFFERED.get(key, suffered)
    return [total[run.steps - 1] for run in runs]


def is_slow(view: View, data: Dataset) -> bool:
    """Return whether the runs of a view take so long that the page should say how far they are."""
    work = data.X.nnz * max(len(data.classes), 1) * view.stream.passes * len(view.runs)
    return work > SLOW_WORK

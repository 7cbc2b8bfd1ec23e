"""Datasets by what they are made of: each made once, shared by all sessions, and bounded."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import suppress

from datasets import (
    Dataset,
    DatasetError,
    Preparation,
    Recipe,
    TooLarge,
    make_within_limit,
)
from ui import dataset_library
from ui.memo import Memo
from ui.view import View

MOST_BYTES = 1e9
"""The bytes of all datasets that are remembered; one that takes more alone is remembered alone."""

# Datasets alone occur in keys: to look for all else there, too, would take milliseconds each time.
DATASETS = Memo(8, most_bytes=MOST_BYTES)
COLUMNS, REFUSED = Memo(8, in_keys=False), Memo(64, in_keys=False)


def dataset_key(recipe: Recipe, preparation: Preparation) -> Hashable:
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
    key = dataset_key(recipe, preparation)
    if refused := REFUSED.lookup(key):
        raise TooLarge(refused)
    try:
        return DATASETS.get(key, lambda: make_within_limit(recipe, preparation))
    except TooLarge as error:  # a page asks several times, and each time part of it would be made
        REFUSED.put(key, str(error))
        raise


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
            key = dataset_key(recipe, preparation)
            return COLUMNS.get(key, lambda: _columns_read(recipe))
        return []


def tasks(view: View) -> tuple[str, ...]:
    """Return the tasks that the target of a view allows, classes first."""
    with suppress(ValueError):  # the page says what is wrong; this may be the remedy
        return dataset(view.recipe, view.preparation).provenance.tasks
    return "multiclass", "regression"


def _columns_read(recipe: Recipe) -> list[str]:
    try:
        return [str(name) for name in recipe.content().frame.columns]
    except ValueError:
        return []


def fit_view(view: View) -> View:
    """Return the view with a loss and runs that fit its data, where there is such data here."""
    if not dataset_library.absent(view.recipe):
        with suppress(ValueError):  # the page says why there is none
            return view.fitted_to(dataset(view.recipe, view.preparation).task)
    return view

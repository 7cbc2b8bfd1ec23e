"""Which rows are kept back for testing."""

from __future__ import annotations

import math

import numpy as np

from datasets.dataset import Dataset
from datasets.errors import DatasetError
from datasets.wording import counted


def split_rows(dataset: Dataset, fraction: float, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """``(train, test)`` row numbers, rising. Classes are split one by one, each onto both sides.

    Raises DatasetError when a class (or, for regression, the whole) has a single row.
    """
    if fraction == 0:
        return np.arange(dataset.n_rows), np.arange(0)
    rng = np.random.default_rng(seed)
    is_test = np.zeros(dataset.n_rows, dtype=bool)
    for what, members in strata(dataset):
        if len(members) < 2:
            raise DatasetError(
                f"{what} has one row only, which cannot be both learned from and tested on: "
                "add rows or set test_fraction to 0."
            )
        wanted = math.floor(fraction * len(members) + 0.5)
        n_test = min(max(wanted, 1), len(members) - 1)
        is_test[rng.permutation(members)[:n_test]] = True
    return np.flatnonzero(~is_test), np.flatnonzero(is_test)


def strata(dataset: Dataset) -> list[tuple[str, np.ndarray]]:
    """The sets of rows of which both sides need some, each with what to call it."""
    if dataset.task == "regression":
        return [("the dataset", np.arange(dataset.n_rows))]
    labels = np.unique(dataset.y)
    return [(f"class {label:+.0f}", np.flatnonzero(dataset.y == label)) for label in labels]


def split_note(dataset: Dataset, n_test: int) -> tuple[str, ...]:
    """What the split did."""
    if n_test == 0:
        return ()
    how = "within each class" if dataset.task == "classification" else "from all rows"
    rows = counted(dataset.n_rows, "row")
    return (f"{n_test:,} of {rows} were kept back for testing, chosen at random {how}.",)

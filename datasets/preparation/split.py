"""The choice of the rows that are kept back for testing."""

from __future__ import annotations

import math

import numpy as np

from datasets.dataset import Dataset
from datasets.errors import DatasetError
from datasets.wording import counted


def split_rows(dataset: Dataset, fraction: float, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """``(train, test)`` row numbers, rising. Classes are split one by one, each onto both sides.

    Rows that stand in time order are not drawn: the last ones are for testing.

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
        drawn = members[::-1] if dataset.in_time else rng.permutation(members)
        is_test[drawn[:n_test]] = True
    return np.flatnonzero(~is_test), np.flatnonzero(is_test)


def strata(dataset: Dataset) -> list[tuple[str, np.ndarray]]:
    """The sets of rows of which both sides need some, each with what to call it."""
    if dataset.task == "regression" or dataset.in_time:
        return [("the dataset", np.arange(dataset.n_rows))]
    labels = np.unique(dataset.y)
    many = dataset.task == "multiclass"
    names = [dataset.classes[int(c)] if many else f"{c:+.0f}" for c in labels]
    return [
        (f"class {name}", np.flatnonzero(dataset.y == label))
        for name, label in zip(names, labels, strict=True)
    ]


def split_note(dataset: Dataset, n_test: int) -> tuple[str, ...]:
    """A sentence about the split."""
    if n_test == 0:
        return ()
    if dataset.in_time:
        rows = counted(dataset.n_rows, "row")
        return (
            f"The last {n_test:,} of {rows} were kept back for testing, since the rows stand in "
            "time order.",
        )
    how = "from all rows" if dataset.task == "regression" else "within each class"
    rows = counted(dataset.n_rows, "row")
    return (f"{n_test:,} of {rows} were kept back for testing, chosen at random {how}.",)

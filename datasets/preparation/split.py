"""Train/test split, stratified by class."""

from __future__ import annotations

import dataclasses
import math

import numpy as np
import scipy.sparse as sp

from datasets.dataset import Dataset
from datasets.errors import DatasetError
from datasets.wording import join_words, pluralize


def append_test_rows(dataset: Dataset) -> Dataset:
    """Return the dataset with the rows of its test file, if it has one, below its own."""
    if dataset.test is None:
        return dataset
    X = sp.vstack([dataset.X, dataset.test.X], format="csr")
    y = np.concatenate([dataset.y, dataset.test.y])
    return dataclasses.replace(dataset, X=X, y=y, test=None)


def train_test_rows(
    whole: Dataset, own: Dataset, fraction: float, seed: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return ``(train, test)`` row numbers: as the files have them, or else as ``split_rows`` does.

    Parameters
    ----------
    whole : the rows of ``own`` with those of its test file below them.
    """
    if own.test is None:
        return split_rows(whole, fraction, seed)
    rows = np.arange(whole.n_rows)
    return rows[: own.n_rows], rows[own.n_rows :]


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


def split_note(dataset: Dataset, n_test: int, fraction: float) -> tuple[str, ...]:
    """A sentence about the split."""
    if dataset.test_name and fraction:
        return (
            f"The test share of {fraction:g} was not taken: the test rows come from "
            f"{dataset.test_name}.",
        )
    if n_test == 0 or dataset.test_name:
        return ()
    if dataset.in_time:
        rows = pluralize(dataset.n_rows, "row")
        return (
            f"The last {n_test:,} of {rows} were held out for testing, since the rows stand in "
            "time order.",
            *gap_note(dataset),
        )
    how = "from all rows" if dataset.task == "regression" else "within each class"
    rows = pluralize(dataset.n_rows, "row")
    drawn = f"{n_test:,} of {rows} were held out for testing, chosen at random {how}."
    return drawn, *gap_note(dataset)


def gap_note(dataset: Dataset) -> tuple[str, ...]:
    """A sentence about gaps, which were filled as the table was read, when no row was held out."""
    filled = [
        column.name
        for column in dataset.columns
        if column.missing and column.kind not in ("left out", "categories")
    ]
    if not filled:
        return ()
    return (
        "Missing numbers had been filled before, with medians of all rows, those held out among "
        f"them: in {join_words(filled)}.",
    )

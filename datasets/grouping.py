"""Groups of features: a line of text → the group of each feature, and back.

The line is empty for the groups the dataset has, or one of

* ``none``
* ``one-hot``: a group for each column of the table the data came from
* ``blocks 5``: features side by side, five a group, the last group perhaps smaller
* ``prefix _``: features whose names agree up to the first ``_``
* ``numbers 1x3,2x3,1,2``: the group of each feature in turn; ``1x3`` is ``1,1,1``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from datasets.arrays import check_length
from datasets.dataset import Dataset
from datasets.errors import DatasetError
from datasets.wording import join_words, pluralize, shorten

if TYPE_CHECKING:
    import pandas as pd

RULES = "none, one-hot, blocks 5, prefix _ or numbers 1x3,2x2"
RUN = re.compile(r"(\d{1,18})(?:x(\d{1,18}))?")


def groups_of(dataset: Dataset, text: str) -> np.ndarray | None:
    """The group of each feature, int64 [n_features] from 0 without gaps, or None for no groups.

    Raises DatasetError for a line that is none of the above or does not fit the dataset.

    Examples
    --------
    >>> from datasets import Dataset
    >>> groups_of(Dataset.of(([[1.0, 2.0, 3.0], [0.0, 1.0, 0.0]], [1, -1])), "blocks 2")
    array([0, 0, 1])
    """
    word, _, rest = text.strip().partition(" ")
    rest = rest.strip()
    if not word:
        return dataset.groups
    if word == "none" and not rest:
        return None
    if word == "one-hot" and not rest:
        return group_by_column(dataset)
    if word == "blocks":
        return np.arange(dataset.n_features) // block_size(rest)
    if word == "prefix":
        return group_by_prefix(dataset.feature_names, rest)
    if word == "numbers":
        return group_by_numbers(rest, dataset.n_features)
    raise DatasetError(f"groups = {shorten(text)!r} says no groups: write {RULES}.")


def format_groups(groups: np.ndarray) -> str:
    """The line ``numbers …`` that gives these groups: whole numbers from 0, [n_features].

    Examples
    --------
    >>> format_groups(np.array([0, 0, 0, 1, 1]))
    'numbers 0x3,1x2'
    """
    starts = np.flatnonzero(np.append(True, np.diff(groups) != 0))
    lengths = np.diff(np.append(starts, len(groups)))
    runs = zip(groups[starts].tolist(), lengths.tolist(), strict=True)
    return "numbers " + ",".join(f"{g}x{n}" if n > 1 else f"{g}" for g, n in runs)


def groups_from_table(frame: pd.DataFrame, dataset: Dataset) -> np.ndarray:
    """The groups in a table of two columns, name and group: int64 [n_features] from 0.

    A name is that of a feature, or of a column of the table the data came from and so of all its
    features. The same number or word is the same group.

    Raises DatasetError for another shape, for a name without a group, for one that is there twice
    or not in the dataset, and for features that are not in the table.
    """
    import pandas as pd

    if frame.shape[1] != 2:
        columns = pluralize(frame.shape[1], "column")
        raise DatasetError(f"the table of groups has {columns}: give two, the name and its group.")
    features = {name: [j] for j, name in reversed(list(enumerate(dataset.feature_names)))}
    wholes = {c.name: list(range(c.first, c.last)) for c in dataset.columns if c.last > c.first}
    numbers: dict[str, int] = {}
    groups = np.full(dataset.n_features, -1)
    for row, (name, group) in enumerate(zip(frame.iloc[:, 0], frame.iloc[:, 1], strict=True), 1):
        if pd.isna(group) or not str(group).strip():
            raise DatasetError(f"row {row} names no group for {str(name)!r}: write one there.")
        places = features.get(str(name)) or wholes.get(str(name))
        if places is None:
            raise DatasetError(
                f"row {row} of the table of groups is about {str(name)!r}, which is no feature: "
                f"choose among {join_words(dataset.feature_names)}."
            )
        if (groups[places] >= 0).any():
            raise DatasetError(f"row {row} gives {str(name)!r} a group again: keep one such row.")
        groups[places] = numbers.setdefault(str(group), len(numbers))
    left = np.flatnonzero(groups < 0)
    if left.size:
        names = join_words(dataset.feature_names[j] for j in left)
        raise DatasetError(f"the table of groups leaves out {names}: give each feature a group.")
    return renumber(groups)


def grouping_note(groups: np.ndarray | None, text: str) -> str:
    """A sentence about what was done."""
    if groups is None:
        return "The features have no groups, as asked."
    sizes = np.bincount(groups)
    low, high = int(sizes.min()), int(sizes.max())
    size = f"{low}" if low == high else f"{low} to {high}"
    return (
        f"The {pluralize(len(groups), 'feature')} form {pluralize(len(sizes), 'group')} of {size} "
        f"({shorten(text.strip())})."
    )


def group_by_column(dataset: Dataset) -> np.ndarray:
    """A group for each column of the original table."""
    if not dataset.columns:
        raise DatasetError(
            "groups = 'one-hot' needs data that came as a table: choose blocks, prefix or numbers."
        )
    groups = np.arange(dataset.n_features) + len(dataset.columns)
    for number, column in enumerate(dataset.columns):
        groups[column.first : column.last] = number
    return renumber(groups)


def block_size(text: str) -> int:
    """Return the number of features in a block."""
    if not re.fullmatch(r"\d{1,18}", text) or int(text) == 0:
        raise DatasetError(
            f"groups = 'blocks {shorten(text)}': write how many features a block has, as in "
            "blocks 5."
        )
    return int(text)


def group_by_prefix(names: tuple[str, ...], mark: str) -> np.ndarray:
    """Names that agree up to the first ``mark``; a name without it is a prefix of its own."""
    if not mark:
        raise DatasetError(
            "groups = 'prefix': write the character up to which names agree, as in prefix _."
        )
    numbers: dict[str, int] = {}
    return np.array([numbers.setdefault(name.split(mark, 1)[0], len(numbers)) for name in names])


def group_by_numbers(text: str, n_features: int) -> np.ndarray:
    """The group of each feature in turn, from its runs."""
    runs = []
    for place, word in enumerate(text.split(",") if text else [], 1):
        run = RUN.fullmatch(word.strip())
        if run is None or (run[2] is not None and int(run[2]) == 0):
            raise DatasetError(
                f"groups = 'numbers …': {shorten(word)!r} in place {place} is no group: write a "
                "whole number, or one and how often, as in 3x5."
            )
        runs.append((int(run[1]), int(run[2] or 1)))
    check_length("groups", sum(length for _, length in runs), n_features)
    groups, lengths = np.array(runs, dtype=np.int64).T
    return renumber(np.repeat(groups, lengths))


def renumber(groups: np.ndarray) -> np.ndarray:
    """The same groups, in the same order, numbered from 0 without gaps."""
    return np.unique(groups, return_inverse=True)[1].astype(np.int64)

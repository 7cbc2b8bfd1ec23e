"""The columns of a table → the columns of a matrix, counting what happens to them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

from datasets.dataset import Column
from datasets.errors import DatasetError
from datasets.tables.columns import Numbers, Words, read_column
from datasets.wording import listed

if TYPE_CHECKING:
    import pandas as pd

TILE = 2**19
"""Cells of the table that are written into the matrix at a time."""


@dataclass
class Features:
    """The columns as they are gathered, and what happened to them, by name.

    Parameters
    ----------
    columns : each of the table's, with its place in the matrix.
    names : the matrix's columns.
    contents : float64 [n_rows] of a column of numbers, or the places of a column of words among
        its categories, −1 where missing; by the first of its places in the matrix.
    asked, empty, identifiers : what was left out because it was asked for, held nothing, was text
        that differs in most rows.
    imputed, zeroed : missing cells filled with the median; of words, left 0 in all categories.
    encoded : the categories of each column of words.
    switches, dates, constant : columns that held yes and no; dates; the same in every row.
    """

    n_rows: int
    columns: list[Column] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    contents: dict[int, np.ndarray] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    empty: list[str] = field(default_factory=list)
    identifiers: list[str] = field(default_factory=list)
    imputed: dict[str, int] = field(default_factory=dict)
    zeroed: dict[str, int] = field(default_factory=dict)
    encoded: dict[str, int] = field(default_factory=dict)
    switches: list[str] = field(default_factory=list)
    dates: list[str] = field(default_factory=list)
    constant: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, frame: pd.DataFrame, left_out: Collection[str] = ()) -> Features:
        """All features of a table. Raises DatasetError if none is left, has a value, or changes."""
        self = cls.gathered(frame, left_out, identifiers=False)
        if self.identifiers and not self.names:  # better names as features than nothing at all
            self = cls.gathered(frame, left_out, identifiers=True)
        if len(self.asked) == len(self.columns):
            raise DatasetError("every column but the target is left out: leave a feature in.")
        if not self.names:
            raise DatasetError("every cell of every feature is missing: fill some in.")
        if len(self.constant) == sum(column.kind != "left out" for column in self.columns):
            raise DatasetError(
                f"no feature ever changes ({listed(self.names)}): there is nothing to learn "
                "from, so add one that does."
            )
        return self

    @classmethod
    def gathered(
        cls, frame: pd.DataFrame, left_out: Collection[str], identifiers: bool
    ) -> Features:
        """The columns of a table; those of identifiers are features if it says so."""
        self = cls(len(frame))
        for name, series in frame.items():
            if name in left_out:
                self.leave(name, self.asked, int(series.isna().sum()))
                continue
            read = read_column(series)
            missing = np.isnan(read.values) if isinstance(read, Numbers) else read.codes < 0
            n_missing = int(np.count_nonzero(missing))
            if n_missing == self.n_rows:
                self.leave(name, self.empty, n_missing)
            elif isinstance(read, Numbers):
                self.add_numbers(name, read, missing, n_missing)
            elif len(read.words) > self.n_rows / 2 and not identifiers:
                self.leave(name, self.identifiers, n_missing)
            else:
                self.add_words(name, read, n_missing)
        return self

    @property
    def groups(self) -> np.ndarray | None:
        """A group for each of the table's columns, where any of them became several."""
        if not self.encoded:
            return None
        widths = [column.last - column.first for column in self.columns]
        return np.repeat(np.arange(len(widths)), widths)

    def matrix(self) -> sp.csr_array:
        """The columns side by side."""
        total = sum(np.count_nonzero(filled(content)) for content in self.contents.values())
        data, indices = np.empty(total), np.empty(total, dtype=np.int32)
        starts = [np.zeros(1, dtype=np.int64)]
        # By tiles of rows that stay near the processor, since columns are written across them.
        height = max(1, TILE // len(self.contents))
        for top in range(0, self.n_rows, height):
            values, places, counts = self.tile(top, top + height)
            ends = starts[-1][-1] + np.cumsum(counts)
            data[ends[-1] - len(values) : ends[-1]] = values
            indices[ends[-1] - len(values) : ends[-1]] = places
            starts.append(ends)
        shape = (self.n_rows, len(self.names))
        return sp.csr_array((data, indices, np.concatenate(starts)), shape=shape)

    def tile(self, top: int, bottom: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """``(data, indices, nonzeros a row)`` of the rows from ``top`` to before ``bottom``."""
        height = min(bottom, self.n_rows) - top
        values = np.empty((height, len(self.contents)))
        places = np.tile(np.array(list(self.contents), dtype=np.int32), (height, 1))
        for j, content in enumerate(self.contents.values()):
            if content.dtype.kind == "f":
                values[:, j] = content[top:bottom]
            else:
                values[:, j] = filled(content[top:bottom])
                places[:, j] += content[top:bottom]
        kept = values != 0
        return values[kept], places[kept], np.count_nonzero(kept, axis=1)

    def leave(self, name: str, why: list[str], missing: int) -> None:
        """A column that is no feature."""
        why.append(name)
        self.columns.append(Column(name, "left out", missing))

    def add_numbers(self, name: str, read: Numbers, missing: np.ndarray, n_missing: int) -> None:
        """A column of numbers, its gaps filled with the median."""
        values = read.values
        if n_missing:
            self.imputed[name] = n_missing
            with np.errstate(over="ignore"):  # what overflows is refused later, by name
                values = np.where(missing, np.median(values[~missing]), values)
        if read.kind != "numbers":
            (self.dates if read.kind == "dates" else self.switches).append(name)
        if values.min() == values.max():
            self.constant.append(name)
        self.append(Column(name, read.kind, n_missing), [name], values)

    def add_words(self, name: str, read: Words, n_missing: int) -> None:
        """A column of words, one 0/1 column a category, all 0 where the cell is missing."""
        self.encoded[name] = len(read.words)
        if n_missing:
            self.zeroed[name] = n_missing
        elif len(read.words) == 1:
            self.constant.append(name)
        in_order = sorted(range(len(read.words)), key=read.words.__getitem__)
        place = np.empty(len(in_order) + 1, dtype=np.int32)
        place[in_order], place[-1] = np.arange(len(in_order)), -1  # the last is for the code −1
        names = [f"{name}={read.words[word]}" for word in in_order]
        self.append(Column(name, "categories", n_missing), names, place[read.codes])

    def append(self, column: Column, names: list[str], content: np.ndarray) -> None:
        """The columns of the matrix that came of one of the table's."""
        first = len(self.names)
        self.columns.append(replace(column, first=first, last=first + len(names)))
        self.contents[first] = content
        self.names += names


def filled(content: np.ndarray) -> np.ndarray:
    """Return a mask of the rows of a column that are not 0 in the matrix."""
    return content != 0 if content.dtype.kind == "f" else content >= 0

"""The columns of a table → the columns of a matrix, counting what happens to them."""

from __future__ import annotations

from collections.abc import Sized
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

from datasets.errors import DatasetError
from datasets.tables.columns import is_identifier, numbers_in, one_hot
from datasets.wording import counted, listed

if TYPE_CHECKING:
    import pandas as pd


@dataclass
class Features:
    """The columns as they are gathered, and what happened to them, by name."""

    blocks: list[sp.csc_array] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    groups: list[int] = field(default_factory=list)
    empty: list[str] = field(default_factory=list)
    identifiers: list[str] = field(default_factory=list)
    imputed: dict[str, int] = field(default_factory=dict)
    zeroed: dict[str, int] = field(default_factory=dict)
    encoded: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, frame: pd.DataFrame) -> Features:
        """All features of a table. Raises DatasetError if none has any value."""
        self = cls()
        for name in frame.columns:
            self.add(frame[name])
        if not self.blocks:  # better names as features than nothing at all
            names, self.identifiers = self.identifiers, []
            for name in names:
                self.add_words(frame[name])
        if not self.blocks:
            raise DatasetError("every cell of every feature is missing: fill some in.")
        return self

    def matrix(self) -> sp.csr_array:
        """The columns side by side. Raises DatasetError if none of them ever changes."""
        X = sp.hstack(self.blocks, format="csr")
        if (X.max(axis=0) != X.min(axis=0)).nnz == 0:
            raise DatasetError(
                f"no feature ever changes ({listed(self.names)}): there is nothing to learn "
                "from, so add one that does."
            )
        return X

    def add(self, series: pd.Series) -> None:
        """Take one column in, or note why not."""
        if series.isna().all():
            self.empty.append(series.name)
            return
        values = numbers_in(series)
        if values is not None:
            self.add_numbers(series.name, values)
        elif is_identifier(series):
            self.identifiers.append(series.name)
        else:
            self.add_words(series)

    def add_numbers(self, name: str, values: np.ndarray) -> None:
        """A numeric column, its gaps filled with the median."""
        gaps = np.isnan(values)
        if gaps.any():
            self.imputed[name] = int(gaps.sum())
            with np.errstate(over="ignore"):  # what overflows is refused later, by name
                values = np.where(gaps, np.median(values[~gaps]), values)
        self.append(sp.csc_array(values[:, None]), [name])

    def add_words(self, series: pd.Series) -> None:
        """A text column, one 0/1 column a category."""
        block, names, missing = one_hot(series)
        self.encoded[series.name] = len(names)
        if missing:
            self.zeroed[series.name] = missing
        self.append(block, names)

    def append(self, block: sp.csc_array, names: list[str]) -> None:
        """The columns that came of one original column, as a group."""
        self.groups += [len(self.blocks)] * len(names)
        self.blocks.append(block)
        self.names += names

    def notes(self) -> list[str]:
        """What was done, a sentence for each kind of thing that happened."""
        sentences = []
        if self.empty:
            sentences.append(
                f"{columns(self.empty)} without any value left out: {listed(self.empty)}."
            )
        if self.identifiers:
            sentences.append(
                f"{columns(self.identifiers)} of text that differs in most rows, like an id or a "
                f"name, left out: {listed(self.identifiers)}."
            )
        if self.imputed:
            sentences.append(
                f"{cells(self.imputed)} filled with the column's median: {tallied(self.imputed)}."
            )
        if self.encoded:
            sentences.append(
                f"{columns(self.encoded)} of text turned into {sum(self.encoded.values()):,} "
                f"columns of 0 and 1, one for each category: {tallied(self.encoded)}."
            )
        if self.zeroed:
            sentences.append(
                f"{cells(self.zeroed)} of text left 0 in all their categories: "
                f"{tallied(self.zeroed)}."
            )
        return sentences


def columns(names: Sized) -> str:
    """``3 columns``."""
    return counted(len(names), "column")


def cells(tally: dict[str, int]) -> str:
    """``12 missing cells``."""
    return counted(sum(tally.values()), "missing cell")


def tallied(tally: dict[str, int]) -> str:
    """``12 in A1 and 3 in A2``."""
    return listed(f"{count:,} in {name}" for name, count in tally.items())

"""Feature encoding: the columns of a table → the columns of a matrix."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Set
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import scipy.sparse as sp

from datasets.errors import DatasetError
from datasets.provenance import Column
from datasets.tables.columns import (
    FEW_CATEGORIES,
    PLAIN,
    Numbers,
    Reading,
    Words,
    differ_beyond_precision,
    is_declared,
    read_column,
)
from datasets.tables.histories import Conversions, LeftOut, MissingCells
from datasets.tables.identifiers import is_identifier
from datasets.tables.missing import NO_GAPS, Gaps
from datasets.tables.number_formats import CellFormat
from datasets.wording import join_words, pluralize, quote

if TYPE_CHECKING:
    import pandas as pd

TILE = 2**19
"""Cells of the table that are written into the matrix at a time."""
MOST_CELLS, MOST_TEXTS, MOST_FEATURES = 48_000_000, 6_000_000, 1_000_000
"""Cells of features, different texts in them, and columns that these become: a table with so many
of either takes 2 GB and 10 seconds."""


class Choices(NamedTuple):
    """Columns of a table that were asked to be treated in a way of their own, and its ``reading``.

    Parameters
    ----------
    left_out : columns that are no features.
    by_file : those of them that the file itself says are none.
    categories : columns whose cells are categories, numbers too; in the table they are
        pandas' Categoricals already.
    kept : columns that are features although they look like the names of rows.
    gaps : the cells that were taken for missing as the table was read, by column and mark.
    all_columns : the names of all columns, the target's, too.
    """

    left_out: Set[str] = frozenset()
    categories: Set[str] = frozenset()
    kept: Set[str] = frozenset()
    reading: Reading = PLAIN
    gaps: Mapping[str, Gaps] = MappingProxyType({})
    all_columns: Collection[str] = ()
    by_file: Set[str] = frozenset()


NO_CHOICES = Choices()


@dataclass
class Features:
    """The columns as they are gathered, and what happened to them, by name.

    Parameters
    ----------
    columns : each of the table's, with its place in the matrix.
    names : the matrix's columns.
    contents : float64 [n_rows] of a column of numbers, or the places of a column of words among
        its categories, −1 where missing; by the first of its places in the matrix.
    left_out : the columns that are no features.
    missing : the missing cells of the others.
    converted : the columns that became numbers.
    forms : the way a column of numbers or dates was written.
    spellings : the numbers of such a column, by the words they were read from.
    constant, beyond_precision : columns the same in every row; the same for lack of digits.
    """

    n_rows: int
    columns: list[Column] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    contents: dict[int, np.ndarray] = field(default_factory=dict)
    left_out: LeftOut = field(default_factory=LeftOut)
    missing: MissingCells = field(default_factory=MissingCells)
    converted: Conversions = field(default_factory=Conversions)
    forms: dict[str, CellFormat] = field(default_factory=dict)
    spellings: dict[str, dict[str, float]] = field(default_factory=dict)
    constant: list[str] = field(default_factory=list)
    beyond_precision: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, frame: pd.DataFrame, choices: Choices = NO_CHOICES) -> Features:
        """All features of a table.

        Raises DatasetError if there are too many cells or categories, and if no feature is left,
        has a value, or changes.
        """
        self = cls(len(frame))
        check_size(len(frame), sum(name not in choices.left_out for name in frame))
        self.gather(frame, choices)
        naming = self.left_out.naming_rows(FEW_CATEGORIES)
        if not self.names and naming:  # better names of rows than nothing at all
            kept = choices.kept | naming
            self = cls(len(frame))
            self.gather(frame, choices._replace(kept=kept))
        self.refuse_nothing()
        return self

    def gather(self, frame: pd.DataFrame, choices: Choices) -> None:
        """Read and encode the columns of a table."""
        n_texts = 0
        for at, (name, series) in enumerate(frame.items()):
            if name in choices.left_out:
                left = self.left_out
                reason = left.by_file if name in choices.by_file else left.by_option
                self.leave(name, reason, int(series.isna().sum()))
                continue
            read = read_column(series, choices.reading)
            n_texts += check_texts(name, read, n_texts)
            kept = name in choices.kept or name in choices.categories
            missing = np.isnan(read.values) if isinstance(read, Numbers) else read.codes < 0
            n_missing = int(np.count_nonzero(missing))
            if n_missing == self.n_rows:
                self.leave(name, self.left_out.empty, n_missing)
                continue
            if n_missing and (gaps := read.gaps or choices.gaps.get(name, NO_GAPS)):
                self.missing.gaps[name] = gaps
            if isinstance(read, Numbers):
                if not kept and is_row_identifier(
                    name, read, missing, at == 0, choices.all_columns
                ):
                    self.leave(name, self.left_out.counters, n_missing)
                    continue
                self.add_numbers(name, read, missing, n_missing)
                if self.constant[-1:] == [name] and differ_beyond_precision(series, read):
                    self.beyond_precision.append(self.constant.pop())
            elif read.is_ambiguous_date and not kept:
                self.left_out.ambiguous_dates[name] = read.words[0]
                self.leave(name, [], n_missing)
            elif is_mostly_distinct(read, self.n_rows) and not (kept or is_declared(series)):
                self.left_out.identifiers[name] = len(read.words)
                self.leave(name, [], n_missing)
            else:
                if name in choices.categories:
                    self.converted.chosen[name] = read.words
                elif "NA" in read.words and choices.reading.missing.usual and not read.in_order:
                    self.missing.codes.append(name)
                self.add_words(name, read, n_missing)

    def refuse_nothing(self) -> None:
        """Raise DatasetError where there is nothing to learn from."""
        left = self.left_out
        if len(left.by_option) + len(left.by_file) == len(self.columns):
            raise DatasetError("every column but the target is left out: leave a feature in.")
        if not self.names and left.ambiguous_dates:
            name, word = next(iter(left.ambiguous_dates.items()))
            raise ambiguous_dates_error(name, word, "no other column is a feature")
        if not self.names and left.identifiers:
            name = quote(next(iter(left.identifiers)))
            raise DatasetError(
                f"column {name} holds text that differs in most rows, and no other column is a "
                "feature: add columns of numbers or of few categories, or name it under “columns "
                f"kept” (kept={name} in Python) to make a category of each text. To learn from "
                "the words in a text, give the file as Vowpal Wabbit lines."
            )
        if not self.names:
            raise DatasetError("every cell of every feature is missing: fill some in.")
        still = len(self.constant) + len(self.beyond_precision)
        if still < sum(column.kind != "left out" for column in self.columns):
            return
        if self.beyond_precision:
            name = quote(self.beyond_precision[0])
            raise DatasetError(
                f"column {name} holds numbers that differ by less than a computer's "
                "numbers can hold, which is about 16 digits, and no other feature changes: take "
                "away from them what they share, or add a feature that changes."
            )
        raise DatasetError(
            f"no feature ever changes ({join_words(self.names)}): there is nothing to learn "
            "from, so add one that does."
        )

    @property
    def groups(self) -> np.ndarray | None:
        """A group for each of the table's columns, where any of them became several."""
        if not self.converted.n_categories:
            return None
        widths = [column.last - column.first for column in self.columns]
        return np.repeat(np.arange(len(widths)), widths)

    def matrix(self) -> sp.csr_array:
        """The columns side by side."""
        total = sum(np.count_nonzero(nonzero_rows(content)) for content in self.contents.values())
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
                values[:, j] = nonzero_rows(content[top:bottom])
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
            self.missing.imputed[name] = n_missing
            with np.errstate(over="ignore"):  # what overflows is refused later, by name
                values = np.where(missing, np.median(values[~missing]), values)
        if read.kind != "numbers":
            converted = self.converted
            (converted.dates if read.kind == "dates" else converted.switches).append(name)
        if read.form:
            self.forms[name] = read.form
            self.spellings[name] = spellings(read)
        if values.min() == values.max():
            self.constant.append(name)
        self.append(Column(name, read.kind, n_missing), [name], values)

    def add_words(self, name: str, read: Words, n_missing: int) -> None:
        """A column of words, one 0/1 column a category, all 0 where the cell is missing."""
        self.converted.n_categories[name] = len(read.words)
        if n_missing:
            self.missing.zeroed[name] = n_missing
        elif len(read.words) == 1:
            self.constant.append(name)
        if read.is_mixed:
            self.converted.mixed[name] = read.words
        in_order = list(range(len(read.words)))
        if not read.in_order:
            in_order.sort(key=read.words.__getitem__)
        place = np.empty(len(in_order) + 1, dtype=np.int32)
        place[in_order], place[-1] = np.arange(len(in_order)), -1  # the last is for the code −1
        names = [f"{name}={read.words[word]}" for word in in_order]
        self.append(Column(name, "categories", n_missing), names, place[read.codes])

    def append(self, column: Column, names: list[str], content: np.ndarray) -> None:
        """The columns of the matrix that came of one of the table's.

        Raises DatasetError for too many.
        """
        if len(self.names) + len(names) > MOST_FEATURES:
            raise DatasetError(
                f"the text in its columns would become more than {MOST_FEATURES:,} columns, one "
                f"for each category, {len(names):,} of them in {quote(column.name)}: leave out "
                "columns of many categories."
            )
        first = len(self.names)
        self.columns.append(replace(column, first=first, last=first + len(names)))
        self.contents[first] = content
        self.names += names


def spellings(read: Numbers) -> dict[str, float]:
    """The numbers of a column by the words they were read from."""
    codes, rows = np.unique(read.text.codes, return_index=True)
    pairs = zip(codes.tolist(), read.values[rows].tolist(), strict=True)
    return {read.text.words[code]: value for code, value in pairs if code >= 0}


def nonzero_rows(content: np.ndarray) -> np.ndarray:
    """Return a mask of the rows of a column that are not 0 in the matrix."""
    return content != 0 if content.dtype.kind == "f" else content >= 0


def ambiguous_dates_error(name: str, word: str, plight: str) -> DatasetError:
    """Error for a column of dates that wait for a choice."""
    return DatasetError(
        f"column {quote(name)} holds dates in which day and month could be either, such as "
        f"{quote(word)}, and {plight}: choose “dates”, day first or month first "
        "(dates='day first' in Python)."
    )


def check_size(n_rows: int, n_columns: int) -> None:
    """Raise DatasetError for a table of more cells than are handled."""
    if n_rows * n_columns > MOST_CELLS:
        raise DatasetError(
            f"it has {pluralize(n_rows, 'row')} of {pluralize(n_columns, 'feature')}, and at most "
            f"{MOST_CELLS:,} cells are handled: give fewer rows or columns, or svmlight lines of "
            "what is not zero."
        )


def check_texts(name: str, read: Numbers | Words, before: int) -> int:
    """The number of different texts in a column. Raises DatasetError if all are too many."""
    text = read if isinstance(read, Words) else read.text
    count = len(text.words) if text else 0
    if before + count > MOST_TEXTS:
        raise DatasetError(
            f"its columns of text hold more than {MOST_TEXTS:,} different texts, {count:,} of them "
            f"in {quote(name)}: leave out columns in which most texts differ, or give fewer rows."
        )
    return count


def is_mostly_distinct(read: Words, n_rows: int) -> bool:
    """Return whether a column of words holds another one in most rows."""
    return len(read.words) > n_rows / 2


def is_row_identifier(
    name: str, read: Numbers, missing: np.ndarray, is_first: bool, others: Collection[str] = ()
) -> bool:
    """Return whether a column of numbers names or counts the rows."""
    if read.kind != "numbers" or read.form:
        return False
    return is_identifier(str(name), read.values[~missing], is_first, others)

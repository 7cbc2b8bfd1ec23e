"""Transformation of a second table by the encoding fitted on a first one."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import numpy as np
import scipy.sparse as sp

from datasets.errors import DatasetError
from datasets.provenance import Column
from datasets.tables.columns import (
    Numbers,
    Reading,
    Words,
    finite,
    read_column,
    read_text,
    row_number,
    values_by_row,
)
from datasets.tables.dates import parse_dates
from datasets.tables.features import Features
from datasets.tables.number_formats import CellFormat, parse_numbers
from datasets.vocabulary import YES_OR_NO
from datasets.wording import join_words, pluralize
from knobs import parse_number

if TYPE_CHECKING:
    import pandas as pd

MEANINGS = {word: value for pair in YES_OR_NO for word, value in pair.items()}
MEANINGS |= {"1": 1.0, "0": 0.0, "1.0": 1.0, "0.0": 0.0}


class Encoding(NamedTuple):
    """Fitted encoding of a table's columns as columns of a matrix.

    Parameters
    ----------
    columns : those of the table.
    names : those of the matrix.
    medians : for each column of numbers, by its place in the matrix.
    forms, spellings : of the columns that are written as people write, as in ``Features``.
    reading : what cells mean that leave it open.
    """

    columns: list[Column]
    names: list[str]
    medians: dict[int, float]
    forms: dict[str, CellFormat]
    spellings: dict[str, dict[str, float]]
    reading: Reading

    @classmethod
    def of(cls, features: Features, reading: Reading) -> Encoding:
        """The way in which ``features`` were encoded, their cells read by ``reading``."""
        medians = {
            column.first: float(np.median(features.contents[column.first]))
            for column in features.columns
            if column.kind not in ("left out", "categories")
        }
        # Gaps that were filled do not move a median: they hold it already.
        written = features.forms, features.spellings
        return cls(features.columns, features.names, medians, *written, reading)

    def transform(self, frame: pd.DataFrame) -> tuple[sp.csr_array, list[str]]:
        """Return the rows of ``frame`` as rows of the matrix, and sentences about their cells.

        Parameters
        ----------
        frame : a column of the same name for each that became a feature; others are passed over.

        Raises DatasetError for a column that holds something else altogether, or an infinity.
        """
        cells = TransformedColumns(self)
        for column in self.columns:
            if column.kind != "left out":
                read = cells.places if column.kind == "categories" else cells.numbers
                cells.contents[column.first] = read(frame[column.name], column)
        features = Features(len(frame), names=self.names, contents=cells.contents)
        return features.matrix(), cells.notes()


@dataclass
class TransformedColumns:
    """The columns of further rows, by their first place in the matrix, and what happened to them.

    Parameters
    ----------
    filler : what fills a gap, the median of the first rows, in words.
    n_imputed : missing cells that were filled with it, by column.
    unreadable : cells that are not what the first rows hold there, by column; with the first.
    unknown : cells of categories that the first rows do not have, by column; with the first.
    """

    filler: ClassVar[str] = "the median of the training rows"
    encoding: Encoding
    contents: dict[int, np.ndarray] = field(default_factory=dict)
    n_imputed: dict[str, int] = field(default_factory=dict)
    unreadable: dict[str, tuple[int, str]] = field(default_factory=dict)
    unknown: dict[str, tuple[int, str]] = field(default_factory=dict)

    def places(self, series: pd.Series, column: Column) -> np.ndarray:
        """The place of each row's word among the first rows' categories, −1 for any other."""
        known = Categories.of(self.categories(column))
        text = read_text(series)
        marks = self.encoding.reading.missing.in_text(text.words, text.rows)
        text = text.without([word for word in marks if known.place(word) < 0])
        place = np.array([*map(known.place, text.words), -1], dtype=np.int32)
        places = place[text.codes]
        new = np.flatnonzero((places < 0) & (text.codes >= 0))
        if len(new):
            self.unknown[column.name] = len(new), text.words[text.codes[new[0]]]
        return places

    def categories(self, column: Column) -> list[str]:
        """The categories that the first rows have in a column, in the order of their features."""
        begins = len(column.name) + 1  # a category's feature is called column=category
        return [name[begins:] for name in self.encoding.names[column.first : column.last]]

    def numbers(self, series: pd.Series, column: Column) -> np.ndarray:
        """The numbers of a column, its gaps filled with the median of the first rows."""
        values = self.read_whole(series, column)
        if values is None:
            values = self.read_by_cell(series, column)
        missing = np.isnan(values)
        n_missing = int(np.count_nonzero(missing))
        if not n_missing:
            return values
        n_unreadable, _ = self.unreadable.get(column.name, (0, ""))
        if n_missing > n_unreadable:
            self.n_imputed[column.name] = n_missing - n_unreadable
        return np.where(missing, self.encoding.medians[column.first], values)

    def read_whole(self, series: pd.Series, column: Column) -> np.ndarray | None:
        """The column [n_rows] if all of it is plainly of its kind, NaN where missing; else None."""
        if column.name in self.encoding.forms:
            return None
        try:
            read = read_column(series, self.encoding.reading)
        except DatasetError:  # a few words among numbers, or an infinity
            return None
        if isinstance(read, Words) or read.kind != column.kind or read.form:
            return None
        return read.values

    def read_by_cell(self, series: pd.Series, column: Column) -> np.ndarray:
        """The numbers in a column that holds other things, too; else NaN. Raises DatasetError."""
        text, missing = read_text(series), self.encoding.reading.missing
        text = text.without(missing.in_text(text.words, text.rows))
        text = text.without(missing.among_numbers(text.words))
        if column.name in self.encoding.forms:
            meanings = self.parse_like_training(text.words, column)
        else:
            meanings = [number_of_kind(word, column.kind) for word in text.words]
        values = values_by_row(text, meanings)
        stray = np.flatnonzero(np.isnan(values) & (text.codes >= 0))
        if len(stray):
            first = text.words[text.codes[stray[0]]]
            if len(stray) == np.count_nonzero(text.codes >= 0):
                raise DatasetError(
                    f"column {column.name!r} holds {column.kind} in the training rows, and nothing "
                    f"here reads like those, first {first!r} in row {row_number(series, stray)}: "
                    "write it as it is written there, or leave the column out."
                )
            self.unreadable[column.name] = len(stray), first
        read = Numbers(column.kind, values).without(missing.numbers)
        return finite(series, read).values

    def parse_like_training(self, words: list[str], column: Column) -> np.ndarray:
        """The numbers of words that are written as in the first rows, else NaN.

        They are read together with the words of the first rows, for which the same has to come out.
        """
        known = self.encoding.spellings[column.name]
        together = [*known, *words]
        if column.kind == "dates":
            dates = parse_dates(together, self.encoding.forms[column.name].phrase)
            values = None if dates is None else dates.values
        else:
            values = parse_numbers(together, self.encoding.reading.decimal).values
        if values is None or not np.array_equal(values[: len(known)], list(known.values())):
            return np.full(len(words), np.nan)
        return values[len(known) :]

    def notes(self) -> list[str]:
        """Sentences about what was filled in or is not known."""
        sentences = []
        if self.n_imputed:
            filled = pluralize(sum(self.n_imputed.values()), "missing cell")
            where = join_words(f"{count:,} in {name}" for name, count in self.n_imputed.items())
            sentences.append(f"{filled} filled with {self.filler}: {where}.")
        if self.unreadable:
            filled = pluralize(cell_count(self.unreadable), "cell")
            sentences.append(
                f"{filled} without a readable number filled with {self.filler}: "
                f"{list_examples(self.unreadable)}."
            )
        if self.unknown:
            cells = pluralize(cell_count(self.unknown), "cell")
            sentences.append(
                f"{cells} of categories that the training rows do not have left 0 in all "
                f"categories: {list_examples(self.unknown)}."
            )
        return sentences


@dataclass
class Categories:
    """The categories of a column, each at its place.

    Parameters
    ----------
    exact : by the word as it is.
    numbers : by the number it spells, "01" and "1.0" alike, where only one category does.
    """

    exact: dict[str, int]
    numbers: dict[str, int]

    @classmethod
    def of(cls, words: list[str]) -> Categories:
        """Those of a list of words."""
        spelled = [spelled_number(word) for word in words]
        uses = Counter(spelled)
        numbers = {word: place for place, word in enumerate(spelled) if uses[word] == 1}
        return cls({word: place for place, word in enumerate(words)}, numbers)

    def place(self, word: str) -> int:
        """Return the place of a category, or −1 where there is none."""
        return self.exact.get(word, self.numbers.get(spelled_number(word), -1))


def spelled_number(word: str) -> str:
    """Return the number in a word, always spelled alike, or the word."""
    try:
        return f"{parse_number(word):.15g}"
    except ValueError:
        return word


def number_of_kind(word: str, kind: str) -> float:
    """Return the number in a word, if it is of that kind; else NaN."""
    if kind == "yes or no":
        return MEANINGS.get(word.lower(), np.nan)
    if kind == "dates":
        return np.nan
    try:
        return parse_number(word)
    except ValueError:
        return np.nan


def cell_count(cells: dict[str, tuple[int, str]]) -> int:
    """The number of cells in all columns."""
    return sum(count for count, _ in cells.values())


def list_examples(cells: dict[str, tuple[int, str]]) -> str:
    """``2 in age, such as 'old', and 1 in hue, such as 'grey'``."""
    return join_words(f"{n:,} in {name} (such as {word!r})" for name, (n, word) in cells.items())

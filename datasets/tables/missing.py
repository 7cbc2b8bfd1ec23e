"""Marks of missing cells: the usual ones, and those given as an option."""

from __future__ import annotations

import csv
import io
import math
import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from datasets.errors import DatasetError
from datasets.vocabulary import AMONG_NUMBERS, MISSING, sign_in
from datasets.wording import shorten

NOTHING = "none"
"""Asked for as the marks where no cell but an empty one is missing."""
CODE = re.compile("[A-Z]{2}")
FEWEST_CODES = 3
AS_OFTEN = 3
"""A code stands at most so many times as often as the most frequent of the others, and at least in
such a part of the rows of the rarest."""
MOST_NAMED = 5
"""Marks that a sentence names."""

Gaps = Mapping[str, int]
"""The number of cells that were taken for missing, by the mark that they hold."""
NO_GAPS: Gaps = MappingProxyType({})


class Missing(NamedTuple):
    """The marks of a missing cell.

    Parameters
    ----------
    words : those that were asked for.
    numbers : those among them that are numbers.
    usual : whether the marks that people use count, too.
    values : words that are values, although they look like marks.
    """

    words: frozenset[str] = frozenset()
    numbers: tuple[float, ...] = ()
    usual: bool = True
    values: frozenset[str] = frozenset()

    @classmethod
    def of(cls, text: str) -> Missing:
        """The usual marks and those of a list, written as a line of a CSV file; or none at all.

        Raises DatasetError for a list that cannot be read.
        """
        if text.strip().casefold() == NOTHING:
            return cls(usual=False)
        try:
            lines = csv.reader(io.StringIO(text), skipinitialspace=True, strict=True)
            words = frozenset(word.strip() for line in lines for word in line if word.strip())
        except csv.Error as error:
            raise DatasetError(
                f"the list of marks to read as missing cannot be read ({error}): separate marks "
                "by commas and put those with commas in double quotes."
            ) from None
        return cls(words, tuple(n for n in map(number_in, sorted(words)) if n is not None))

    @property
    def cells(self) -> list[str]:
        """The words that are missing cells in any column, numbers apart."""
        usual = MISSING if self.usual else ("",)
        return [*usual, *(word for word in self.words - self.values if number_in(word) is None)]

    def in_text(self, words: list[str], rows: np.ndarray) -> set[str]:
        """Return those of the words of a column of any kind that are marks.

        Parameters
        ----------
        rows : the number of rows of each word [n_words].
        """
        gone = {word for word in words if word in self.words or (self.usual and word in MISSING)}
        gone -= self.values
        if "NA" in gone - self.words and is_code("NA", words, rows, gone):
            gone.remove("NA")
        return gone

    def among_numbers(self, words: list[str]) -> set[str]:
        """Return those of the words of a column that are marks if the others are numbers.

        Of signs, such as a dash, a point or an x, only one and the same is a mark; beside a single
        number x and unknown are another category.
        """
        if not self.usual:
            return set()
        signs = {word: sign_in(word) for word in words}
        gone = {word for word in words if word.casefold() in AMONG_NUMBERS}
        if len(set(signs.values()) - {""}) == 1:
            gone |= {word for word, sign in signs.items() if sign}
        gone -= self.values
        n_numbers = len(words) - len(gone)
        with_letters = any(any(map(str.isalpha, word)) for word in gone)
        return gone if n_numbers > with_letters else set()


USUAL = Missing()


def number_in(word: str) -> float | None:
    """The number that a mark is, such as -200, or None."""
    try:
        number = float(word.replace("−", "-"))
    except ValueError:
        return None
    return None if "_" in word or math.isnan(number) else number


def is_code(word: str, words: list[str], rows: np.ndarray, gone: set[str]) -> bool:
    """Return whether a mark is one code of two letters among others, about as frequent as they."""
    counts = dict(zip(words, rows.tolist(), strict=True))
    others = [count for other, count in counts.items() if other not in gone]
    if len(others) < FEWEST_CODES or not all(CODE.fullmatch(w) for w in words if w not in gone):
        return False
    return min(others) <= AS_OFTEN * counts[word] and counts[word] <= AS_OFTEN * max(others)


def read_marks(gaps: Iterable[str]) -> str:
    """``“NA” or “-”``."""
    marks = [f"“{shorten(mark)}”" for mark in gaps]
    more = [f"{len(marks) - MOST_NAMED:,} other marks"] if len(marks) > MOST_NAMED else []
    return " or ".join([*marks[:MOST_NAMED], *more])

"""Dense rows of an ARFF file → a table, each column of its declared type."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from datasets.errors import DatasetError
from datasets.files import limits
from datasets.files.arff.cells import Lines, unquote
from datasets.files.arff.dates import parse_dates
from datasets.files.arff.header import Attribute
from datasets.files.limits import check_table
from datasets.wording import join_words, pluralize, quote
from knobs import parse_number

if TYPE_CHECKING:
    import pandas as pd

NOT_PLAIN = "'\"\\%{}"
COMMENT_LINE = re.compile(r"^[ \t]*%.*$", re.MULTILINE)
# The lookbehind keeps a long run of blanks from being tried from each of them.
AROUND_COMMA = re.compile(r"(?<![ \t])[ \t]+(?=[,\n])|(?<=[,\n])[ \t]+")
BLANKS = re.compile(r"[ \t]+")
EMPTY = (",,", ",\n", "\n,")
CHUNK = 500_000  # cells held as Python's own objects at a time
NUMBERS = ("numbers", "whole numbers")
NO_CATEGORY = -1


class CellError(ValueError):
    """A ``word`` that is not of its column's kind; the error says, after the word, why not."""

    def __init__(self, word: str, why: str) -> None:
        super().__init__(why)
        self.word = word


def dense_rows(
    data: str, first: int, attributes: list[Attribute]
) -> tuple[pd.DataFrame, list[str]]:
    """The table in the text after @data, and sentences about it.

    Declared categories are pandas Categoricals, in the declared order. No number is changed: one
    with a fraction in a column of whole numbers is kept, and reported.

    Parameters
    ----------
    data : the text after the line @data.
    first : the number of its first line in the file.

    Raises DatasetError, which names line and column, for a row that is not as declared.
    """
    check_table(data.count("\n"), len(attributes))
    lines = Lines(data, first)
    arrays = plain_rows(lines, attributes) or rows_by_line(lines, attributes)
    whole = {
        attribute.name: array
        for attribute, array in zip(attributes, arrays, strict=True)
        if attribute.kind == "whole numbers"
    }
    return table(arrays, attributes), [*lines.notes(), *fractions(whole)]


def table(arrays: list[np.ndarray], attributes: list[Attribute]) -> pd.DataFrame:
    """The columns side by side, categories by their names."""
    import pandas as pd

    columns = {}
    for attribute, array in zip(attributes, arrays, strict=True):
        if attribute.kind == "categories":
            columns[attribute.name] = pd.Categorical.from_codes(array, attribute.categories)
        else:
            columns[attribute.name] = pd.array(array, "str") if attribute.kind == "text" else array
    return pd.DataFrame(columns)


def fractions(whole: dict[str, np.ndarray]) -> list[str]:
    """A sentence about fractions in columns of which whole numbers are declared, by their names."""
    counts = {
        name: np.count_nonzero(np.isfinite(values) & (values != np.trunc(values)))
        for name, values in whole.items()
    }
    cells = sum(counts.values())
    if not cells:
        return []
    where = join_words(f"{count:,} in {name}" for name, count in counts.items() if count)
    verb = "holds a fraction and is" if cells == 1 else "hold fractions and are"
    declared = f"{pluralize(cells, 'cell')} declared as whole numbers"
    return [f"{declared} {verb} kept as written: {where}."]


def plain_rows(lines: Lines, attributes: list[Attribute]) -> list[np.ndarray] | None:
    """The columns of a file without quotes and braces, by pandas; None for any other.

    It takes half the time of going by the line, which says where anything is amiss.
    """
    data = lines.data
    if "%" in data:
        data = COMMENT_LINE.sub("", data)
    if any(mark in data for mark in NOT_PLAIN):
        return None
    if " " in data or "\t" in data:
        data = AROUND_COMMA.sub("", data).lstrip(" \t")
    by_blanks = 0
    if data.lstrip("\n").split("\n", 1)[0].count(",") != len(attributes) - 1:
        if data.startswith(",") or any(empty in data for empty in EMPTY):
            return None
        by_blanks = sum(BLANKS.search(line) is not None for line in data.split("\n"))
        data = BLANKS.sub(",", data)
    frame = parse_plain(data, attributes)
    if frame is None:
        return None
    try:
        arrays = [plain_column(frame[at], attribute) for at, attribute in enumerate(attributes)]
    except CellError:
        return None
    lines.n_by_blanks = by_blanks
    return arrays


def parse_plain(data: str, attributes: list[Attribute]) -> pd.DataFrame | None:
    """The cells between commas, columns numbered from 0; None unless each row has all."""
    import pandas as pd

    beyond = len(attributes)
    kinds = {
        at: np.float64 if attribute.kind in NUMBERS else "str"
        for at, attribute in enumerate(attributes)
    }
    try:
        frame = pd.read_csv(
            io.StringIO(data),
            header=None,
            names=[*kinds, beyond],
            dtype={**kinds, beyond: "str"},
            na_values=["?", ""],
            keep_default_na=False,
            quoting=csv.QUOTE_NONE,
            low_memory=False,
            index_col=False,
        )
    except (ValueError, OverflowError):
        return None
    is_ragged = data.count(",") != len(frame) * (beyond - 1)
    return None if is_ragged or frame[beyond].notna().any() else frame


def plain_column(series: pd.Series, attribute: Attribute) -> np.ndarray:
    """The column that pandas read, as ``column_values`` gives it. Raises CellError."""
    import pandas as pd

    if attribute.kind in ("categories", "dates"):
        # By the distinct words; the last one is for the code −1 of a missing cell.
        codes, words = pd.factorize(series)
        return values_of([*words, None], attribute)[codes]
    return series.array if attribute.kind == "text" else series.to_numpy()


def rows_by_line(lines: Lines, attributes: list[Attribute]) -> list[np.ndarray]:
    """The columns of a file of any kind; cells are cut off line by line."""
    check_table(lines.data.count("\n"), len(attributes), limits.MOST_CUT)
    rows, parts = cells_by_line(lines, len(attributes)), []
    height = max(1, CHUNK // len(attributes))
    while chunk := list(islice(rows, height)):
        numbers = [number for number, _ in chunk]
        columns = zip(*(cells for _, cells in chunk), strict=True)
        parts.append(
            [
                column_values(cells, attribute, numbers)
                for cells, attribute in zip(columns, attributes, strict=True)
            ]
        )
    return [np.concatenate(pieces) for pieces in zip(*parts, strict=True)]


def cells_by_line(lines: Lines, n_cells: int) -> Iterator[tuple[int, list[str]]]:
    """The number of each row's line, and its cells."""
    for number, line in lines:
        if line.startswith("{"):
            raise DatasetError(
                f"line {number} is a sparse row, and those before it are not: write all rows in "
                "the same way."
            )
        yield number, lines.cells(line, n_cells, number)


def column_values(cells: Sequence[str], attribute: Attribute, numbers: list[int]) -> np.ndarray:
    """The values of some cells of one column, whose line ``numbers`` errors name."""
    if attribute.kind in NUMBERS:
        try:
            return as_numbers(cells)
        except ValueError:  # a gap, a quotation, or no number
            pass
    distinct = list(dict.fromkeys(cells))
    try:
        values = values_of([unquote(cell) for cell in distinct], attribute)
    except ValueError as error:
        raise cell_error(error, cells, attribute, numbers) from None
    places = {cell: at for at, cell in enumerate(distinct)}
    return values[[places[cell] for cell in cells]]


def cell_error(
    error: ValueError, cells: Sequence[str], attribute: Attribute, numbers: list[int]
) -> DatasetError:
    """Error for the first of the cells that has that error."""
    for cell, number in zip(cells, numbers, strict=True):
        where = f"line {number}, column {quote(attribute.name)}"
        try:
            word = unquote(cell)
        except ValueError:
            return DatasetError(f"{where}: a cell {error}.")
        if isinstance(error, CellError) and word is not None and word.strip() == error.word:
            return DatasetError(f"{where}: {quote(error.word)} {error}.")
    raise error


def values_of(words: Sequence[str | None], attribute: Attribute) -> np.ndarray:
    """The meaning of words in a column: numbers, datetimes, places among categories, or themselves.

    None stands for a missing cell, and so does a word of blanks. Raises CellError.
    """
    words = [None if word is None else word.strip() or None for word in words]
    if attribute.kind == "dates":
        return dates(words, attribute)
    if attribute.kind == "text":
        return np.array(words, dtype=object)
    if attribute.kind in NUMBERS:
        return np.array([np.nan if word is None else as_number(word) for word in words])
    places = {category: at for at, category in enumerate(attribute.categories)}
    found = [NO_CATEGORY if word is None else category_place(word, places) for word in words]
    return np.array(found, dtype=np.int32)


def as_numbers(cells: Sequence[str]) -> np.ndarray:
    """The numbers that cells spell, all of them. Raises ValueError."""
    text = "".join(cells)
    if "_" in text or not text.isascii():  # Python reads 1_0 as 10, and the digits of any script
        raise ValueError
    return np.array([*map(float, cells)])


def as_number(word: str) -> float:
    """The number that a word spells."""
    try:
        return parse_number(word)
    except ValueError:
        raise CellError(word, "is no number: write one, or ? where it is missing") from None


def category_place(word: str, places: dict[str, int]) -> int:
    """The place of a category among those declared."""
    if word not in places:
        there = join_words((quote(category) for category in places), limit=5)
        raise CellError(
            word,
            f"is none of the categories declared ({there}): write one of them, or add it to the "
            "braces of its attribute",
        )
    return places[word]


def dates(words: list[str | None], attribute: Attribute) -> np.ndarray:
    """Dates of the form declared."""
    read = parse_dates(words, attribute.date_format)
    for word, instant in zip(words, read, strict=True):
        if word is not None and np.isnat(instant):
            raise CellError(
                word,
                "is no date of the form declared: write it so, or declare another form, as in "
                'date "dd.MM.yyyy"',
            )
    return read

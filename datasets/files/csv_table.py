"""Bytes → DataFrame, with the ways in which a CSV goes wrong without a word put into words."""

from __future__ import annotations

import csv
import io
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from datasets.content import Table
from datasets.errors import DatasetError
from datasets.wording import counted

if TYPE_CHECKING:
    import pandas as pd

# pandas' own list less "None", which is a category more often than a gap, and with UCI's "?".
MISSING = ("", "?", "NA", "N/A", "n/a", "NaN", "nan", "-nan", "NULL", "null", "<NA>", "#N/A")


def read_csv(content: bytes) -> Table:
    """The table in a CSV file, its first line taken as the columns' names.

    Raises DatasetError for bytes that are no such table.
    """
    import pandas as pd

    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise DatasetError(f"line {line} is not UTF-8 text: save it as CSV UTF-8.") from None
    if "\0" in text:
        raise DatasetError("it holds NUL characters and is no text: save it as CSV UTF-8.")
    check_names_suffice(text)
    try:
        frame = pd.read_csv(
            io.StringIO(text),
            keep_default_na=False,
            na_values=list(MISSING),
            skipinitialspace=True,
            low_memory=False,
        )
    except (ValueError, OverflowError) as error:  # pandas' parser errors are ValueErrors
        reason = " ".join(str(error).removeprefix("Error tokenizing data. ").split())
        raise DatasetError(
            f"it cannot be read as a table ({reason}): give each line the same number of cells, "
            "separated by commas."
        ) from None
    frame.columns = [str(name).strip() for name in frame.columns]
    check_shape(frame)
    return Table(without_row_numbers(frame))


def check_names_suffice(text: str) -> None:
    """Raise DatasetError for a first row longer than the names, of which pandas drops cells."""
    lines = (cells for cells in csv.reader(io.StringIO(text, newline=None)) if cells)
    try:
        names, cells = next(lines, []), next(lines, [])
    except csv.Error as error:
        raise DatasetError(
            f"its first two lines cannot be read ({error}): give cells separated by commas."
        ) from None
    if len(cells) > len(names):
        raise DatasetError(
            f"its first row has {counted(len(cells), 'cell')}, but its first line "
            f"{counted(len(names), 'name')}: name every column."
        )


def check_shape(frame: pd.DataFrame) -> None:
    """Raise DatasetError for a table that was read but is not what was meant."""
    names = list(frame.columns)
    if len(names) < 2:
        raise DatasetError(
            "it has one column only: give features and a target, separated by commas (not by "
            "semicolons or tabs)."
        )
    if len(frame) == 0:
        raise DatasetError("it has a line of names and no rows: add some.")
    # pandas itself tells equal names apart, except for blanks, by a number: target, target.1
    named = [name.removesuffix(".1") if name == "target.1" else name for name in names]
    twice = [name for name, count in Counter(named).items() if count > 1]
    if twice:
        raise DatasetError(f"it has two columns named {twice[0]!r}: rename one.")
    if looks_like_a_row(names):
        raise DatasetError(
            f"its first line ({names[0]}, {names[1]}, ...) holds numbers: put the columns' names "
            "there."
        )


def looks_like_a_row(names: list[str]) -> bool:
    """Whether the names are numbers, and not just the columns' numbers."""
    try:
        numbers = [float(name) for name in names]
    except ValueError:
        return False
    return any(b - a != 1 for a, b in pairwise(numbers))


def without_row_numbers(frame: pd.DataFrame) -> pd.DataFrame:
    """The table without the nameless first column of row numbers that pandas itself writes."""
    first = frame.iloc[:, 0]
    nameless = frame.columns[0] == "Unnamed: 0" and frame.shape[1] > 2
    if nameless and first.dtype.kind == "i" and (first.diff().iloc[1:] == 1).all():
        return frame.iloc[:, 1:]
    return frame

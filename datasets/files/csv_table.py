"""Text → a table, with the ways in which a CSV goes wrong without a word put into words."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from datasets.content import Table
from datasets.errors import DatasetError
from datasets.files.dialect import MISSING, Dialect, dialect_of
from datasets.files.names import NAMELESS, column_names, no_rows
from datasets.files.text import utf8
from datasets.files.unpack import nothing_in_it
from datasets.report import Step
from datasets.wording import counted

if TYPE_CHECKING:
    import pandas as pd

MARKS = "commas, semicolons, tabs, bars or spaces"


def read_csv(
    content: bytes,
    separator: str = "guess",
    decimal: str = "guess",
    header: str = "guess",
    encoding: str = "guess",
) -> Table:
    """The table in a CSV file; what is not asked for is guessed, and the guess reported.

    Parameters
    ----------
    separator, decimal, header : keys of ``dialect.SEPARATORS``, ``DECIMALS``, ``HEADERS``.
    encoding : one of ``text.ENCODINGS``.

    Raises DatasetError for bytes that are no such table.
    """
    content, encoded = utf8(content, encoding)
    if not content or content.isspace():  # it was a byte order mark alone
        raise nothing_in_it()
    dialect, first, notes = dialect_of(content, separator, decimal, header)
    if dialect.separator == " ":  # any run of blanks separates, and those at the ends do not
        content = b"\n".join(b" ".join(line.split()) for line in content.splitlines())
    names = names_of(first, dialect)
    frame = parsed(content, names, dialect)
    if len(frame) == 0:
        raise no_rows()
    separators = content.count(dialect.separator.encode())
    if separators != (len(frame) + dialect.header) * (len(names) - 1):
        refuse_ragged_lines(content, dialect, len(names))
    frame, ended = without_nothing_at_the_end(without_row_numbers(frame))
    return Table(frame, (*encoded, *notes, *ended), dialect.decimal)


def names_of(first: list[list[str]], dialect: Dialect) -> list[str]:
    """The names in the first line, or x1, x2, … Raises DatasetError where they do not suffice."""
    names = first[0] if dialect.header else [f"x{at}" for at in range(1, len(first[0]) + 1)]
    if dialect.header and first[1:] and len(first[1]) > len(names):
        raise DatasetError(
            f"its first row has {counted(len(first[1]), 'cell')}, but its first line "
            f"{counted(len(names), 'name')}: name every column."
        )
    return column_names(names, f"give features and a target, separated by {MARKS}.")


def parsed(content: bytes, names: list[str], dialect: Dialect) -> pd.DataFrame:
    """The rows as columns of numbers or words."""
    import pandas as pd

    try:
        return pd.read_csv(
            io.BytesIO(content),
            names=names,
            header=0 if dialect.header else None,
            index_col=False,
            sep=dialect.separator,
            decimal=dialect.decimal,
            keep_default_na=False,
            na_values=list(MISSING),
            skipinitialspace=True,
            low_memory=False,
        )
    except (ValueError, OverflowError) as error:  # pandas' parser errors are ValueErrors
        last = refuse_ragged_lines(content, dialect, len(names))
        reason = " ".join(str(error).removeprefix("Error tokenizing data. ").split())
        if "EOF inside string" in reason:
            raise DatasetError(
                f"line {last} opens a quotation mark that is never closed: close it, or take it "
                "away."
            ) from None
        raise DatasetError(
            f"it cannot be read as a table ({reason}): give each line the same number of cells, "
            f"separated by {MARKS}."
        ) from None


def refuse_ragged_lines(content: bytes, dialect: Dialect, n_columns: int) -> int:
    """The line on which the last row begins.

    Raises DatasetError for the first one that has not as many cells as there are columns.
    """
    text = io.TextIOWrapper(io.BytesIO(content), "utf-8", newline="")
    lines = csv.reader(text, delimiter=dialect.separator, skipinitialspace=True)
    last, start = 1, 1
    try:
        for cells in lines:
            blank = not cells or (len(cells) == 1 and not cells[0].strip())
            if not blank and len(cells) != n_columns:
                raise DatasetError(
                    f"line {start} has {counted(len(cells), 'cell')}, but the first line "
                    f"{n_columns:,}: give each line the same number of cells, and put text that "
                    "holds a separator or a quotation mark into quotation marks."
                )
            last, start = start, lines.line_num + 1
    except csv.Error as error:
        raise DatasetError(f"line {start} cannot be read ({error}): shorten its cells.") from None
    return last


def without_row_numbers(frame: pd.DataFrame) -> pd.DataFrame:
    """The table without the nameless first column of row numbers that pandas itself writes."""
    first = frame.iloc[:, 0]
    nameless = frame.columns[0] == f"{NAMELESS}0" and frame.shape[1] > 2
    if nameless and first.dtype.kind == "i" and (first.diff().iloc[1:] == 1).all():
        return frame.iloc[:, 1:]
    return frame


def without_nothing_at_the_end(frame: pd.DataFrame) -> tuple[pd.DataFrame, tuple[Step, ...]]:
    """The table without the nameless empty column that separators at the ends of lines make."""
    nameless = frame.columns[-1].startswith(NAMELESS) and frame.shape[1] > 2
    if nameless and frame.iloc[:, -1].isna().all():
        note = Step("read", "Each line ends in a separator: the empty column after it is left out.")
        return frame.iloc[:, :-1], (note,)
    return frame, ()

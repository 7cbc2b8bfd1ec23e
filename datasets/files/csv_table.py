"""CSV text → a table, with errors where pandas would read something else in silence."""

from __future__ import annotations

import csv
import io
import warnings
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from datasets.content import Table
from datasets.errors import DatasetError
from datasets.files.column_names import NAMELESS, check_enough_names, make_unique, no_rows_error
from datasets.files.compression import empty_file_error
from datasets.files.dialect import (
    SEPARATORS,
    Dialect,
    check_width,
    cut_lines,
    dialect_of,
    first_line,
    sample,
)
from datasets.files.header_lines import below_notes, line_counter
from datasets.files.limits import check_lines, check_table
from datasets.files.orange import ColumnRoles, read_roles
from datasets.files.preamble import drop_lines, names_in_comment, read_preamble
from datasets.files.text import decode_file
from datasets.report import Step, steps
from datasets.tables.columns import as_categories
from datasets.tables.missing import USUAL, Missing, read_marks
from datasets.wording import pluralize, quote

if TYPE_CHECKING:
    import pandas as pd

SEPARATOR_NAMES = "commas, semicolons, tabs, bars or spaces"
MOST_COUNTED = 5_000_000
"""Cells of a table among which marks of missing numbers are counted, which takes some 2 seconds."""


def read_csv(
    content: bytes,
    separator: str = "guess",
    decimal: str = "guess",
    header: str = "guess",
    encoding: str = "guess",
    skip: str = "guess",
    missing: Missing = USUAL,
    skip_below: str = "guess",
) -> Table:
    """The table in a CSV file; what is not asked for is guessed, and the guess reported.

    Parameters
    ----------
    separator, decimal, header : keys of ``dialect.SEPARATORS``, ``DECIMALS``, ``HEADERS``.
    encoding : one of ``text.ENCODINGS``.
    skip : the number of lines above the table, as text.
    missing : the marks of a missing cell.
    skip_below : the number of lines below the names that are no rows, as text.

    Raises DatasetError for bytes that are no such table.
    """
    content, encoding_steps = decode_file(content, encoding)
    if not content or content.isspace():  # it was a byte order mark alone
        raise empty_file_error()
    check_width(first_line(content))
    head = read_preamble(sample(content), SEPARATORS.get(separator, ""), skip)
    content = drop_lines(content, head.lines)
    if not content or content.isspace():
        raise DatasetError("all its lines are skipped: skip fewer, or put rows below them.")
    mark = head.separator if separator == "guess" and head.separator else separator
    below = line_counter(skip_below, header)
    dialect, first, notes = dialect_of(content, mark, decimal, header, below)
    names = []
    if head.comment and header == "guess" and not dialect.header:
        names = names_in_comment(head.comment, dialect.separator, len(first[0]))
    notes = (*encoding_steps, *steps("read", head.notes), *notes, *names_note(dialect, names))
    return parse_table(content, dialect, first, names, notes, head.lines, missing)


def table_of_cells(
    content: bytes,
    header: str,
    skip: str,
    notes: Iterable[str],
    encoding_steps: tuple[Step, ...] = (),
    missing: Missing = USUAL,
    skip_below: str = "guess",
) -> Table:
    """The table in CSV text that a reader of another format wrote.

    Parameters
    ----------
    content : cells with commas between them and decimal points.
    header, skip, missing, skip_below : as in ``read_csv``.
    notes : what that reader has to say.
    """
    head = read_preamble(sample(content), ",", skip)
    content = drop_lines(content, head.lines)
    if not content or content.isspace():
        raise DatasetError("all its rows are skipped: skip fewer, or put rows below them.")
    below = line_counter(skip_below, header)
    dialect, first, _ = dialect_of(content, "comma", "point", header, below)
    top = [header_note(dialect)] if header == "guess" else []
    done = steps("read", (*notes, *head.notes, *top))
    done = (*encoding_steps, *done)
    return parse_table(content, dialect, first, [], done, head.lines, missing)


def names_note(dialect: Dialect, names: list[str]) -> tuple[Step, ...]:
    """A sentence about where the names of the columns come from, unless the first line has them."""
    if dialect.header:
        return ()
    source = "named by the last comment line" if names else "called x1, x2, … by their places"
    return steps("read", [f"Columns are {source}."])


def header_note(dialect: Dialect) -> str:
    """A sentence about the first row of a table that is no text file."""
    what = "holds the columns' names" if dialect.header else "is a row already"
    return f"The first row {what} (guessed)."


def parse_table(
    content: bytes,
    dialect: Dialect,
    first: list[list[str]],
    names: list[str],
    notes: tuple[Step, ...],
    lines_above: int,
    missing: Missing,
) -> Table:
    """The table in ``content``.

    Parameters
    ----------
    first : its first records.
    names : the columns' names where the content lacks them.
    notes : what was done so far.
    lines_above : how many lines of the file came before.
    """
    if dialect.separator == " ":  # any run of blanks separates, and those at the ends do not
        content = b"\n".join(b" ".join(line.split()) for line in content.splitlines())
    named = check_enough_names(names, "") if names else header_names(first, dialect)
    roles = read_roles([named, *first[1:]], dialect.below if dialect.header else 0)
    names, renamed = make_unique(roles.names)
    if dialect.below:
        content, dialect, n_lines = drop_header(content, dialect)
        lines_above += n_lines
    check_size(content, len(names), dialect.header and len(first) == 1)
    separators = content.count(dialect.separator.encode())
    frame = parse_rows(content, names, dialect, lines_above, missing)
    if len(frame) == 0:
        raise no_rows_error()
    if separators != (len(frame) + dialect.header) * (len(names) - 1):
        check_ragged_lines(content, dialect, len(names), lines_above)
    gaps, marks = missing_marks(content, frame, pandas_options(names, dialect))
    frame, ended = drop_empty_last_columns(drop_row_numbers(frame))
    below = (*below_notes(first[1 : 1 + dialect.below]), *roles.notes(names))
    report = (*notes, *steps("read", (*below, *renamed)), *ended, *marks)
    frame = with_categories(frame, roles, names, missing)
    return Table(frame, report, dialect.decimal, gaps, *roles.roles(names))


def check_size(content: bytes, n_columns: int, one_record: bool) -> None:
    """Raise DatasetError for more than is read, and for names of which ``one_record`` is there.

    pandas takes 47 s to find no rows below 50,000 names.
    """
    check_lines(content)
    check_table(max(content.count(b"\n"), content.count(b"\r")), n_columns)
    if one_record and not any(end in content.strip() for end in b"\n\r"):
        raise no_rows_error()


def drop_header(content: bytes, dialect: Dialect) -> tuple[bytes, Dialect, int]:
    """``(content, dialect, lines)``: the rows alone, without so many lines of names and below."""
    lines = [
        number
        for number, cells in cut_lines(sample(content), dialect.separator)
        if any(cells) or len(cells) > 1
    ]
    rows = drop_lines(content, lines[dialect.below])
    if not rows or rows.isspace():
        raise no_rows_error()
    return rows, replace(dialect, header=False), lines[dialect.below]


def with_categories(
    frame: pd.DataFrame, roles: ColumnRoles, names: list[str], missing: Missing
) -> pd.DataFrame:
    """The table with the columns declared to hold categories as such."""
    import pandas as pd

    columns = {}
    for at, words in roles.categories.items():
        if names[at] not in frame:
            continue
        column = as_categories(frame[names[at]], missing)
        if set(words) >= set(column.cat.categories):  # in the order of the list
            column = pd.Series(pd.Categorical(column, words), column.index, name=column.name)
        columns[names[at]] = column
    return frame.assign(**columns) if columns else frame


def header_names(first: list[list[str]], dialect: Dialect) -> list[str]:
    """The names in the first line, or x1, x2, … Raises DatasetError where they do not suffice."""
    names = first[0] if dialect.header else [f"x{at}" for at in range(1, len(first[0]) + 1)]
    if dialect.header and first[1:] and len(first[1]) > len(names):
        raise DatasetError(
            f"its first row has {pluralize(len(first[1]), 'cell')}, but its first line "
            f"{pluralize(len(names), 'name')}: name every column."
        )
    return check_enough_names(names, f"give features and a target, separated by {SEPARATOR_NAMES}.")


def parse_rows(
    content: bytes, names: list[str], dialect: Dialect, lines_above: int, missing: Missing
) -> pd.DataFrame:
    """The rows as columns of numbers or words."""
    try:
        return parse_chunks(content, pandas_options(names, dialect), missing)
    except (ValueError, OverflowError) as error:  # pandas' parser errors are ValueErrors
        last = check_ragged_lines(content, dialect, len(names), lines_above)
        reason = quote(" ".join(str(error).removeprefix("Error tokenizing data. ").split()), 80)
        if "EOF inside string" in reason:
            raise DatasetError(
                f"line {last} opens a quotation mark that is never closed: close it, or take it "
                "away."
            ) from None
        raise DatasetError(
            f"it cannot be read as a table ({reason}): give each line the same number of cells, "
            f"separated by {SEPARATOR_NAMES}."
        ) from None


def pandas_options(names: list[str], dialect: Dialect) -> dict[str, Any]:
    """The options with which pandas reads a table of that dialect."""
    return {
        "names": names,
        "header": 0 if dialect.header else None,
        "index_col": False,
        "sep": dialect.separator,
        "decimal": dialect.decimal,
        "keep_default_na": False,
        "skipinitialspace": True,
    }


def parse_chunks(content: bytes, options: dict[str, Any], missing: Missing) -> pd.DataFrame:
    """The rows as columns of numbers or words. Raises ValueError and OverflowError.

    Read as a whole, a file takes memory for each cell many times over. In pieces a column may be
    numbers in one and words in another: such columns are read again, as the words they are, and so
    are all columns of words, where it depends on the other words what a mark means.
    """
    import pandas as pd

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", pd.errors.DtypeWarning)
        marks = missing.cells
        frame = pd.read_csv(io.BytesIO(content), low_memory=True, na_values=marks, **options)
    words = [name for name, kind in frame.dtypes.items() if kind.kind == "O"]
    if words:
        again = as_words(content, words, options)
        for name in words:
            frame[name] = again[name]
    return frame


def as_words(content: bytes, names: list[str], options: dict[str, Any]) -> pd.DataFrame:
    """Some columns as words, in which only empty cells are missing."""
    import pandas as pd

    kinds = dict.fromkeys(names, "str")
    return pd.read_csv(io.BytesIO(content), dtype=kinds, usecols=names, na_values=[""], **options)


def missing_marks(
    content: bytes, frame: pd.DataFrame, options: dict[str, Any]
) -> tuple[dict[str, dict[str, int]], tuple[Step, ...]]:
    """``(cells, steps)``: the missing cells of columns of numbers by what they hold, by column.

    In a long table they are not counted: a step says what the first of them hold.
    """
    missing = {
        name: column.isna().to_numpy()
        for name, column in frame.items()
        if column.dtype.kind != "O" and column.hasnans
    }
    if not missing:
        return {}, ()
    n_rows = MOST_COUNTED // len(missing)
    words = as_words(content, list(missing), {**options, "nrows": n_rows})
    counts = {name: words[name][at[: len(words)]].value_counts() for name, at in missing.items()}
    gaps = {name: count.to_dict() for name, count in counts.items() if len(count)}
    if n_rows >= len(frame) or not gaps:
        return gaps, ()
    marks = dict.fromkeys(mark for each in gaps.values() for mark in each)
    first = f"as in some of the first {len(words):,} rows"
    return {}, steps("read", [f"Numbers that read {read_marks(marks)} are missing, {first}."])


def check_ragged_lines(
    content: bytes, dialect: Dialect, n_columns: int, lines_above: int = 0
) -> int:
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
                    f"line {start + lines_above} has {pluralize(len(cells), 'cell')}, but the "
                    f"first line has {n_columns:,}: give each line the same number of cells, and "
                    "put text that holds a separator or a quotation mark into quotation marks."
                )
            last, start = start, lines.line_num + 1
    except csv.Error as error:
        raise DatasetError(
            f"line {start + lines_above} cannot be read ({error}): shorten its cells."
        ) from None
    return last + lines_above


def drop_row_numbers(frame: pd.DataFrame) -> pd.DataFrame:
    """The table without the nameless first column of row numbers that pandas itself writes."""
    first = frame.iloc[:, 0]
    nameless = frame.columns[0] == f"{NAMELESS}0" and frame.shape[1] > 2
    if nameless and first.dtype.kind == "i" and (first.diff().iloc[1:] == 1).all():
        return frame.iloc[:, 1:]
    return frame


def drop_empty_last_columns(frame: pd.DataFrame) -> tuple[pd.DataFrame, tuple[Step, ...]]:
    """The table without the nameless empty columns that separators at the ends of lines make."""
    width = frame.shape[1]
    while width > 2 and frame.columns[width - 1].startswith(NAMELESS):
        if not frame.iloc[:, width - 1].isna().all():
            break
        width -= 1
    ends = frame.shape[1] - width
    if not ends:
        return frame, ()
    lines = "a separator" if ends == 1 else f"{ends:,} separators"
    columns = "the empty column after it is" if ends == 1 else "the empty columns after them are"
    return frame.iloc[:, :width], steps("read", [f"Each line ends in {lines}: {columns} left out."])

"""Second header lines of a table: types, units, questions or roles below the names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from datasets.errors import DatasetError
from datasets.files.dialect import Records, are_columns_numbers, is_number
from datasets.files.orange import is_orange
from datasets.tables.number_formats import NUMBER
from datasets.vocabulary import MISSING
from datasets.vocabulary import is_mark as is_known_mark
from datasets.wording import join_words, pluralize, quote

MOST = 4
"""Lines below the names that are looked at."""
BELOW = tuple(map(str, range(10)))
MOSTLY = 0.9
"""A column in which such a share of the cells are figures is one of numbers, dates or amounts."""
TYPES = {
    "continuous", "discrete", "string", "text", "time", "numeric", "nominal", "categorical",
    "category", "integer", "int", "int8", "int16", "int32", "int64", "float", "float32", "float64",
    "double", "real", "number", "decimal", "str", "char", "varchar", "character", "bool",
    "boolean", "logical", "binary", "date", "datetime", "timestamp", "factor", "ordinal", "object",
    "long", "short", "bigint", "smallint",
}  # fmt: skip
UNITS = {
    "s", "ms", "min", "h", "hr", "hours", "d", "days", "year", "years", "yr", "m", "mm", "cm", "km",
    "ft", "in", "kg", "g", "mg", "t", "lb", "n", "kn", "nm", "pa", "hpa", "kpa", "mpa", "bar",
    "mbar", "v", "mv", "a", "ma", "w", "kw", "kwh", "hz", "khz", "mhz", "k", "degc", "degf", "deg",
    "°c", "°f", "°", "%", "m/s", "km/h", "m/s2", "m/s²", "m2", "m²", "m3", "m³", "mol", "l", "ml",
    "j", "kj", "cal", "kcal", "ppm", "ppb", "eur", "usd", "€", "$", "£", "db", "ph", "rpm", "px",
    "count", "bpm", "mmhg", "mg/l", "mg/dl", "g/l", "µg/m3", "µg/m³", "ug/m3",
}  # fmt: skip
BRACKETS = re.compile(r"[\[(<{].*[\])>}]", re.DOTALL)
IMPORT_ID = re.compile(r'\{\s*"ImportId"')
OWN_MARK = re.compile(r"[#]\S+[!?]|[-+]?inf(inity)?|-?nan|tbd|pending", re.IGNORECASE)


class SampleColumn(NamedTuple):
    """The cells of a column in the lines that are rows for certain.

    Parameters
    ----------
    cells : each different one, with its count; none that are missing.
    is_figures : whether they are numbers, dates or amounts.
    is_numbers : whether they are numbers or amounts.
    """

    cells: Counter[str]
    is_figures: bool
    is_numbers: bool

    def takes(self, cell: str, decimal: str) -> bool:
        """Return whether a cell is of the kind of the column's figures."""
        kind = is_amount if self.is_numbers else is_figure
        return kind(cell, decimal)


def line_counter(asked: str, header: str) -> Callable[[Records, str], int]:
    """The way to count the lines below the names, as asked for or by what they hold.

    Raises DatasetError where some are asked for below names that are said not to be there.
    """
    if asked == "guess":
        return lambda lines, decimal: lines_below(lines, decimal, header == "yes")
    n = int(asked)
    if n and header == "no":
        raise DatasetError(
            f"there are no names on top of it, as asked, and {pluralize(n, 'line')} below them to "
            "leave out: set “names on top” or “lines below the names” to guess."
        )

    def count(lines: Records, decimal: str) -> int:
        if n and n >= len(lines) - 1:
            raise DatasetError(
                f"{pluralize(n, 'line')} below the names left out as asked leave no row: choose "
                "fewer under “lines below the names” (skip_below in Python)."
            )
        return n

    return count


def below_notes(lines: Records) -> list[str]:
    """A sentence about the lines below the names that were left out."""
    if not lines:
        return []
    texts = join_words((quote(", ".join(cells), 60) for cells in lines), limit=3)
    if_rows = "it is a row" if len(lines) == 1 else "they are rows"
    return [
        f"{pluralize(len(lines), 'line')} below the names left out, as of a second header: "
        f"{texts}. If {if_rows}, choose 0 under “lines below the names” (skip_below='0' in Python)."
    ]


def lines_below(lines: Records, decimal: str, is_named: bool = False) -> int:
    """The number of lines below the names that fit no column below them.

    Such lines have words over all columns of numbers, types alone, the ids of an import, or the
    types and roles that Orange writes.

    Parameters
    ----------
    lines : the first records of a table, its names and at least two rows among them.
    decimal : the mark before decimals.
    is_named : whether the first line is names for certain.
    """
    if len(lines) < 4 or not can_be_below(lines[1], lines[-1], decimal):
        return 2 if is_orange(lines) else 0
    if is_orange(lines):
        return 2
    for n in range(min(MOST, len(lines) - 3), 0, -1):
        columns = columns_of(lines[n + 1 :], len(lines[0]), decimal)
        is_name = is_named or are_columns_numbers(lines[0])
        if not (is_name or is_without_figures(lines[0], columns, decimal)):
            continue
        if is_last_below(lines[n], columns, decimal) and all(
            is_without_figures(line, columns, decimal) for line in lines[1:n]
        ):
            return n
    return 0


def can_be_below(line: list[str], last: list[str], decimal: str) -> bool:
    """Return whether a line has no figure where the last row has one, which is found at once."""
    pairs = zip(line, last, strict=False)
    return not any(is_figure(a, decimal) and is_figure(b, decimal) for a, b in pairs)


def columns_of(rows: Records, width: int, decimal: str) -> list[SampleColumn]:
    """The columns of some rows."""
    columns = []
    for at in range(width):
        cells = Counter(row[at] for row in rows if at < len(row) and not is_mark(row[at]))
        least = max(1, MOSTLY * cells.total())
        figures, amounts = (
            sum(n for cell, n in cells.items() if kind(cell, decimal)) >= least
            for kind in (is_figure, is_amount)
        )
        columns.append(SampleColumn(cells, figures, amounts))
    return columns


def is_last_below(line: list[str], columns: list[SampleColumn], decimal: str) -> bool:
    """Return whether a line fits no column below it."""
    if len(line) > len(columns):
        return False
    filled = [cell for cell in line if cell]
    if len(filled) > 1 and all(IMPORT_ID.match(cell) for cell in filled):
        return True
    pairs = [(cell, column) for cell, column in zip(line, columns, strict=False) if cell]
    if any(cell in column.cells for cell, column in pairs if not is_mark(cell)):
        return False
    if len(filled) > 1 and all(cell.lower() in TYPES for cell in filled):
        return True
    if are_questions(filled) and all(is_repeating(column) for _, column in pairs):
        return True
    return is_over_numbers(pairs, decimal)


def are_questions(cells: list[str]) -> bool:
    """Return whether all cells are sentences of some words, or questions, and most the latter."""
    n_asked = sum(cell.endswith("?") for cell in cells)
    long = all(cell.endswith("?") or len(cell.split()) > 2 for cell in cells)
    return len(cells) > 1 and long and 2 * n_asked > len(cells)


def is_over_numbers(pairs: list[tuple[str, SampleColumn]], decimal: str) -> bool:
    """Return whether words stand over all columns of numbers, of a kind that no row has there.

    Parameters
    ----------
    pairs : the cells of the line that are not empty, each with its column.
    """
    over = [(cell, column) for cell, column in pairs if column.is_figures]
    if any(column.takes(cell, decimal) for cell, column in over):
        return False
    words = [cell for cell, _ in over if not is_mark(cell)]
    if not words:
        return False
    known = any(is_known(word) for word in words)
    if len(words) > 1:  # one word alone may be a mark for missing that nobody has heard of
        return known or len(set(words)) > 1
    others = [column for cell, column in pairs if not column.is_figures and not is_mark(cell)]
    return known or any(is_repeating(column) for column in others)


def is_repeating(column: SampleColumn) -> bool:
    """Return whether a column of words has a few that come again, so that another one is odd."""
    return column.cells.total() >= 2 * len(column.cells) > 0


def is_without_figures(line: list[str], columns: list[SampleColumn], decimal: str) -> bool:
    """Return whether a line has nothing like a number over the columns of numbers, nor a row's."""
    pairs = list(zip(line, columns, strict=False))
    return len(line) <= len(columns) and not any(
        column.takes(cell, decimal) if column.is_figures else cell in column.cells
        for cell, column in pairs
        if cell
    )


def is_known(word: str) -> bool:
    """Return whether a word is a usual type or unit, or stands in brackets."""
    return word.lower() in UNITS | TYPES or BRACKETS.fullmatch(word) is not None


def is_figure(cell: str, decimal: str) -> bool:
    """Return whether a cell is a number, a date or an amount: with digits, few letters."""
    if not any(map(str.isdigit, cell)):
        return False
    return not any(map(str.isalpha, cell)) or is_amount(cell, decimal)


def is_amount(cell: str, decimal: str) -> bool:
    """Return whether a cell is a number, also one with a unit."""
    return is_number(cell, decimal) or NUMBER.fullmatch(cell[:100]) is not None


def is_mark(cell: str) -> bool:
    """Return whether a cell is missing, or may be the mark of a missing number."""
    return cell in MISSING or is_known_mark(cell) or OWN_MARK.fullmatch(cell) is not None

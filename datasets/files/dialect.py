"""Dialect of a CSV file: separator, decimal mark, header; each guessed or given."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from datasets.errors import DatasetError
from datasets.files.limits import LONGEST_LINE, check_columns, line_length_error
from datasets.report import Step
from datasets.vocabulary import MISSING, is_mark, sign_in
from datasets.wording import join_words, quote
from knobs import parse_number

SEPARATORS = {"tab": "\t", "comma": ",", "semicolon": ";", "bar": "|", "space": " "}
DECIMALS = {"point": ".", "comma": ","}
HEADERS = {"yes": True, "no": False}
SAMPLE = 100  # lines that guesses are made from
SAMPLE_BYTES = 1 << 18  # and at most so many bytes of them, beyond the first two
DECIMAL_COMMA = re.compile(r"[-+]?\d+,\d+(?:[eE][-+]?\d+)?")
THOUSANDS = re.compile(r"[-+]?\d{1,3}(?: \d{3})+")

Records = list[list[str]]
Line = tuple[int, list[str]]  # the number of the line on which a record ends, and its cells


@dataclass(frozen=True)
class Dialect:
    """``separator`` and ``decimal`` are characters; ``header``: the first line holds names.

    ``below`` lines under the names are no rows.
    """

    separator: str
    decimal: str
    header: bool
    below: int = 0


def dialect_of(
    content: bytes,
    separator: str = "guess",
    decimal: str = "guess",
    header: str = "guess",
    lines_below: Callable[[Records, str], int] = lambda lines, decimal: 0,
) -> tuple[Dialect, Records, tuple[Step, ...]]:
    """Return how the table in ``content`` is written, its first records, and what was guessed.

    ``content`` begins with the table, and ``separator`` may be the character itself;
    ``lines_below`` counts the lines under the names that are no rows, which only names have.

    Raises DatasetError for more than ``MOST_COLUMNS`` columns, and for what is no table.
    """
    check_width(first_line(content))
    text = sample(content)
    mark = SEPARATORS.get(separator, "" if separator == "guess" else separator)
    mark = mark or guess_separator(text)
    first = records(text, mark)
    point = DECIMALS.get(decimal) or guess_decimal(first, mark)
    is_quoted = any(mark in cell for cells in first for cell in cells)
    if point == mark and not is_quoted:
        raise DatasetError(
            "the same comma cannot separate cells and write decimals: choose another separator or "
            "the decimal point."
        )
    below = lines_below(first, point) if HEADERS.get(header, True) else 0
    named = HEADERS[header] if header != "guess" else bool(below) or guess_header(first, point)
    dialect = Dialect(mark, point, named, below)
    asked = {"separator": separator, "decimal": decimal, "header": header}
    return dialect, first, (Step("read", dialect_note(dialect, asked, len(first))),)


def dialect_note(dialect: Dialect, asked: dict[str, str], n_records: int) -> str:
    """A sentence of the report about it."""
    named = {mark: name for name, mark in SEPARATORS.items()}
    separator = named.get(dialect.separator, quote(dialect.separator))
    row = "is a row already"
    names = "holds the columns' names" if dialect.header else row
    guesses = [what for what, choice in asked.items() if choice == "guess"]
    source = f"the first {n_records} lines" if n_records > 1 else "the first line"
    how = f"guessed from {source}" if guesses else "as asked"
    if 0 < len(guesses) < len(asked):
        how = f"{join_words(guesses)} {how}"
    return (
        f"Cells are separated by {separator}s, decimals written with a "
        f"{'comma' if dialect.decimal == ',' else 'point'}, and the first line {names} ({how})."
    )


def first_line(content: bytes) -> bytes:
    """The first line, or all where there is no other."""
    ends = [at for at in (content.find(b"\n"), content.find(b"\r")) if at >= 0]
    return content[: min(ends) + 1] if ends else content


def check_width(line: bytes) -> None:
    """Raise DatasetError for a first line of more columns than can be handled."""
    cells = 1 + max(line.count(mark.encode()) for mark in SEPARATORS.values())
    check_columns(cells, "its first line has", "cell")


def sample(content: bytes) -> str:
    """The first lines as text; at least two, where there are two. Raises DatasetError."""
    mark = b"\n" if b"\n" in content[:LONGEST_LINE] else b"\r"
    end = 0
    for line in range(SAMPLE):
        after = content.find(mark, end, end + LONGEST_LINE) + 1
        if not after:
            if len(content) - end >= LONGEST_LINE:
                raise line_length_error()
            return content.decode()
        if line > 1 and after > SAMPLE_BYTES:
            break
        end = after
    return content[:end].decode()


def records(text: str, separator: str) -> Records:
    """The cells of each line that has any."""
    return [cells for _, cells in cut_lines(text, separator) if any(cells) or len(cells) > 1]


def cut_lines(text: str, separator: str) -> list[Line]:
    """The cells of each line, blank ones included."""
    if separator == " ":
        text = "\n".join(" ".join(line.split()) for line in text.splitlines())
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=True)
    try:
        return [(reader.line_num, [cell.strip() for cell in cells]) for cells in reader]
    except csv.Error as error:
        raise DatasetError(
            f"line {reader.line_num} cannot be read ({error}): give cells separated by commas."
        ) from None


def guess_separator(text: str) -> str:
    """The character that cuts the lines into equally many cells, and those into most numbers."""

    def merit(separator: str) -> tuple[float, float]:
        try:
            lines = records(text, separator)
        except DatasetError:  # cells that long are none
            return 0.0, 0.0
        width, count = Counter(map(len, lines)).most_common(1)[0] if lines else (1, 0)
        if width < 2:
            return 0.0, 0.0
        cells = [cell for line in lines for cell in line]
        decimal = "." if separator == "," else ","
        return count / len(lines), sum(is_number(c, decimal) for c in cells) / len(cells)

    merits = {separator: merit(separator) for separator in SEPARATORS.values()}
    best = max(merits, key=merits.__getitem__)
    if best == " ":  # texts may happen to have equally many words
        steady = [mark for mark in merits if mark != " " and merits[mark][0] >= 0.9]
        best = next((mark for mark in steady if separates_texts(text, mark)), best)
    return best if merits[best] > (0, 0) else ","


def separates_texts(text: str, mark: str) -> bool:
    """Return whether cells between marks, not blanks, are what was meant: some hold words.

    Blanks are meant where each cell is numbers with blanks between, or the comma of a decimal.
    """
    cells = {cell for line in records(text, mark) for cell in line if " " in cell.strip()}
    if mark == "," and any(DECIMAL_COMMA.fullmatch(cell) for cell in text.split()):
        return False
    return any(THOUSANDS.fullmatch(c) or not all(map(is_number, c.split())) for c in cells)


def guess_decimal(lines: Records, separator: str) -> str:
    """A comma where more cells hold numbers written with one than with a point."""
    cells = [cell for line in lines for cell in line]
    commas = sum(DECIMAL_COMMA.fullmatch(cell) is not None for cell in cells)
    points = sum("." in cell and is_number(cell) for cell in cells)
    return "," if separator != "," and commas > points else "."


def guess_header(lines: Records, decimal: str) -> bool:
    """Tell by a word over numbers, or by words met only there, whether the first line is names."""
    first, rest = lines[0], lines[1:]
    if are_columns_numbers(first):
        return True
    if not rest:
        return not all(is_number(cell, decimal) for cell in first)
    numbers = [cell for cell in first if is_number(cell, decimal)]
    if len(set(numbers)) < len(numbers):  # no two columns have one name
        return False
    like_the_others = False
    for at, name in enumerate(first):
        below = [line[at] for line in rest if at < len(line) and not is_mark(line[at])]
        if name in MISSING or sign_in(name) not in ("", "x") or not below:
            continue
        numbers = all(is_number(cell, decimal) for cell in below)
        if numbers and not is_number(name, decimal):
            return True
        like_the_others |= numbers or name in below
    return not like_the_others


def are_columns_numbers(names: list[str]) -> bool:
    """Return whether the names are 0, 1, 2, … from any number on."""
    if len(names) < 2 or not all(name.isdecimal() and len(name) < 16 for name in names):
        return False
    return all(int(b) - int(a) == 1 for a, b in pairwise(names))


def is_number(cell: str, decimal: str = ".") -> bool:
    """Return whether it reads as a number, written with a point or with ``decimal``."""
    try:
        parse_number(cell.replace(decimal, "."))
    except ValueError:
        return False
    return True

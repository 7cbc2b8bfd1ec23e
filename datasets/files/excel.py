"""Reader of Excel workbooks (.xlsx) by openpyxl: the values of one sheet as a table."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import date, datetime, time, timedelta
from typing import Any
from xml.etree.ElementTree import ParseError

from datasets.content import Table
from datasets.errors import DatasetError
from datasets.files.compression import empty_file_error
from datasets.files.csv_table import table_of_cells
from datasets.files.limits import check_table
from datasets.tables.missing import USUAL, Missing
from datasets.wording import join_words, pluralize, quote

MOST_IN_SHEET = 1_000_000  # cells, of which openpyxl reads some 150,000 a second
LARGEST_PARTS = 300_000_000  # bytes of all parts of a workbook, unpacked
LARGEST_LIST = 10_000_000  # bytes of each part that openpyxl holds whole, such as its styles
MOST_MARKS = 4 * MOST_IN_SHEET  # "<": an element of a cell or of a text begins or ends with one
MOST_BLANK = 5_000_000  # cells that are not there, between and beside those that are
LAST_ROW = 1 << 20  # of a sheet
MOST_APART = 100_000, 1_000  # empty rows, and empty columns, between a cell and the ones before it
PIECE = 1 << 20
ERRORS = ("#DIV/0!", "#REF!", "#VALUE!", "#NAME?", "#NUM!", "#NULL!", "#N/A")


def read_excel(
    content: bytes,
    sheet: str = "",
    header: str = "guess",
    skip: str = "guess",
    missing: Missing = USUAL,
    skip_below: str = "guess",
) -> Table:
    """The table in a sheet of a workbook; formulas give the values that were stored with them.

    Parameters
    ----------
    sheet : the sheet's name; empty for the first one that is not hidden.
    header, skip, missing, skip_below : as in ``read_csv``.

    Raises DatasetError for what is no workbook, a sheet that is not there, and one too large.
    """
    import openpyxl

    with explain_errors():
        check_parts(content)
        book = openpyxl.load_workbook(
            io.BytesIO(content), read_only=True, data_only=True, keep_links=False
        )
        chosen = sheet_of(book, sheet)
        chosen.reset_dimensions()  # the file's word for them may be anything
        text, wrong = rows_to_csv(chosen.iter_rows(values_only=True))
    others = [s.title for s in book.worksheets if s is not chosen]
    notes = [f"Sheet {quote(chosen.title)} of the workbook is read."]
    if others:
        notes = [f"{notes[0][:-1]}; others are {join_words(map(quote, others))}."]
    if wrong:
        notes.append(f"{pluralize(wrong, 'cell')} with an error of a formula taken as missing.")
    return table_of_cells(text, header, skip, notes, missing=missing, skip_below=skip_below)


def sheet_of(book, name: str):
    """The sheet of that name, or the first one that can be seen. Raises DatasetError."""
    sheets = book.worksheets
    if not sheets:
        raise DatasetError("the workbook has no sheet with cells: put a table into one.")
    if not name.strip():
        return next((s for s in sheets if s.sheet_state == "visible"), sheets[0])
    for sheet in sheets:
        if sheet.title.strip() == name.strip():
            return sheet
    there = join_words(quote(s.title) for s in sheets)
    raise DatasetError(f"there is no sheet {quote(name)}: choose among {there}.")


def check_parts(content: bytes) -> None:
    """Raise DatasetError for a workbook with parts too large for openpyxl.

    An archive gives no more of a part than its directory says, so the sizes there hold.
    """
    archive = zipfile.ZipFile(io.BytesIO(content))
    parts = [part for part in archive.infolist() if part.filename.endswith((".xml", ".rels"))]
    if sum(part.file_size for part in parts) > LARGEST_PARTS:
        raise cell_count_error()
    for part in parts:
        is_cells = part.filename.startswith("xl/worksheets/sheet")
        is_list = part.filename.startswith("xl/sharedStrings")
        if not (is_cells or is_list) and part.file_size > LARGEST_LIST:
            raise cell_count_error()
        marks = 0
        with archive.open(part) as file:
            while piece := file.read(PIECE):
                marks += piece.count(b"<")
                if marks > MOST_MARKS:
                    raise cell_count_error()


def cell_count_error() -> DatasetError:
    """Error for a workbook that would take minutes."""
    return DatasetError(
        f"the workbook has more than the {MOST_IN_SHEET:,} cells that are read of one: save the "
        "sheet as CSV UTF-8, which is read much faster, or give fewer rows."
    )


def rows_to_csv(rows: Iterable[tuple[Any, ...]]) -> tuple[bytes, int]:
    """The rows as CSV text without blank ones, and the number of cells that hold an error.

    Raises DatasetError for cells that are too many, and for one that stands far from all before it.
    """
    text = io.StringIO()
    writer = csv.writer(text)
    width, wrong, count, blank, last = 0, 0, 0, 0, 0
    for number, row in enumerate(rows, start=1):
        cells = [cell_text(value) for value in row]
        while cells and not cells[-1]:
            cells.pop()
        blank += 1 + len(row) - len(cells)
        if blank > MOST_BLANK or number > LAST_ROW:
            raise DatasetError(
                "its cells stand too far apart in the sheet: put the table into the first rows "
                "and columns, or save it as CSV UTF-8."
            )
        if not cells:
            continue
        check_gaps(cells, number, width, last)
        last = number
        for at, cell in enumerate(cells):
            if cell in ERRORS:
                cells[at] = ""
                wrong += 1
        width = max(width, len(cells))
        count += 1
        check_table(count, width, MOST_IN_SHEET)
        writer.writerow(cells)
    if not count:
        raise empty_file_error()
    return pad_rows(text.getvalue(), width), wrong


def check_gaps(cells: list[str], row: int, width: int, last: int) -> None:
    """Raise DatasetError for a cell that stands far from those of the rows above.

    It is mostly a slip of the hand, and makes columns of nothing, each of which costs time.

    Parameters
    ----------
    cells : of a row, the last one not empty.
    row : its number.
    width : the columns of the rows above.
    last : the last row above that has cells, or 0.
    """
    rows, columns = MOST_APART
    far = next((at for at, cell in enumerate(cells) if cell), 0) if row - last - 1 > rows else -1
    there = width
    for at in range(width, len(cells)):
        if cells[at]:
            far = at if at - there > columns and far < 0 else far
            there = at + 1
    if far >= 0:
        from openpyxl.utils import get_column_letter

        raise DatasetError(
            f"cell {get_column_letter(far + 1)}{row} stands far beyond all cells before it: empty "
            "it, or begin the table in the first rows and columns."
        )


def pad_rows(text: str, width: int) -> bytes:
    """The same CSV text with ``width`` cells in each row."""
    square = io.StringIO()
    writer = csv.writer(square)
    for row in csv.reader(io.StringIO(text, newline="")):
        writer.writerow(row + [""] * (width - len(row)))
    return square.getvalue().encode("utf-8", "replace")


def cell_text(value: Any) -> str:
    """A cell as a CSV has it: dates with the year first, numbers to the last bit."""
    if value is None:
        return ""
    if isinstance(value, float):
        return repr(int(value)) if value.is_integer() and abs(value) < 1e15 else repr(value)
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(" ")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, time):
        value = timedelta(hours=value.hour, minutes=value.minute, seconds=value.second)
    if isinstance(value, timedelta):
        return repr(value.total_seconds())
    return str(value).strip()


@contextmanager
def explain_errors() -> Iterator[None]:
    """Turn errors of openpyxl, zipfile and the XML parser into a DatasetError."""
    try:
        yield
    except DatasetError:
        raise
    except (
        zipfile.BadZipFile,
        ParseError,
        ArithmeticError,
        AttributeError,
        EOFError,
        LookupError,
        NotImplementedError,
        OSError,
        RuntimeError,
        TypeError,
        ValueError,
    ) as error:
        raise DatasetError(
            "this is no intact Excel workbook: open it in Excel and save it again, as .xlsx or as "
            "CSV UTF-8."
        ) from error

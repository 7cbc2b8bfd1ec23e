"""Limits on the size of files, rows and cells: no compressed bomb exhausts the memory.

Every bound is checked before memory is spent on what lies beyond it. At the bounds a file costs
less than 2 GB and about 10 seconds.
"""

from __future__ import annotations

from datasets.errors import DatasetError
from datasets.wording import pluralize

LARGEST_FILE = 1_000_000_000  # bytes, unpacked, of which a few are held at a time
LARGEST_WHOLE = 500_000_000  # bytes, unpacked, of a file that is held whole
LARGEST_SPELLED = 100_000_000  # bytes of text that is read as Python's own objects
LONGEST_LINE = 16_000_000  # bytes
MOST_ROWS = 5_000_000
MOST_CELLS = 50_000_000  # numbers of a table, or numbers that are not zero of sparse rows
MOST_COLUMNS = 50_000
MOST_CUT = 8_000_000  # cells, or values of sparse rows, of ARFF text that is cut line by line
MOST_WRITTEN = 4_000_000  # cells of a format that spells each out: Excel's, JSON


def file_size_error(size: int) -> DatasetError:
    """Error for a file of more than ``size`` bytes, unpacked."""
    return DatasetError(
        f"unpacked it is larger than {size / 1e9:g} GB, the most that is read: give fewer rows."
    )


def check_rows(n_rows: int) -> None:
    """Raise DatasetError for more rows than are read."""
    if n_rows > MOST_ROWS:
        raise DatasetError(
            f"it has more than {MOST_ROWS:,} rows, the most that are read: give fewer rows."
        )


def check_lines(content: bytes) -> None:
    """Raise DatasetError for text with a line of more than twice ``LONGEST_LINE`` bytes."""
    for at in range(0, len(content) - LONGEST_LINE, LONGEST_LINE):
        block = (at, at + LONGEST_LINE)
        if content.find(b"\n", *block) < 0 and content.find(b"\r", *block) < 0:
            raise line_length_error()


def line_length_error() -> DatasetError:
    """Error for a line that is no row."""
    return DatasetError(
        f"it has a line of more than {LONGEST_LINE:,} bytes: give each row a line of its own."
    )


def check_columns(n_columns: int, where: str = "it has", noun: str = "column") -> None:
    """Raise DatasetError for more columns than are read."""
    if n_columns > MOST_COLUMNS:
        raise DatasetError(
            f"{where} {pluralize(n_columns, noun)}, and at most {MOST_COLUMNS:,} columns are read: "
            "give such wide data as svmlight lines of what is not zero."
        )


def check_table(n_rows: int, n_columns: int, most: int | None = None) -> None:
    """Raise DatasetError for more columns, rows or cells than are read.

    Parameters
    ----------
    most : the number of cells, MOST_CELLS by default.
    """
    most = MOST_CELLS if most is None else most
    check_columns(n_columns)
    check_rows(n_rows)
    if n_rows * n_columns > most:
        raise DatasetError(
            f"it has {pluralize(n_rows, 'row')} of {pluralize(n_columns, 'cell')}, and at most "
            f"{most:,} cells are read: give fewer rows, or fewer columns."
        )


def check_values(n_values: int, most: int | None = None) -> None:
    """Raise DatasetError for more values of sparse rows than are read, MOST_CELLS by default."""
    most = MOST_CELLS if most is None else most
    if n_values > most:
        raise DatasetError(
            f"its rows hold more than {most:,} values, the most that are read: give fewer "
            "rows, or learn from it as a stream, in Python with datasets.SvmlightStream."
        )

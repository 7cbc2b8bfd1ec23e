"""Recipes of files, one class for each format: its options and its reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from datasets.content import Rows, Table
from datasets.files.arff import read_arff
from datasets.files.compression import DecompressedFile
from datasets.files.csv_table import read_csv
from datasets.files.data_file import DataFile
from datasets.files.dialect import DECIMALS, HEADERS, SEPARATORS
from datasets.files.excel import read_excel
from datasets.files.header_lines import BELOW
from datasets.files.json_table import read_json
from datasets.files.limits import LARGEST_SPELLED
from datasets.files.parquet import read_parquet
from datasets.files.preamble import SKIPS
from datasets.files.svmlight import read_svmlight
from datasets.files.text import ENCODINGS, ROWS, Decoder
from datasets.files.vowpal import read_vowpal
from datasets.tables.columns import Reading
from datasets.tables.dates import ORDERS
from datasets.tables.missing import Missing
from datasets.tables.to_dataset import TableFit, fit_table
from knobs import knob, like, one_of, words


@dataclass(frozen=True)
class TableFile(DataFile):
    """A file that holds a table."""

    has_lines: ClassVar[bool] = False  # which can stand below the names and be no rows

    target: str = words(
        "target",
        "The column to predict. Empty: the column target, label, class, y or outcome, or else the "
        "last.",
    )
    left_out: str = words("columns left out", "Columns that are no features, separated by commas.")
    categories: str = words(
        "read as categories",
        "Columns whose numbers are names of categories, separated by commas.",
    )
    kept: str = words(
        "columns kept",
        "Columns that are features although they look like names or numbers of the rows, "
        "separated by commas.",
    )
    missing: str = words(
        "read as missing",
        "Marks of missing cells besides the usual ones (NA, ?, and a dash among numbers, say), "
        "separated by commas; numbers, too, such as -200. none: only an empty cell is missing.",
    )
    decimal: str = knob(
        "guess",
        "",
        "decimals",
        one_of("guess", *DECIMALS),
        "What stands before the decimals of a number.",
        rare=True,
    )
    dates: str = knob(
        "guess",
        "",
        "dates",
        one_of("guess", *ORDERS),
        "What comes first in dates such as 01/02/2024, which can be read either way.",
        rare=True,
    )

    def of_table(self, table: Table) -> TableFit:
        return fit_table(
            table,
            target=self.target,
            left_out=self.left_out,
            categories=self.categories,
            kept=self.kept,
            reading=Reading(
                DECIMALS.get(self.decimal) or table.decimal,
                self.dates,
                self.marks(),
                self.has_lines,
            ),
            positive=str(self.positive).strip(),
            task=self.task or None,
            metadata=self.metadata(),
        )

    def marks(self) -> Missing:
        """Return the marks of missing cells. Raises DatasetError for a list that cannot be read."""
        return Missing.of(str(self.missing))


@dataclass(frozen=True)
class CsvFile(TableFile):
    """A CSV file: cells with something between them, a row a line."""

    has_lines: ClassVar[bool] = True

    separator: str = knob(
        "guess",
        "",
        "separator",
        one_of("guess", *SEPARATORS),
        "What stands between the cells of a line.",
        rare=True,
    )
    header: str = knob(
        "guess",
        "",
        "names on top",
        one_of("guess", *HEADERS),
        "Whether the first line holds the columns' names.",
        rare=True,
    )
    skip: str = knob(
        "guess",
        "",
        "lines to skip",
        one_of("guess", *SKIPS),
        "How many lines above the table are no part of it, such as a title.",
        rare=True,
    )
    skip_below: str = knob(
        "guess",
        "",
        "lines below the names",
        one_of("guess", *BELOW),
        "How many lines below the columns' names are no rows, such as units, types or questions.",
        rare=True,
    )
    encoding: str = knob(
        "guess", "", "encoding", one_of(*ENCODINGS), "How letters are written as bytes.", rare=True
    )

    def read(self, file: DecompressedFile) -> Table:
        how = self.separator, self.decimal, self.header, self.encoding, self.skip
        return read_csv(file.read_text(), *how, self.marks(), self.skip_below)


@dataclass(frozen=True)
class ExcelFile(TableFile):
    """A sheet of an Excel workbook."""

    has_lines: ClassVar[bool] = True

    sheet: str = words("sheet", "The sheet of the workbook to read. Empty: the first one.")
    header: str = like(CsvFile, "header", "guess")
    skip: str = like(CsvFile, "skip", "guess")
    skip_below: str = like(CsvFile, "skip_below", "guess")

    def read(self, file: DecompressedFile) -> Table:
        how = self.sheet, self.header, self.skip, self.marks(), self.skip_below
        return read_excel(file.read_all(), *how)


@dataclass(frozen=True)
class JsonFile(TableFile):
    """A file of JSON records: a list of objects, or an object a line."""

    def read(self, file: DecompressedFile) -> Table:
        return read_json(file.read_all(LARGEST_SPELLED), self.marks())


@dataclass(frozen=True)
class ArffFile(TableFile):
    """An ARFF file: attributes with their types, then rows, dense or sparse."""

    def read(self, file: DecompressedFile) -> Table | Rows:
        return read_arff(file.read_text(), self.target, self.left_out)


@dataclass(frozen=True)
class ParquetFile(TableFile):
    """A Parquet file."""

    def read(self, file: DecompressedFile) -> Table:
        return read_parquet(file.read_all())


@dataclass(frozen=True)
class SvmFile(DataFile):
    """An svmlight file: ``target id:value id:value ...`` a line."""

    n_features: str = words(
        "number of features",
        "How many columns there are, as a number. Empty: up to the largest id in the file.",
    )

    def for_test_rows(self) -> DataFile:
        return replace(self, n_features=0)  # it is cut to the columns that were asked for

    def read(self, file: DecompressedFile) -> Rows:
        return of_text(file, lambda blocks: read_svmlight(blocks, self.n_features))


@dataclass(frozen=True)
class VowpalFile(DataFile):
    """A Vowpal Wabbit file: ``label |namespace feature:value ...`` a line."""

    def read(self, file: DecompressedFile) -> Rows:
        return of_text(file, read_vowpal)


def of_text(file: DecompressedFile, reader: Callable[[Iterable[bytes]], Rows]) -> Rows:
    """The rows that a reader finds in blocks of lines, and a step that says their encoding."""
    decoder = Decoder(remedy=ROWS)
    rows = reader(file.blocks(decoder))
    return replace(rows, report=(*decoder.notes(), *rows.report))

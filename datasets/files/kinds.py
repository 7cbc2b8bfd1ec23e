"""The recipes of files, one for each format: what can be asked of one, and how it is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import ClassVar

from datasets.content import Rows, Table
from datasets.dataset import Dataset
from datasets.errors import DatasetError
from datasets.files.arff import read_arff
from datasets.files.bounds import LARGEST_SPELLED
from datasets.files.csv_table import read_csv
from datasets.files.dialect import DECIMALS, HEADERS, SEPARATORS
from datasets.files.excel import read_excel
from datasets.files.header_lines import BELOW
from datasets.files.heads import SKIPS
from datasets.files.json_table import read_json
from datasets.files.origin import Origin, naming
from datasets.files.pairs import test_file_of, with_test_rows
from datasets.files.parquet import read_parquet
from datasets.files.recognition.endings import KINDS, name_parts
from datasets.files.svmlight import read_svmlight
from datasets.files.text import ENCODINGS, ROWS, Decoder
from datasets.files.unpack import Unpacked, unpacked
from datasets.files.vowpal import read_vowpal
from datasets.recipes import Family, Recipe
from datasets.report import Step
from datasets.tables.columns import Reading
from datasets.tables.dates import ORDERS
from datasets.tables.missing import Missing
from datasets.tables.target import predicted
from datasets.tables.to_dataset import Fitted, fitted
from datasets.targets import check_task
from datasets.wording import listed
from knobs import knob, like, one_of, words

NO_FILE = "none"
"""Asked for as the file of the test rows where no file is wanted."""


@dataclass(frozen=True)
class DataFile(Recipe):
    """A file. Its class is made by ``datasets.files.file_recipe`` and knows the ``origin``."""

    family: ClassVar[Family] = "file"
    columns_are: ClassVar[str] = "columns"
    row_is: ClassVar[str] = "row"
    origin: ClassVar[Origin]
    packing: ClassVar[str]
    form: ClassVar[str]  # a value of recognition.endings.KINDS
    recognition: ClassVar[str] = ""  # a sentence where the file is not what its name says
    source: ClassVar[str] = "a file of the data folder"
    licence: ClassVar[str] = "as the file's owner says"

    positive: str = words(
        "one class against the rest",
        "The value of the target that becomes +1; all others become −1. Empty: as it is.",
    )
    task: str = words(
        "classes or amounts",
        "Numbers can be the numbers of classes, or amounts. Empty: as their values suggest.",
    )
    test: str = words(
        "test rows from",
        "The file that holds the rows to test on. Empty: the one that is named like it; none: "
        "none of them.",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        check_task(self.task or None)

    @classmethod
    def stamp(cls):
        return cls.origin.stamp()

    def stamps(self):
        test = self.test_file()
        return self.stamp(), test and test.stamp()

    def content(self) -> Table | Rows:
        """Return what the file holds, as it is. Raises DatasetError, with the file's name."""
        with naming(self.origin.name):
            content = self.content_of(self.origin, self.packing)
        if not self.recognition:
            return content
        return replace(content, report=(Step("read", self.recognition), *content.report))

    def content_of(self, origin: Origin, packing: str) -> Table | Rows:
        """Return what this file holds, or another such file. Raises DatasetError."""
        with origin.open() as packed, unpacked(packed, packing) as file:
            return self.read(file)

    def read(self, file: Unpacked) -> Table | Rows:
        """Return what the unpacked bytes hold. Raises DatasetError, without the file's name."""
        raise NotImplementedError

    def build(self) -> Dataset:
        """The rows, or the table cleaned and encoded. Raises DatasetError."""
        content, test = self.content(), self.test_file()
        with naming(self.origin.name):
            fitted = self.of_table if isinstance(content, Table) else self.of_rows
            result = fitted(content)
        del content
        return with_test_rows(self, result, test) if test else result.dataset

    def of_rows(self, rows: Rows) -> Fitted:
        """The rows as a dataset. Raises DatasetError, without the file's name."""
        goal = Step("target", predicted(rows.target_name, rows.target_reason))
        dataset = Dataset.from_arrays(
            rows.X,
            rows.y,
            feature_names=rows.names,
            task=self.task or None,
            positive=str(self.positive).strip(),
            classes=rows.classes,
            report=(*rows.report, goal),
            target_name=rows.target_name,
            target_reason=rows.target_reason,
            copy=False,
            **self.described(),
        )
        return Fitted(dataset, None, rows.labels)

    def of_table(self, table: Table) -> Fitted:
        """The table, cleaned and encoded. Raises DatasetError, without the file's name."""
        raise NotImplementedError

    @classmethod
    def others(cls) -> dict[str, Origin]:
        """The files that lie beside this one and may hold test rows for it, by name."""
        beside = cls.origin.beside()
        return {
            name: origin
            for name, origin in beside.items()
            if KINDS.get(name_parts(name)[1], cls.form) == cls.form
        }

    def test_file(self) -> Origin | None:
        """Return the file the test rows come from, if any.

        Raises DatasetError, with the file's name, for one that is asked for and is not there.
        """
        name = str(self.test).strip()
        if name == NO_FILE:
            return None
        others = self.others()
        if not name:
            return others.get(test_file_of(self.origin.name, others))
        if name not in others:
            raise DatasetError(
                f"{self.origin.name}: there is no file {name!r} beside it to take test rows from: "
                f"choose among {listed([*others, NO_FILE])}."
            )
        return others[name]

    def of_test_rows(self) -> DataFile:
        """Return the same with options that fit the file of its test rows, too."""
        return self


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

    def of_table(self, table: Table) -> Fitted:
        return fitted(
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
            described=self.described(),
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

    def read(self, file: Unpacked) -> Table:
        how = self.separator, self.decimal, self.header, self.encoding, self.skip
        return read_csv(file.text(), *how, self.marks(), self.skip_below)


@dataclass(frozen=True)
class ExcelFile(TableFile):
    """A sheet of an Excel workbook."""

    has_lines: ClassVar[bool] = True

    sheet: str = words("sheet", "The sheet of the workbook to read. Empty: the first one.")
    header: str = like(CsvFile, "header", "guess")
    skip: str = like(CsvFile, "skip", "guess")
    skip_below: str = like(CsvFile, "skip_below", "guess")

    def read(self, file: Unpacked) -> Table:
        how = self.sheet, self.header, self.skip, self.marks(), self.skip_below
        return read_excel(file.all(), *how)


@dataclass(frozen=True)
class JsonFile(TableFile):
    """A file of JSON records: a list of objects, or an object a line."""

    def read(self, file: Unpacked) -> Table:
        return read_json(file.all(LARGEST_SPELLED), self.marks())


@dataclass(frozen=True)
class ArffFile(TableFile):
    """An ARFF file: attributes with their types, then rows, dense or sparse."""

    def read(self, file: Unpacked) -> Table | Rows:
        return read_arff(file.text(), self.target, self.left_out)


@dataclass(frozen=True)
class ParquetFile(TableFile):
    """A Parquet file."""

    def read(self, file: Unpacked) -> Table:
        return read_parquet(file.all())


@dataclass(frozen=True)
class SvmFile(DataFile):
    """An svmlight file: ``target id:value id:value ...`` a line."""

    n_features: str = words(
        "number of features",
        "How many columns there are, as a number. Empty: up to the largest id in the file.",
    )

    def of_test_rows(self) -> DataFile:
        return replace(self, n_features=0)  # it is cut to the columns that were asked for

    def read(self, file: Unpacked) -> Rows:
        return of_text(file, lambda blocks: read_svmlight(blocks, self.n_features))


@dataclass(frozen=True)
class VowpalFile(DataFile):
    """A Vowpal Wabbit file: ``label |namespace feature:value ...`` a line."""

    def read(self, file: Unpacked) -> Rows:
        return of_text(file, read_vowpal)


def of_text(file: Unpacked, reader: Callable[[Iterable[bytes]], Rows]) -> Rows:
    """The rows that a reader finds in blocks of lines, and a step that says their encoding."""
    decoder = Decoder(remedy=ROWS)
    rows = reader(file.blocks(decoder))
    return replace(rows, report=(*decoder.notes(), *rows.report))

"""The recipes of files, one for each format: what can be asked of one, and how it is read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import ClassVar

from datasets.content import Rows, Table
from datasets.dataset import Dataset
from datasets.errors import DatasetError
from datasets.files.csv_table import read_csv
from datasets.files.origin import Origin
from datasets.files.svmlight import read_svmlight
from datasets.files.unpack import unpacked
from datasets.recipes import Family, Recipe
from datasets.tables import table_dataset
from knobs import words


@dataclass(frozen=True)
class DataFile(Recipe):
    """A file. Its class is made by ``datasets.files.file_recipe`` and knows the ``origin``."""

    family: ClassVar[Family] = "file"
    origin: ClassVar[Origin]
    packing: ClassVar[str]
    source: ClassVar[str] = "a file of the data folder"
    licence: ClassVar[str] = "as the file's owner says"

    positive: str = words(
        "one class against the rest",
        "The value of the target that becomes +1; all others become −1. Empty: as it is.",
    )

    @classmethod
    def stamp(cls):
        return cls.origin.stamp()

    def content(self) -> Table | Rows:
        """What the file holds, as it stands there. Raises DatasetError, with the file's name."""
        with naming(self.origin.name):
            return self.read(unpacked(self.origin.read(), self.packing))

    def read(self, content: bytes) -> Table | Rows:
        """What the unpacked bytes hold. Raises DatasetError, without the file's name."""
        raise NotImplementedError


@dataclass(frozen=True)
class TableFile(DataFile):
    """A file that holds a table."""

    target: str = words(
        "target", "The column to predict. Empty: the column “target”, or else the last."
    )
    left_out: str = words("columns left out", "Columns that are no features, separated by commas.")

    def build(self) -> Dataset:
        """The table, cleaned and encoded. Raises DatasetError."""
        table = self.content()
        with naming(self.origin.name):
            return table_dataset(
                table,
                key=self.key,
                target=self.target,
                left_out=self.left_out,
                positive=str(self.positive).strip(),
                described=self.described(),
            )


@dataclass(frozen=True)
class CsvFile(TableFile):
    """A CSV file, names in its first line."""

    def read(self, content: bytes) -> Table:
        return read_csv(content)


@dataclass(frozen=True)
class RowsFile(DataFile):
    """A file that holds sparse rows."""

    def build(self) -> Dataset:
        """The rows. Raises DatasetError."""
        rows = self.content()
        with naming(self.origin.name):
            return Dataset.from_arrays(
                rows.X,
                rows.y,
                feature_names=rows.names,
                positive=str(self.positive).strip(),
                report=rows.report,
                **self.described(),
            )


@dataclass(frozen=True)
class SvmFile(RowsFile):
    """An svmlight file: ``target id:value id:value ...`` a line.

    ``n_features`` : how many columns there are; 0 means up to the largest id in the file.
    """

    n_features: int = 0

    def read(self, content: bytes) -> Rows:
        return read_svmlight(content, self.n_features)


@contextmanager
def naming(name: str) -> Iterator[None]:
    """Put the file's name in front of what a DatasetError says."""
    try:
        yield
    except DatasetError as error:
        raise DatasetError(f"{name}: {error}") from error.__cause__

"""The recipes of files: what can be asked of one, and how its refusals name it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from datasets.dataset import Dataset
from datasets.errors import DatasetError
from datasets.folder.svmlight import read_svmlight
from datasets.folder.table import table_dataset
from datasets.folder.unpack import read_bytes
from datasets.recipes import Recipe


@dataclass(frozen=True)
class DataFile(Recipe):
    """A file of the data folder. ``positive`` is the class that is +1 against all others."""

    path: ClassVar[Path]
    source: ClassVar[str] = "a file of the data folder"
    licence: ClassVar[str] = "as the file's owner says"

    positive: str = ""

    @property
    def wanted(self) -> str:
        """``positive`` as text, however it was given."""
        return "" if self.positive is None else str(self.positive).strip()


@dataclass(frozen=True)
class TableFile(DataFile):
    """A CSV file, names in its first line. The target is the column ``target``, else the last."""

    def build(self) -> Dataset:
        """The table, cleaned. Raises DatasetError."""
        with naming(self.path):
            return table_dataset(read_bytes(self.path), self.key, self.wanted, self.described())


@dataclass(frozen=True)
class SvmFile(DataFile):
    """An svmlight file: ``target id:value id:value ...`` a line.

    ``n_features`` : how many columns there are; 0 means up to the largest id in the file.
    """

    n_features: int = 0

    def build(self) -> Dataset:
        """The sparse rows. Raises DatasetError."""
        with naming(self.path):
            X, y, names, notes = read_svmlight(read_bytes(self.path), self.n_features)
            return Dataset.from_arrays(
                X, y, feature_names=names, positive=self.wanted, notes=notes, **self.described()
            )


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Put the file's name in front of what a DatasetError says."""
    try:
        yield
    except DatasetError as error:
        raise DatasetError(f"{path.name}: {error}") from error.__cause__

"""The base of the recipes of files: the options that every file has, and its test rows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from datasets.content import Rows, Table
from datasets.dataset import Dataset
from datasets.errors import DatasetError
from datasets.files.compression import DecompressedFile, decompress
from datasets.files.detection.extensions import EXTENSIONS, split_extensions
from datasets.files.origin import Origin, naming
from datasets.files.pairs import test_file_of, with_test_rows
from datasets.recipes import Family, Recipe
from datasets.report import Step
from datasets.tables.target import target_sentence
from datasets.tables.to_dataset import TableFit
from datasets.targets import ClassCodes, check_task
from datasets.wording import join_words
from knobs import words

NO_FILE = "none"
"""Asked for as the file of the test rows where no file is wanted."""


@dataclass(frozen=True)
class DataFile(Recipe):
    """A file. Its class is made by ``datasets.files.file_recipe`` and knows the ``origin``."""

    family: ClassVar[Family] = "file"
    columns_are: ClassVar[str] = "columns"
    row_is: ClassVar[str] = "row"
    origin: ClassVar[Origin]
    compression: ClassVar[str]
    format_name: ClassVar[str]  # a key of extensions.FORMATS
    format_note: ClassVar[str] = ""  # a sentence where the file is not what its name says
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
            content = self.read_origin(self.origin, self.compression)
        if not self.format_note:
            return content
        return replace(content, report=(Step("read", self.format_note), *content.report))

    def read_origin(self, origin: Origin, compression: str) -> Table | Rows:
        """Return what this file holds, or another such file. Raises DatasetError."""
        with origin.open() as packed, decompress(packed, compression) as file:
            return self.read(file)

    def read(self, file: DecompressedFile) -> Table | Rows:
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

    def of_rows(self, rows: Rows) -> TableFit:
        """The rows as a dataset. Raises DatasetError, without the file's name."""
        goal = Step("target", target_sentence(rows.target_name, rows.target_reason))
        dataset = Dataset.from_arrays(
            rows.X,
            ClassCodes(rows.y, rows.classes) if rows.classes else rows.y,
            feature_names=rows.names,
            task=self.task or None,
            positive=str(self.positive).strip(),
            report=(*rows.report, goal),
            target_name=rows.target_name,
            target_reason=rows.target_reason,
            copy=False,
            **self.metadata(),
        )
        return TableFit(dataset, None, rows.labels)

    def of_table(self, table: Table) -> TableFit:
        """The table, cleaned and encoded. Raises DatasetError, without the file's name."""
        raise NotImplementedError

    @classmethod
    def siblings(cls) -> dict[str, Origin]:
        """The files that lie beside this one and may hold test rows for it, by name."""
        origins = cls.origin.siblings()
        return {
            name: origin
            for name, origin in origins.items()
            if EXTENSIONS.get(split_extensions(name)[1], cls.format_name) == cls.format_name
        }

    def test_file(self) -> Origin | None:
        """Return the file the test rows come from, if any.

        Raises DatasetError, with the file's name, for one that is asked for and is not there.
        """
        name = str(self.test).strip()
        if name == NO_FILE:
            return None
        others = self.siblings()
        if not name:
            return others.get(test_file_of(self.origin.name, others))
        if name not in others:
            raise DatasetError(
                f"{self.origin.name}: there is no file {name!r} beside it to take test rows from: "
                f"choose among {join_words([*others, NO_FILE])}."
            )
        return others[name]

    def for_test_rows(self) -> DataFile:
        """Return the same with options that fit the file of its test rows, too."""
        return self

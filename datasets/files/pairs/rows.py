"""Test rows of a dataset, read from a second file with the options of the first."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol, Self

import numpy as np
import scipy.sparse as sp

from datasets.arrays import canonical_csr, check_values
from datasets.content import Rows, Table
from datasets.dataset import Dataset
from datasets.errors import DatasetError
from datasets.files.detection import FileFormat, UnsupportedFormatError, detect_format
from datasets.files.detection.extensions import FORMATS, split_extensions
from datasets.files.dialect import is_number
from datasets.files.origin import Origin, naming
from datasets.labels import Labels
from datasets.report import Step, steps
from datasets.tables.target import read_target_column, target_column
from datasets.tables.to_dataset import TableFit
from datasets.tables.transform import Encoding
from datasets.wording import join_words, pluralize

if TYPE_CHECKING:
    import pandas as pd


class TrainingFile(Protocol):
    """The file of the training rows: a dataclass, whose options also say how to read test rows."""

    format_name: str
    test: str

    def read_origin(self, origin: Origin, compression: str) -> Table | Rows:
        """The content of another file, read with these options. Raises DatasetError."""

    def for_test_rows(self) -> Self:
        """The same with options that fit the file of the test rows, too."""


class MatchedRows(NamedTuple):
    """The rows of a second file as they fit the first one's dataset, and sentences about them."""

    X: sp.csr_array
    target: np.ndarray
    sentences: list[str]


def with_test_rows(file: TrainingFile, fit: TableFit, origin: Origin) -> Dataset:
    """Return the dataset of ``file`` with the rows of a second file as its test rows.

    Where nobody asked for the second file, and only its name spoke for it, a file that does not
    fit is left alone, and a step of the report says why.

    Raises DatasetError, with the second file's name, for one that was asked for and does not fit.
    """
    data, name = fit.dataset, origin.name
    try:
        with naming(name):
            X, y, sentences = test_rows(file, fit, origin)
            check_values(X, data.feature_names)
    except DatasetError as error:
        if str(file.test).strip():
            raise
        reason = str(error).removeprefix(f"{name}: ")
        note = f"{name} is named like the test rows of this file but was not taken: {reason}"
        return dataclasses.replace(data, report=(*data.report, Step("split", note)))
    rows = f"Test rows: {name}, {pluralize(len(y), 'row')}, read with the columns of this file."
    report = (*data.report, *steps("split", [rows, *(f"{name}: {what}" for what in sentences)]))
    test = dataclasses.replace(data, X=X, y=y, report=())
    provenance = dataclasses.replace(data.provenance, test_name=name)
    return dataclasses.replace(data, test=test, report=report, provenance=provenance)


def test_rows(
    file: TrainingFile, fit: TableFit, origin: Origin
) -> tuple[sp.csr_array, np.ndarray, list[str]]:
    """Return ``(X, y, sentences)``. Raises DatasetError for a file that does not fit."""
    read = table_rows if fit.features else sparse_rows
    X, target, sentences = read(file, fit, origin)
    y, rows, more = Labels.of(fit.dataset, fit.target).read(target)
    return canonical_csr(X if len(rows) == len(target) else X[rows]), y, [*sentences, *more]


def read_like(file: TrainingFile, origin: Origin) -> Table | Rows:
    """The content of a second file, read as ``file`` is. Raises DatasetError."""
    try:
        file_format = detect_format(origin)
    except UnsupportedFormatError:
        raise
    except DatasetError:  # a few lines alone may not say what they are
        file_format = FileFormat(file.format_name, split_extensions(origin.name)[2])
    if file_format.name != file.format_name:
        raise DatasetError(
            f"it holds {FORMATS[file_format.name]}, and the training rows are "
            f"{FORMATS[file.format_name]}: give both alike."
        )
    return file.read_origin(origin, file_format.compression)


def sparse_rows(file: TrainingFile, fit: TableFit, origin: Origin) -> MatchedRows:
    """The sparse rows of a second file, features matched by their names. Raises DatasetError."""
    rows = read_like(file.for_test_rows(), origin)
    if not isinstance(rows, Rows):
        raise DatasetError("it holds a table, and the training rows are sparse: give both alike.")
    X, unknown = match_features(rows, fit.dataset.feature_names)
    sentences = [step.what for step in rows.report if step.stage == "cleaned"]
    if unknown:
        cells = pluralize(rows.X.nnz - X.nnz, "cell")
        features = pluralize(len(unknown), "feature")
        if not X.nnz:
            raise DatasetError(
                f"none of its features ({join_words(unknown)}) is one of those of the training "
                "rows: name them as they are named there."
            )
        sentences.append(
            f"{cells} of {features} that the training rows do not have left out: "
            f"{join_words(unknown)}."
        )
    return MatchedRows(X, rows.labels, sentences)


def match_features(rows: Rows, names: Sequence[str]) -> tuple[sp.csr_array, list[str]]:
    """Return the rows with the columns ``names``, and the names of the features that are none."""
    alike = 0  # ids that both begin with need not be looked up
    for own, other in zip(rows.names, names, strict=False):
        if own != other:
            break
        alike += 1
    places = {name: place for place, name in enumerate(names[alike:], start=alike)}
    place = np.arange(len(rows.names))
    place[alike:] = [places.get(name, -1) for name in rows.names[alike:]]
    columns = place[rows.X.indices]
    kept = columns >= 0
    ends = np.concatenate([[0], np.cumsum(kept)])[rows.X.indptr]
    X = sp.csr_array((rows.X.data[kept], columns[kept], ends), (len(rows.y), len(names)))
    return X, [rows.names[column] for column in np.unique(rows.X.indices[~kept])]


def table_rows(file: TrainingFile, fit: TableFit, origin: Origin) -> MatchedRows:
    """The rows of a table, encoded as the first one's were. Raises DatasetError."""
    data = fit.dataset
    table, sentences = table_like(file, fit, origin)
    reading = fit.reading.keeping(fit.target)
    gaps = table.gaps.get(data.target_name)
    frame, target, dropped = target_column(table.frame, data.target_name, reading, gaps)
    encoding = Encoding.of(fit.features, fit.reading)
    X, cells = encoding.transform(frame)
    values = read_target_column(target, reading=reading).values
    first = {without_brackets(step) for step in data.report}
    own = [step.what for step in table.report if without_brackets(step) not in first]
    return MatchedRows(X, values, [*own, *sentences, *dropped, *cells])


def without_brackets(step: Step) -> str:
    """The sentence of a step without the brackets at its end, which say how much was looked at."""
    return step.what.partition(" (")[0]


def table_like(file: TrainingFile, fit: TableFit, origin: Origin) -> tuple[Table, list[str]]:
    """Return the table of a second file with the names of the first one's columns, and sentences.

    Raises DatasetError for a file that has not the columns of the first.
    """
    troubles = []
    for way in header_options(file, fit):
        try:
            table = read_like(way, origin)
            if not isinstance(table, Table):
                raise DatasetError(
                    "it holds sparse rows, and the training rows are a table: give both alike."
                )
            frame, sentences = match_columns(table.frame, fit)
            return dataclasses.replace(table, frame=frame), sentences
        except DatasetError as error:
            troubles.append(error)
    raise troubles[
        -1 if has_default_names(fit.columns) else 0
    ]  # the one of the first file's own way


def header_options(file: TrainingFile, fit: TableFit) -> list[TrainingFile]:
    """The ways to read a second file, the likeliest first: with names on top, or without."""
    file = file.for_test_rows()
    if getattr(file, "header", "") != "guess":
        return [file]
    headers = ("guess", "no") if has_default_names(fit.columns) else ("yes", "no")
    return [dataclasses.replace(file, header=header) for header in headers]


def match_columns(frame: pd.DataFrame, fit: TableFit) -> tuple[pd.DataFrame, list[str]]:
    """Return the table with the names of the first one's columns, and sentences.

    Columns are matched by their names, where one file has none by their places. Raises
    DatasetError for columns that are needed and are not there.
    """
    data = fit.dataset
    needed = [column.name for column in data.columns if column.kind != "left out"]
    lacking = [name for name in (*needed, data.target_name) if name not in frame.columns]
    widths = len(frame.columns), len(fit.columns)
    if has_default_names(frame.columns) or has_default_names(fit.columns):
        if widths[0] != widths[1]:
            raise DatasetError(
                f"it has {pluralize(widths[0], 'column')}, and the training rows have "
                f"{widths[1]:,}, without names to match them by: give both the same columns, or "
                "names on top."
            )
        if any(is_number(name) for name in frame.columns):
            raise DatasetError("its first line holds numbers: it is a row, and no names.")
        if lacking:
            note = "Columns are matched by their places, since one of the two files names none."
            return frame.set_axis(list(fit.columns), axis=1), [note]
    if lacking == [data.target_name]:
        raise DatasetError(
            f"it has no column {data.target_name!r}, which is to be predicted: add it, or choose "
            "another file for the test rows."
        )
    if lacking:
        column, them = ("column", "it") if len(lacking) == 1 else ("columns", "them")
        raise DatasetError(
            f"it has no {column} {join_words(map(repr, lacking))}, and the training rows have: add "
            f"{them} here, or name {them} among the columns left out."
        )
    surplus = [name for name in frame.columns if name not in fit.columns]
    if not surplus:
        return frame, []
    return frame, [
        f"Columns that the training rows do not have passed over: {join_words(surplus)}."
    ]


def has_default_names(columns: Sequence[str]) -> bool:
    """Return whether the columns have the names that files without names are given."""
    return list(columns) == [f"x{at}" for at in range(1, len(columns) + 1)]

"""A table as people keep it → a Dataset, with a report of what was done on the way."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from datasets.content import Table
from datasets.dataset import Dataset
from datasets.errors import DatasetError
from datasets.report import steps
from datasets.tables import zoo
from datasets.tables.columns import PLAIN, Reading, Words, as_categories, read_column, words_in
from datasets.tables.features import Choices, Features
from datasets.tables.notes import column_steps
from datasets.tables.repeated import n_repeated
from datasets.wording import counted, listed

if TYPE_CHECKING:
    import pandas as pd


class Fitted(NamedTuple):
    """The dataset in a table or in sparse rows, and how its columns and its target were read.

    Parameters
    ----------
    features : the columns of a table as they were encoded; None for sparse rows.
    target : the numbers or words to be predicted, before they became the dataset's y [n_rows].
    columns : the names of all columns of the table, in its order.
    reading : what cells meant that leave it open.
    """

    dataset: Dataset
    features: Features | None
    target: np.ndarray
    columns: tuple[str, ...] = ()
    reading: Reading = PLAIN


def table_dataset(table: Table, described: dict[str, str], **options: Any) -> Dataset:
    """Return the dataset in a ``table``; ``options`` and refusals are those of ``fitted``."""
    return fitted(table, described, **options).dataset


def fitted(
    table: Table,
    described: dict[str, str],
    key: str = "",
    target: str = "",
    left_out: str = "",
    positive: str = "",
    categories: str = "",
    kept: str = "",
    reading: Reading = PLAIN,
) -> Fitted:
    """Return the dataset in a ``table``, and how it was read.

    Parameters
    ----------
    described : the dataset's name, source and licence.
    key : its recipe's.
    target : the column to predict; empty for the one of that name, or else the last.
    left_out : the columns that are no features, separated by commas, quoted as in a CSV file.
    positive : the value of the target that is +1 against all others together.
    categories : the columns whose numbers are names of categories; written as ``left_out`` is.
    kept : the columns that are features although they look like names of rows; likewise.
    reading : what cells mean that leave it open.

    Raises DatasetError, without the file's name, where a table or a column cannot be used.
    """
    name = target_name(table.frame, target)
    choices = choices_among(table.frame, name, left_out, categories, kept)._replace(reading=reading)
    frame, wanted, rows_dropped = target_column(declared(table.frame, choices.categories), name)
    features = Features.of(frame, choices)
    y, zoo_notes = target_values(wanted, key, positive, reading)
    X = features.matrix()
    done = (*steps("cleaned", rows_dropped), *column_steps(features, n_repeated(X, y)))
    dataset = Dataset.from_arrays(
        X,
        y,
        task="regression" if zoo_notes else None,
        positive=positive,
        report=(*table.report, *done, *steps("target", zoo_notes)),
        target_name=name,
        copy=False,
        **fields_of(features),
        **described,
    )
    return Fitted(dataset, features, y, tuple(table.frame.columns), reading)


def fields_of(features: Features) -> dict[str, Any]:
    """The fields of a dataset that say what its columns are."""
    return {
        "feature_names": features.names,
        "groups": features.groups,
        "columns": tuple(features.columns),
    }


def target_name(frame: pd.DataFrame, target: str) -> str:
    """Return the name of the column that is to be predicted."""
    if target:
        return existing(frame, target.strip(), "to predict")
    return "target" if "target" in frame.columns else frame.columns[-1]


def choices_among(
    frame: pd.DataFrame, target: str, left_out: str, categories: str, kept: str
) -> Choices:
    """The columns of the lists. Raises DatasetError for one that is none, or is in two of them."""
    choices = Choices(
        names_left_out(frame, left_out, target),
        names_in(frame, categories, "to read as categories"),
        names_in(frame, kept, "to keep"),
    )
    for names, purpose in ((choices.categories, "read as categories"), (choices.kept, "kept")):
        if both := sorted(names & choices.left_out):
            raise DatasetError(
                f"column {both[0]!r} is to be left out and to be {purpose}: take it from one "
                "of the two lists."
            )
    return choices


def names_left_out(frame: pd.DataFrame, left_out: str, target: str) -> set[str]:
    """The columns that are no features."""
    names = names_in(frame, left_out, "to leave out")
    if target in names:
        raise DatasetError(
            f"column {target!r} is the target and cannot be left out: name another target or keep "
            "the column."
        )
    return names


def names_in(frame: pd.DataFrame, text: str, purpose: str) -> set[str]:
    """The columns of a list, which is written as a line of a CSV file."""
    try:
        lines = csv.reader(io.StringIO(text), skipinitialspace=True, strict=True)
        names = [name.strip() for line in lines for name in line if name.strip()]
    except csv.Error as error:
        raise DatasetError(
            f"the list of columns {purpose} cannot be read ({error}): separate names by commas "
            "and put those with commas in double quotes."
        ) from None
    return {existing(frame, name, purpose) for name in names}


def declared(frame: pd.DataFrame, names: Collection[str]) -> pd.DataFrame:
    """The table, in which the columns of ``names`` are declared to be categories."""
    return frame.assign(**{name: as_categories(frame[name]) for name in names})


def existing(frame: pd.DataFrame, name: str, purpose: str) -> str:
    """``name``, if there is such a column."""
    if name not in frame.columns:
        there = listed(frame.columns, limit=20)
        raise DatasetError(f"there is no column {name!r} {purpose}: choose among {there}.")
    return name


def target_column(
    frame: pd.DataFrame, name: str
) -> tuple[pd.DataFrame, pd.Series, tuple[str, ...]]:
    """``(features, target, notes)``, both without the rows whose target is missing."""
    target = frame[name]
    blank = target.isna() if target.dtype.kind in "biufM" else words_in(target).codes < 0
    missing = target.index[blank]
    if len(missing) == len(target):
        raise DatasetError(f"the target, column {name!r}, is empty in every row: fill it in.")
    frame = frame.drop(columns=name)
    if not len(missing):
        return frame, target, ()
    rows = listed((i + 1 for i in missing), limit=5)
    note = (
        f"{counted(len(missing), 'row')} without a target left out "
        f"({'row' if len(missing) == 1 else 'rows'} {rows})."
    )
    return frame.drop(index=missing), target.drop(index=missing), (note,)


def target_values(
    target: pd.Series, key: str, positive: str, reading: Reading = PLAIN
) -> tuple[np.ndarray, tuple[str, ...]]:
    """The target's numbers or words, and what became of words or dates that are numbers now."""
    read = read_column(target, reading)
    if isinstance(read, Words):
        return words_or_zoo(spelled_out(read), key, positive)
    if read.kind == "dates":
        return read.values, (
            "Target: dates, as days since 1970-01-01, to be predicted as numbers.",
        )
    if read.kind == "yes or no":
        return np.char.lower(spelled_out(read.text)), ()
    return read.values, ()


def words_or_zoo(words: np.ndarray, key: str, positive: str) -> tuple[np.ndarray, tuple[str, ...]]:
    """The words, or in the zoo their numbers."""
    if key != zoo.KEY or positive or not set(words) <= set(zoo.CLASS_NUMBERS):
        return words, ()
    numbers = ", ".join(f"{name} {n}" for name, n in zoo.CLASS_NUMBERS.items() if name in words)
    note = f"Target: UCI's numbers of the classes ({numbers}), to be predicted as numbers."
    return np.array([float(zoo.CLASS_NUMBERS[word]) for word in words]), (note,)


def spelled_out(text: Words) -> np.ndarray:
    """The words of a column without gaps, as text [n_rows]."""
    return np.array(text.words, dtype=np.str_)[text.codes]

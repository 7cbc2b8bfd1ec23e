"""A table → a Dataset, with a report of the steps."""

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
from datasets.tables.columns import PLAIN, Reading, as_categories
from datasets.tables.duplicates import count_duplicates
from datasets.tables.features import Choices, Features
from datasets.tables.missing import Missing
from datasets.tables.notes import column_steps
from datasets.tables.target import check_column, chosen_target, read_target_column, target_column
from datasets.targets import ClassCodes

if TYPE_CHECKING:
    import pandas as pd


class TableFit(NamedTuple):
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


class TableOptions(NamedTuple):
    """Options of reading a table.

    Parameters
    ----------
    target : the column to predict; empty for the one that its name or place suggests.
    left_out : the columns that are no features, separated by commas, quoted as in a CSV file.
    positive : the value of the target that is +1 against all others together.
    task : classification, regression or multiclass, instead of a guess.
    categories : the columns whose numbers are names of categories; written as ``left_out`` is.
    kept : the columns that are features although they look like names of rows; likewise.
    reading : the meaning of cells that leave it open.
    reason : why the target is what it is, where that was not asked for.
    """

    target: str = ""
    left_out: str = ""
    positive: str = ""
    task: str | None = None
    categories: str = ""
    kept: str = ""
    reading: Reading = PLAIN
    reason: str = ""


def table_dataset(table: Table, metadata: dict[str, str], **options: Any) -> Dataset:
    """Return the dataset in a ``table``; ``options`` and errors are those of ``fit_table``."""
    return fit_table(table, metadata, **options).dataset


def fit_table(table: Table, metadata: dict[str, str], **options: Any) -> TableFit:
    """Return the dataset in a ``table``, and how it was read.

    Parameters
    ----------
    metadata : the dataset's name, source and licence.
    options : the fields of ``TableOptions``.

    Raises DatasetError, without the file's name, where a table or a column cannot be used.
    """
    options = TableOptions(**options)
    name, reason = target_name(table, options)
    choices = column_choices(table.frame, name, options)._replace(gaps=table.gaps)
    by_file = {*table.left_out} - {name} - choices.kept - choices.left_out
    choices = choices._replace(left_out=choices.left_out | by_file, by_file=by_file)
    frame = with_categories(table.frame, choices.categories, options.reading.missing)
    frame, wanted, rows_dropped = target_column(frame, name, options.reading, table.gaps.get(name))
    features = Features.of(frame, choices)
    target = read_target_column(wanted, options.reason or reason, options.reading)
    X = features.matrix()
    done = (*steps("cleaned", rows_dropped), *column_steps(features, count_duplicates(X, target.y)))
    dataset = Dataset.from_arrays(
        X,
        ClassCodes(target.y, target.classes) if target.classes else target.y,
        task=options.task or (None if options.positive else target.task),
        positive=options.positive,
        report=(*table.report, *done, *steps("target", target.notes)),
        copy=False,
        target_name=target.name,
        target_reason=target.reason,
        **fields_of(features),
        **metadata,
    )
    return TableFit(dataset, features, target.values, tuple(table.frame.columns), options.reading)


def fields_of(features: Features) -> dict[str, Any]:
    """The fields of a dataset that say what its columns are."""
    return {
        "feature_names": features.names,
        "groups": features.groups,
        "columns": tuple(features.columns),
    }


def target_name(table: Table, options: TableOptions) -> tuple[str, str]:
    """The column to predict, and why it is that one."""
    frame = table.frame
    if table.target and not options.target:
        return table.target, "as the file says"
    if options.target or options.positive:  # a class that was named is one of the last column's
        return chosen_target(frame, options.target)
    left_out = split_names(frame, options.left_out, "to leave out")
    return chosen_target(frame, reading=options.reading, left_out=left_out)


def column_choices(frame: pd.DataFrame, target: str, options: TableOptions) -> Choices:
    """The columns of the lists. Raises DatasetError for one that is none, or is in two of them."""
    choices = Choices(
        names_left_out(frame, options.left_out, target),
        split_names(frame, options.categories, "to read as categories"),
        split_names(frame, options.kept, "to keep"),
        reading=options.reading,
        all_columns=tuple(frame.columns),
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
    names = split_names(frame, left_out, "to leave out")
    if target in names:
        raise DatasetError(
            f"column {target!r} is the target and cannot be left out: name another target or keep "
            "the column."
        )
    return names


def split_names(frame: pd.DataFrame, text: str, purpose: str) -> set[str]:
    """The columns of a list, which is written as a line of a CSV file."""
    try:
        lines = csv.reader(io.StringIO(text), skipinitialspace=True, strict=True)
        names = [name.strip() for line in lines for name in line if name.strip()]
    except csv.Error as error:
        raise DatasetError(
            f"the list of columns {purpose} cannot be read ({error}): separate names by commas "
            "and put those with commas in double quotes."
        ) from None
    return {check_column(frame, name, purpose) for name in names}


def with_categories(frame: pd.DataFrame, names: Collection[str], missing: Missing) -> pd.DataFrame:
    """The table, in which the columns of ``names`` are declared to be categories."""
    return frame.assign(**{name: as_categories(frame[name], missing) for name in names})

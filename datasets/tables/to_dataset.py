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
from datasets.tables.columns import (
    PLAIN,
    Reading,
    Words,
    as_categories,
    declared_words,
    read_column,
    words_in,
)
from datasets.tables.features import Choices, Features, undated
from datasets.tables.notes import column_steps
from datasets.tables.repeated import n_repeated
from datasets.wording import LONG, counted, cut, listed

if TYPE_CHECKING:
    import pandas as pd

PREFERRED = ("target", "label", "class", "y", "outcome")
"""Names of columns that are predicted unless another is asked for, the likeliest first."""


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


class Asked(NamedTuple):
    """The things that can be asked of a table.

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


def table_dataset(table: Table, described: dict[str, str], **options: Any) -> Dataset:
    """Return the dataset in a ``table``; ``options`` and refusals are those of ``fitted``."""
    return fitted(table, described, **options).dataset


def fitted(table: Table, described: dict[str, str], **options: Any) -> Fitted:
    """Return the dataset in a ``table``, and how it was read.

    Parameters
    ----------
    described : the dataset's name, source and licence.
    options : the fields of ``Asked``.

    Raises DatasetError, without the file's name, where a table or a column cannot be used.
    """
    asked = Asked(**options)
    name, reason = chosen_target(table.frame, asked.target)
    choices = choices_among(table.frame, name, asked)
    frame, wanted, rows_dropped = target_column(declared(table.frame, choices.categories), name)
    features = Features.of(frame, choices)
    goal = read_goal(wanted, asked.reason or reason, asked.reading)
    X = features.matrix()
    done = (*steps("cleaned", rows_dropped), *column_steps(features, n_repeated(X, goal.y)))
    dataset = Dataset.from_arrays(
        X,
        goal.y,
        task=asked.task or (None if asked.positive else goal.task),
        positive=asked.positive,
        report=(*table.report, *done, *steps("target", goal.notes)),
        copy=False,
        **goal.fields,
        **fields_of(features),
        **described,
    )
    return Fitted(dataset, features, goal.values, tuple(table.frame.columns), asked.reading)


def fields_of(features: Features) -> dict[str, Any]:
    """The fields of a dataset that say what its columns are."""
    return {
        "feature_names": features.names,
        "groups": features.groups,
        "columns": tuple(features.columns),
    }


def chosen_target(frame: pd.DataFrame, target: str = "") -> tuple[str, str]:
    """Return the name of the column that is to be predicted, and why it is that one.

    It is the one that is asked for, or else the first of these names in any case, or else the last:
    target, label, class, y, outcome. A y beside an x in a wider table is a place, not a target.
    """
    if target:
        return existing(frame, target.strip(), "to predict"), "as asked for"
    names = {}
    for name in frame.columns:
        names.setdefault(str(name).strip().casefold(), name)
    if "x" in names and len(frame.columns) > 2:
        names.pop("y", None)
    for preferred in PREFERRED:
        if preferred in names:
            return names[preferred], "by its name"
    return frame.columns[-1], "the last column"


def predicted(name: str, reason: str) -> str:
    """Return the sentence that names the target."""
    return f"Predicted: {', '.join(filter(None, (cut(name, LONG), reason)))}."


def choices_among(frame: pd.DataFrame, target: str, asked: Asked) -> Choices:
    """The columns of the lists. Raises DatasetError for one that is none, or is in two of them."""
    choices = Choices(
        names_left_out(frame, asked.left_out, target),
        names_in(frame, asked.categories, "to read as categories"),
        names_in(frame, asked.kept, "to keep"),
        reading=asked.reading,
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
        raise DatasetError(
            f"the target, column {name!r}, is empty in every row: fill it in, or choose another "
            "column as the “target” (in Python: target=...)."
        )
    if len(missing) and len(target) - len(missing) == 1:
        raise DatasetError(
            f"the target, column {name!r}, is filled in in 1 of {len(target):,} rows only: choose "
            "another column as the “target” (in Python: target=...), or fill it in."
        )
    frame = frame.drop(columns=name)
    if not len(missing):
        return frame, target, ()
    rows = listed((i + 1 for i in missing), limit=5)
    note = (
        f"{counted(len(missing), 'row')} without a target left out "
        f"({'row' if len(missing) == 1 else 'rows'} {rows})."
    )
    return frame.drop(index=missing), target.drop(index=missing), (note,)


class Goal(NamedTuple):
    """The target as its column has it.

    Parameters
    ----------
    y : its numbers or words [n_rows]; the numbers of ``classes`` where these are declared.
    name : the column's.
    reason : why it is that one.
    classes : the names of declared classes, in their order.
    task : regression for what can be nothing else, or None.
    became : sentences about what became of it.
    """

    y: np.ndarray
    name: str
    reason: str
    classes: tuple[str, ...] = ()
    task: str | None = None
    became: tuple[str, ...] = ()

    @property
    def fields(self) -> dict[str, Any]:
        """Return the fields of a dataset that say which column it is, and what is declared."""
        goal = {"target_name": self.name, "target_reason": self.reason}
        return {**goal, "classes": self.classes}

    @property
    def notes(self) -> tuple[str, ...]:
        """Return sentences about it."""
        return (predicted(self.name, self.reason), *self.became)

    @property
    def values(self) -> np.ndarray:
        """Return the numbers or words themselves [n_rows]."""
        return np.array(self.classes, dtype=np.str_)[self.y] if self.classes else self.y


def read_goal(target: pd.Series, reason: str = "", reading: Reading = PLAIN) -> Goal:
    """The target's numbers or words, and what became of dates, which are numbers now."""
    import pandas as pd

    which = (str(target.name), reason)
    is_declared = isinstance(target.dtype, pd.CategoricalDtype)
    read = declared_words(target) if is_declared else read_column(target, reading)
    if isinstance(read, Words):
        if read.undated:
            raise undated(str(target.name), read.words[0], "it is the target")
        if read.in_order:
            return Goal(read.codes, *which, tuple(read.words))
        return Goal(spelled_out(read), *which)
    if read.kind == "dates":
        order = f", read with the {read.form.phrase}" if read.form else ""
        note = f"Target: dates{order}, as days since 1970-01-01, to be predicted as numbers."
        many = len(np.unique(read.values)) > 2
        return Goal(read.values, *which, task="regression" if many else None, became=(note,))
    if read.kind == "yes or no":
        return Goal(np.char.lower(spelled_out(read.text)), *which)
    note = f"Target: {read.form.sentence}." if read.form else ""
    return Goal(read.values, *which, became=(note,) if note else ())


def spelled_out(text: Words) -> np.ndarray:
    """The words of a column without gaps, as text [n_rows]."""
    return np.array(text.words, dtype=np.str_)[text.codes]

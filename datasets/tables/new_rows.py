"""New rows, as they come in a file, as the features that a model has weights of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
import scipy.sparse as sp

from datasets.errors import DatasetError
from datasets.provenance import Column
from datasets.tables.columns import Numbers, Reading, read_column
from datasets.tables.features import Features, check_size
from datasets.tables.missing import Missing
from datasets.tables.transform import Encoding, TransformedColumns, cell_count, list_examples
from datasets.wording import join_words, pluralize

CATEGORIES = "categories"


@dataclass
class NewColumns(TransformedColumns):
    """Columns of new rows, numbers written in whatever way can be read without a choice.

    Parameters
    ----------
    others : by column, the categories of its dataset that the model has no feature for; None where
        its file does not list them.
    unlisted : as ``unknown``, in columns whose other categories are not listed.
    """

    filler: ClassVar[str] = "the median that the model holds"
    others: dict[str, list[str] | None] = field(default_factory=dict)
    unlisted: dict[str, tuple[int, str]] = field(default_factory=dict)

    def categories(self, column: Column) -> list[str]:
        """The categories with a feature, in its order, then the others that are known."""
        return super().categories(column) + (self.others.get(column.name) or [])

    def places(self, series: Any, column: Column) -> np.ndarray:
        """The place of each row's word among the categories with a feature, −1 for any other."""
        places = super().places(series, column)
        if self.others.get(column.name) is None and column.name in self.unknown:
            self.unlisted[column.name] = self.unknown.pop(column.name)
        return np.where(places < column.last - column.first, places, np.int32(-1))

    def notes(self) -> list[str]:
        """Sentences about what was filled in, is not known, or may not be."""
        sentences = super().notes()
        if self.unlisted:
            cells = pluralize(cell_count(self.unlisted), "cell")
            sentences.append(
                f"{cells} of categories that the model has no weight for left 0 in all categories: "
                f"{list_examples(self.unlisted)}."
            )
        return sentences

    def read_whole(self, series: Any, column: Column) -> np.ndarray | None:
        """The column [n_rows] if all of it is of its kind, NaN where missing; else None."""
        try:
            read = read_column(series, self.encoding.reading)
        except DatasetError:  # a few words among numbers, or an infinity
            return None
        return read.values if isinstance(read, Numbers) and read.kind == column.kind else None


def read_new_rows(
    rows: Any, columns: Mapping[str, Mapping], absent: str, reading: Mapping[str, str]
) -> tuple[sp.csr_array, list[str], list[str]]:
    """Return the features of new rows [n_rows, m], their names, and sentences about cells.

    Parameters
    ----------
    rows : a DataFrame, columns in any order; a Dataset or Rows, whose features are found by name;
        or an array whose columns are called x1, x2, ….
    columns : as in ``preparation.plan``: those that are needed; others are passed over.
    absent : "zero" where a column that is not there is 0 in every row, "error" where it is refused.
    reading : ``decimal``, ``dates`` and ``missing``, as the options of files.

    A category without a feature is none of them, and a sentence says so where the model's dataset
    did not have it. Raises DatasetError for columns that are missing
    or hold something else, and where a cell is missing and nothing is known to fill it.
    """
    X = getattr(rows, "X", None)
    if sp.issparse(X):
        names = rows.feature_names if hasattr(rows, "feature_names") else rows.names
        return _by_feature(sp.csr_array(X), [str(name) for name in names], columns, absent)
    frame = _as_frame(rows)
    return _by_column(frame, columns, absent, reading)


def features_of(name: str, column: Mapping) -> list[str]:
    """Return the names of the features that come of a column."""
    if column["kind"] != CATEGORIES:
        return [name]
    return [f"{name}={word}" for word in column["values"]]


def _by_feature(
    X: sp.csr_array, names: Sequence[str], columns: Mapping[str, Mapping], absent: str
) -> tuple[sp.csr_array, list[str], list[str]]:
    """Features that are encoded already, by name; one of a category that is not there is 0."""
    place: dict[str, int] = {}
    for j, name in enumerate(names):
        place.setdefault(name, j)
    wanted, lost, encoded = [], [], columns_encoded(names)
    for name, column in columns.items():
        own = features_of(name, column)
        known = [feature in place for feature in own]
        if column["kind"] == CATEGORIES:
            known = [any(known) or name in encoded]
        if not all(known):
            lost.append(name)
        wanted += own
    _refuse_missing(lost, absent)
    found = [j for j, name in enumerate(wanted) if name in place]
    at = [place[wanted[j]] for j in found]
    moves = sp.csr_array((np.ones(len(at)), (at, found)), shape=(X.shape[1], len(wanted)))
    return sp.csr_array(X @ moves), wanted, []


def columns_encoded(names: Sequence[str]) -> set[str]:
    """Return the columns that features called column=value came of; a few more where = is in it."""
    parts = (name.split("=", 5) for name in names if "=" in name)
    return {"=".join(part[:n]) for part in parts for n in range(1, len(part))}


def _by_column(
    frame: Any, columns: Mapping[str, Mapping], absent: str, reading: Mapping[str, str]
) -> tuple[sp.csr_array, list[str], list[str]]:
    """Columns of a table, by name, encoded as those of the training rows were."""
    _refuse_missing([name for name in columns if name not in frame], absent)
    if not columns:
        return sp.csr_array((len(frame), 0)), [], []
    check_size(len(frame), max(len(columns), 1))
    encoding = Encoding([], [], {}, {}, {}, _reading(reading))
    cells = NewColumns(encoding)
    for name, column in columns.items():
        own, first = features_of(name, column), len(encoding.names)
        cells.others[name] = column.get("others")
        encoding.names.extend(own)
        encoding.medians[first] = column.get("median", np.nan)
        place = Column(name, column["kind"], first=first, last=first + len(own))
        if name not in frame:
            cells.contents[first] = np.zeros(len(frame))
        elif column["kind"] == CATEGORIES:
            cells.contents[first] = cells.places(frame[name], place)
        else:
            cells.contents[first] = cells.numbers(frame[name], place)
            _refuse_gaps(name, cells.contents[first])
    matrix = Features(len(frame), names=encoding.names, contents=cells.contents).matrix()
    return matrix, encoding.names, cells.notes()


def _reading(options: Mapping[str, str]) -> Reading:
    missing = Missing.of(options.get("missing", ""))
    return Reading(options.get("decimal", "."), options.get("dates", "guess"), missing)


def _as_frame(rows: Any) -> Any:
    """A table with texts for names, the first of two that are alike."""
    import pandas as pd

    if not isinstance(rows, pd.DataFrame):
        if sp.issparse(rows):
            rows = rows.toarray()
        values = np.asarray(rows)
        if values.ndim != 2:
            raise DatasetError(
                f"the rows have {pluralize(values.ndim, 'dimension')}: give a table, or an array "
                "of a row for each example and a column for each feature."
            )
        rows = pd.DataFrame(values, columns=[f"x{j + 1}" for j in range(values.shape[1])])
    frame = rows.set_axis([str(name) for name in rows.columns], axis=1).reset_index(drop=True)
    return frame.loc[:, ~frame.columns.duplicated()]


def _refuse_missing(names: list[str], absent: str) -> None:
    if names and absent != "zero":
        one = len(names) == 1
        raise DatasetError(
            f"the rows have no {'column' if one else 'columns'} {join_words(map(repr, names))}, "
            f"which the model needs: add {'it' if one else 'them'}, by the same name."
        )


def _refuse_gaps(name: str, values: np.ndarray) -> None:
    gaps = np.flatnonzero(np.isnan(values))
    if len(gaps):
        raise DatasetError(
            f"column {name!r} has {pluralize(len(gaps), 'missing cell')}, first in row "
            f"{gaps[0] + 1}, and the model holds no number to fill in: fill them in."
        )

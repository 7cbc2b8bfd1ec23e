"""The sparse rows of an ARFF file: what is not named in a row is 0, or the first category."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import scipy.sparse as sp

from datasets.content import Rows
from datasets.errors import DatasetError
from datasets.report import Step, steps
from datasets.tables.to_dataset import names_left_out, target_name
from datasets.wording import counted, listed


@dataclass(frozen=True)
class Attribute:
    """A column: whether it holds ``text``, and the ``first`` of its categories if it has any."""

    name: str
    text: bool
    first: str | None = None


@dataclass
class Cells:
    """The cells that are not zero, and the columns as they come up.

    A numeric attribute is one column; each category but the first, which is 0, is one of its own.
    """

    attributes: list[Attribute]
    skipped: set[int]
    columns: dict[tuple[int, str], int] = field(default_factory=dict)
    rows: list[int] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    missing: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        for at, attribute in enumerate(self.attributes):
            if at in self.skipped:
                continue
            if not attribute.text:
                self.columns[at, ""] = len(self.columns)
            elif attribute.first is None:
                raise DatasetError(
                    f"attribute {attribute.name!r} of sparse rows holds text of any kind: declare "
                    "its categories, or leave it out."
                )

    def add(self, row: int, cells: Mapping[int, Any]) -> None:
        """Take in the cells of one row."""
        for at, value in cells.items():
            attribute = self.attributes[at]
            if at in self.skipped or (attribute.text and value == attribute.first):
                continue
            if value is None:
                self.missing[attribute.name] += 1
                continue
            key = (at, value) if attribute.text else (at, "")
            self.rows.append(row)
            self.places.append(self.columns.setdefault(key, len(self.columns)))
            self.values.append(1.0 if attribute.text else value)

    def matrix(self, n_rows: int) -> tuple[sp.csr_array, tuple[str, ...]]:
        """All cells, columns in the order of the attributes and of their categories."""
        keys = sorted(self.columns)
        place = np.empty(len(keys), np.int64)
        place[[self.columns[key] for key in keys]] = np.arange(len(keys))
        columns = place[np.array(self.places, np.int64)]
        shape = (n_rows, len(keys))
        X = sp.csr_array((self.values, (np.array(self.rows, np.int64), columns)), shape=shape)
        names = (self.attributes[at].name + (f"={value}" if value else "") for at, value in keys)
        return X, tuple(names)

    def notes(self) -> list[str]:
        """A sentence about the cells that were filled in."""
        if not self.missing:
            return []
        where = listed(f"{count:,} in {name}" for name, count in self.missing.items())
        return [
            f"{counted(self.missing.total(), 'missing cell')} of sparse rows taken as 0: {where}."
        ]


def sparse_rows(
    data: Iterable[Mapping[int, Any]],
    attributes: list[Attribute],
    target: str,
    left_out: str,
    report: tuple[Step, ...],
) -> Rows:
    """The rows, of which those without a target are left out and counted.

    Parameters
    ----------
    target, left_out : as in ``table_dataset``. Raises DatasetError.
    """
    import pandas as pd

    names = [attribute.name for attribute in attributes]
    header = pd.DataFrame(columns=names)
    wanted = names.index(target_name(header, target))
    without = {names.index(name) for name in names_left_out(header, left_out, names[wanted])}
    cells = Cells(attributes, {wanted, *without})
    goal = attributes[wanted]
    usual = (goal.first or "") if goal.text else 0.0
    y: list[Any] = []
    dropped = 0
    for row in data:
        value = row.get(wanted, usual)
        if value is None:
            dropped += 1
            continue
        cells.add(len(y), row)
        y.append(value)
    if not y or not cells.values:
        raise DatasetError("no row has both a target and a feature: fill some in.")
    X, columns = cells.matrix(len(y))
    read = f"Sparse rows of {counted(len(attributes), 'attribute')}; what they do not name is 0."
    done = [f"{counted(dropped, 'row')} without a target left out."] if dropped else []
    steps_done = (*report, Step("read", read), *steps("cleaned", [*done, *cells.notes()]))
    return Rows(X, numbers_or_words(y), columns, steps_done)


def numbers_or_words(y: list[Any]) -> np.ndarray:
    """The target as numbers if each of its words spells one."""
    try:
        return np.array(y, dtype=np.float64)
    except ValueError:
        return np.array(y, dtype=np.str_)

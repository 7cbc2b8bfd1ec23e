"""A table as people keep it → a Dataset, with notes on what was done on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from datasets.content import Table
from datasets.dataset import Dataset
from datasets.errors import DatasetError
from datasets.report import steps
from datasets.tables import zoo
from datasets.tables.columns import numbers_in, words_in
from datasets.tables.features import Features
from datasets.wording import counted, listed

if TYPE_CHECKING:
    import pandas as pd


def table_dataset(
    table: Table,
    described: dict[str, str],
    key: str = "",
    target: str = "",
    left_out: str = "",
    positive: str = "",
) -> Dataset:
    """The dataset in a ``table``; ``described`` is name, source and licence.

    Raises DatasetError, without the file's name, for a table nothing can be learned from.
    """
    frame, target, row_notes = target_column(table.frame)
    features = Features.of(frame)
    y, zoo_notes = target_values(target, key, positive)
    return Dataset.from_arrays(
        features.matrix(),
        y,
        feature_names=features.names,
        groups=features.groups if features.encoded else None,
        task="regression" if zoo_notes else None,
        positive=positive,
        report=(
            *table.report,
            *steps("cleaned", row_notes),
            *steps("encoded", features.notes()),
            *steps("target", zoo_notes),
        ),
        **described,
    )


def target_column(frame: pd.DataFrame) -> tuple[pd.DataFrame, pd.Series, list[str]]:
    """``(features, target, notes)``, both without the rows whose target is missing."""
    name = "target" if "target" in frame.columns else frame.columns[-1]
    target = frame[name]
    missing = target.index[target.isna()]
    if len(missing) == len(target):
        raise DatasetError(f"the target, column {name!r}, is empty in every row: fill it in.")
    frame = frame.drop(columns=name)
    if not len(missing):
        return frame, target, []
    rows = listed((i + 1 for i in missing), limit=5)
    note = (
        f"{counted(len(missing), 'row')} without a target left out "
        f"({'row' if len(missing) == 1 else 'rows'} {rows})."
    )
    return frame.drop(index=missing), target.drop(index=missing), [note]


def target_values(target: pd.Series, key: str, positive: str) -> tuple[np.ndarray, tuple[str, ...]]:
    """The target's numbers or words, and a note if zoo's words became numbers."""
    values = numbers_in(target)
    if values is not None:
        return values, ()
    words = words_in(target).to_numpy(dtype=np.str_)
    if key != zoo.KEY or positive or not set(words) <= set(zoo.CLASS_NUMBERS):
        return words, ()
    numbers = ", ".join(f"{name} {n}" for name, n in zoo.CLASS_NUMBERS.items() if name in words)
    note = f"Target: UCI's numbers of the classes ({numbers}), to be predicted as numbers."
    return np.array([float(zoo.CLASS_NUMBERS[word]) for word in words]), (note,)

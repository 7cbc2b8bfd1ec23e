"""The papers' files, sent as OpenML sends them, come to the same datasets as out of the folder.

Where the papers' files are not at hand this file is skipped.
"""

from __future__ import annotations

import lzma

import numpy as np
import pandas as pd
import pytest

import datasets
from tests.support.loading import FOLDER
from tests.support.openml import openml_here

# What OpenML calls the classes, where it is not what the papers' files call them.
CLASSES = {
    "wbc": {"2": "benign", "4": "malignant"},
    "wdbc": {"B": "1", "M": "2"},
}


@pytest.mark.parametrize(
    "key", ["crx", "housing", "krvskp", "mushroom", "spambase", "wbc", "wdbc", "zoo"]
)
def test_by_either_way_it_is_the_same_dataset(key, tmp_path, monkeypatch):
    path = FOLDER / f"{key}.csv.xz"
    if not path.is_file():
        pytest.skip(f"there is no file of {key} here")
    kind = datasets.CATALOGUE[key]
    with lzma.open(path) as file:
        frame = pd.read_csv(file, dtype=str, keep_default_na=False).replace("", "?")
    frame["target"] = frame["target"].replace(CLASSES.get(key, {}))
    columns = {name: openml_kind(frame[name]) for name in frame}
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))
    with openml_here(monkeypatch) as here:
        here.add(kind.data_id, columns, [",".join(row) for row in frame.to_numpy().tolist()])
        fetched = datasets.load(key, **({"task": "multiclass"} if key == "zoo" else {}))
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(FOLDER))
    filed = datasets.load(key)
    assert datasets.recipe(key).family == "file" and kind.shape[0] == filed.n_rows
    assert kind.shape[1] == len(frame.columns) - 1
    assert (fetched.X != filed.X).nnz == 0 and fetched.feature_names == filed.feature_names
    assert fetched.task == filed.task and np.array_equal(fetched.y, filed.y)
    assert (fetched.groups is None) == (filed.groups is None)
    assert fetched.groups is None or np.array_equal(fetched.groups, filed.groups)
    assert not [note for note in fetched.notes if "were expected" in note]


def openml_kind(column: pd.Series) -> str | list[str]:
    """As OpenML declares it: numeric, or nominal with few values, be they words or numbers."""
    values = sorted(set(column) - {"?"})
    return values if len(values) <= 2 or not is_numbers(values) else "numeric"


def is_numbers(values: list[str]) -> bool:
    """True if all of them are numbers."""
    return pd.to_numeric(pd.Series(values), errors="coerce").notna().all()

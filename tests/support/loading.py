"""The physical form that every dataset has, and files that make one or are refused."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import scipy.sparse as sp

from datasets import DatasetError, make_dataset, upload_recipe
from datasets.files.origin import InMemory

# The papers' own files, where they are at hand.
BESIDE = Path(__file__).resolve().parents[3] / "shared" / "data"
FOLDER = Path(os.environ.get("SPARSITY_LAB_DATA") or BESIDE)


def check_form(dataset):
    """The promises about the physical form that compiled kernels rely on."""
    matrix = dataset.X
    assert isinstance(matrix, sp.csr_array)
    assert matrix.data.dtype == np.float64 and dataset.y.dtype == np.float64
    assert matrix.indices.dtype == matrix.indptr.dtype == np.int32
    assert np.all(matrix.data != 0)
    for row in range(matrix.shape[0]):
        columns = matrix.indices[matrix.indptr[row] : matrix.indptr[row + 1]]
        assert np.all(np.diff(columns) > 0)
    for array in (matrix.data, matrix.indices, matrix.indptr, dataset.y):
        assert not array.flags.writeable
    assert len(dataset.feature_names) == dataset.n_features == matrix.shape[1]
    assert dataset.n_rows == len(dataset.y)


def try_to_load(name, content, second=None, **options):
    """The dataset in a file of that content, or None where it was refused in a sentence.

    Parameters
    ----------
    second : the content of a file its test rows are asked from, if any.
    """
    names = (name, f"second{name}")
    try:
        kind = upload_recipe(name, content)
        if second is not None:
            file = InMemory(names[1], second)
            kind.origin.session = lambda: [file]
            options["test"] = file.name
        dataset = make_dataset(kind, options)
    except DatasetError as refused:
        sentence = str(refused)
        assert sentence.startswith(tuple(f"{name}: " for name in names))
        assert sentence.endswith(".") and len(sentence) < 1000
        assert "Traceback" not in sentence
        return None
    for side in (dataset, dataset.test):
        if side is not None:
            check_form(side)
            assert np.all(np.abs(side.X.data) <= 1e100) and np.all(np.abs(side.y) <= 1e100)
            if side.task == "multiclass":
                assert 2 < len(side.classes) <= 100
                assert set(side.y) <= set(range(len(side.classes)))
    return dataset

"""Validation of the blocks of a stream, each learned from once and dropped."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp

from datasets.arrays import LARGEST, as_dense, bad_number_message
from datasets.errors import DatasetError
from datasets.targets import as_column, as_numbers
from datasets.wording import pluralize


def as_block(block: Any) -> tuple[sp.csr_array, np.ndarray]:
    """Return a block (X, y) as CSR of float64 with sorted features, and numbers.

    X is dense, scipy sparse of any format, or a DataFrame; its columns are ids, of which there may
    be more than a dataset can have. A block may be empty. Raises DatasetError, in one sentence, for
    what is no such pair, lengths that differ, and cells or targets that are no finite number or
    beyond 1e100.
    """
    if not isinstance(block, (tuple, list)) or len(block) != 2:
        raise DatasetError(f"it is {type(block).__name__}: give a pair (X, y).")
    X, y = block
    if not sp.issparse(X):
        X = as_dense(X)
    if X.ndim != 2:
        raise DatasetError(f"X has {pluralize(X.ndim, 'dimension')}: give one row per example.")
    if np.iscomplexobj(X):
        raise DatasetError("X holds complex numbers: give real ones.")
    rows = sp.csr_array(X, dtype=np.float64)
    if not rows.has_canonical_format or not rows.data.all():
        rows = rows.copy()  # it may share its arrays with what was given
        rows.sum_duplicates()
        rows.eliminate_zeros()
    if rows.nnz and rows.indices.min() < 0:
        raise DatasetError(f"X has feature {rows.indices.min()}: ids are whole numbers from 0 on.")
    bad = np.flatnonzero(~(np.abs(rows.data) <= LARGEST))
    if bad.size:
        row = int(np.searchsorted(rows.indptr, bad[0], side="right"))
        where = f"feature {rows.indices[bad[0]]}, row {row}"
        raise DatasetError(f"{where} {bad_number_message(rows.data[bad[0]], bad.size)}")
    targets = as_numbers(as_column(y, rows.shape[0]))
    if targets is None:
        raise DatasetError("the target holds words: give numbers, −1 and +1 for two classes.")
    return rows, targets

"""Validation of the examples given to ``advance``: a compiled loop checks nothing itself."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from algorithms.kernel import kernel, read_only
from algorithms.losses import Loss, check_target

LARGEST = 1e100
"""As in a dataset: an update by such a number cannot overflow."""
FAULTS = (
    "order: row {} does not exist; the rows are 0 to {}",
    "rows: row {} lies outside of its arrays; give a CSR array that scipy made",
    "rows: row {} has a feature that the run does not have; its features are 0 to {}",
    "rows: the features of row {} must increase, each once; see rows.sum_duplicates()",
    "rows: row {} holds a number that is not finite, or beyond ±1e100",
)
FINE, NO_ROW, OUTSIDE, NO_FEATURE, UNSORTED, UNBOUNDED = range(-1, len(FAULTS))


@kernel
def first_fault(indptr, indices, data, order, n, d):
    """(kind of fault, row) of the first of the rows ``order`` that a loop must not read."""
    for i in range(order.size):
        row = order[i]
        if not 0 <= row < min(n, indptr.size - 1):
            return NO_ROW, row
        begin, end = indptr[row], indptr[row + 1]
        if not 0 <= begin <= end <= min(indices.size, data.size):
            return OUTSIDE, row
        before = np.int64(-1)
        for k in range(begin, end):
            j = np.int64(indices[k])
            if not 0 <= j < d:
                return NO_FEATURE, row
            if not before < j:
                return UNSORTED, row
            if not abs(data[k]) <= LARGEST:
                return UNBOUNDED, row
            before = j
    return FINE, 0


def checked_examples(
    rows: Any, y: Any, order: Any, code: Loss, n_features: int, n_classes: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return ``y`` as float64 and ``order`` as int64, if a run may learn from these examples.

    Raises ValueError, in a sentence, where it must not. Only the rows that ``order`` names are
    looked at.

    Parameters
    ----------
    n_features : of the run; its features have smaller numbers.
    n_classes : of a multiclass run, else 0.
    """
    fits = sparse.issparse(rows) and rows.format == "csr" and rows.data.dtype == np.float64
    if not fits or {rows.indices.dtype.kind, rows.indptr.dtype.kind} != {"i"}:
        raise ValueError("rows: it must be a CSR array of float64, such as Dataset.X")
    y, order = _vector("y", y, "iufb", np.float64), _vector("order", order, "iu", np.int64)
    if len(y) != rows.shape[0]:
        raise ValueError(f"y has {len(y):,} values, and there are {rows.shape[0]:,} rows")
    if (code == Loss.softmax) != (n_classes > 0):
        started = f"with n_classes = {n_classes}" if n_classes else "without n_classes"
        raise ValueError(f"loss = {code.name!r}: the run was started {started}")
    arrays = read_only(rows.indptr, rows.indices, rows.data)
    kind, row = first_fault(*arrays, order, len(y), n_features)
    if kind != FINE:
        last = rows.shape[0] - 1 if kind == NO_ROW else n_features - 1
        raise ValueError(FAULTS[kind].format(row, last))
    check_target(code, y[order], n_classes)
    return y, order


def _vector(name: str, values: Any, kinds: str, dtype: type) -> np.ndarray:
    """``values`` as a vector; ValueError where they are none of these kinds."""
    try:
        vector = np.asarray(values)
    except ValueError:  # lists of different lengths
        vector = np.empty(1, object)
    if vector.ndim != 1 or (vector.dtype.kind not in kinds and vector.size):
        what = "whole numbers" if dtype is np.int64 else "numbers"
        raise ValueError(f"{name}: it must be a vector of {what}")
    return np.ascontiguousarray(vector, dtype=dtype)

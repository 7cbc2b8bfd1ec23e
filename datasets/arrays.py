"""Conversion of arrays to canonical CSR, the one layout that kernels are compiled for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import scipy.sparse as sp

from datasets.errors import DatasetError
from datasets.wording import pluralize

LARGEST = 1e100  # squares and products of two such numbers still fit into a float64
INDEX_LIMIT = np.iinfo(np.int32).max


def as_csr(X: Any, copy: bool = True) -> sp.csr_array:
    """``X`` [n_rows, n_features], dense or sparse, as canonical CSR, values unchecked.

    Parameters
    ----------
    copy : False to take over, and change, the arrays of a sparse ``X`` that nobody else holds.

    Raises DatasetError for cells that are no numbers, a wrong shape, no rows or no columns.
    """
    if not sp.issparse(X):
        X = as_dense(X)
    if X.ndim != 2:
        raise DatasetError(
            f"X has {pluralize(X.ndim, 'dimension')}: give one row per example and one column per "
            "feature."
        )
    for size, noun in zip(X.shape, ("row", "column"), strict=True):
        if size == 0:
            raise DatasetError(f"X has no {noun}s: at least one is needed.")
    if np.iscomplexobj(X):
        raise DatasetError("X holds complex numbers: give real ones.")
    return canonical_csr(sp.csr_array(X, dtype=np.float64, copy=copy))


def canonical_csr(X: sp.csr_array) -> sp.csr_array:
    """``X``, which is changed, with sorted int32 indices, no duplicates and no stored zeros."""
    X.sum_duplicates()
    X.eliminate_zeros()
    if max(X.nnz, *X.shape) > INDEX_LIMIT:
        raise DatasetError(
            f"X has {X.nnz:,} nonzeros and shape {X.shape}: at most {INDEX_LIMIT:,} of each can "
            "be handled, so give fewer rows or columns."
        )
    indices, indptr = (array.astype(np.int32, copy=False) for array in (X.indices, X.indptr))
    parts = (X.data, indices, indptr)
    result = sp.csr_array(parts, shape=X.shape)
    result.has_canonical_format = True
    return result


def check_values(X: sp.csr_array, names: Sequence[str]) -> None:
    """Raise DatasetError, with the first column and row, for values that overflow a kernel."""
    if X.nnz == 0 or (X.data.min() >= -LARGEST and X.data.max() <= LARGEST):
        return
    with np.errstate(invalid="ignore"):
        bad = np.flatnonzero(~(np.abs(X.data) <= LARGEST))
    row = int(np.searchsorted(X.indptr, bad[0], side="right"))
    where = f"column {names[X.indices[bad[0]]]!r}, row {row}"
    raise DatasetError(f"{where} {bad_number_message(X.data[bad[0]], bad.size)}")


def bad_number_message(value: float, count: int) -> str:
    """Return a message about a bad number and its remedy; the caller puts the place in front."""
    if np.isnan(value):
        what, remedy = "is missing (NaN)", "fill it in or leave the row out"
    elif np.isinf(value):
        what, remedy = f"holds {value:g}", "give a finite number"
    else:
        what, remedy = f"holds {value:g}, beyond ±{LARGEST:g}", "give it in a larger unit"
    cells = "the only such cell" if count == 1 else f"the first of {count:,} such cells"
    return f"{what}, {cells}: {remedy}."


def as_dense(X: Any) -> np.ndarray:
    """``X`` as a float array of its shape. Raises DatasetError for a cell that is no number."""
    try:
        X = np.asarray(X)
    except ValueError:
        raise DatasetError("the rows of X differ in length: give each the same number.") from None
    if X.dtype.kind in "biufc":
        return X
    if X.dtype.kind not in "OUS":
        raise DatasetError(f"X holds {X.dtype} values: give numbers only.")
    try:
        return X.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        raise DatasetError(non_number_message(X)) from None


def non_number_message(X: np.ndarray) -> str:
    """Return a message about the first cell that does not convert to a float."""
    for cell, value in np.ndenumerate(X):
        try:
            float(value)
        except (TypeError, ValueError, OverflowError):
            axes = zip(("row", "column"), cell, strict=False)
            where = ", ".join(f"{axis} {at + 1}" for axis, at in axes)
            return f"X holds {str(value)!r} in {where}: give numbers only."
    return "X holds something other than numbers: give numbers only."


def read_names(names: Sequence[str] | None, n_features: int) -> tuple[str, ...]:
    """The feature names as text, ``x1``, ``x2``, ... by default."""
    if names is None:
        return tuple(f"x{j}" for j in range(1, n_features + 1))
    check_length("feature_names", len(names), n_features)
    return tuple(str(name) for name in names)


def read_groups(groups: Any, n_features: int) -> np.ndarray | None:
    """One group per feature, renumbered from 0 without gaps."""
    if groups is None:
        return None
    groups = np.asarray(groups)
    check_length("groups", groups.size, n_features)
    if groups.dtype.kind not in "iu":
        raise DatasetError("groups must be whole numbers, one for each column of X.")
    return np.unique(groups.ravel(), return_inverse=True)[1].astype(np.int64)


def read_weights(weights: Any, n_features: int) -> np.ndarray | None:
    """The true weights, finite."""
    if weights is None:
        return None
    weights = np.array(weights, dtype=np.float64).ravel()
    check_length("true_weights", weights.size, n_features)
    if not np.isfinite(weights).all():
        first = int(np.flatnonzero(~np.isfinite(weights))[0])
        raise DatasetError(f"true_weights[{first}] is {weights[first]}: give finite numbers.")
    return weights


def check_length(what: str, length: int, n_features: int) -> None:
    """Raise DatasetError unless there is one for each feature."""
    if length != n_features:
        columns = pluralize(n_features, "column")
        raise DatasetError(f"{what} has length {length:,}, but X has {columns}: give one for each.")

"""Arrays as scikit-learn hands them over → rows and targets as kernels take them."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse
from sklearn.utils.multiclass import check_classification_targets, type_of_target
from sklearn.utils.validation import column_or_1d, validate_data

LARGEST = 1e100
"""As in a dataset: an update by such a number cannot overflow."""
HINT = (
    " Of more classes, sklearn.multiclass.OneVsRestClassifier(this) or OneVsOneClassifier(this) "
    "learns two at a time."
)
"""The way out where a target has three classes or more."""
INT32 = np.iinfo(np.int32).max
"""The largest index that kernels read."""


def checked_rows(estimator: Any, X: Any, reset: bool, least: int = 1) -> sparse.csr_array:
    """Return ``X`` (n, d), dense, sparse or a DataFrame, as canonical CSR of float64.

    Raises ValueError as ``validate_data`` does, and for numbers beyond ±1e100.
    """
    options = {"reset": reset, "ensure_min_samples": least}
    return as_rows(validate_data(estimator, X, accept_sparse="csr", dtype=np.float64, **options))


def checked_examples(
    estimator: Any, X: Any, y: Any, reset: bool, numeric: bool
) -> tuple[sparse.csr_array, np.ndarray]:
    """Return ``X`` as :func:`checked_rows` does and ``y`` (n,), of float64 where ``numeric``.

    Raises ValueError as it does, and for ``y`` of another length, with gaps, or, where ``numeric``,
    with what is no number within ±1e100.
    """
    if numeric and getattr(y, "dtype", None) is not None and y.dtype.kind in "US":
        y = np.asarray(y, dtype=object)  # what is no number is named then
    options = {"dtype": np.float64, "reset": reset, "y_numeric": numeric}
    X, y = validate_data(estimator, X, y, accept_sparse="csr", **options)
    y = column_or_1d(y, warn=True)
    if not numeric:
        return as_rows(X), y
    check_size("y", y)
    return as_rows(X), np.ascontiguousarray(y, dtype=np.float64)


def as_rows(X: np.ndarray | sparse.spmatrix) -> sparse.csr_array:
    """Return finite numbers (n, d) as CSR with int32 indices, sorted, without stored zeros.

    Raises ValueError for indices outside the shape, and for numbers beyond ±1e100.
    """
    rows = sparse.csr_array(X)
    if sparse.issparse(X):
        rows.check_format(full_check=True)  # a compiled loop reads at any index it is given
    if not rows.has_canonical_format or not rows.data.all():
        rows = rows.copy()  # it may share its arrays with what was given
        rows.sum_duplicates()
        rows.eliminate_zeros()
    check_size("X", rows.data)
    if max(rows.nnz, *rows.shape) > INT32:
        raise ValueError(f"X has {rows.nnz:,} nonzeros and shape {rows.shape}: at most {INT32:,}")
    indices, indptr = (array.astype(np.int32, copy=False) for array in (rows.indices, rows.indptr))
    result = sparse.csr_array((rows.data, indices, indptr), shape=rows.shape)
    result.has_canonical_format = True
    return result


def check_size(name: str, values: np.ndarray) -> None:
    """Raise ValueError for numbers beyond ±1e100."""
    if values.size and not np.abs(values).max() <= LARGEST:
        raise ValueError(f"{name} holds numbers beyond ±{LARGEST:g}: give them in a larger unit")


def checked_classes(y: np.ndarray) -> np.ndarray:
    """Return the two classes of ``y``, sorted; ValueError for another number of them."""
    check_classification_targets(y)
    kind = type_of_target(y, input_name="y", raise_unknown=True)
    if kind != "binary":
        raise ValueError(
            f"Only binary classification is supported. The type of the target is {kind}."
            + (HINT if kind.startswith("multiclass") else "")
        )
    classes = np.unique(y)
    if len(classes) < 2:
        raise ValueError(f"y has only one class, {classes.tolist()[0]!r}: a classifier needs two")
    return classes


def encode(y: np.ndarray, classes: np.ndarray) -> np.ndarray:
    """Return −1.0 for the first of two classes and +1.0 for the second, (n,).

    Raises ValueError for a label that is neither.
    """
    strange = ~np.isin(y, classes)
    if strange.any():
        label = y[strange].tolist()[0]
        raise ValueError(f"y = {label!r}: it is none of the classes {classes.tolist()}")
    return np.where(y == classes[1], 1.0, -1.0)


def checked_weights(sample_weight: Any, y: np.ndarray) -> np.ndarray | None:
    """Return weights of the examples as float64 (n,), or None.

    Raises ValueError for weights below 0, not finite, all 0, or of another number.
    """
    if sample_weight is None:
        return None
    weights = np.asarray(sample_weight, dtype=np.float64)
    if weights.shape != y.shape:
        raise ValueError(f"sample_weight has shape {weights.shape}: it must be {y.shape}")
    if not np.isfinite(weights).all() or weights.min() < 0.0:
        raise ValueError("sample_weight: each must be a number >= 0, finite")
    if not weights.any():
        raise ValueError("sample_weight: all weights are zero, at least one must be above")
    return weights

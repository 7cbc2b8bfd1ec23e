"""svmlight files, one row a line, by scikit-learn's reader."""

from __future__ import annotations

import io
import re

import scipy.sparse as sp

from datasets.content import Rows
from datasets.errors import DatasetError
from datasets.report import Step

LARGEST_ID = 10_000_000  # each id up to the largest becomes a feature with a name
PAIR = re.compile(rb"^(qid|\d+):([^\s:]+)$")


def read_svmlight(content: bytes, n_features: int = 0) -> Rows:
    """The rows of an svmlight file. Features are named by their ids in it.

    Raises DatasetError, which names the row, for what is no svmlight file.
    """
    from sklearn.datasets import load_svmlight_file

    try:
        X, y = load_svmlight_file(io.BytesIO(content), zero_based=True)
    except (ValueError, OverflowError, IndexError, TypeError) as error:
        raise DatasetError(what_is_wrong(content, error)) from None
    if X.shape[0] == 0 or X.nnz == 0:
        raise DatasetError("there is no row with a feature in it: write target id:value ... lines.")
    largest, first = int(X.indices.max()), 0 if X.indices.min() == 0 else 1
    width = largest + 1 - first
    if largest > LARGEST_ID:
        raise DatasetError(
            f"the feature id {largest} is beyond {LARGEST_ID:,}: number the features from 1."
        )
    asked_for = n_features if isinstance(n_features, int) else -1
    if asked_for and not width <= asked_for <= LARGEST_ID:
        raise DatasetError(
            f"n_features = {n_features!r}: it must be a whole number, at least {width}, since the "
            f"ids ask for so many columns, and at most {LARGEST_ID:,}."
        )
    note = (
        f"The file does not say how many columns there are: {width:,}, up to its largest id."
        if not n_features
        else f"{n_features:,} columns as asked for; the file's largest id is {largest}."
    )
    width = n_features or width
    X = sp.csr_array((X.data, X.indices - first, X.indptr), shape=(X.shape[0], width))
    names = tuple(str(j) for j in range(first, first + width))
    return Rows(X, y, names, (Step("read", note),))


def what_is_wrong(content: bytes, error: Exception) -> str:
    """A sentence about the first row that cannot be read."""
    row = 0
    for line in content.splitlines():
        cells = line.split(b"#", 1)[0].split()
        if not cells:
            continue
        row += 1
        bad = first_bad_cell(cells)
        if bad is not None:
            shown = bad[:40].decode("ascii", "backslashreplace")
            return (
                f"{shown!r} in row {row} cannot be read: each line must be the target, a number, "
                "and then id:value pairs with rising ids."
            )
    return f"it cannot be read as an svmlight file ({error}): check its lines."


def first_bad_cell(cells: list[bytes]) -> bytes | None:
    """The first cell of a line that is not what its place asks for."""
    if not is_number(cells[0]):
        return cells[0]
    last = -1
    for cell in cells[1:]:
        pair = PAIR.match(cell)
        if pair is None or not is_number(pair[2]):
            return cell
        if pair[1] == b"qid":
            continue
        if not last < int(pair[1]) <= LARGEST_ID:
            return cell
        last = int(pair[1])
    return None


def is_number(text: bytes) -> bool:
    """Whether it reads as a float."""
    try:
        float(text)
    except ValueError:
        return False
    return True

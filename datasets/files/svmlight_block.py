"""A block of svmlight lines as arrays: at once if they are as they should be, else by the line."""

from __future__ import annotations

import io
import re
from typing import NamedTuple

import numpy as np

from datasets.errors import DatasetError

LARGEST_ID = 10_000_000  # each id up to the largest becomes a feature with a name
PAIR = re.compile(rb"^(qid|\d+):([^\s:]+)$")
LABEL = b"-1:0:"


class Block(NamedTuple):
    """The targets and the lengths of the rows, and the ids and values in all of them."""

    y: np.ndarray
    lengths: np.ndarray
    ids: np.ndarray
    values: np.ndarray


def read_block(block: bytes, lines_before: int) -> Block:
    """The rows of a block of whole lines. Raises DatasetError, which names the line."""
    return by_cells(block) or by_lines(block, lines_before)


def by_cells(block: bytes) -> Block | None:
    """The rows of a block without comments, blank lines or anything out of order; else None.

    Each cell is made a line of a table ``id:value:``, each label ``-1:0:label``, and pandas reads
    such a table two to three times as fast as scikit-learn reads svmlight.
    """
    import pandas as pd

    if b"#" in block:
        return None
    cells = LABEL + block.rstrip().replace(b"\n", b"\n" + LABEL).replace(b" ", b"\n")
    try:
        table = pd.read_csv(
            io.BytesIO(LABEL + b"0\n" + cells),  # the first line says how many columns there are
            sep=":",
            names=["id", "value", "y"],
            dtype={"value": np.float64, "y": np.float64},
            low_memory=False,
            index_col=False,
            keep_default_na=False,
            na_values=[""],
            quoting=3,
        )
    except (ValueError, OverflowError):
        return None
    if table["id"].dtype != np.int64:
        return None
    ids, values, y = (table[name].to_numpy()[1:] for name in table)
    labels = ids == -1
    rising = (ids[1:] > ids[:-1]) | labels[1:]
    complete = np.array_equal(labels, ~np.isnan(y)) and not np.isnan(values).any()
    if not (rising.all() and complete):
        return None
    lengths = np.diff(np.flatnonzero(labels), append=len(ids)) - 1
    return Block(y[labels], lengths, ids[~labels], values[~labels])


def by_lines(block: bytes, lines_before: int) -> Block:
    """The rows of any block, by scikit-learn's reader."""
    from sklearn.datasets import load_svmlight_file

    try:
        X, y = load_svmlight_file(io.BytesIO(block), zero_based=True)
    except (ValueError, OverflowError, IndexError, TypeError) as error:
        raise DatasetError(what_is_wrong(block, lines_before, error)) from None
    return Block(y, np.diff(X.indptr), X.indices, X.data)


def what_is_wrong(block: bytes, lines_before: int, error: Exception) -> str:
    """A sentence about the first line that cannot be read."""
    for number, line in enumerate(block.split(b"\n"), start=lines_before + 1):
        cells = line.split(b"#", 1)[0].split()
        bad = first_bad_cell(cells) if cells else None
        if bad is not None:
            shown = bad[:40].decode("ascii", "backslashreplace")
            return (
                f"{shown!r} in line {number} cannot be read: each line must be the target, a "
                "number, and then id:value pairs with rising ids."
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

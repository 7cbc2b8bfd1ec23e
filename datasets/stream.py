"""Examples in blocks, read from disk as they are asked for: files larger than memory."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import BinaryIO

import numpy as np
import scipy.sparse as sp

from datasets.errors import DatasetError
from datasets.files.origin import naming
from datasets.files.unpack import OPENERS, unpacked

EVERY_ID = 2**63 - 1


class SvmlightStream:
    """An svmlight file, packed or not, as blocks ``(X, y)`` of at most ``rows`` examples.

    Every iteration reads the file from its beginning and holds one block at a time. X is a CSR
    array with int64 indices, the ids of the file as they stand (up to 2⁶³ − 2), and as many
    columns as there are ids; y is float64. With ``positive`` the target is +1 where it is that
    number and −1 elsewhere.

    Raises DatasetError, when iterated, for a file that is not there and, naming the line, for one
    that cannot be read.
    """

    def __init__(self, path: str | Path, rows: int = 10_000, positive: float | None = None) -> None:
        if not isinstance(rows, int) or rows < 1:
            raise ValueError(f"rows = {rows!r}: it must be a whole number >= 1")
        self.path, self.rows, self.positive = Path(path), rows, positive

    def __iter__(self) -> Iterator[tuple[sp.csr_array, np.ndarray]]:
        packing = self.path.suffix.lower()
        packing = packing if packing in OPENERS else ""
        try:
            with (
                naming(self.path.name),
                self.path.open("rb") as packed,
                unpacked(packed, packing) as content,
            ):
                yield from self._blocks(content.file)
        except OSError as error:
            reason = error.strerror or str(error)
            raise DatasetError(f"{self.path.name} cannot be read ({reason}).") from None

    def _blocks(self, file: BinaryIO) -> Iterator[tuple[sp.csr_array, np.ndarray]]:
        before = 0
        while lines := list(islice(file, self.rows)):
            X, y = read_block(lines, before)
            before += len(lines)
            if self.positive is not None:
                y = np.where(y == self.positive, 1.0, -1.0)
            if len(y):
                yield X, y


def read_block(lines: list[bytes], before: int = 0) -> tuple[sp.csr_array, np.ndarray]:
    """The examples of some lines; ``before`` lines of the file came earlier."""
    from sklearn.datasets import load_svmlight_file

    try:
        X, y = load_svmlight_file(io.BytesIO(b"".join(lines)), zero_based=True)
        columns, values, pointers = X.indices, X.data, X.indptr
        readable = all_bounded(values) and all_bounded(y)
    except (ValueError, OverflowError, IndexError, TypeError):
        readable = False
    if not readable:
        # scikit-learn's reader ends at 2³¹; reading by the line also says which one is wrong.
        columns, values, pointers, y = read_lines(lines, before)
    arrays = (values, columns.astype(np.int64), pointers.astype(np.int64))
    return sp.csr_array(arrays, shape=(len(y), EVERY_ID)), y


def read_lines(lines: list[bytes], before: int) -> tuple[np.ndarray, ...]:
    """``(ids, values, pointers, y)``, one line after the other."""
    ids, values, ends, y = [], [], [0], []
    for number, line in enumerate(lines, before + 1):
        cells = line.split(b"#", 1)[0].split()
        if not cells:
            continue
        try:
            y.append(float(cells[0]))
            pairs = [cell.split(b":") for cell in cells[1:] if not cell.startswith(b"qid:")]
            row = [int(feature) for feature, _ in pairs]
            numbers = [float(value) for _, value in pairs]
        except ValueError:
            raise DatasetError(
                f"line {number} cannot be read: it must be the target, a number, and then "
                "id:value pairs."
            ) from None
        if any(b <= a for a, b in zip([-1, *row], row, strict=False)) or row[-1:] >= [EVERY_ID]:
            raise DatasetError(f"line {number}: ids must rise, from 0 to at most 2^63 − 2.")
        if not all_bounded(np.array([y[-1], *numbers])):
            raise DatasetError(f"line {number}: every number must be finite and within ±1e100.")
        ids += row
        values += numbers
        ends.append(len(ids))
    return np.array(ids, np.int64), np.array(values, float), np.array(ends), np.array(y, float)


def all_bounded(values: np.ndarray) -> bool:
    """Whether all are numbers that no update can overflow on."""
    return bool((np.abs(values) <= 1e100).all())

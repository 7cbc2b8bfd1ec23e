"""Stream of svmlight examples in blocks, for files larger than memory."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path

import numpy as np
import scipy.sparse as sp

from datasets.errors import DatasetError
from datasets.files.compression import OPENERS, PIECE, decompress
from datasets.files.origin import naming
from datasets.files.svmlight.block import read_block
from datasets.files.svmlight.line_errors import LARGEST_ID
from datasets.files.text import ROWS, Decoder, line_blocks


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
        compression = self.path.suffix.lower()
        compression = compression if compression in OPENERS else ""
        try:
            with (
                naming(self.path.name),
                self.path.open("rb") as packed,
                decompress(packed, compression) as content,
            ):
                pieces = iter(lambda: content.file.read(PIECE), b"")
                yield from self._blocks(line_blocks(pieces, Decoder(remedy=ROWS)))
        except OSError as error:
            reason = error.strerror or str(error)
            raise DatasetError(f"{self.path.name} cannot be read ({reason}).") from None

    def _blocks(self, texts: Iterator[bytes]) -> Iterator[tuple[sp.csr_array, np.ndarray]]:
        before, every = 0, chain.from_iterable(text.splitlines(keepends=True) for text in texts)
        while lines := list(islice(every, self.rows)):
            X, y = _examples(lines, before)
            before += len(lines)
            if self.positive is not None:
                y = np.where(y == self.positive, 1.0, -1.0)
            if len(y):
                yield X, y


def _examples(lines: list[bytes], before: int) -> tuple[sp.csr_array, np.ndarray]:
    """The examples of some lines; ``before`` lines of the file came earlier."""
    read = read_block(b"".join(lines), before)
    if not (_are_in_range(read.values) and _are_in_range(read.y)):
        raise _overflow_error(lines, before)
    pointers = np.concatenate([[0], np.cumsum(read.lengths)]).astype(np.int64)
    arrays = (read.values, read.ids.astype(np.int64), pointers)
    return sp.csr_array(arrays, shape=(len(read.y), LARGEST_ID + 1)), read.y


def _overflow_error(lines: list[bytes], before: int) -> DatasetError:
    """Error for the first line with a number that an update could overflow on."""
    for number, line in enumerate(lines, before + 1):
        read = read_block(line, number - 1)
        if not (_are_in_range(read.values) and _are_in_range(read.y)):
            break
    return DatasetError(f"line {number}: every number must be finite and within ±1e100.")


def _are_in_range(values: np.ndarray) -> bool:
    return bool((np.abs(values) <= 1e100).all())

"""svmlight files, one row a line, some megabytes at a time."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import scipy.sparse as sp

from datasets.content import Rows
from datasets.errors import DatasetError
from datasets.files.svmlight_block import Block, read_block
from datasets.report import Step

LARGEST_ID = 10_000_000  # each id up to the largest becomes a feature with a name


def read_svmlight(blocks: Iterable[bytes], n_features: int = 0) -> Rows:
    """The rows of an svmlight file in blocks of whole lines. Features are named by their ids in it.

    Raises DatasetError, which names the line, for what is no svmlight file.
    """
    read, lines, first, last = [], 0, 1, -1
    for block in blocks:
        rows = read_block(block, lines)
        lines += block.count(b"\n")
        if rows.ids.size:
            first, last = min(first, int(rows.ids.min())), max(last, int(rows.ids.max()))
        if last > LARGEST_ID:
            raise DatasetError(
                f"the feature id {last} is beyond {LARGEST_ID:,}: number the features from 1."
            )
        read.append(rows._replace(ids=rows.ids.astype(np.int32)))
    if last < 0:
        raise DatasetError("there is no row with a feature in it: write target id:value ... lines.")
    width = last + 1 - first
    asked_for = n_features if isinstance(n_features, int) else -1
    if asked_for and not width <= asked_for <= LARGEST_ID:
        raise DatasetError(
            f"n_features = {n_features!r}: it must be a whole number, at least {width}, since the "
            f"ids ask for so many columns, and at most {LARGEST_ID:,}."
        )
    note = (
        f"The file does not say how many columns there are: {width:,}, up to its largest id."
        if not n_features
        else f"{n_features:,} columns as asked for; the file's largest id is {last}."
    )
    width = n_features or width
    X, y = joined(read, first, width)
    names = tuple(str(j) for j in range(first, first + width))
    return Rows(X, y, names, (Step("read", note),))


def joined(blocks: list[Block], first: int, width: int) -> tuple[sp.csr_array, np.ndarray]:
    """All rows, the id ``first`` being column 0. The blocks are taken out of their list."""
    y, lengths, ids, values = (list(parts) for parts in zip(*blocks, strict=True))
    blocks.clear()  # so that of the two large arrays one at a time stands in memory twice
    data = np.concatenate(values)
    values.clear()
    columns = np.concatenate(ids)
    ids.clear()
    columns -= first
    pointers = np.concatenate([[0], np.cumsum(np.concatenate(lengths))]).astype(np.int32)
    targets = np.concatenate(y)
    return sp.csr_array((data, columns, pointers), shape=(len(targets), width)), targets

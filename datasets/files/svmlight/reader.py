"""Reader of svmlight files, in blocks of some megabytes."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import scipy.sparse as sp

from datasets.content import Rows
from datasets.errors import DatasetError
from datasets.files.limits import check_rows, check_values
from datasets.files.svmlight.block import Block, counts_on_top, read_block
from datasets.report import Step, steps
from datasets.wording import pluralize, quote

LARGEST_ID = 10_000_000  # each id up to the largest becomes a feature with a name


def read_svmlight(blocks: Iterable[bytes], n_features: int | str = "") -> Rows:
    """The rows of an svmlight file in blocks of whole lines. Features are named by their ids in it.

    Parameters
    ----------
    blocks : the bytes.
    n_features : how many columns there are, as a number or its digits; empty or 0 means up to the
        largest id in the file.

    Raises DatasetError, which names the line, for what is no svmlight file.
    """
    read, lines, first, last, queries, n_values, n_sorted, counts = [], 0, 1, -1, 0, 0, 0, ""
    for block in blocks:
        rows = read_block(block, lines)
        counts = counts or ("" if lines else counts_on_top(block))
        n_sorted += rows.n_sorted
        lines += block.count(b"\n")
        n_values += rows.ids.size
        check_rows(lines)
        check_values(n_values)
        queries += n_queries(block)
        if rows.ids.size:
            first, last = min(first, int(rows.ids.min())), max(last, int(rows.ids.max()))
        if last > LARGEST_ID:
            raise DatasetError(
                f"the feature id {last} is beyond {LARGEST_ID:,}: number the features from 1."
            )
        read.append(rows._replace(ids=rows.ids.astype(np.int32)))
    if last < 0:
        raise DatasetError("there is no row with a feature in it: write target id:value ... lines.")
    width, note = width_of(n_features, first, last)
    X, y = join_blocks(read, first, width)
    names = tuple(str(j) for j in range(first, first + width))
    cleaned = [*row_notes(n_sorted, counts), *query_notes(queries)]
    return Rows(X, y, names, (Step("read", note), *steps("cleaned", cleaned)))


def width_of(n_features: int | str, first: int, last: int) -> tuple[int, str]:
    """The number of columns and a note about it. Raises DatasetError where ids do not fit."""
    width = last + 1 - first
    if str(n_features).strip() in ("", "0"):
        note = f"The file does not say how many columns there are: {width:,}, up to its largest id."
        return width, note
    digits = str(n_features).strip()
    asked_for = int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 20 else -1
    if not width <= asked_for <= LARGEST_ID:
        raise DatasetError(
            f"n_features = {quote(n_features)}: it must be a whole number, at least {width}, since "
            f"the ids ask for so many columns, and at most {LARGEST_ID:,}."
        )
    return asked_for, f"{asked_for:,} columns as asked for; the file's largest id is {last}."


def n_queries(block: bytes) -> int:
    """The number of rows that name a query."""
    if b"qid:" not in block:
        return 0
    return sum(b" qid:" in line.partition(b"#")[0] for line in block.split(b"\n"))


def row_notes(n_sorted: int, counts: str) -> list[str]:
    """Sentences about rows that were put in order, and a first line that is none."""
    sentences = []
    if counts:
        sentences.append(
            f"The first line, {counts}, counts rows and features (and labels): left out."
        )
    if n_sorted:
        rows = pluralize(n_sorted, "row")
        sentences.append(f"Ids that did not rise: the pairs of {rows} were put in their order.")
    return sentences


def query_notes(queries: int) -> list[str]:
    """A sentence about query ids, if any."""
    if not queries:
        return []
    rows = pluralize(queries, "row")
    return [f"Query ids (qid) of {rows} left out: rows are learned from one by one."]


def join_blocks(blocks: list[Block], first: int, width: int) -> tuple[sp.csr_array, np.ndarray]:
    """All rows, the id ``first`` being column 0. The blocks are taken out of their list."""
    y, lengths, ids, values, _ = (list(parts) for parts in zip(*blocks, strict=True))
    blocks.clear()  # so that of the two large arrays one at a time stands in memory twice
    data = np.concatenate(values)
    values.clear()
    columns = np.concatenate(ids)
    ids.clear()
    columns -= first
    pointers = np.concatenate([[0], np.cumsum(np.concatenate(lengths))]).astype(np.int32)
    targets = np.concatenate(y)
    return sp.csr_array((data, columns, pointers), shape=(len(targets), width)), targets

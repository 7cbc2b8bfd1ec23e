"""Parser of a block of svmlight lines: by pandas where the lines are clean, else line by line.

The one reader of the format, for files that become datasets and for streams.
"""

from __future__ import annotations

import io
import re
from array import array
from typing import NamedTuple

import numpy as np

from datasets.files.svmlight.line_errors import LARGEST_ID, line_error
from knobs import parse_number

LONGEST_ID = 400  # digits
PAIR = re.compile(rb"(qid|\d+):([^\s:]+)")
COUNTS = re.compile(rb"\A[ \t]*(\d+(?:[ \t]+\d+){1,2})[ \t]*(?=\n|\Z)")
LABEL = b"-1:0:"
NORMALISATIONS = (
    (re.compile(rb"#[^\n]*"), b""),
    (re.compile(rb"[ \t\r]+"), b" "),
    (re.compile(rb" qid:\S*"), b""),
    (re.compile(rb" ?\n[ \n]*"), b"\n"),
)


class Block(NamedTuple):
    """The targets and the lengths of the rows, and the ids and values in all of them.

    Parameters
    ----------
    n_sorted : the number of rows whose ids did not rise, which were put in order.
    """

    y: np.ndarray
    lengths: np.ndarray
    ids: np.ndarray
    values: np.ndarray
    n_sorted: int = 0


def read_block(block: bytes, lines_before: int) -> Block:
    """Return the rows of a block of whole lines.

    Ids are whole numbers from 0 to 2⁶³ − 2, each once in a row; pairs whose ids do not rise are put
    in order. ``qid`` is passed over, and so is a first line that only counts rows and features.
    Raises DatasetError, which names the line, ``lines_before`` lines having come before.
    """
    if not lines_before:
        block = COUNTS.sub(b"", block)
    return (
        parse_by_cells(block)
        or parse_by_cells(normalise(block))
        or parse_by_lines(block, lines_before)
    )


def counts_on_top(block: bytes) -> str:
    """The first line of a file's first block if it is the numbers of rows, features and labels."""
    counts = COUNTS.match(block)
    return counts[1].decode() if counts else ""


def normalise(block: bytes) -> bytes:
    """The same rows without comments, blank lines, query ids, and blanks that are not needed."""
    for pattern, instead in NORMALISATIONS:
        block = pattern.sub(instead, block)
    return block.strip()


def parse_by_cells(block: bytes) -> Block | None:
    """Return the rows of a block without comments, blank lines or anything to refuse, or None.

    Each cell is made a line of a table ``id:value:``, each label ``-1:0:label``, and pandas reads
    such a table two to three times as fast as scikit-learn reads svmlight.
    """
    import pandas as pd

    if b"#" in block or not block:
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
    if not complete:
        return None
    lengths = np.diff(np.flatnonzero(labels), append=len(ids)) - 1
    rows = Block(y[labels], lengths, ids[~labels], values[~labels])
    return rows if rising.all() else sort_ids(rows)


def sort_ids(block: Block) -> Block | None:
    """The same rows, the ids of each rising; None where a row names one twice, or one below 0."""
    row = np.repeat(np.arange(len(block.lengths)), block.lengths)
    order = np.lexsort((block.ids, row))
    ids = block.ids[order]
    same_row = row[1:] == row[:-1]
    if np.any(same_row & (ids[1:] == ids[:-1])) or np.any(ids < 0):
        return None
    falls = same_row & (block.ids[1:] < block.ids[:-1])
    n_sorted = len(np.unique(row[1:][falls]))
    return block._replace(ids=ids, values=block.values[order], n_sorted=n_sorted)


def parse_by_lines(block: bytes, lines_before: int) -> Block:
    """Return the rows of any block, one line after the other. Raises as ``read_block`` does.

    A line that comes again is not read again: a small file that unpacks to much repeats itself.
    """
    y, lengths, ids, values = array("d"), array("q"), array("q"), array("d")
    known: dict[bytes, SvmlightRow] = {}
    for number, line in enumerate(block.split(b"\n"), start=lines_before + 1):
        row = known.get(line)
        if row is None:
            row = known[line] = _row(line, number)
        y.extend(row.y)
        if row.y:
            lengths.append(len(row.ids))
            ids.extend(row.ids)
            values.extend(row.values)
    rows = Block(np.array(y), np.array(lengths), np.array(ids), np.array(values))
    return sort_ids(rows) or rows  # a row that names an id twice was refused above


class SvmlightRow(NamedTuple):
    """The target of a line, its ids and its values; no target in a line without cells."""

    y: array
    ids: array
    values: array


def _row(line: bytes, number: int) -> SvmlightRow:
    row = SvmlightRow(array("d"), array("q"), array("d"))
    cells = line.split(b"#", 1)[0].split()
    try:
        if cells:
            row.y.append(parse_number(cells[0].decode()))
        for cell in cells[1:]:
            _add(cell, row)
        if len(set(row.ids)) < len(row.ids):
            raise ValueError
    except ValueError:
        raise line_error(line.decode("utf-8", "replace"), number) from None
    return row


def _add(cell: bytes, row: SvmlightRow) -> None:
    """Append a pair to those of its row. Raises ValueError for what is none."""
    pair = PAIR.fullmatch(cell)
    if pair is None or len(pair[1]) > LONGEST_ID:
        raise ValueError
    value = parse_number(pair[2].decode())
    if pair[1] == b"qid":
        return
    number = int(pair[1])
    if number > LARGEST_ID:
        raise ValueError
    row.ids.append(number)
    row.values.append(value)

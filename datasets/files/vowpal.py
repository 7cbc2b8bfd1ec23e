"""Reader of Vowpal Wabbit lines: ``label importance 'tag|space:scale feature:value ...``."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import scipy.sparse as sp

from datasets.content import Rows
from datasets.errors import DatasetError
from datasets.files.limits import check_rows, check_values
from datasets.report import Step, steps
from datasets.wording import pluralize, quote
from knobs import parse_number

MOST_FEATURES = 3_000_000  # each has a name of any length
KNOWN = 10_000  # lines


class VowpalRow(NamedTuple):
    """The label of a line, if it has one, whether it is weighted, its columns and their values."""

    y: float | None
    is_weighted: bool = False
    columns: array = array("i")
    values: array = array("d")


@dataclass
class Examples:
    """The rows so far, and what of them is not kept."""

    y: array = field(default_factory=lambda: array("d"))
    ends: array = field(default_factory=lambda: array("q", [0]))
    columns: array = field(default_factory=lambda: array("i"))
    values: array = field(default_factory=lambda: array("d"))
    names: dict[str, int] = field(default_factory=dict)
    known: dict[str, VowpalRow] = field(default_factory=dict)
    n_weighted: int = 0
    n_unlabelled: int = 0

    def add(self, line: str) -> None:
        """Parse and append one line. Raises ValueError, with a message, for an invalid one.

        A line that comes again is not read again: a small file that unpacks to much repeats itself.
        """
        row = self.known.get(line)
        if row is None:
            row = self.read(line)
            if len(self.known) == KNOWN:
                self.known.clear()
            self.known[line] = row
        self.n_weighted += row.is_weighted
        if row.y is None:
            self.n_unlabelled += 1
            return
        self.y.append(row.y)
        self.columns.extend(row.columns)
        self.values.extend(row.values)
        self.ends.append(len(self.columns))
        check_rows(len(self.y))
        check_values(len(self.columns))

    def read(self, line: str) -> VowpalRow:
        """The label and the features of a line. Raises ValueError as ``add`` does."""
        head, *spaces = line.split("|")
        label = head.split()
        # What begins with ' or touches the bar is a tag, as Vowpal Wabbit has it.
        if label and (label[-1].startswith("'") or (spaces and not head[-1].isspace())):
            label.pop()
        if len(label) > 3:
            raise ValueError(f"{quote(label[3])} stands where the features' bar | is expected")
        y, *weights = [number(text) for text in label] or [None]
        if y is None:
            return VowpalRow(None)
        is_weighted = any(w != default for w, default in zip(weights, (1.0, 0.0), strict=False))
        columns, values = array("i"), array("d")
        for space in spaces:
            for name, value in features(space):
                columns.append(self.names.setdefault(name, len(self.names)))
                values.append(value)
        if len(self.names) > MOST_FEATURES:
            raise ValueError(f"there are more than {MOST_FEATURES:,} features up to here")
        return VowpalRow(y, is_weighted, columns, values)

    def notes(self) -> list[str]:
        """Sentences about what was not kept."""
        sentences = []
        if self.n_unlabelled:
            sentences.append(f"{pluralize(self.n_unlabelled, 'row')} without a label left out.")
        if self.n_weighted:
            sentences.append(
                f"Importance weights or base predictions of {pluralize(self.n_weighted, 'row')} "
                "left out: each row counts once, and starts at 0."
            )
        return sentences

    def rows(self) -> Rows:
        """All of them as one matrix; a feature that a row names twice has the sum of both."""
        shape = (len(self.y), len(self.names))
        parts = (np.asarray(self.values), np.asarray(self.columns), np.asarray(self.ends))
        read = f"{pluralize(len(self.names), 'feature')}, named by namespace and feature."
        report = (Step("read", read), *steps("cleaned", self.notes()))
        return Rows(sp.csr_array(parts, shape=shape), np.array(self.y), tuple(self.names), report)


def read_vowpal(blocks: Iterable[bytes]) -> Rows:
    """The rows of a Vowpal Wabbit file in blocks of whole lines; a column is ``space^feature``.

    Values are times their namespace's scale. Rows without a label are left out and counted;
    importance weights, base predictions and tags are not kept.
    Raises DatasetError, which names the line, for what is no such file.
    """
    examples = Examples()
    for number_of_line, line in enumerate(lines(blocks), start=1):
        if not line.strip():
            continue
        try:
            examples.add(line.decode().rstrip("\n"))
        except DatasetError:
            raise
        except ValueError as error:
            raise DatasetError(
                f"line {number_of_line}: {error}: write label | feature:value ... lines."
            ) from None
    if not examples.y:
        raise DatasetError("there is no row with a label in it: write label | feature:value lines.")
    if not examples.columns:
        raise DatasetError("there is no row with a feature in it: put features after a bar |.")
    return examples.rows()


def lines(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """One line after the other, each with its end."""
    for block in blocks:
        yield from block.splitlines(keepends=True)


def features(space: str) -> Iterator[tuple[str, float]]:
    """The names and values in what stands between two bars."""
    words = space.split()
    prefix, scale = "", 1.0
    if words and not space[0].isspace():
        name, colon, text = words.pop(0).partition(":")
        prefix, scale = f"{name}^" if name else "", number(text) if colon else 1.0
    for word in words:
        name, colon, text = word.partition(":")
        if not name:
            raise ValueError(f"the feature {quote(word)} has no name")
        yield prefix + name, scale * (number(text) if colon else 1.0)


def number(text: str) -> float:
    """The number in a text. Raises ValueError, in words."""
    try:
        return parse_number(text)
    except ValueError:
        raise ValueError(f"{quote(text)} is no number") from None

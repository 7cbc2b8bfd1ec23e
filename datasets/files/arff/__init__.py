"""ARFF files, by liac-arff, which unlike SciPy's reader knows sparse rows and text."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from datasets.content import Rows, Table
from datasets.errors import DatasetError
from datasets.files.arff.sparse import Attribute, sparse_rows
from datasets.files.bounds import MOST_COLUMNS
from datasets.files.names import column_names, no_rows
from datasets.files.text import utf8
from datasets.report import Step
from datasets.wording import counted

if TYPE_CHECKING:
    import pandas as pd

DATA = re.compile(r"^[ \t]*@data\b[^\n]*\n", re.IGNORECASE | re.MULTILINE)
FIRST_ROW = re.compile(r"^[ \t]*([^%\s])", re.MULTILINE)
ATTRIBUTE = re.compile(
    r"""\s*@attribute\s+('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[^\s{]+)\s*(.*\S)\s*""",
    re.IGNORECASE,
)
FIRST_CATEGORY = re.compile(r"""\{\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^,}]*))""")
NOT_PLAIN = (*"'\"\\%{} \t", ",,", ",\n", "\n,")
CHUNK = 5000  # rows held as Python's own objects at a time


@dataclass
class Source:
    """The lines of an ARFF file for liac-arff, which counts them only while it has not failed.

    Kinds of attributes become text where it knows none (dates) or checks them at great length
    (long lists of categories); ``first`` keeps the first category of each attribute that has any.
    """

    header: str
    data: str
    number: int = 0
    first: list[str | None] = field(default_factory=list)

    def __iter__(self) -> Iterator[str]:
        for text in (self.header, self.data):
            for line in io.StringIO(text):
                self.number += 1
                in_header = text is self.header and line.lstrip().startswith("@")
                yield self.plain(line) if in_header else line

    def plain(self, line: str) -> str:
        """A line of the header in a form that liac-arff reads whole and at once."""
        if line.lstrip().lower().startswith("@relation"):
            return "@relation data\n"
        match = ATTRIBUTE.fullmatch(line)
        if match is None:
            return " ".join(line.split())
        name, kind = match.groups()
        categories = FIRST_CATEGORY.match(kind) if kind.endswith("}") else None
        first = next(filter(None, categories.groups()), "") if categories else None
        self.first.append(first.strip() if first is not None else None)
        if len(self.first) > MOST_COLUMNS:
            raise DatasetError(f"it has more than {MOST_COLUMNS:,} attributes: give fewer columns.")
        text = categories is not None or kind.lower().split()[0] in ("date", "string")
        return f"@attribute {name} {'STRING' if text else kind}\n"


def read_arff(content: bytes, target: str = "", left_out: str = "") -> Table | Rows:
    """The table in an ARFF file, or, where its rows are sparse, its rows.

    Parameters
    ----------
    target, left_out : as in ``table_dataset``; they matter here for sparse rows alone.

    Raises DatasetError, which names the line, for what is no ARFF file.
    """
    import arff

    content, encoded = utf8(content)
    text = content.decode().replace("\r\n", "\n") + "\n"
    begin = DATA.search(text)
    if begin is None:
        raise DatasetError("it has no line @data: give attributes, @data and then rows.")
    source = Source(text[: begin.end()], text[begin.end() :])
    row = FIRST_ROW.search(source.data)
    is_sparse = row is not None and row[1] == "{"
    with explained(source):
        form = arff.LOD_GEN if is_sparse else arff.DENSE_GEN
        read = arff.ArffDecoder().decode(source, return_type=form)
        names = column_names(name for name, _ in read["attributes"])
        attributes = _attributes(names, read["attributes"], source)
        if row is None:
            raise no_rows()
        if is_sparse:
            return sparse_rows(read["data"], attributes, target, left_out, encoded)
        whole = [
            name
            for name, (_, kind) in zip(names, read["attributes"], strict=True)
            if kind == "INTEGER"
        ]
        frame = plain_rows(source.data, attributes, whole)
        if frame is None:
            frame = dense(read["data"], attributes)
    note = f"{counted(len(names), 'attribute')} as the file declares them."
    return Table(frame, (*encoded, Step("read", note)))


def _attributes(
    names: list[str], declared: list[tuple[str, Any]], source: Source
) -> list[Attribute]:
    """The columns, each with what the file declares of it."""
    kinds = (kind for _, kind in declared)
    rows = zip(names, kinds, source.first, strict=True)
    return [Attribute(name, kind == "STRING", first) for name, kind, first in rows]


def plain_rows(
    data: str, attributes: list[Attribute], whole: Collection[str]
) -> pd.DataFrame | None:
    """The rows of a file without quotes, comments and blanks, by pandas; None for any other.

    It takes a twentieth of liac-arff's time. Where anything is amiss liac-arff is to say where.

    Parameters
    ----------
    data : the text after @data.
    attributes : the columns.
    whole : the names of those that hold whole numbers; decimals are cut off, as liac-arff does.
    """
    import pandas as pd

    if any(mark in data for mark in NOT_PLAIN) or data.startswith(","):
        return None
    beyond = "more cells than attributes"
    kinds = {a.name: "str" if a.text else np.float64 for a in attributes}
    try:
        frame = pd.read_csv(
            io.StringIO(data),
            header=None,
            names=[*kinds, beyond],
            dtype={**kinds, beyond: "str"},
            na_values=["?"],
            keep_default_na=False,
            quoting=csv.QUOTE_NONE,
            low_memory=False,
            index_col=False,
        )
    except (ValueError, OverflowError):
        return None
    too_long = frame.pop(beyond).fillna("").ne("").any()
    if too_long or data.count(",") != len(frame) * (len(attributes) - 1):
        return None
    for name in whole:
        frame[name] = np.trunc(frame[name])
    return frame


def dense(rows: Iterator[list[Any]], attributes: list[Attribute]) -> pd.DataFrame:
    """The rows as columns of numbers or words."""
    import pandas as pd

    frames = []
    while chunk := list(islice(rows, CHUNK)):
        columns = zip(attributes, zip(*chunk, strict=True), strict=True)
        frames.append(
            pd.DataFrame(
                {
                    a.name: pd.array(cells, "str") if a.text else np.array(cells, np.float64)
                    for a, cells in columns
                }
            )
        )
    return pd.concat(frames, ignore_index=True)


@contextmanager
def explained(source: Source) -> Iterator[None]:
    """Put into a sentence what liac-arff says."""
    import arff

    try:
        yield
    except DatasetError:
        raise
    except (arff.ArffException, ValueError, OverflowError, IndexError, KeyError) as error:
        what = WORDS.get(type(error).__name__, "it is no line of an ARFF file")
        raise DatasetError(
            f"line {source.number} cannot be read ({what}): check it against the attributes."
        ) from None


WORDS = {
    "BadAttributeFormat": "its attribute has no name or no type",
    "BadAttributeType": "its attribute's type is none of numeric, string, date and {categories}",
    "BadAttributeName": "its attribute's name is there already",
    "BadDataFormat": "it has more or fewer cells than there are attributes",
    "BadNumericalValue": "a numeric attribute holds something other than a number",
    "BadLayout": "it stands where an ARFF file has something else",
}

"""Reader of ARFF files, dense and sparse, with the rules of Weka."""

from __future__ import annotations

import re
from dataclasses import replace

from datasets.content import Rows, Table
from datasets.errors import DatasetError
from datasets.files.arff.dense import dense_rows
from datasets.files.arff.header import read_header
from datasets.files.arff.sparse import sparse_rows
from datasets.files.column_names import column_names, no_rows_error
from datasets.files.text import decode_file
from datasets.report import Step, steps
from datasets.wording import pluralize

DATA = re.compile(r"^[ \t]*@data\b[^\n]*\n", re.IGNORECASE | re.MULTILINE)
FIRST_ROW = re.compile(r"^[ \t]*([^%\s])", re.MULTILINE)


def read_arff(content: bytes, target: str = "", left_out: str = "") -> Table | Rows:
    """The table in an ARFF file, or, where its rows are sparse, its rows.

    Parameters
    ----------
    target, left_out : as in ``table_dataset``; they matter here for sparse rows alone.

    Raises DatasetError, which names the line, for what is no ARFF file.
    """
    content, encoding_steps = decode_file(content)
    text = content.decode() + "\n"
    begin = DATA.search(text)
    if begin is None:
        raise DatasetError("it has no line @data: give attributes, @data and then rows.")
    header, data = text[: begin.end()], text[begin.end() :]
    attributes = read_header(header)
    names = column_names(attribute.name for attribute in attributes)
    attributes = [
        replace(attribute, name=name) for attribute, name in zip(attributes, names, strict=True)
    ]
    row = FIRST_ROW.search(data)
    if row is None:
        raise no_rows_error()
    first = header.count("\n") + 1
    if row[1] == "{":
        return sparse_rows(data, first, attributes, target, left_out, encoding_steps)
    frame, notes = dense_rows(data, first, attributes)
    note = f"{pluralize(len(names), 'attribute')} as the file declares them."
    return Table(frame, (*encoding_steps, Step("read", note), *steps("read", notes)))

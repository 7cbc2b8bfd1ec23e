"""Reader of JSON records, a list of objects or one object a line, as a table."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import Any

from datasets.content import Table
from datasets.errors import DatasetError
from datasets.files.column_names import no_rows_error
from datasets.files.csv_table import table_of_cells
from datasets.files.limits import MOST_WRITTEN, check_table
from datasets.files.text import decode_file
from datasets.tables.missing import USUAL, Missing
from datasets.wording import pluralize, quote

BLANK = re.compile(r"[\s,]*")
REMEDY = 'write a list of records, [{"a": 1, "b": 2}, …], or one record a line'
Record = dict[str, Any]


def read_json(content: bytes, missing: Missing = USUAL) -> Table:
    """The table in JSON records: a column a key, in the order in which keys come up.

    A key that a record lacks is a missing cell, and so are the marks of ``missing``. Raises
    DatasetError for other JSON, and for what is none.
    """
    content, encoding_steps = decode_file(content)
    marks = sum(content.count(mark) for mark in (b",", b"[", b"{"))
    if marks > 2 * MOST_WRITTEN:  # each value has one of them before it
        raise DatasetError(
            f"it has more than the {MOST_WRITTEN:,} cells that are read as JSON: write the table "
            "as CSV, or give fewer rows."
        )
    found = records_in(content.decode())
    columns: dict[str, None] = {}
    for record in found:
        columns.update(dict.fromkeys(record))
        check_table(len(found), len(columns), MOST_WRITTEN)
    note = f"{pluralize(len(found), 'JSON record')}; columns are named by their keys."
    return table_of_cells(
        records_to_csv(found, list(columns)), "yes", "0", [note], encoding_steps, missing
    )


def records_in(text: str) -> list[Record]:
    """All records of the text. Raises DatasetError for anything else."""
    decoder = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str)
    text = text.strip()
    is_list = text.startswith("[")
    at, end = (1, len(text) - 1) if is_list and text.endswith("]") else (0, len(text))
    found: list[Record] = []
    at = BLANK.match(text, at).end()
    while at < end:
        try:
            value, at = decoder.raw_decode(text, at)
        except ValueError:
            line = text.count("\n", 0, at) + 1
            raise DatasetError(
                f"record {len(found) + 1:,}, on line {line:,}, is no JSON: {REMEDY}."
            ) from None
        except RecursionError:
            raise DatasetError(
                f"record {len(found) + 1:,} holds lists within lists: {REMEDY}."
            ) from None
        if not isinstance(value, dict):
            raise DatasetError(f"it holds {kind_of(value)} where a record should be: {REMEDY}.")
        found.append(value)
        at = BLANK.match(text, at).end()
    if len(found) == 1 and any(isinstance(value, dict | list) for value in found[0].values()):
        raise DatasetError(f"it is one object that holds others, and no list of records: {REMEDY}.")
    if not found or not any(found):
        raise no_rows_error() if is_list else DatasetError(f"it holds no record: {REMEDY}.")
    return found


def records_to_csv(found: list[Record], columns: list[str]) -> bytes:
    """The records as CSV text. Raises DatasetError for one that holds a list or an object."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(columns)
    for number, record in enumerate(found, start=1):
        for name, value in record.items():
            if isinstance(value, dict | list):
                raise DatasetError(
                    f"{quote(name)} of record {number:,} holds {kind_of(value)}: give numbers, "
                    "words, true or false only, or leave it out."
                )
        writer.writerow([cell_text(record.get(name)) for name in columns])
    return text.getvalue().encode("utf-8", "replace")


def cell_text(value: Any) -> str:
    """A value as a CSV has it."""
    return "" if value is None else str(value)


def kind_of(value: Any) -> str:
    """A value's kind as a sentence has it."""
    kinds = {list: "a list", dict: "an object", bool: "true or false", type(None): "null"}
    return kinds.get(type(value), "a number or a text")

"""Parquet files, by pyarrow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from datasets.content import Table
from datasets.errors import DatasetError
from datasets.files.bounds import check_table
from datasets.files.names import column_names, no_rows
from datasets.report import Step

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

INDEX = "__index_level_"  # what pandas calls a column of row numbers


def read_parquet(content: bytes) -> Table:
    """The table in a Parquet file. Raises DatasetError for what is none."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(pa.BufferReader(content))
        check_table(file.metadata.num_rows, file.metadata.num_columns)
        table = file.read()
        table.validate(full=True)  # else letters that are no UTF-8 come to light much later
        frame = frame_of(table)
    # Damage comes to light as any of these; ArrowInvalid is a ValueError, as DatasetError is.
    except (pa.ArrowException, OSError, MemoryError, UnicodeDecodeError, OverflowError) as error:
        raise DatasetError(
            "this is no intact Parquet file: copy it here again, or write it again."
        ) from error
    return Table(frame, (Step("read", "Names and types of the columns are the file's own."),))


def frame_of(table: pa.Table) -> pd.DataFrame:
    """The columns as numbers, words and moments. Raises DatasetError for any other."""
    import pyarrow as pa

    kept = [at for at, name in enumerate(table.column_names) if not name.startswith(INDEX)]
    table = table.select(kept)
    names = column_names(table.column_names)
    if table.num_rows == 0:
        raise no_rows()
    columns = [plain(c, name) for c, name in zip(table.columns, names, strict=True)]
    return pa.table(columns, names=names).to_pandas(
        split_blocks=True, date_as_object=False, ignore_metadata=True
    )


def plain(column: pa.ChunkedArray, name: str) -> pa.ChunkedArray:
    """The column as numbers, words or moments. Raises DatasetError for anything else."""
    import pyarrow as pa
    from pyarrow import types

    kind = column.type
    if types.is_dictionary(kind):
        return plain(column.cast(kind.value_type), name)
    if types.is_boolean(kind) or types.is_integer(kind) or types.is_date(kind):
        return column
    if types.is_floating(kind) or types.is_decimal(kind) or types.is_null(kind):
        return column.cast(pa.float64())
    if types.is_timestamp(kind):
        return column.cast(pa.timestamp(kind.unit))
    if types.is_time(kind) or types.is_duration(kind):  # numbers, in the file's own unit
        whole = pa.int32() if types.is_time32(kind) else pa.int64()
        return column.cast(whole)
    if types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind):
        return column.cast(pa.large_string())
    raise DatasetError(
        f"column {name!r} holds {kind} values: give numbers, words or dates only, or leave the "
        "column out of the file."
    )

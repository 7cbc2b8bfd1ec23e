"""Reader of Parquet files, by pyarrow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from datasets.content import Table
from datasets.errors import DatasetError
from datasets.files.column_names import column_names, no_rows_error
from datasets.files.limits import LARGEST_FILE, LARGEST_WHOLE, check_table, file_size_error
from datasets.report import Step
from datasets.wording import quote

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa
    import pyarrow.parquet as pq

INDEX = "__index_level_"  # what pandas calls a column of row numbers


def read_parquet(content: bytes) -> Table:
    """The table in a Parquet file; a column of declared categories is a Categorical.

    Raises DatasetError for what is no such file, for types that are no cells, and for tables or
    texts that are too large.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        schema = check_schema(pq.ParquetFile(pa.BufferReader(content)))
        # Texts that come again are kept once, so that their size is known before it is taken.
        texts = [field.name for field in schema if is_text(field.type)]
        table = pq.ParquetFile(pa.BufferReader(content), read_dictionary=texts).read()
        table.validate(full=True)  # else letters that are no UTF-8 come to light much later
        check_texts(table)
        frame = frame_of(table, schema)
    # Damage comes to light as any of these; ArrowInvalid is a ValueError, as DatasetError is.
    except (pa.ArrowException, OSError, MemoryError, UnicodeDecodeError, OverflowError) as error:
        raise DatasetError(
            "this is no intact Parquet file: copy it here again, or write it again."
        ) from error
    return Table(frame, (Step("read", "Names and types of the columns are the file's own."),))


def check_schema(file: pq.ParquetFile) -> pa.Schema:
    """The columns of a file that can be read. Raises DatasetError, before anything is read."""
    facts = file.metadata
    check_table(facts.num_rows, facts.num_columns)
    size = sum(facts.row_group(at).total_byte_size for at in range(facts.num_row_groups))
    if size > LARGEST_FILE:
        raise file_size_error(LARGEST_FILE)
    for field in file.schema_arrow:
        if field.name.startswith(INDEX) or is_text(field.type) or plain_type(field.type):
            continue
        raise DatasetError(
            f"column {quote(field.name)} holds {field.type} values: give numbers, words or dates "
            "only, or leave the column out of the file."
        )
    return file.schema_arrow


def is_text(kind: pa.DataType) -> bool:
    """Return whether it is text, or categories that are."""
    from pyarrow import types

    if types.is_dictionary(kind):
        kind = kind.value_type
    return types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind)


def plain_type(kind: pa.DataType) -> pa.DataType | None:
    """The type as which a column of another is read; None where it is no column of cells."""
    import pyarrow as pa
    from pyarrow import types

    if types.is_dictionary(kind):
        return kind if plain_type(kind.value_type) or is_text(kind.value_type) else None
    if types.is_boolean(kind) or types.is_integer(kind) or types.is_date(kind):
        return kind
    if types.is_floating(kind) or types.is_decimal(kind) or types.is_null(kind):
        return pa.float64()
    if types.is_timestamp(kind):
        return pa.timestamp(kind.unit)
    if types.is_time(kind) or types.is_duration(kind):  # numbers, in the file's own unit
        return pa.int32() if types.is_time32(kind) else pa.int64()
    return None


def check_texts(table: pa.Table) -> None:
    """Raise DatasetError for texts that would be too long, each written out where it stands."""
    import pyarrow.compute as pc
    from pyarrow import types

    size = 0
    for column in table.columns:
        if not is_text(column.type) or not types.is_dictionary(column.type):
            continue
        for chunk in column.chunks:
            lengths = pc.binary_length(chunk.dictionary)
            size += pc.sum(pc.cast(pc.take(lengths, chunk.indices), "int64")).as_py() or 0
    if size > LARGEST_WHOLE:
        raise DatasetError(
            f"its texts have {size:,} letters, and at most {LARGEST_WHOLE:,} are read: give fewer "
            "rows, or leave out columns of long texts."
        )


def frame_of(table: pa.Table, schema: pa.Schema) -> pd.DataFrame:
    """The columns as numbers, words, categories and moments. Raises DatasetError for no rows."""
    import pyarrow as pa

    kept = [at for at, name in enumerate(table.column_names) if not name.startswith(INDEX)]
    table = table.select(kept)
    names = column_names(table.column_names)
    if table.num_rows == 0:
        raise no_rows_error()
    columns = []
    for at, column in zip(kept, table.columns, strict=True):
        declared = schema.field(at).type
        if not is_text(declared):
            column = column.cast(plain_type(declared))
        elif not pa.types.is_dictionary(declared):
            column = column.cast(pa.large_string())
        columns.append(column)
    return pa.table(columns, names=names).to_pandas(
        split_blocks=True, date_as_object=False, ignore_metadata=True
    )

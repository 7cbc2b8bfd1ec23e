"""Date formats of ARFF files, in the notation of Java: ``yyyy-MM-dd HH:mm``."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

PIECE = re.compile(r"'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z]")
DIRECTIVES = {
    "yyyy": "%Y", "y": "%Y", "yy": "%y", "MMMM": "%B", "MMM": "%b", "MM": "%m", "M": "%m",
    "dd": "%d", "d": "%d", "EEEE": "%A", "EEE": "%a", "E": "%a", "HH": "%H", "H": "%H",
    "hh": "%I", "h": "%I", "a": "%p", "mm": "%M", "m": "%M", "ss": "%S", "s": "%S",
    "SSS": "%f", "S": "%f", "Z": "%z", "X": "%z", "XX": "%z", "XXX": "%z", "z": "%Z",
}  # fmt: skip


def as_strptime(date_format: str) -> str:
    """Translate a date format to that of ``strptime``. Raises ValueError for an unsupported one."""
    pieces = []
    for piece in PIECE.finditer(date_format):
        if piece[2]:
            if piece[0] not in DIRECTIVES:
                raise date_format_error(date_format)
            pieces.append(DIRECTIVES[piece[0]])
        else:
            literal = piece[0] if piece[1] is None else piece[1].replace("''", "'") or "'"
            pieces.append(literal.replace("%", "%%"))
    written = "".join(pieces)
    try:
        parse_dates([written], written)
    except (ValueError, re.error):
        raise date_format_error(date_format) from None
    return written


def date_format_error(date_format: str) -> ValueError:
    """Error for a date format that is not supported."""
    return ValueError(
        f"dates of the form {date_format[:40]!r} are not read: write them as yyyy-MM-dd, or "
        "declare the attribute as string"
    )


def parse_dates(words: Sequence[str | None], date_format: str) -> np.ndarray:
    """Datetimes [n_words] in UTC, NaT where a word is None or no date of that form."""
    import pandas as pd

    series = pd.Series([*words], dtype=object)
    read = pd.to_datetime(series, format=date_format or "ISO8601", errors="coerce", utc=True)
    return read.dt.tz_localize(None).to_numpy("datetime64[us]")

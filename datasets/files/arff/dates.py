"""Dates of ARFF files: their forms are Java's, as in ``yyyy-MM-dd HH:mm``."""

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


def as_strptime(form: str) -> str:
    """A form of dates as ``strptime`` takes it. Raises ValueError, in words, for what it cannot."""
    pieces = []
    for piece in PIECE.finditer(form):
        if piece[2]:
            if piece[0] not in DIRECTIVES:
                raise date_format_error(form)
            pieces.append(DIRECTIVES[piece[0]])
        else:
            literal = piece[0] if piece[1] is None else piece[1].replace("''", "'") or "'"
            pieces.append(literal.replace("%", "%%"))
    written = "".join(pieces)
    try:
        parse_dates([written], written)
    except (ValueError, re.error):
        raise date_format_error(form) from None
    return written


def date_format_error(form: str) -> ValueError:
    """The refusal of a form."""
    return ValueError(
        f"dates of the form {form[:40]!r} are not read: write them as yyyy-MM-dd, or declare the "
        "attribute as string"
    )


def parse_dates(words: Sequence[str | None], form: str) -> np.ndarray:
    """Datetimes [n_words] in UTC, NaT where a word is None or no date of that form."""
    import pandas as pd

    series = pd.Series([*words], dtype=object)
    read = pd.to_datetime(series, format=form or "ISO8601", errors="coerce", utc=True)
    return read.dt.tz_localize(None).to_numpy("datetime64[us]")

"""Dates → days since 1970-01-01, fractions of a day included."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

BEGINS = re.compile(r"\d{4}[-/]\d{1,2}\b")  # a year and a month, as ISO 8601 writes them
FORMATS = ("%Y-%m", "%Y/%m")
MICROSECONDS = 24 * 60 * 60 * 1_000_000


def days_in(words: Sequence[str]) -> np.ndarray | None:
    """Days [n_words], or None unless all words are dates, year first, in the first one's format."""
    import pandas as pd
    from pandas.tseries.api import guess_datetime_format

    if not BEGINS.match(words[0]):
        return None
    written = guess_datetime_format(words[0])
    if written is None or not written.startswith(FORMATS):
        return None
    read = pd.to_datetime(pd.Series(words), format=written, errors="coerce", utc=True)
    return None if read.isna().any() else days(read)


def days(series: pd.Series) -> np.ndarray:
    """A column of datetimes as days [n_rows], UTC where it names a zone; NaN where missing."""
    instants = series.to_numpy("datetime64[us]")
    return np.where(np.isnat(instants), np.nan, instants.astype(np.int64) / MICROSECONDS)

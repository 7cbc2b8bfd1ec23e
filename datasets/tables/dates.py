"""Dates → days since 1970-01-01, fractions of a day included."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

BEGINS = re.compile(r"\d{4}[-/]\d{1,2}\b")  # a year and a month, as ISO 8601 writes them
FORMATS = ("%Y-%m", "%Y/%m")
YEAR_LAST = re.compile(r"\d{1,2}([./-])\d{1,2}\1\d{4}(?!\d)")
ORDERS = {"day first": ("%d", "%m"), "month first": ("%m", "%d")}
"""The two ways to write a date whose year comes last, by the name of the option."""
TIMES = ("", "%H:%M", "%H:%M:%S", "%H:%M:%S.%f", "%I:%M %p", "%I:%M:%S %p")
BEFORE_TIMES = (" ", ", ", "T")
SAMPLE = 100
MICROSECONDS = 24 * 60 * 60 * 1_000_000


class Dates(NamedTuple):
    """Days [n_words], or None where day and month could be either; and their ``order``.

    The order is one of ``ORDERS`` for years last, and empty for years first.
    """

    values: np.ndarray | None
    order: str = ""


def parse_dates(words: Sequence[str], order: str = "guess") -> Dates | None:
    """The days, or None unless all words are dates in one format.

    Parameters
    ----------
    order : one of ``ORDERS`` for dates with the year last, where the words leave it open; points
        between day, month and year leave it to the day to be first.
    """
    if BEGINS.match(words[0]):
        values = with_year_first(words)
        return None if values is None else Dates(values)
    if begin := YEAR_LAST.match(words[0]):
        return with_year_last(words, begin[1], order)
    return None


def with_year_first(words: Sequence[str]) -> np.ndarray | None:
    """The days of words that are written as the first one is, or None."""
    from pandas.tseries.api import guess_datetime_format

    written = guess_datetime_format(words[0])
    if written is None or not written.startswith(FORMATS):
        return None
    return parse_format(words, written)


def with_year_last(words: Sequence[str], mark: str, order: str) -> Dates | None:
    """The days in the one order in which all words are dates, or in the one that was asked for."""
    readings = {}
    for name, places in ORDERS.items():
        for time in TIMES:
            for before in BEFORE_TIMES if time else ("",):
                values = parse_format(words, mark.join((*places, "%Y")) + before + time)
                if values is not None:
                    readings[name] = values
    if len(readings) < 2:
        return next((Dates(values, name) for name, values in readings.items()), None)
    if order in readings:
        return Dates(readings[order], order)
    first, other = readings.values()
    if mark == "." or np.array_equal(first, other):
        return Dates(first, "day first")
    return Dates(None)


def parse_format(words: Sequence[str], written: str) -> np.ndarray | None:
    """The days of words of a format, or None."""
    import pandas as pd

    read = pd.Series(dtype="datetime64[us]")
    for some in (words[:1], words[:: 1 + len(words) // SAMPLE], words):
        read = pd.to_datetime(pd.Series(some), format=written, errors="coerce", utc=True)
        if read.isna().any():
            return None
    return days(read)


def days(series: pd.Series) -> np.ndarray:
    """A column of datetimes as days [n_rows], UTC where it names a zone; NaN where missing."""
    instants = series.to_numpy("datetime64[us]")
    return np.where(np.isnat(instants), np.nan, instants.astype(np.int64) / MICROSECONDS)

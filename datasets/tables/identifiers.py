"""Columns of whole numbers that name or count the rows, and tell nothing about them."""

from __future__ import annotations

import re

import numpy as np

ENOUGH_ROWS = 20
"""In a table of fewer rows numbers alone make no identifier."""
MOSTLY = 0.9
LARGE = 10_000
NAMES = {"id", "ids", "uid", "uuid", "guid", "oid", "pk", "rowid", "idx"}
"""Words that make an identifier of a column wherever they stand in its name."""
LAST = {"nr", "no", "key", "phone"}
"""Words that do so at its end."""
OF_NUMBERS = {"code", "row", "sample", "serial", "case", "record", "account", "order", "phone"}
"""Words that do so with "number" at the end, and where the column counts the rows one by one."""
COUNTERS = OF_NUMBERS | {
    "index", "rownames", "rowname", "obs", "observation", "subject", "patient", "instance", "entry",
    "number", "num", "seq", "sequence",
}  # fmt: skip
"""Words that do so where the column counts the rows one by one."""
NAMELESS = re.compile(
    r"(?:x|v|c|f|col|column|attr|attribute|feature|field|unnamed:)?[ _]?\d+", re.IGNORECASE
)
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def is_identifier(name: str, values: np.ndarray, is_first: bool) -> bool:
    """Return whether a column of numbers is one, of which most differ, by its name or its place.

    Parameters
    ----------
    values : [n_cells], without gaps.
    is_first : the column is the table's first.
    """
    words = [word.lower() for word in WORD.findall(name)]
    named = bool(NAMES & set(words)) or bool(LAST & set(words[-1:]))
    named |= words[-1:] == ["number"] and bool(OF_NUMBERS & set(words))
    counting = bool(COUNTERS & set(words))
    nameless = is_first and NAMELESS.fullmatch(name.strip()) is not None
    if not (named or counting or nameless) or np.any(values != np.floor(values)):
        return False
    if named:
        return len(np.unique(values)) > len(values) / 2
    if len(values) < ENOUGH_ROWS:
        return False
    return counts_rows(values) or (nameless and are_large_names(values))


def counts_rows(values: np.ndarray) -> bool:
    """Return whether they are 0, 1, 2, … or 1, 2, 3, …"""
    return values[0] in (0, 1) and bool(np.all(np.diff(values) == 1))


def are_large_names(values: np.ndarray) -> bool:
    """Return whether they are large, nearly all different, and no moments in time."""
    if np.median(values) < LARGE or len(np.unique(values)) < MOSTLY * len(values):
        return False
    return values.min() >= 0 and not are_moments(values)


def are_moments(values: np.ndarray) -> bool:
    """Return whether they could be seconds or milliseconds since 1970, or dates as 20241231."""
    low, high = values.min(), values.max()
    for unit in (1, 1000, 1_000_000):
        if 3e8 * unit < low and high < 4e9 * unit:  # from 1979 to 2096
            return True
    month, day = values // 100 % 100, values % 100
    between = (low >= 1800_01_01) and (high <= 2200_12_31)
    return bool(between and np.all((month >= 1) & (month <= 12) & (day >= 1) & (day <= 31)))

"""Detection of identifier columns: whole numbers that name or count the rows."""

from __future__ import annotations

import re
from collections.abc import Collection

import numpy as np

ENOUGH_ROWS = 20
"""In a table of fewer rows numbers alone make no identifier."""
MOSTLY = 0.9
LARGE = 10_000
NAMES = {"id", "ids", "uid", "uuid", "guid", "oid", "rowid", "idx"}
"""Words that make an identifier of a column wherever they stand in its name."""
LAST = {"nr"}
"""Words that do so at its end, with no digit after them: nr1 and nr2 are two numbers."""
AMBIGUOUS = {"no", "pk", "key", "phone"}
"""Words that do so at its end where the numbers themselves name the rows, or the column is first:
NO is a gas, no an answer, PK an enzyme."""
OF_NUMBERS = {"code", "row", "sample", "serial", "case", "record", "account", "order", "phone"}
"""Words that do so with "number" or "no" at the end, or where the column counts the rows."""
COUNTERS = OF_NUMBERS | {
    "index", "rownames", "rowname", "obs", "observation", "subject", "patient", "instance", "entry",
    "number", "num", "seq", "sequence",
}  # fmt: skip
"""Words that do so where the column counts the rows one by one."""
NAMELESS = re.compile(
    r"(?:x|v|c|f|col|column|attr|attribute|feature|field|unnamed:)?[ _]?\d+", re.IGNORECASE
)
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
GAS = re.compile(r"NO[2-9xX]\b|N2O|CO2?\b|SO[2x]|O3\b|NH3|PM_?\d", re.ASCII)
"""Names of columns beside which NO is a gas, too."""


def is_identifier(
    name: str, values: np.ndarray, is_first: bool, others: Collection[str] = ()
) -> bool:
    """Return whether a column of numbers is one, of which most differ, by its name or its place.

    Parameters
    ----------
    values : [n_cells], without gaps.
    is_first : the column is the table's first.
    others : the names of the table's columns.
    """
    words = [word.lower() for word in WORD.findall(name)]
    numbered = name.strip()[-1:].isdecimal()
    named = bool(NAMES & set(words)) or (bool(LAST & set(words[-1:])) and not numbered)
    named |= words[-1:] in (["number"], ["no"]) and bool(OF_NUMBERS & set(words))
    maybe = bool(AMBIGUOUS & set(words[-1:])) and not is_measured(name, words, others)
    counting = bool(COUNTERS & set(words))
    nameless = is_first and NAMELESS.fullmatch(name.strip()) is not None
    if not (named or maybe or counting or nameless) or np.any(values != np.floor(values)):
        return False
    n_different = len(np.unique(values))
    if n_different > len(values) / 2 and (named or (maybe and is_first)):
        return True
    if maybe and counts_rows(values):
        return True
    if len(values) < ENOUGH_ROWS:
        return False
    if maybe and n_different == len(values):
        return True
    return counts_rows(values) or ((nameless or maybe) and are_large_names(values))


def is_measured(name: str, words: list[str], others: Collection[str]) -> bool:
    """Return whether a name that may be an identifier's says something else.

    A digit follows its last word, as in NO2; it says yes, or a column beside it does; or it is NO
    beside other gases.
    """
    beside = {word.lower() for other in (name, *others) for word in WORD.findall(str(other))}
    if name.strip()[-1:].isdecimal() or (words[-1] == "no" and "yes" in beside):
        return True
    return words == ["no"] and any(GAS.match(str(other).strip()) for other in others)


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

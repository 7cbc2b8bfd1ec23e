"""The names of a table's columns, and the check that there are enough of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from datasets.errors import DatasetError

NAMELESS = "Unnamed: "  # as pandas calls a column without a name, and its place


def column_names(names: Iterable[str], remedy: str = "give features and a target.") -> list[str]:
    """The names without blanks around them, one for each nameless column.

    Raises DatasetError for fewer than two columns, whose ``remedy`` is the caller's to tell, and
    for two of the same name.
    """
    names = [name.strip() or f"{NAMELESS}{at}" for at, name in enumerate(names)]
    if len(names) < 2:
        columns = "one column only" if names else "no column"
        raise DatasetError(f"it has {columns}: {remedy}")
    name, count = Counter(names).most_common(1)[0]
    if count > 1:
        raise DatasetError(f"it has two columns named {name!r}: rename one.")
    return names


def no_rows() -> DatasetError:
    """The refusal of names over nothing."""
    return DatasetError("it has a line of names and no rows: add some.")

"""Column names of a table: stripped, checked for their number, made unique."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from datasets.errors import DatasetError
from datasets.wording import join_words, quote

TARGETS = ("target", "class", "label", "outcome", "y")
NAMELESS = "Unnamed: "  # as pandas calls a column without a name, and its place


def column_names(names: Iterable[str], remedy: str = "give features and a target.") -> list[str]:
    """The names without blanks around them, one for each nameless column.

    Raises DatasetError for fewer than two columns, whose ``remedy`` is the caller's to tell, and
    for two of the same name.
    """
    names = check_enough_names(names, remedy)
    name, count = Counter(names).most_common(1)[0]
    if count > 1:
        raise duplicate_name_error(name)
    return names


def check_enough_names(names: Iterable[str], remedy: str) -> list[str]:
    """The names without blanks around them. Raises DatasetError for fewer than two."""
    names = [name.strip() or f"{NAMELESS}{at}" for at, name in enumerate(names)]
    if len(names) < 2:
        columns = "one column only" if names else "no column"
        raise DatasetError(f"it has {columns}: {remedy}")
    return names


def make_unique(names: list[str]) -> tuple[list[str], tuple[str, ...]]:
    """The names, of which the second "a" is "a (2)", and a sentence where there is one.

    Raises DatasetError where it is the name of a target: one of them would be learned from.
    """
    counts = Counter(names)
    repeated = [name for name, count in counts.items() if count > 1]
    if not repeated:
        return names, ()
    for name in repeated:
        if name.lower() in TARGETS:
            raise duplicate_name_error(name)
    taken, uses, new = set(names), Counter(), []
    for name in names:
        uses[name] += 1
        if uses[name] > 1:
            while f"{name} ({uses[name]})" in taken:
                uses[name] += 1
            name = f"{name} ({uses[name]})"
            taken.add(name)
        new.append(name)
    called = join_words(map(quote, repeated), limit=4)
    note = f"More than one column is called {called}: the second of a name has (2) after it."
    return new, (note,)


def duplicate_name_error(name: str) -> DatasetError:
    """Error for two columns of one name."""
    return DatasetError(f"it has two columns named {quote(name)}: rename one.")


def no_rows_error() -> DatasetError:
    """Error for names over nothing."""
    return DatasetError("it has a line of names and no rows: add some.")

"""Target column of a table: its choice and its values."""

from __future__ import annotations

from collections.abc import Set
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from datasets.errors import DatasetError
from datasets.tables.columns import (
    FEW_CATEGORIES,
    PLAIN,
    Reading,
    Words,
    are_categories,
    declared_words,
    is_declared,
    plain_numbers,
    read_column,
)
from datasets.tables.features import ambiguous_dates_error, is_mostly_distinct, is_row_identifier
from datasets.tables.missing import NO_GAPS, Gaps, read_marks
from datasets.targets import ANOTHER
from datasets.vocabulary import is_mark
from datasets.wording import LONG, join_words, pluralize, quote, shorten

if TYPE_CHECKING:
    import pandas as pd

PREFERRED = ("target", "label", "class", "y", "outcome")
"""Names of columns that are predicted unless another is asked for, the likeliest first."""
NEARLY_EMPTY = 0.05
"""A column that is filled in in so small a share of the rows is not guessed to be predicted."""


def chosen_target(
    frame: pd.DataFrame,
    target: str = "",
    reading: Reading | None = None,
    left_out: Set[str] = frozenset(),
) -> tuple[str, str]:
    """Return the name of the column that is to be predicted, and why it is that one.

    It is the one that is asked for, or else the first of these names in any case, or else the last:
    target, label, class, y, outcome. A y beside an x in a wider table is a place, not a target.

    Parameters
    ----------
    reading : the meaning of cells, for the last column that can be predicted at all; None for the
        last one whatever it holds.
    left_out : columns that are no features, and not guessed to be the target.
    """
    if target:
        return check_column(frame, target.strip(), "to predict"), "as asked for"
    names = {}
    for name in frame.columns:
        names.setdefault(str(name).strip().casefold(), name)
    if "x" in names and len(frame.columns) > 2:
        names.pop("y", None)
    for preferred in PREFERRED:
        if preferred in names:
            return names[preferred], "by its name"
    if reading is None or not len(frame):
        return frame.columns[-1], "the last column"
    return last_usable_column(frame, reading, left_out)


def last_usable_column(
    frame: pd.DataFrame, reading: Reading, left_out: Set[str]
) -> tuple[str, str]:
    """The last column that is no name, date or text and changes, and a phrase about those after it.

    It is the last one after all where there is none, and where nothing would be left to learn from.
    """
    names = [name for name in reversed(frame.columns) if name not in left_out]
    is_last = names[:1] == [frame.columns[-1]]
    last = "the last column" if is_last else "the last column that is not left out"
    passed: dict[str, TargetCandidate] = {}
    for name in names:
        candidate = TargetCandidate.of(frame, name, reading)
        if not candidate.objection:
            break
        passed[name] = candidate
    else:
        return (names[0], last) if names else (frame.columns[-1], "the last column")
    if not passed:
        return name, last
    before = (TargetCandidate.of(frame, other, reading) for other in names[len(passed) + 1 :])
    is_informative = any(candidate.is_informative for candidate in chain(passed.values(), before))
    if not (is_informative or any(candidate.is_text for candidate in passed.values())):
        return names[0], last
    but = (f"{shorten(other, LONG)}, {candidate.objection}" for other, candidate in passed.items())
    return name, f"{last} but {join_words(but, limit=3)}"


class TargetCandidate(NamedTuple):
    """The reason why a column is not guessed to be predicted, or nothing.

    Parameters
    ----------
    objection : "which is empty", or the like.
    is_informative : whether it is a feature from which something can be learned.
    is_text : whether it is text of many kinds.
    """

    objection: str = ""
    is_informative: bool = False
    is_text: bool = False

    @classmethod
    def of(cls, frame: pd.DataFrame, name: str, reading: Reading) -> TargetCandidate:
        """The reason in the cells of a column."""
        series = frame[name]
        try:
            read = read_column(series, reading)
        except DatasetError:  # reading it as the target reports it
            return cls(is_informative=True)
        missing = read.codes < 0 if isinstance(read, Words) else np.isnan(read.values)
        n, n_filled = len(series), len(series) - int(np.count_nonzero(missing))
        if not n_filled:
            return cls("which is empty")
        if n_filled == 1 or n_filled < NEARLY_EMPTY * n:
            return cls(f"which is filled in in {n_filled:,} of {n:,} rows only")
        if isinstance(read, Words):
            return cls.of_words(read, n_filled, is_declared(series))
        values = read.values[~missing]
        if values.min() == values.max():
            return cls.constant(n == n_filled)
        if read.kind == "dates":
            return cls("which holds dates", is_informative=True)
        if is_row_identifier(name, read, missing, name == frame.columns[0], tuple(frame.columns)):
            return cls("which names or counts the rows")
        return cls(is_informative=True)

    @classmethod
    def constant(cls, is_full: bool) -> TargetCandidate:
        """The reason that there is one value only."""
        why = "which is the same in every row" if is_full else "which holds one value or nothing"
        return cls(why, is_informative=not is_full)

    @classmethod
    def of_words(cls, read: Words, n_filled: int, is_declared: bool) -> TargetCandidate:
        """The reason in words."""
        n_words, n = len(read.words), len(read.codes)
        if n_words == 1:
            return cls.constant(n == n_filled)
        if read.is_ambiguous_date:
            return cls("which holds dates")
        is_text, is_name = n_words > FEW_CATEGORIES, n_words == n_filled > 2
        if is_declared or not (is_name or (is_text and is_mostly_distinct(read, n))):
            return cls(is_informative=True)
        rows = "in most rows" if not is_name else "in every row" if n == n_filled else "each time"
        return cls(f"which differs {rows}", is_text=is_text)


def target_sentence(name: str, reason: str) -> str:
    """Return the sentence that names the target."""
    return f"Predicted: {', '.join(filter(None, (shorten(name, LONG), reason)))}."


def check_column(frame: pd.DataFrame, name: str, purpose: str) -> str:
    """``name``, if there is such a column."""
    if name not in frame.columns:
        there = join_words(frame.columns, limit=20)
        raise DatasetError(f"there is no column {name!r} {purpose}: choose among {there}.")
    return name


def target_column(
    frame: pd.DataFrame, name: str, reading: Reading = PLAIN, gaps: Gaps | None = None
) -> tuple[pd.DataFrame, pd.Series, tuple[str, ...]]:
    """``(features, target, notes)``, both without the rows whose target is missing.

    Parameters
    ----------
    gaps : the cells that were taken for missing as the table was read, by their mark.
    """
    target = frame[name]
    read = read_column(target, reading, is_target=True)
    blank = read.codes < 0 if isinstance(read, Words) else np.isnan(read.values)
    missing = target.index[blank]
    if len(missing) == len(target):
        raise DatasetError(
            f"the target, column {name!r}, is empty in every row: {ANOTHER}, or fill it in."
        )
    if len(missing) and len(target) - len(missing) == 1:
        raise DatasetError(
            f"the target, column {name!r}, is filled in in 1 of {len(target):,} rows only: "
            f"{ANOTHER}, or fill it in."
        )
    frame = frame.drop(columns=name)
    if not len(missing):
        return frame, target, ()
    note = missing_target_note(missing, read.gaps or gaps or NO_GAPS)
    return frame.drop(index=missing), target.drop(index=missing), (note,)


def missing_target_note(missing: pd.Index, gaps: Gaps) -> str:
    """A sentence about the rows that are left out, and the marks for which they are."""
    n, marked = len(missing), sum(gaps.values())
    rows = f"{'row' if n == 1 else 'rows'} {join_words((i + 1 for i in missing), limit=5)}"
    if not marked:
        return f"{pluralize(n, 'row')} without a target left out ({rows})."
    keep = "Write none under “read as missing” to keep such rows (missing='none' in Python)."
    keep = f" {keep}" if any(map(is_mark, gaps)) else ""
    if marked == n:
        whose = f"{pluralize(n, 'row')} whose target reads {read_marks(gaps)}"
        return f"{whose} left out (taken for missing; {rows}).{keep}"
    of_them = f"in {marked:,} of them it reads {read_marks(gaps)}, taken for missing"
    return f"{pluralize(n, 'row')} without a target left out ({rows}): {of_them}.{keep}"


class TargetColumn(NamedTuple):
    """The target as its column has it.

    Parameters
    ----------
    y : its numbers or words [n_rows]; the numbers of ``classes`` where these are declared.
    name : the column's.
    reason : why it is that one.
    classes : the names of declared classes, in their order.
    task : regression for what can be nothing else, or None.
    remarks : sentences about what became of it.
    """

    y: np.ndarray
    name: str
    reason: str
    classes: tuple[str, ...] = ()
    task: str | None = None
    remarks: tuple[str, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """Return sentences about it."""
        return (target_sentence(self.name, self.reason), *self.remarks)

    @property
    def values(self) -> np.ndarray:
        """Return the numbers or words themselves [n_rows]."""
        return np.array(self.classes, dtype=np.str_)[self.y] if self.classes else self.y


def read_target_column(
    target: pd.Series, reason: str = "", reading: Reading = PLAIN
) -> TargetColumn:
    """The target's numbers or words, and what became of dates, which are numbers now."""
    which = (str(target.name), reason)
    if is_declared(target):
        read = declared_words(target)
    else:
        read = read_column(target, reading, is_target=True)
    if isinstance(read, Words):
        if read.is_ambiguous_date:
            raise ambiguous_dates_error(str(target.name), read.words[0], "it is the target")
        if read.in_order:
            return TargetColumn(read.codes, *which, tuple(read.words))
        check_one_word(str(target.name), read)
        return TargetColumn(words_by_row(read), *which, remarks=na_notes(read.words, reading))
    if read.kind == "dates":
        order = f", read with the {read.form.phrase}" if read.form else ""
        note = f"Target: dates{order}, as days since 1970-01-01, to be predicted as numbers."
        many = len(np.unique(read.values)) > 2
        return TargetColumn(
            read.values, *which, task="regression" if many else None, remarks=(note,)
        )
    if read.kind == "yes or no":
        return TargetColumn(np.char.lower(words_by_row(read.text)), *which)
    note = f"Target: {read.form.sentence}." if read.form else ""
    return TargetColumn(read.values, *which, remarks=(note,) if note else ())


def words_by_row(text: Words) -> np.ndarray:
    """The words of a column without gaps, as text [n_rows]."""
    return np.array(text.words, dtype=np.str_)[text.codes]


def na_notes(words: list[str], reading: Reading) -> tuple[str, ...]:
    """A sentence about NA where it is one class among others."""
    if "NA" not in words or not reading.missing.usual:
        return ()
    return (
        "Target: “NA” is taken for a class, as one code of two letters among others. Write NA "
        "under “read as missing” if it means missing (missing='NA' in Python).",
    )


def check_one_word(name: str, read: Words) -> None:
    """Raise DatasetError for numbers among which many cells hold one and the same word."""
    values = plain_numbers(read.words)
    odd = np.flatnonzero(np.isnan(values))
    if len(odd) != 1 or len(read.words) < 4 or are_categories(read, values):
        return
    rows, word = read.rows, quote(read.words[odd[0]])
    raise DatasetError(
        f"the target, column {quote(name)}, holds numbers in "
        f"{pluralize(int(rows.sum() - rows[odd[0]]), 'row')} and the word {word} in "
        f"{rows[odd[0]]:,}: write {word} under “read as missing” to leave these rows out "
        f"(missing={word} in Python), or {ANOTHER}."
    )

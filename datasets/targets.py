"""Whatever is to be learned, as -1 and +1, as numbers of classes or as real numbers."""

from __future__ import annotations

import numbers
from typing import Any, NamedTuple

import numpy as np

from datasets.arrays import LARGEST, bad_number
from datasets.errors import DatasetError
from datasets.wording import counted, listed

FEW_VALUES = 20  # a regression target of at most so many whole numbers may well be classes
MOST_CLASSES = 100  # each has a weight vector of its own


class Target(NamedTuple):
    """``values`` float64 [n_rows] and what they are; ``classes`` are the names of three or more."""

    values: np.ndarray
    task: str
    notes: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()


def read_target(y: Any, n_rows: int, task: str | None, positive: str) -> Target:
    """The target of ``n_rows`` rows; see ``Dataset.from_arrays`` for the rules."""
    check_task(task)
    # Left to itself, NumPy would make text of the NaN in a list of words.
    y = np.asarray(y) if hasattr(y, "dtype") else np.array(y, dtype=object)
    if y.ndim == 2 and y.shape[1] == 1:
        y = y[:, 0]
    if y.ndim != 1:
        raise DatasetError(f"y has {counted(y.ndim, 'dimension')}: give one value per row of X.")
    if len(y) != n_rows:
        raise DatasetError(
            f"y has {counted(len(y), 'value')}, but X has {counted(n_rows, 'row')}: "
            "give one value per row."
        )
    values = as_numbers(y)
    if values is None:
        values = as_words(y)
    classes = np.unique(values)
    if len(classes) == 1:
        raise DatasetError(
            f"the target is {spelled(classes[0])} in every row: there is nothing to tell apart, so "
            "give rows with at least two different values."
        )
    if positive:
        return one_against_rest(values, classes, positive, task)
    is_text = values.dtype.kind == "U"
    if task == "multiclass" or (is_text and task is None and len(classes) > 2):
        return many_classes(values, classes, asked_for=task is not None)
    if len(classes) == 2 and task != "regression":
        return two_classes(values, *plus_last(classes))
    if is_text and task == "regression":
        raise DatasetError(
            f"the target holds words ({listed(classes)}): regression needs a number in every row."
        )
    if task == "classification":
        raise to_pick_from(classes)
    return Target(values, "regression", hint_of_classes(classes) if task is None else ())


def as_numbers(y: np.ndarray) -> np.ndarray | None:
    """The target as checked floats, or None when it holds words."""
    if y.dtype.kind not in "biuf" and not all(isinstance(v, numbers.Real) for v in y.tolist()):
        return None
    try:
        values = y.astype(np.float64)
    except (OverflowError, TypeError, ValueError):
        raise DatasetError(f"the target holds numbers beyond ±{LARGEST:g}: rescale it.") from None
    bad = np.flatnonzero(~(np.abs(values) <= LARGEST))
    if bad.size:
        where = f"the target in row {bad[0] + 1}"
        raise DatasetError(f"{where} {bad_number(values[bad[0]], bad.size)}")
    return values


def as_words(y: np.ndarray) -> np.ndarray:
    """The target as an array of text without gaps."""
    # value != value finds NaN and NaT; pandas' NA answers that with NA, hence its name.
    missing = [
        row
        for row, value in enumerate(y.tolist(), start=1)
        if value is None or type(value).__name__ == "NAType" or value != value
    ]
    if missing:
        rest = "" if len(missing) == 1 else f", the first of {len(missing):,} such rows"
        raise DatasetError(
            f"the target in row {missing[0]} is missing{rest}: fill it in or leave the row out."
        )
    return np.array([str(value) for value in y.tolist()], dtype=np.str_)


def plus_last(classes: np.ndarray) -> tuple[Any, Any]:
    """The two classes, the one that becomes +1 last: the larger, and "+" rather than "-"."""
    first, last = classes
    return (last, first) if (first, last) == ("+", "-") else (first, last)


def two_classes(values: np.ndarray, minus: Any, plus: Any) -> Target:
    """-1 and +1 for two classes, and which is which unless that was plain."""
    signs = np.where(values == plus, 1.0, -1.0)
    if values.dtype.kind == "f" and (minus, plus) == (-1.0, 1.0):
        return Target(signs, "classification")
    n_plus = int(np.sum(signs > 0))
    note = (
        f"Target: {spelled(plus)} is +1 ({counted(n_plus, 'row')}), "
        f"{spelled(minus)} is −1 ({counted(len(signs) - n_plus, 'row')})."
    )
    return Target(signs, "classification", (note,))


def many_classes(values: np.ndarray, classes: np.ndarray, asked_for: bool) -> Target:
    """The number of each row's class, in numerical or alphabetical order, and their names.

    Raises DatasetError for too many, and, unless they were asked for, for one a row: names.
    """
    if len(classes) > MOST_CLASSES:
        raise to_pick_from(classes, f", more than the {MOST_CLASSES} that can be learned together")
    if len(classes) == len(values) and not asked_for:
        raise to_pick_from(classes, ", another one in each row")
    numbers = np.searchsorted(classes, values)
    rows = (counted(n, "row") for n in np.bincount(numbers))
    members = (f"{spelled(c)} ({n})" for c, n in zip(classes, rows, strict=True))
    note = f"Target: {len(classes)} classes, {listed(members, limit=20)}."
    names = tuple(map(spelled, classes))
    return Target(numbers.astype(np.float64), "multiclass", (note,), names)


def to_pick_from(classes: np.ndarray, trouble: str = "") -> DatasetError:
    """The refusal of classes that cannot be told apart all at once."""
    return DatasetError(
        f"the target holds {len(classes):,} classes ({listed(map(spelled, classes))}){trouble}: "
        f"pick the one to tell from the rest, for example with positive={spelled(classes[0])!r}."
    )


def one_against_rest(
    values: np.ndarray, classes: np.ndarray, positive: str, task: str | None
) -> Target:
    """+1 for the class that was asked for and -1 for all others."""
    if task in ("regression", "multiclass"):
        asked = {"regression": "classes", "multiclass": "one class against the rest"}[task]
        raise DatasetError(f"positive={positive!r} asks for {asked}, but task is {task}.")
    named = [c for c in classes if positive in (spelled(c), str(c))]
    if not named:  # "True" for true, unless that could be either of two
        alike = [c for c in classes if positive.casefold() == spelled(c).casefold()]
        named = alike if len(alike) == 1 else []
    if not named:
        raise DatasetError(
            f"positive={positive!r} is no value of the target: "
            f"choose among {listed(map(spelled, classes), limit=20)}."
        )
    signs = np.where(values == named[0], 1.0, -1.0)
    others = listed(spelled(c) for c in classes if c != named[0])
    n_plus = int(np.sum(signs > 0))
    note = (
        f"Target: {spelled(named[0])} is +1 ({counted(n_plus, 'row')}), "
        f"{others} {'is' if len(classes) == 2 else 'are'} −1 "
        f"({counted(len(signs) - n_plus, 'row')})."
    )
    return Target(signs, "classification", (note,))


def hint_of_classes(classes: np.ndarray) -> tuple[str, ...]:
    """A note when a regression target looks like the numbers of classes."""
    if len(classes) > FEW_VALUES or np.any(classes != np.floor(classes)):
        return ()
    return (
        f"The target's {len(classes)} values ({listed(map(spelled, classes), limit=20)}) are read "
        f"as numbers to predict; positive={spelled(classes[-1])!r} would tell one from the rest.",
    )


def spelled(value: Any) -> str:
    """A class as notes and ``positive`` write it."""
    return str(value) if isinstance(value, str) else f"{value:.12g}"


def check_task(task: Any) -> None:
    """Raise DatasetError for what is no task."""
    if task not in (None, "classification", "regression", "multiclass"):
        raise DatasetError(f"task = {task!r}: it must be classification, regression or multiclass.")

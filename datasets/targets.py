"""Targets: -1 and +1, numbers of classes, or real numbers."""

from __future__ import annotations

import numbers
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from datasets.arrays import LARGEST, bad_number_message
from datasets.errors import DatasetError
from datasets.vocabulary import YES_OR_NO
from datasets.wording import LONG, join_words, pluralize, shorten
from knobs import parse_number

TASKS = ("classification", "regression", "multiclass")
MOST_CLASSES = 100  # each has a weight vector of its own
FEWEST_ROWS = 3  # of each number, for numbers to be guessed to be classes
FEW_CLASSES = 10  # so many may be of any frequency
EXACT = 2.0**53  # whole numbers beyond are rounded
ONE_OF_MANY = "“one class against the rest” (in Python: positive={!r})"
ANOTHER = "choose another column as the “target” (in Python: target=...)"
SHORT = 20  # letters of a class of which eight are listed
AS_AMOUNTS = "choose “amounts” on the page Data (in Python: task='regression')"
AS_CLASSES = "choose “classes” on the page Data (in Python: task='multiclass')"


class Target(NamedTuple):
    """The target as learners have it.

    Parameters
    ----------
    values : float64 [n_rows].
    task : the kind of thing that they are.
    notes : sentences about it.
    classes : the names of the classes of a multiclass task.
    tasks : the tasks that it allows, two where its numbers may be classes or amounts.
    labels : of two classes, the names of −1 and +1.
    """

    values: np.ndarray
    task: str
    notes: tuple[str, ...] = ()
    classes: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()

    @property
    def fields(self) -> dict[str, Any]:
        """The fields of a dataset that hold it; ``tasks`` is one of its provenance."""
        return {"y": self.values, "task": self.task, "classes": self.classes}


@dataclass(frozen=True, eq=False)
class ClassCodes:
    """A target whose classes are declared, whether each of them occurs or not.

    Parameters
    ----------
    codes : the number of the class of each row [n_rows], from 0.
    names : the names of all classes, in their order.
    """

    codes: Any
    names: Sequence[str]


class TargetValues(NamedTuple):
    """Values of a target before its task is known.

    Parameters
    ----------
    values : float64 or text [n_rows].
    distinct : each of them once, numbers rising, declared classes in their order.
    is_declared : whether somebody said that they are classes.
    amounts : whether they could be amounts: numbers, or words that all spell numbers.
    """

    values: np.ndarray
    distinct: np.ndarray
    is_declared: bool = False
    amounts: bool = True

    @property
    def is_text(self) -> bool:
        """Return whether the values are words."""
        return self.values.dtype.kind == "U"

    @property
    def is_whole(self) -> bool:
        """Return whether the values are whole numbers."""
        return not self.is_text and bool(np.all(self.distinct == np.floor(self.distinct)))


def read_target(
    y: Any,
    n_rows: int,
    task: str | None,
    positive: str,
    name: str = "",
) -> Target:
    """The target of ``n_rows`` rows; see ``Dataset.from_arrays`` for the rules."""
    check_task(task)
    if isinstance(y, ClassCodes):
        read = read_declared(as_column(y.codes, n_rows), y.names, task)
    else:
        read = read_values(as_column(y, n_rows))
    if len(read.distinct) == 1:
        raise constant_target_error(read.distinct[0])
    if positive:
        target = one_vs_rest(read.values, read.distinct, positive, task)
        return target._replace(tasks=("classification",))
    target = as_task(read, task or guess_task(read), asked_for=task is not None)
    notes = guess_note(read, target.task, name or "the target") if task is None else ()
    tasks = tasks_of(read)
    if target.task not in tasks:
        tasks = (target.task, *tasks)
    return target._replace(notes=(*target.notes, *notes), tasks=tasks)


def as_column(y: Any, n_rows: int) -> np.ndarray:
    """The target as an array [n_rows]."""
    # Left to itself, NumPy would make text of the NaN in a list of words.
    y = np.asarray(y) if hasattr(y, "dtype") else np.array(y, dtype=object)
    if y.ndim == 2 and y.shape[1] == 1:
        y = y[:, 0]
    if y.ndim != 1:
        raise DatasetError(f"y has {pluralize(y.ndim, 'dimension')}: give one value per row of X.")
    if len(y) != n_rows:
        raise DatasetError(
            f"y has {pluralize(len(y), 'value')}, but X has {pluralize(n_rows, 'row')}: "
            "give one value per row."
        )
    if y.dtype == object and any(isinstance(value, list | tuple | np.ndarray) for value in y):
        raise DatasetError("y has lists of values in it: give one value per row of X.")
    return y


def read_values(y: np.ndarray) -> TargetValues:
    """The target as numbers, or else as words."""
    values = as_numbers(y)
    if values is None:
        words = as_words(y)
        return TargetValues(words, np.unique(words), amounts=False)
    return TargetValues(values, np.unique(values))


def read_declared(y: np.ndarray, classes: Sequence[str], task: str | None) -> TargetValues:
    """The target as names of the classes that occur, or, if asked for, as the numbers they spell.

    Parameters
    ----------
    y : the numbers of the classes [n_rows], from 0.
    classes : the names of all of them.
    """
    codes = np.asarray(y, dtype=np.int64)
    names = [str(classes[code]) for code in np.unique(codes)]
    spelled_numbers = as_amounts(names)
    if spelled_numbers is not None and task == "regression":
        values = np.zeros(len(classes))
        values[np.unique(codes)] = spelled_numbers
        return TargetValues(values[codes], np.unique(spelled_numbers))
    if len(names) == 2:  # the larger one becomes +1, whatever their order
        names.sort(key=str if spelled_numbers is None else float)
    values = np.array([str(name) for name in classes], dtype=np.str_)[codes]
    return TargetValues(
        values, np.array(names), is_declared=True, amounts=spelled_numbers is not None
    )


def as_amounts(names: Sequence[str]) -> np.ndarray | None:
    """The numbers that all the names spell, or None."""
    try:
        values = np.array([parse_number(name) for name in names])
    except ValueError:
        return None
    return values if np.all(np.abs(values) <= LARGEST) else None


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
        raise DatasetError(f"{where} {bad_number_message(values[bad[0]], bad.size)}")
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


def guess_task(read: TargetValues) -> str:
    """Guess the task: two values are two classes, so are words; for numbers see ``are_classes``."""
    if len(read.distinct) == 2:
        return "classification"
    if read.is_text or are_classes(read):
        return "multiclass"
    return "regression"


def are_classes(read: TargetValues) -> bool:
    """Guess whether the numbers of a target are classes, which a note tells.

    Three to a hundred whole numbers are taken for classes if all of this is so:

    * they begin at 0 or 1, or are −1, 0 and 1: measures, ages and years begin elsewhere;
    * more than half of the numbers between the smallest and the largest occur;
    * each stands in three rows or more: of amounts, the largest often stands in one;
    * they do not thin out as counts of events do: from 0 on, each past the most frequent in no more
      rows than the one before, and the rarest in less than a fifth of the average;
    * beyond ten, they are about as frequent: the rarest has a third of the average or more.
    """
    if not read.is_whole or not 2 < len(read.distinct) <= MOST_CLASSES or not are_consecutive(read):
        return False
    rows = np.unique(read.values, return_counts=True)[1]
    rarest, average = rows.min(), rows.mean()
    if rarest < FEWEST_ROWS:
        return False
    tail = rows[rows.argmax() :]
    thins_out = len(rows) > 3 and read.distinct[0] == 0 and bool(np.all(np.diff(tail) <= 0))
    if thins_out and rarest < average / 5:
        return False
    return len(rows) <= FEW_CLASSES or bool(rarest >= average / 3)


def are_consecutive(read: TargetValues) -> bool:
    """Return whether whole numbers begin where those of classes do and leave out less than half."""
    first, last = read.distinct[0], read.distinct[-1]
    begins = first in (0, 1) or (first == -1 and last == 1)
    return bool(begins and last - first + 1 < 2 * len(read.distinct))


def guess_note(read: TargetValues, task: str, name: str) -> tuple[str, ...]:
    """A note about numbers that may be classes or amounts, and how to say that they are not."""
    some = join_words(map(class_name, read.distinct))
    values = f"{len(read.distinct):,} values of {shorten(name)} ({some})"
    if not read.is_whole or len(read.distinct) == 2:
        return ()
    if task == "multiclass":
        return (f"The {values} are taken for classes: if they are amounts, {AS_AMOUNTS}.",)
    if len(read.distinct) <= MOST_CLASSES:
        return (f"The {values} are taken for amounts: if they are classes, {AS_CLASSES}.",)
    if not are_consecutive(read):
        return ()
    one = ONE_OF_MANY.format(short_name(read.distinct[0]))
    return (
        f"The {values} are taken for amounts: more than {MOST_CLASSES} classes cannot be learned "
        f"together; to tell one of them from the rest, name it under {one}.",
    )


def tasks_of(read: TargetValues) -> tuple[str, ...]:
    """The tasks that are worth offering for a target: classes first."""
    n = len(read.distinct)
    classes = "classification" if n == 2 else "multiclass"
    if not read.amounts:
        return (classes,)
    if read.is_text or n == 2 or (read.is_whole and n <= MOST_CLASSES):
        return (classes, "regression")
    return ("regression",)


def as_task(read: TargetValues, task: str, asked_for: bool) -> Target:
    """The target of a task; raises DatasetError where it cannot be that."""
    if task == "multiclass":
        return many_classes(read, asked_for)
    if task == "classification":
        if len(read.distinct) > 2:
            raise class_count_error(read.distinct)
        return two_classes(read.values, *positive_last(read.distinct))
    if read.is_text:
        raise DatasetError(
            f"the target holds words ({join_words(read.distinct)}): amounts need a number in every "
            "row, so choose “classes” (in Python: leave task='regression' out) or another target."
        )
    return Target(read.values, "regression")


def positive_last(classes: np.ndarray) -> tuple[Any, Any]:
    """The two classes, the one that becomes +1 last: the larger, "+" rather than "-", and yes."""
    first, last = classes
    words = str(first).lower(), str(last).lower()
    is_yes = any(pair.get(words[0]) == 1 and pair.get(words[1]) == 0 for pair in YES_OR_NO)
    return (last, first) if is_yes or words == ("+", "-") else (first, last)


def two_classes(values: np.ndarray, minus: Any, plus: Any) -> Target:
    """-1 and +1 for two classes, and which is which unless that was plain."""
    signs = np.where(values == plus, 1.0, -1.0)
    if (class_name(minus), class_name(plus).removeprefix("+")) == ("-1", "1"):
        return Target(signs, "classification", labels=("-1", "1"))
    n_plus = int(np.sum(signs > 0))
    note = (
        f"Target: {short_name(plus)} is +1 ({pluralize(n_plus, 'row')}), "
        f"{short_name(minus)} is −1 ({pluralize(len(signs) - n_plus, 'row')})."
    )
    return Target(signs, "classification", (note,), labels=(class_name(minus), class_name(plus)))


def many_classes(read: TargetValues, asked_for: bool) -> Target:
    """The number of each row's class, in the order of the classes, and their names.

    Raises DatasetError for too many, and, unless they were asked for, for one a row: names.
    """
    classes = read.distinct
    if len(classes) > MOST_CLASSES:
        raise class_count_error(
            classes, f", more than the {MOST_CLASSES} that can be learned together"
        )
    if len(classes) == len(read.values) and not asked_for and not read.is_declared:
        raise class_count_error(classes, ", another one in each row")
    in_order = np.argsort(classes)
    places = in_order[np.searchsorted(classes, read.values, sorter=in_order)]
    rows = (pluralize(n, "row") for n in np.bincount(places))
    members = (f"{class_name(c)} ({n})" for c, n in zip(classes, rows, strict=True))
    note = f"Target: {len(classes)} classes, {join_words(members, limit=20)}."
    names = tuple(map(class_name, classes))
    return Target(places.astype(np.float64), "multiclass", (note,), names)


def constant_target_error(value: Any) -> DatasetError:
    """Error for a target with one value only."""
    rounded = not isinstance(value, str) and abs(value) > EXACT
    digits = " in the 16 digits that numbers are kept with" if rounded else ""
    return DatasetError(
        f"the target is {short_name(value)} in every row{digits}: there is nothing to tell apart, "
        "so give rows with at least two different values."
    )


def class_count_error(classes: np.ndarray, trouble: str = "") -> DatasetError:
    """Error for more classes than can be learned together."""
    some = [shorten(class_name(value)) for value in classes]
    one = ONE_OF_MANY.format(short_name(classes[0]))
    names = join_words(some, limit=8 if max(map(len, some)) <= SHORT else 2)
    return DatasetError(
        f"the target holds {len(classes):,} classes ({names}){trouble}: {ANOTHER}, or pick the one "
        f"class to tell from the others, for example under {one}."
    )


def one_vs_rest(values: np.ndarray, classes: np.ndarray, positive: str, task: str | None) -> Target:
    """+1 for the class that was asked for and -1 for all others."""
    if task in ("regression", "multiclass"):
        asked = {"regression": "classes", "multiclass": "one class against the rest"}[task]
        raise DatasetError(
            f"positive={positive!r} asks for {asked}, but task is {task}: leave “one class against "
            "the rest” empty, or take the target as it comes (in Python: give one of the two)."
        )
    named = [c for c in classes if positive in (class_name(c), str(c))]
    if not named:  # "True" for true, unless that could be either of two
        alike = [c for c in classes if positive.casefold() == class_name(c).casefold()]
        named = alike if len(alike) == 1 else []
    if not named:
        raise DatasetError(
            f"positive={positive!r} is no value of the target: choose among "
            f"{join_words(map(class_name, classes), limit=20)} for “one class against the rest”."
        )
    signs = np.where(values == named[0], 1.0, -1.0)
    others = join_words(class_name(c) for c in classes if c != named[0])
    n_plus = int(np.sum(signs > 0))
    note = (
        f"Target: {short_name(named[0])} is +1 ({pluralize(n_plus, 'row')}), "
        f"{others} {'is' if len(classes) == 2 else 'are'} −1 "
        f"({pluralize(len(signs) - n_plus, 'row')})."
    )
    rest = [class_name(c) for c in classes if c != named[0]]
    labels = (rest[0] if len(rest) == 1 else f"not {class_name(named[0])}", class_name(named[0]))
    return Target(signs, "classification", (note,), labels=labels)


def class_name(value: Any) -> str:
    """A class as notes and ``positive`` write it."""
    return str(value) if isinstance(value, str) else f"{value:.12g}"


def short_name(value: Any) -> str:
    """A class within a sentence: a cell may be as long as a file."""
    return shorten(class_name(value), LONG)


def check_task(task: Any) -> None:
    """Raise DatasetError for what is no task."""
    if task is not None and task not in TASKS:
        raise DatasetError(f"task = {task!r}: it must be classification, regression or multiclass.")

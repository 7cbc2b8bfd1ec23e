"""One column of a table, read as numbers or as words."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from datasets.errors import DatasetError
from datasets.tables.dates import days, days_in
from datasets.tables.written import Form, Written, numbers_in, plain_numbers
from datasets.wording import counted, shown

if TYPE_CHECKING:
    import pandas as pd

YES_OR_NO = ({"true": 1.0, "false": 0.0}, {"yes": 1.0, "no": 0.0})
MOST_SPELLINGS = 2**3 + 2**2
"""Yes and no in capitals and small letters."""
FEW_CATEGORIES = 20
"""Whole numbers and words of at most so many kinds may be categories without being asked for."""
COMMON = 0.01
"""A word in such a share of the rows is no typing error."""


class Reading(NamedTuple):
    """The choices where a column's cells leave open what they mean.

    Parameters
    ----------
    decimal : the mark before the decimals of a number.
    dates : "day first", "month first", or "guess" for neither.
    """

    decimal: str = "."
    dates: str = "guess"


PLAIN = Reading()


class Words(NamedTuple):
    """Row i of a column holds ``words[codes[i]]``, or nothing where ``codes[i]`` is −1.

    Parameters
    ----------
    in_order : the words stand in an order that is to be kept.
    mixed : they are whole numbers and words, taken for categories without being asked.
    undated : they are dates in which day and month could be either.
    """

    codes: np.ndarray
    words: list[str]
    in_order: bool = False
    mixed: bool = False
    undated: bool = False


class Numbers(NamedTuple):
    """A column as float64 [n_rows], NaN where cells are missing, and what kind of thing it holds.

    Parameters
    ----------
    kind : "numbers", "yes or no" (1 and 0) or "dates" (days since 1970-01-01).
    text : the words the numbers were read from, if they were written as words.
    form : the way they were written, unless it was plain.
    """

    kind: str
    values: np.ndarray
    text: Words | None = None
    form: Form | None = None


def read_column(series: pd.Series, reading: Reading = PLAIN) -> Numbers | Words:
    """The column as numbers if it holds numbers, dates or yes and no; else as words.

    Declared categories (a pandas Categorical) are words in the declared order, except yes and no.
    Dates are datetimes, or text all in one format. Numbers may be written as people write them.
    Raises DatasetError for infinities, and for a column more than half of whose cells are numbers
    while others are words, unless it is plain that all of them are categories.
    """
    import pandas as pd

    if isinstance(series.dtype, pd.CategoricalDtype):
        text = declared_words(series)
        return yes_or_no(text) or text
    kind = series.dtype.kind
    if kind == "M":
        return Numbers("dates", days(series))
    if kind == "b":
        return Numbers("yes or no", floats(series), words_in(series))
    if kind not in "iuf":
        return read_words(series, reading)
    return Numbers("numbers", finite(series, floats(series)))


def read_words(series: pd.Series, reading: Reading) -> Numbers | Words:
    """A column of text, as whatever it spells."""
    text = words_in(series)
    if not text.words:
        return text
    if switch := yes_or_no(text):
        return switch
    if dates := read_dates(text, reading):
        return dates
    written = numbers_in(text.words, reading.decimal)
    values = spread(text, written.values)
    stray = np.flatnonzero(np.isnan(values) & (text.codes >= 0))
    if not len(stray):
        return Numbers("numbers", finite(series, values), text, written.form)
    if len(stray) * 2 < np.count_nonzero(text.codes >= 0):
        if not are_categories(text, written.values):
            raise half_numbers(series, text, written, stray)
        return in_order_of_size(text)._replace(mixed=True)
    return text


def read_dates(text: Words, reading: Reading) -> Numbers | Words | None:
    """A column of dates as days, or as words that wait for a choice; None for any other."""
    dates = days_in(text.words, reading.dates)
    if dates is None:
        return None
    if dates.values is None:
        return text._replace(undated=True)
    form = Form(dates.order, "") if dates.order else None
    return Numbers("dates", spread(text, dates.values), text, form)


def yes_or_no(text: Words) -> Numbers | None:
    """A column of yes and no, or of true and false, as 1 and 0; None for any other."""
    if len(text.words) > MOST_SPELLINGS:
        return None
    lower = [word.lower() for word in text.words]
    for meaning in YES_OR_NO:
        if lower and meaning.keys() >= set(lower):
            return Numbers("yes or no", spread(text, [meaning[word] for word in lower]), text)
    return None


def are_categories(text: Words, values: np.ndarray) -> bool:
    """Return whether few whole numbers and a few frequent words, such as "5more", are categories.

    Parameters
    ----------
    values : the words' numbers [n_words], NaN for those that are none.
    """
    rows = np.bincount(text.codes[text.codes >= 0], minlength=len(text.words))
    odd = np.isnan(values)
    if len(text.words) > min(FEW_CATEGORIES, rows.sum() / 3):
        return False
    if rows[odd].min() < max(2, COMMON * rows.sum()):
        return False
    pairs = list(zip(text.words, odd, strict=True))
    return all(
        any(map(str.isalpha, word)) if is_odd else word.isdecimal() for word, is_odd in pairs
    )


def half_numbers(
    series: pd.Series, text: Words, written: Written, stray: np.ndarray
) -> DatasetError:
    """The refusal of numbers among which there are words."""
    name = shown(series.name)
    form = written.form.phrase.rstrip(",") if written.form else "numbers"
    word = shown(text.words[text.codes[stray[0]]])
    return DatasetError(
        f"column {name} holds {form} except in {counted(len(stray), 'cell')}, first {word} in "
        f"row {row_number(series, stray)}: write a number there, leave the cell empty, or name "
        f"the column under “read as categories” (categories={name} in Python)."
    )


def as_categories(series: pd.Series) -> pd.Series:
    """The column's words as declared categories, in order."""
    import pandas as pd

    if isinstance(series.dtype, pd.CategoricalDtype):
        return series
    text = in_order_of_size(words_in(series))
    cells = pd.Categorical.from_codes(text.codes, text.words)
    return pd.Series(cells, index=series.index, name=series.name)


def in_order_of_size(text: Words) -> Words:
    """The words in order: numbers by size, then the others by alphabet."""
    numbers = plain_numbers(text.words)
    keys = zip(np.isnan(numbers), np.nan_to_num(numbers), text.words, strict=True)
    order = [at for _, at in sorted((key, at) for at, key in enumerate(keys))]
    place = np.empty(len(order) + 1, dtype=np.int64)
    place[order], place[-1] = np.arange(len(order)), -1
    return Words(place[text.codes], [text.words[at] for at in order], in_order=True)


def floats(series: pd.Series) -> np.ndarray:
    """The column's numbers [n_rows], not copied where they are float64 already."""
    if not isinstance(series.dtype, np.dtype):
        series = series.astype("float64")
    return series.to_numpy(np.float64)


def words_in(series: pd.Series) -> Words:
    """The column as stripped text; a cell of blanks is missing."""
    import pandas as pd

    codes, distinct = pd.factorize(series)
    return merged(codes, distinct)


def declared_words(series: pd.Series) -> Words:
    """The declared categories that occur, in the declared order."""
    codes = series.cat.codes.to_numpy()
    occurring = np.unique(codes[codes >= 0])
    place = np.full(len(series.cat.categories) + 1, -1)
    place[occurring] = np.arange(len(occurring))
    text = merged(place[codes], series.cat.categories[occurring])
    return text._replace(in_order=True)


def merged(codes: np.ndarray, distinct: pd.Index) -> Words:
    """The words of codes, stripped, and those that are alike then made one."""
    import pandas as pd

    if not isinstance(distinct.dtype, pd.StringDtype):
        distinct = pd.Index([spelled(value) for value in distinct], dtype="str")
    stripped = pd.Series(distinct).str.strip()
    places, words = pd.factorize(stripped.where(stripped != ""))
    place = np.append(places, -1)  # the last one is for the code −1 of a missing cell
    return Words(place[codes], words.tolist())


def spelled(value: object) -> str:
    """A cell as a word: whole numbers without decimals, days without a time."""
    if isinstance(value, float | np.floating) and value.is_integer():
        return f"{value:.0f}"
    return str(value)


def spread(text: Words, values: list[float] | np.ndarray) -> np.ndarray:
    """The value of each row's word [n_rows], NaN where it is missing."""
    return np.append(values, np.nan)[text.codes]


def finite(series: pd.Series, values: np.ndarray) -> np.ndarray:
    """``values``, unless one is infinite: then a DatasetError that names column and row."""
    infinite = np.flatnonzero(np.isinf(values))
    if infinite.size:
        raise DatasetError(
            f"column {shown(series.name)} holds {values[infinite[0]]:g} in row "
            f"{row_number(series, infinite)} ({counted(infinite.size, 'such cell')}): write a "
            "finite number there or leave the cell empty."
        )
    return values


def differ_unseen(series: pd.Series, read: Numbers) -> bool:
    """Return whether cells that are one number in ``read`` differ, beyond what a float can hold."""
    if read.text is None:
        return series.dtype.kind in "iu" and series.nunique() > 1
    try:
        return len({Decimal(word) for word in read.text.words}) > 1
    except InvalidOperation:
        return False


def row_number(series: pd.Series, places: np.ndarray) -> int:
    """The row of the first place, counted from 1 in the table as it came."""
    return int(series.index[places[0]]) + 1

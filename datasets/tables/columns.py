"""One column of a table, read as numbers or as words."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from datasets.errors import DatasetError
from datasets.tables.dates import days, days_in
from datasets.wording import counted

if TYPE_CHECKING:
    import pandas as pd

YES_OR_NO = ({"true": 1.0, "false": 0.0}, {"yes": 1.0, "no": 0.0})


class Words(NamedTuple):
    """Row i of a column holds ``words[codes[i]]``, or nothing where ``codes[i]`` is −1."""

    codes: np.ndarray
    words: list[str]


class Numbers(NamedTuple):
    """A column as float64 [n_rows], NaN where cells are missing, and what kind of thing it holds.

    Parameters
    ----------
    kind : "numbers", "yes or no" (1 and 0) or "dates" (days since 1970-01-01).
    text : the words the numbers were read from, if they were written as words.
    """

    kind: str
    values: np.ndarray
    text: Words | None = None


def read_column(series: pd.Series) -> Numbers | Words:
    """The column as numbers if it holds numbers, dates or yes and no; else as words.

    Dates are datetimes, or text with the year first, all in one format. Raises DatasetError for
    infinities, and for a column more than half of whose cells are numbers while others are words:
    a slip of the pen, rather than hundreds of categories.
    """
    kind = series.dtype.kind
    if kind == "M":
        return Numbers("dates", days(series))
    if kind == "b":
        return Numbers("yes or no", floats(series), words_in(series))
    if kind not in "iuf":
        return read_words(series)
    return Numbers("numbers", finite(series, floats(series)))


def read_words(series: pd.Series) -> Numbers | Words:
    """A column of text, as whatever it spells."""
    import pandas as pd

    text = words_in(series)
    if not text.words:
        return text
    lower = [word.lower() for word in text.words]
    for meaning in YES_OR_NO:
        if meaning.keys() >= set(lower):
            return Numbers("yes or no", spread(text, [meaning[word] for word in lower]), text)
    read = pd.to_numeric(np.array(text.words, dtype=object), errors="coerce").astype(np.float64)
    values = spread(text, read)
    stray = np.flatnonzero(np.isnan(values) & (text.codes >= 0))
    if len(stray) * 2 < np.count_nonzero(text.codes >= 0):
        if len(stray):
            raise DatasetError(
                f"column {series.name!r} holds numbers except in {counted(len(stray), 'cell')}, "
                f"first {text.words[text.codes[stray[0]]]!r} in row {row_number(series, stray)}: "
                "write a number there or leave the cell empty."
            )
        return Numbers("numbers", finite(series, values), text)
    dates = days_in(text.words)
    return text if dates is None else Numbers("dates", spread(text, dates), text)


def floats(series: pd.Series) -> np.ndarray:
    """The column's numbers [n_rows], not copied where they are float64 already."""
    if not isinstance(series.dtype, np.dtype):
        series = series.astype("float64")
    return series.to_numpy(np.float64)


def words_in(series: pd.Series) -> Words:
    """The column as stripped text; a cell of blanks is missing."""
    import pandas as pd

    codes, distinct = pd.factorize(series)
    stripped = [str(value).strip() for value in distinct]
    places: dict[str, int] = {"": -1}
    # The last one is for the code −1 of a missing cell.
    merged = [places.setdefault(word, len(places) - 1) for word in stripped] + [-1]
    return Words(np.array(merged, dtype=np.int64)[codes], list(places)[1:])


def spread(text: Words, values: list[float] | np.ndarray) -> np.ndarray:
    """The value of each row's word [n_rows], NaN where it is missing."""
    return np.append(values, np.nan)[text.codes]


def finite(series: pd.Series, values: np.ndarray) -> np.ndarray:
    """``values``, unless one is infinite: then a DatasetError that names column and row."""
    infinite = np.flatnonzero(np.isinf(values))
    if infinite.size:
        raise DatasetError(
            f"column {series.name!r} holds {values[infinite[0]]:g} in row "
            f"{row_number(series, infinite)} ({counted(infinite.size, 'such cell')}): write a "
            "finite number there or leave the cell empty."
        )
    return values


def row_number(series: pd.Series, places: np.ndarray) -> int:
    """The row of the first place, counted from 1 in the table as it came."""
    return int(series.index[places[0]]) + 1

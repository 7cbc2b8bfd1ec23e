"""One column of a table, read as numbers or as words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from datasets.errors import DatasetError
from datasets.tables.dates import days, parse_dates
from datasets.tables.missing import NO_GAPS, USUAL, Gaps, Missing
from datasets.tables.number_formats import CellFormat, ParsedNumbers, parse_numbers, plain_numbers
from datasets.targets import ANOTHER
from datasets.vocabulary import YES_OR_NO, is_mark
from datasets.wording import LONG, pluralize, quote

if TYPE_CHECKING:
    import pandas as pd

MOST_SPELLINGS = 2**3 + 2**2
"""Yes and no in capitals and small letters."""
FEW_CATEGORIES = 20
"""Whole numbers and words of at most so many kinds may be categories without being asked for."""
COMMON = 0.01
"""A word in such a share of the rows is no typing error."""
FEWEST_WORDS, MANY_WORDS = 3, 0.1
"""Words in fewer cells among numbers are slips, and in such a share of the cells they are none."""
HEADER_LINES = 4
"""Words over numbers in so many first rows, and in no other, may be lines below the names."""
SAME_LENGTH = 0.9
"""Numbers and words of which such a share has one length are codes, such as postcodes."""


class Reading(NamedTuple):
    """The choices where a column's cells leave open what they mean.

    Parameters
    ----------
    decimal : the mark before the decimals of a number.
    dates : "day first", "month first", or "guess" for neither.
    missing : the marks of a missing cell.
    has_lines : whether lines below the names of the table can be left out.
    """

    decimal: str = "."
    dates: str = "guess"
    missing: Missing = USUAL
    has_lines: bool = False

    def keeping(self, values: np.ndarray) -> Reading:
        """The same, with ``values`` taken for what they are, even if they look like marks."""
        if values.dtype.kind != "U":
            return self
        words = frozenset(np.unique(values).tolist())
        return self._replace(missing=self.missing._replace(values=words))


PLAIN = Reading()


class Words(NamedTuple):
    """Row i of a column holds ``words[codes[i]]``, or nothing where ``codes[i]`` is −1.

    Parameters
    ----------
    in_order : the words stand in an order that is to be kept.
    is_mixed : they are whole numbers and words, taken for categories without being asked.
    is_ambiguous_date : they are dates in which day and month could be either.
    gaps : the cells that were taken for missing by what they hold.
    """

    codes: np.ndarray
    words: list[str]
    in_order: bool = False
    is_mixed: bool = False
    is_ambiguous_date: bool = False
    gaps: Gaps = NO_GAPS

    @property
    def rows(self) -> np.ndarray:
        """The number of rows of each word [n_words]."""
        return np.bincount(self.codes[self.codes >= 0], minlength=len(self.words))

    def without(self, marks: Collection[str]) -> Words:
        """The same with the cells of some words missing."""
        if not marks:
            return self
        rows, words = self.rows, [word for word in self.words if word not in marks]
        place = np.full(len(self.words) + 1, -1)
        place[[at for at, word in enumerate(self.words) if word not in marks]] = range(len(words))
        pairs = zip(self.words, rows.tolist(), strict=True)
        gaps = {**self.gaps, **{word: n for word, n in pairs if word in marks}}
        return self._replace(codes=place[self.codes], words=words, gaps=gaps)


class Numbers(NamedTuple):
    """A column as float64 [n_rows], NaN where cells are missing, and what kind of thing it holds.

    Parameters
    ----------
    kind : "numbers", "yes or no" (1 and 0) or "dates" (days since 1970-01-01).
    text : the words the numbers were read from, if they were written as words.
    form : the way they were written, unless it was plain.
    gaps : the cells that were taken for missing by what they hold.
    """

    kind: str
    values: np.ndarray
    text: Words | None = None
    form: CellFormat | None = None
    gaps: Gaps = NO_GAPS

    def without(self, marks: Sequence[float]) -> Numbers:
        """The same with the cells of some numbers missing."""
        places = {f"{mark:.15g}": self.values == mark for mark in marks}
        gaps = {mark: n for mark, at in places.items() if (n := int(np.count_nonzero(at)))}
        if not gaps:
            return self
        values = np.where(np.any(list(places.values()), axis=0), np.nan, self.values)
        return self._replace(values=values, gaps={**self.gaps, **gaps})


def read_column(
    series: pd.Series, reading: Reading = PLAIN, is_target: bool = False
) -> Numbers | Words:
    """The column as numbers if it holds numbers, dates or yes and no; else as words.

    Declared categories (a pandas Categorical) are words in the declared order, except yes and no.
    Dates are datetimes, or text all in one format. Numbers may be written as people write them.
    Raises DatasetError for infinities, and for a column more than half of whose cells are numbers
    while others are words, unless it is plain that all of them are categories, names, or marks of
    missing cells. The remedies in the error depend on whether it ``is_target``.
    """
    if is_declared(series):
        text = declared_words(series).without(reading.missing.words)
        return yes_or_no(text) or text
    kind = series.dtype.kind
    if kind == "M":
        return Numbers("dates", days(series))
    if kind == "b":
        return Numbers("yes or no", floats(series), read_text(series))
    if kind not in "iuf":
        return read_words(series, reading, is_target)
    return finite(series, Numbers("numbers", floats(series)).without(reading.missing.numbers))


def read_words(series: pd.Series, reading: Reading, is_target: bool) -> Numbers | Words:
    """A column of text as numbers, dates, yes and no, or words."""
    text = read_text(series)
    text = text.without(reading.missing.in_text(text.words, text.rows))
    if not text.words:
        return text
    if switch := yes_or_no(text):
        return switch
    bare = text.without(reading.missing.among_numbers(text.words))
    if dates := read_dates(bare, reading):
        return dates
    written = parse_numbers(bare.words, reading.decimal)
    values = values_by_row(bare, written.values)
    stray = np.flatnonzero(np.isnan(values) & (bare.codes >= 0))
    if not len(stray):
        read = Numbers("numbers", values, bare, written.form, bare.gaps)
        return finite(series, read.without(reading.missing.numbers))
    if len(stray) * 2 < np.count_nonzero(bare.codes >= 0):
        if are_categories(bare, written.values):
            return sort_by_size(bare)._replace(is_mixed=True)
        if not are_names(bare, written.values):
            how = (reading.has_lines, is_target)
            raise mixed_column_error(series, bare, written, stray, *how)
    return text


def read_dates(text: Words, reading: Reading) -> Numbers | Words | None:
    """A column of dates as days, or as words that wait for a choice; None for any other."""
    dates = parse_dates(text.words, reading.dates) if text.words else None
    if dates is None:
        return None
    if dates.values is None:
        return text._replace(is_ambiguous_date=True)
    form = CellFormat(dates.order, "") if dates.order else None
    return Numbers("dates", values_by_row(text, dates.values), text, form, text.gaps)


def yes_or_no(text: Words) -> Numbers | None:
    """A column of yes and no, in one of some languages, as 1 and 0; None for any other."""
    if len(text.words) > MOST_SPELLINGS:
        return None
    lower = [word.lower() for word in text.words]
    for meaning in YES_OR_NO:
        if lower and meaning.keys() >= set(lower):
            values = values_by_row(text, [meaning[word] for word in lower])
            return Numbers("yes or no", values, text, gaps=text.gaps)
    return None


def are_categories(text: Words, values: np.ndarray) -> bool:
    """Return whether few whole numbers and a few frequent words, such as "5more", are categories.

    Parameters
    ----------
    values : the words' numbers [n_words], NaN for those that are none.
    """
    rows, odd = text.rows, np.isnan(values)
    if len(text.words) > min(FEW_CATEGORIES, rows.sum() / 3):
        return False
    if rows[odd].min() < max(2, COMMON * rows.sum()):
        return False
    pairs = list(zip(text.words, odd, strict=True))
    return all(
        any(map(str.isalpha, word)) if is_odd else word.isdecimal() for word, is_odd in pairs
    )


def are_names(text: Words, values: np.ndarray) -> bool:
    """Return whether numbers and words are names of the rows: tickets, postcodes, part numbers.

    Most cells of them differ, the numbers are digits alone, and the words are no slips: they stand
    in many cells, or they and the numbers have one length and letters stand beside digits.

    Parameters
    ----------
    values : the words' numbers [n_words], NaN for those that are none.
    """
    rows, odd = text.rows, np.isnan(values)
    words = [word for word, is_odd in zip(text.words, odd, strict=True) if is_odd]
    digits = [word for word, is_odd in zip(text.words, odd, strict=True) if not is_odd]
    n_odd = rows[odd].sum()
    if 2 * len(text.words) <= len(text.codes) or n_odd < FEWEST_WORDS or 3 * len(words) < n_odd:
        return False
    if not all(word.isdecimal() for word in digits):
        return False
    if n_odd >= MANY_WORDS * rows.sum():
        return True
    lengths = Counter(map(len, text.words))
    is_code = lengths.most_common(1)[0][1] >= SAME_LENGTH * len(text.words)
    mixed = [any(map(str.isalpha, word)) and any(map(str.isdecimal, word)) for word in words]
    return is_code and all(mixed)


def is_second_header(words: list[str], stray: np.ndarray) -> bool:
    """Return whether the words over numbers stand in the first rows alone, and have no digits."""
    is_on_top = len(stray) <= HEADER_LINES and stray[-1] == len(stray) - 1
    return bool(is_on_top and not any(map(str.isdigit, "".join(words))))


def skip_below_remedy(n_lines: int) -> str:
    """The remedy for lines below the names that are no rows."""
    return (
        f"choose {n_lines} under “lines below the names” if units or types stand there "
        f"(skip_below='{n_lines}' in Python)"
    )


def mixed_column_error(
    series: pd.Series,
    text: Words,
    written: ParsedNumbers,
    stray: np.ndarray,
    has_lines: bool,
    is_target: bool,
) -> DatasetError:
    """Error for numbers among which there are words; the likeliest remedy stands first."""
    name = quote(series.name)
    form = written.form.phrase.rstrip(",") if written.form else "numbers"
    words = [text.words[code] for code in dict.fromkeys(text.codes[stray].tolist())]
    is_marked = all(map(is_mark, words)) or (len(words) == 1 and len(stray) > 1)
    cells, first = pluralize(len(stray), "cell"), f"first {quote(words[0])}"
    if len(words) == 1 and len(stray) > 1:
        cells, first = f"{cells} that read {quote(words[0])}", "first"
    fix = "write a number there or leave the cell empty"
    marks = quote(", ".join(words), 2 * LONG)
    mark = f"write {marks} under “read as missing” (missing={marks} in Python)"
    lists = (
        ANOTHER
        if is_target
        else f"name the column under “columns left out” or “read as categories” (left_out={name} "
        f"or categories={name} in Python)"
    )
    remedies = [mark, lists, fix] if is_marked else [fix, mark, lists]
    if len(words) > FEWEST_WORDS or any("," in word or '"' in word for word in words):
        remedies = [lists, fix]
    if has_lines and is_second_header(words, stray):
        remedies = [skip_below_remedy(len(stray)), lists, fix]
    ways = f"{', '.join(remedies[:-1])}, or {remedies[-1]}"
    return DatasetError(
        f"{'the target, ' if is_target else ''}column {name} holds {form} except in {cells}, "
        f"{first} in row {row_number(series, stray)}: {ways}."
    )


def as_categories(series: pd.Series, missing: Missing = USUAL) -> pd.Series:
    """The column's words as declared categories, in order."""
    import pandas as pd

    if is_declared(series):
        return series
    text = read_text(series)
    text = sort_by_size(text.without(missing.in_text(text.words, text.rows)))
    cells = pd.Categorical.from_codes(text.codes, text.words)
    return pd.Series(cells, index=series.index, name=series.name)


def sort_by_size(text: Words) -> Words:
    """The words in order: numbers by size, then the others by alphabet."""
    numbers = plain_numbers(text.words)
    keys = zip(np.isnan(numbers), np.nan_to_num(numbers), text.words, strict=True)
    order = [at for _, at in sorted((key, at) for at, key in enumerate(keys))]
    place = np.empty(len(order) + 1, dtype=np.int64)
    place[order], place[-1] = np.arange(len(order)), -1
    words = [text.words[at] for at in order]
    return Words(place[text.codes], words, in_order=True, gaps=text.gaps)


def is_declared(series: pd.Series) -> bool:
    """Return whether a column is declared to hold categories."""
    import pandas as pd

    return isinstance(series.dtype, pd.CategoricalDtype)


def floats(series: pd.Series) -> np.ndarray:
    """The column's numbers [n_rows], not copied where they are float64 already."""
    if not isinstance(series.dtype, np.dtype):
        series = series.astype("float64")
    return series.to_numpy(np.float64)


def read_text(series: pd.Series) -> Words:
    """The column as stripped text; a cell of blanks is missing."""
    import pandas as pd

    codes, distinct = pd.factorize(series)
    return merge_words(codes, distinct)


def declared_words(series: pd.Series) -> Words:
    """The declared categories that occur, in the declared order."""
    codes = series.cat.codes.to_numpy()
    occurring = np.unique(codes[codes >= 0])
    place = np.full(len(series.cat.categories) + 1, -1)
    place[occurring] = np.arange(len(occurring))
    text = merge_words(place[codes], series.cat.categories[occurring])
    return text._replace(in_order=True)


def merge_words(codes: np.ndarray, distinct: pd.Index) -> Words:
    """The words of codes, stripped, and those that are alike then made one."""
    import pandas as pd

    if not isinstance(distinct.dtype, pd.StringDtype):
        distinct = pd.Index([cell_text(value) for value in distinct], dtype="str")
    stripped = pd.Series(distinct).str.strip()
    places, words = pd.factorize(stripped.where(stripped != ""))
    place = np.append(places, -1)  # the last one is for the code −1 of a missing cell
    return Words(place[codes], words.tolist())


def cell_text(value: object) -> str:
    """A cell as a word: whole numbers without decimals, days without a time."""
    if isinstance(value, float | np.floating) and value.is_integer():
        return f"{value:.0f}"
    return str(value)


def values_by_row(text: Words, values: list[float] | np.ndarray) -> np.ndarray:
    """The value of each row's word [n_rows], NaN where it is missing."""
    return np.append(values, np.nan)[text.codes]


def finite(series: pd.Series, read: Numbers) -> Numbers:
    """``read``, unless a number is infinite: then a DatasetError that names column and row."""
    infinite = np.flatnonzero(np.isinf(read.values))
    if infinite.size:
        value = f"{read.values[infinite[0]]:g}"
        raise DatasetError(
            f"column {quote(series.name)} holds {value} in row {row_number(series, infinite)} "
            f"({pluralize(infinite.size, 'such cell')}): write a finite number there, leave the "
            f"cell empty, or write {value} under “read as missing” (missing='{value}' in Python)."
        )
    return read


def differ_beyond_precision(series: pd.Series, read: Numbers) -> bool:
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

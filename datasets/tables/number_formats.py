"""Number formats: 1,234.5 and 1.234,5, $ 12.50, 12 %, (12.50) → floats."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from datasets.wording import shorten

SAMPLE, LEAST = 1000, 0.2
"""Of more words only so many are looked at first, and the rest if such a share are numbers."""
LONGEST = 400
"""Words of more letters are no numbers."""
BLANKS = " \u00a0\u2009\u202f"
MARKS = {
    "commas": ",",
    "points": r"\.",
    "blanks": f"[{BLANKS}]",
    "apostrophes": "['’]",
}
"""Marks that people write between thousands, each with its pattern."""
UNITS = (
    r"US\$|R\$|[$€£¥₹₩₽₺₪฿₴₫₱¢]|USD|EUR|GBP|CHF|JPY|CNY|INR|SEK|NOK|DKK|PLN|CZK|HUF|CAD|AUD|NZD|"
    r"BRL|MXN|ZAR|RUB|TRY|KRW|Fr\.|kr\.?|zł|Kč|Ft|Rs\.?"
)
NUMBER = re.compile(
    rf"(?P<open>\()?\s*(?P<sign>[-+−]?)\s*(?:(?P<before>{UNITS})\s*(?P<second>[-+−]?)\s*)?"
    rf"(?P<body>[0-9.,'’{BLANKS}]*[0-9][.,]?(?:[eE][-+]?[0-9]+)?)\s*(?P<after>{UNITS}|%)?\s*"
    r"(?P<close>\))?"
)


class CellFormat(NamedTuple):
    """The way a column's numbers or dates are written.

    Parameters
    ----------
    phrase : what the cells are, "amounts with $".
    example : a cell, and what it was read as, "“$ 1,234.50” as 1234.5".
    other : what it would be if its mark stood before decimals, or else between thousands; empty
        where the column's cells leave no choice.
    """

    phrase: str
    example: str
    other: str = ""

    @property
    def sentence(self) -> str:
        """A phrase and an example of the reading, without a full stop."""
        return f"{self.phrase} read as numbers, such as {self.example}"


class ParsedNumbers(NamedTuple):
    """``values`` [n_words], NaN for what is no number, and their ``form`` unless it is plain."""

    values: np.ndarray
    form: CellFormat | None = None


class NumberParts(NamedTuple):
    """A word without what stands around its number: ``factor`` is 1 or −1."""

    body: str
    unit: str
    factor: float
    brackets: bool


def parse_numbers(words: Sequence[str], decimal: str = ".") -> ParsedNumbers:
    """The numbers that ``words`` spell, in the one way of writing that most of them follow.

    Parameters
    ----------
    decimal : the mark before decimals, where the words can be read either way.
    """
    if len(words) > SAMPLE and not any_numbers(words):
        return ParsedNumbers(np.full(len(words), np.nan))
    plain = plain_numbers(words)
    n_plain = len(words) - np.count_nonzero(np.isnan(plain))
    is_plain = decimal == "." or not any("." in word for word in words)
    if is_plain and (n_plain == len(words) or not any_numbers(words)):
        return ParsedNumbers(plain)
    written = parse_localised(words, decimal)
    n_written = len(words) - np.count_nonzero(np.isnan(written.values))
    return written if n_written >= n_plain + is_plain else ParsedNumbers(plain)


def plain_numbers(words: Sequence[str]) -> np.ndarray:
    """The numbers [n_words] that words spell as computers write them, NaN for other words."""
    import pandas as pd

    cells = np.array([word if len(word) <= LONGEST else None for word in words], dtype=object)
    return pd.to_numeric(cells, errors="coerce").astype(np.float64)


def any_numbers(words: Sequence[str]) -> bool:
    """Return whether enough of a sample look like numbers for all to be looked at."""
    some = evenly_spaced(words)
    look_so = np.array([NUMBER.fullmatch(word) is not None for word in some])
    return np.count_nonzero(look_so | ~np.isnan(plain_numbers(some))) >= LEAST * len(some)


def evenly_spaced(words: Sequence[str]) -> Sequence[str]:
    """Some ``SAMPLE`` of the words, evenly."""
    return words[:: max(1, len(words) // SAMPLE)]


def parse_localised(words: Sequence[str], decimal: str) -> ParsedNumbers:
    """The numbers in one unit, with one mark before decimals and one between thousands."""
    shells = [split_number(word) for word in words]
    unit = unit_of(shells)
    units = (unit,) if unit == "%" else (unit, "")
    used = [at for at, shell in enumerate(shells) if shell and shell.unit in units]
    values = np.full(len(words), np.nan)
    if all(shells[at].brackets for at in used):  # numbers of footnotes, perhaps
        return ParsedNumbers(values)
    numbers, point, between, others = best_reading([shells[at].body for at in used], decimal)
    factors = np.array([shells[at].factor for at in used])
    values[used] = numbers * factors
    read = [at for at in used if not np.isnan(values[at])]
    if not read:
        return ParsedNumbers(values)

    def n_marks(at: int) -> tuple[bool, int]:
        shell = shells[at]
        marks = (point in shell.body, re.search(MARKS[between], shell.body), shell.unit)
        return shell.brackets, sum(map(bool, marks))

    at = max(evenly_spaced(read), key=n_marks)
    phrase = describe_format(shells[at], unit, point, between)
    other = "" if others is None else f"{(others * factors)[used.index(at)]:.15g}"
    return ParsedNumbers(
        values, CellFormat(phrase, f"“{shorten(words[at])}” as {values[at]:.15g}", other)
    )


def split_number(word: str) -> NumberParts | None:
    """The number in a word and what stands around it; None where there is no such thing."""
    parts = NUMBER.fullmatch(word) if len(word) <= LONGEST else None
    if parts is None:
        return None
    signs = parts["sign"] + (parts["second"] or "")
    brackets = parts["open"] is not None
    if len(signs) > 1 or brackets != (parts["close"] is not None) or (brackets and signs):
        return None
    if parts["before"] and parts["after"]:
        return None
    factor = -1.0 if brackets or signs in ("-", "−") else 1.0
    unit = parts["before"] or parts["after"] or ""
    return NumberParts(parts["body"].strip(), unit, factor, brackets)


def unit_of(shells: Sequence[NumberParts | None]) -> str:
    """The unit of most words that have one; none where most words have none and it is percent."""
    units = Counter(shell.unit for shell in shells if shell)
    n_bare = units.pop("", 0)
    if not units:
        return ""
    unit, count = units.most_common(1)[0]
    return "" if unit == "%" and n_bare >= count else unit


def best_reading(
    bodies: Sequence[str], decimal: str
) -> tuple[np.ndarray, str, str, np.ndarray | None]:
    """``(numbers, decimal mark, name of the mark of thousands, the numbers they could be)``."""
    readings = {point: parse_with(bodies, point) for point in (".", ",")}
    counts = {point: np.count_nonzero(~np.isnan(read)) for point, (read, _) in readings.items()}
    best = max(counts, key=lambda point: (counts[point], point == decimal))
    numbers, between = readings[best]
    others = readings["," if best == "." else "."][0]
    is_open = counts["."] == counts[","] and not np.array_equal(numbers, others, equal_nan=True)
    return numbers, best, between, others if is_open else None


def parse_with(bodies: Sequence[str], point: str) -> tuple[np.ndarray, str]:
    """The numbers of most bodies with ``point`` before decimals, and the mark of thousands."""
    import pandas as pd

    texts = pd.Series(bodies, dtype="str")
    most, best, between = 0, np.full(len(bodies), np.nan), "blanks"
    for name, mark in MARKS.items():
        fits = texts.str.fullmatch(pattern(re.escape(point), mark)).to_numpy(bool)
        if re.fullmatch(mark, point) or np.count_nonzero(fits) <= most:
            continue
        plain = texts[fits].str.replace(mark, "", regex=True).str.replace(point, ".", regex=False)
        best = np.full(len(bodies), np.nan)
        best[fits] = [float(number) for number in plain]
        most, between = np.count_nonzero(fits), name
    return best, between


def pattern(point: str, mark: str) -> str:
    """The regular expression of a number without sign; thousands begin with no 0."""
    whole = rf"(?:[1-9][0-9]{{0,2}}(?:{mark}[0-9]{{3}})+|[0-9]+)"
    return rf"(?:{whole}(?:{point}[0-9]*)?|{point}[0-9]+)(?:[eE][-+]?[0-9]+)?"


def describe_format(shell: NumberParts, unit: str, point: str, between: str) -> str:
    """Words for numbers such as the one in ``shell``."""
    if unit:
        return "percentages" if unit == "%" else f"amounts with {unit}"
    if shell.brackets:
        return "numbers, negative ones in brackets,"
    if re.search(MARKS[between], shell.body):
        return f"numbers with {between} between thousands"
    return f"numbers with a decimal {'comma' if point == ',' else 'point'}"

"""Text helpers of notes and errors: plurals, lists, quotes, shortening."""

from __future__ import annotations

import re
from collections.abc import Iterable

LONG = 80  # letters of a name in a list
FILE = re.compile(r"[^:]*\.\w{1,10}(: | has )")
"""The beginning of a sentence about a file, which its name opens."""


def pluralize(n: int, noun: str, plural: str = "") -> str:
    """``pluralize(1, "row")`` is "1 row", ``pluralize(1200, "row")`` is "1,200 rows"."""
    return f"{n:,} {noun if n == 1 else plural or noun + 's'}"


def join_words(items: Iterable[object], limit: int = 8) -> str:
    """ "a, b and c"; beyond ``limit`` items "a, b, c and 7 more"; long ones are cut."""
    words = [shorten(item, LONG) for item in items]
    if len(words) > limit:
        words = [*words[:limit], f"{len(words) - limit:,} more"]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def quote(text: object, most: int = 40) -> str:
    """A name or a cell in quotation marks, of which at most so many letters are shown."""
    return repr(shorten(text, most))


def shorten(text: object, most: int = 40) -> str:
    """The text, of which at most so many letters are shown."""
    text = str(text)
    return text if len(text) <= most else f"{text[: most - 1]}…"


def capitalize(sentence: str) -> str:
    """The sentence with an upper-case first letter, but for one that the name of a file opens."""
    return sentence if FILE.match(sentence) else f"{sentence[:1].upper()}{sentence[1:]}"

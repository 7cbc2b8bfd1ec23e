"""DatasetError, the one exception of this package for data that cannot be used."""

from __future__ import annotations

import re

QUOTED = re.compile(r"""(?<![^\s(=])(['"])((?:\\.|(?!\1)[^\\]){61,})\1(?![^\s.,:;)])""", re.DOTALL)
LONG = re.compile(r"\S{201,}")
LONGEST, END = 1000, 300
"""Letters of a sentence, and those kept of its end, where the remedy stands."""


class DatasetError(ValueError):
    """Data that cannot be used; the message says what is wrong, where, and what to do about it.

    Rows are counted from 1 and a file's header is not counted. A cell or a name is quoted with no
    more than its first 40 letters, and no sentence is longer than a paragraph.
    """

    def __init__(self, sentence: str) -> None:
        quoted = QUOTED.sub(lambda match: f"{match[1]}{match[2][:39]}…{match[1]}", sentence)
        sentence = LONG.sub(lambda match: f"{match[0][:99]}…", quoted)
        if len(sentence) > LONGEST:  # quoted in a way that no rule foresaw
            sentence = f"{sentence[: LONGEST - END]}…{sentence[-END:]}"
        super().__init__(sentence)

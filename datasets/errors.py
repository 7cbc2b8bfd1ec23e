"""The refusals of this package: each is one sentence for the person who brought the data."""

from __future__ import annotations

import re

QUOTED = re.compile(r"""(?<![^\s(=])(['"])((?:(?!\1).){61,})\1(?![^\s.,:;)])""", re.DOTALL)
LONG = re.compile(r"\S{201,}")


class DatasetError(ValueError):
    """Data that cannot be used; the message says what is wrong, where, and what to do about it.

    Rows are counted from 1 and a file's header is not counted. A cell or a name is quoted with no
    more than its first 40 letters.
    """

    def __init__(self, sentence: str) -> None:
        quoted = QUOTED.sub(lambda match: f"{match[1]}{match[2][:39]}…{match[1]}", sentence)
        super().__init__(LONG.sub(lambda match: f"{match[0][:99]}…", quoted))

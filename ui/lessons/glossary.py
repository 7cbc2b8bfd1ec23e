"""The glossary: one sentence for each term of the course, and where a reader meets it first."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).resolve().parents[2] / "pages" / "lessons" / "glossary.md"
ENTRY = re.compile(r"\*\*(?P<names>[^*]+)\*\*: (?P<sentence>.+)")


@dataclass(frozen=True)
class Term:
    """One term.

    Parameters
    ----------
    name : as it is introduced.
    spellings : all its forms in lower case, the name first: "weight", "weights".
    sentence : what it means.
    """

    name: str
    spellings: tuple[str, ...]
    sentence: str


@cache
def glossary() -> Mapping[str, Term]:
    """Return the terms by name, in the order of the file.

    Raises ValueError for a line that is no entry.
    """
    terms = {}
    for line in FILE.read_text("utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        entry = ENTRY.fullmatch(line)
        if entry is None:
            raise ValueError(f"glossary: “{line}” is no entry")
        names = [name.strip() for name in entry["names"].split("|")]
        spellings = tuple(name.lower() for name in names)
        terms[names[0]] = Term(names[0], spellings, entry["sentence"])
    return terms

"""Bytes → text in UTF-8, whatever encoding it was written in."""

from __future__ import annotations

import codecs

from datasets.errors import DatasetError
from datasets.report import Step

CODECS = {"UTF-8": "utf-8", "UTF-16": "utf-16", "Windows-1252": "cp1252", "Latin-1": "latin-1"}
ENCODINGS = ("guess", *CODECS)


def utf8(content: bytes, encoding: str = "guess") -> tuple[bytes, tuple[Step, ...]]:
    """The text of a file in UTF-8 without a byte order mark, and a step where that was a guess.

    Text that begins with UTF-16's byte order mark is taken as UTF-16, other text that is not UTF-8
    as Windows-1252, which differs from Latin-1 in signs that this lacks.
    Raises DatasetError, naming the line, for bytes that are no such text.
    """
    guess = encoding == "guess"
    if guess:
        encoding = guessed(content)
    if encoding == "UTF-8":
        text = content if content.isascii() else content.removeprefix(codecs.BOM_UTF8)
        notes: tuple[Step, ...] = ()
        if not guess:
            decoded(text, encoding)
    else:
        text = decoded(content, encoding).removeprefix("\ufeff").encode()
        how = "guessed because it is not UTF-8" if guess else "as asked"
        notes = (Step("read", f"The text is encoded in {encoding} ({how})."),)
    if b"\0" in text:
        raise DatasetError("it holds NUL characters and is no text: save it as CSV UTF-8.")
    return text, notes


def guessed(content: bytes) -> str:
    """The encoding that a text seems to have."""
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "UTF-16"
    if content.isascii():
        return "UTF-8"
    try:
        content.decode()
    except UnicodeDecodeError:
        return "Windows-1252"
    return "UTF-8"


def decoded(content: bytes, encoding: str) -> str:
    """The text, which must be in that encoding."""
    if b"\0" in content and encoding != "UTF-16":
        raise DatasetError(
            "it holds NUL characters and is no text, or UTF-16 without its mark: save it as CSV "
            "UTF-8."
        )
    try:
        return content.decode(CODECS[encoding])
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise DatasetError(
            f"line {line} is not {encoding} text: save it as CSV UTF-8, or say its encoding."
        ) from None

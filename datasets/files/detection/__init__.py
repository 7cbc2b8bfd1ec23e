"""The format of a file: by its name where that says it, by its first bytes where they know better.

A file of LIBSVM's has no ending, a zip archive holds the name that counts, and an Excel workbook is
called .csv by somebody every day: so the beginning of each file is looked at once.
"""

from __future__ import annotations

import re
import struct
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, NamedTuple

from datasets.errors import DatasetError
from datasets.files.compression import the_one_in, unpacked
from datasets.files.detection.extensions import FORMATS, KINDS, name_parts
from datasets.files.detection.sniff import (
    ELSEWHERE,
    HEAD,
    foreign_by_name,
    form_of_bytes,
    form_of_text,
)
from datasets.files.origin import Origin

# Such names promise lines of text and no more.
LOOSE = ("", ".csv", ".tsv", ".txt", ".data", ".tab", ".dat", ".asc", ".prn")
PACKED = {
    ".gz": re.compile(rb"\x1f\x8b\x08"),
    ".xz": re.compile(rb"\xfd7zXZ"),
    ".bz2": re.compile(rb"BZh[1-9]1AY&"),
    ".zst": re.compile(rb"\x28\xb5\x2f\xfd"),
}
ARCHIVE = b"PK\3\4"
IN_ARCHIVES = {
    "xl/workbook.xml": "excel",
    "xl/workbook.bin": "xlsb",
    "content.xml": "ods",
    "word/document.xml": "docx",
}


class Recognized(NamedTuple):
    """The ``form`` (a value of ``KINDS``) and the packing of a file, and a note where its name
    does not say them.
    """

    form: str
    packing: str
    note: str = ""


def recognized(origin: Origin) -> Recognized:
    """The format of a file. Raises DatasetError, without its name, for one that is not read."""
    _, kind, packing = name_parts(origin.name)
    by_name = Recognized(KINDS[kind], packing) if kind else None
    try:
        with origin.open() as file:
            return by_content(file, origin.name, kind, packing)
    except _UnreadableError:
        if by_name is None:
            raise
        return by_name  # reading it will say what is wrong
    except DatasetError as error:
        if by_name is None or isinstance(error, ForeignError):
            raise
        return by_name


class ForeignError(DatasetError):
    """The refusal of a file whose format is known, and not read."""


class _UnreadableError(DatasetError):
    """The refusal of a file whose format is not known."""


def by_content(file: BinaryIO, name: str, kind: str, packing: str) -> Recognized:
    """The format of an open file whose name says ``kind`` and ``packing``. Raises as above."""
    magic = file.read(8)
    file.seek(0)
    note = ""
    if magic.startswith(ARCHIVE) and packing in ("", ".zip"):
        inside, member = in_archive(file)
        file.seek(0)
        if inside in FORMATS:
            return Recognized(inside, "", told(inside, kind))
        if inside:
            raise foreign(inside)
        if not packing and kind not in LOOSE:
            raise _UnreadableError("it is a .zip archive under another name: name it .zip.")
        note = "" if packing else packed_note(".zip")
        packing = ".zip"
        kind = kind or name_parts(member)[1]
    elif not packing:
        packing = next((p for p, start in PACKED.items() if start.match(magic)), "")
        note = packed_note(packing)
    with unpacked(file, packing) as content:
        head = content.read(HEAD)
    form = of_head(head, name, kind)
    return Recognized(form, packing, told(form, kind) or note)


def packed_note(packing: str) -> str:
    """A sentence about a packing, if any, that the name does not say."""
    return f"The file is packed as {packing}, though its name does not say so." if packing else ""


def in_archive(file: BinaryIO) -> tuple[str, str]:
    """The format that is such an archive, or nothing, and the name of the one file in another."""
    with readable():
        archive = zipfile.ZipFile(file)
        names = archive.namelist()
        for member, form in IN_ARCHIVES.items():
            if member in names:
                return form, ""
        if names and all(name.endswith(".npy") for name in names):
            return "npy", ""
        return "", the_one_in(archive).filename


@contextmanager
def readable() -> Iterator[None]:
    """Put into a sentence what is wrong with an archive."""
    try:
        yield
    except DatasetError:
        raise
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError, struct.error) as error:
        raise _UnreadableError(
            "this is no intact .zip file: copy it here again, or compress it again."
        ) from error


def of_head(head: bytes, name: str, kind: str) -> str:
    """The format of unpacked bytes that begin with ``head``."""
    form = form_of_bytes(head)
    if form in FORMATS:
        return form
    if form:
        raise foreign(form)
    if kind not in LOOSE:
        return KINDS[kind]
    text = form_of_text(head)
    if text in ELSEWHERE:
        raise foreign(text)
    if text and not (kind and text == "csv"):
        return text
    if kind:
        return KINDS[kind]
    if known := foreign_by_name(name):
        raise foreign(known)
    raise _UnreadableError(
        "neither its name nor its first lines say what it holds: give a table as .csv, .xlsx or "
        ".parquet, or rows with few values as .svm."
    )


def foreign(form: str) -> ForeignError:
    """The refusal of a format that others read."""
    what, remedy = ELSEWHERE[form]
    return ForeignError(f"it is {what}: {remedy}.")


def told(form: str, kind: str) -> str:
    """A sentence where the name does not say the format."""
    if kind and KINDS[kind] == form:
        return ""
    known = f"though it is called {kind}" if kind else "which its name does not say"
    return f"The file is read as {FORMATS[form]}, {known}."

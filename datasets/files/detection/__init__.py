"""Format detection of files, by extension and by the first bytes.

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
from datasets.files.compression import decompress, only_member
from datasets.files.detection.extensions import EXTENSIONS, FORMATS, split_extensions
from datasets.files.detection.sniff import (
    HEAD,
    UNSUPPORTED,
    sniff_bytes,
    sniff_text,
    unsupported_by_name,
)
from datasets.files.origin import Origin

# Such names promise lines of text and no more.
TEXT_EXTENSIONS = ("", ".csv", ".tsv", ".txt", ".data", ".tab", ".dat", ".asc", ".prn")
MAGIC = {
    ".gz": re.compile(rb"\x1f\x8b\x08"),
    ".xz": re.compile(rb"\xfd7zXZ"),
    ".bz2": re.compile(rb"BZh[1-9]1AY&"),
    ".zst": re.compile(rb"\x28\xb5\x2f\xfd"),
}
ARCHIVE = b"PK\3\4"
ARCHIVE_MEMBERS = {
    "xl/workbook.xml": "excel",
    "xl/workbook.bin": "xlsb",
    "content.xml": "ods",
    "word/document.xml": "docx",
}


class FileFormat(NamedTuple):
    """The format and the compression of a file, and a note where its name does not say them.

    ``name`` is a key of ``FORMATS``.
    """

    name: str
    compression: str
    note: str = ""


def detect_format(origin: Origin) -> FileFormat:
    """The format of a file. Raises DatasetError, without its name, for one that is not read."""
    _, kind, compression = split_extensions(origin.name)
    by_name = FileFormat(EXTENSIONS[kind], compression) if kind else None
    try:
        with origin.open() as file:
            return detect_by_content(file, origin.name, kind, compression)
    except _UnknownFormatError:
        if by_name is None:
            raise
        return by_name  # reading it will say what is wrong
    except DatasetError as error:
        if by_name is None or isinstance(error, UnsupportedFormatError):
            raise
        return by_name


class UnsupportedFormatError(DatasetError):
    """Error for a file whose format is known, and not read."""


class _UnknownFormatError(DatasetError):
    """Error for a file whose format is not known."""


def detect_by_content(file: BinaryIO, name: str, kind: str, compression: str) -> FileFormat:
    """The format of an open file whose name says ``kind`` and ``compression``. Raises as above."""
    magic = file.read(8)
    file.seek(0)
    note = ""
    if magic.startswith(ARCHIVE) and compression in ("", ".zip"):
        inside, member = in_archive(file)
        file.seek(0)
        if inside in FORMATS:
            return FileFormat(inside, "", format_note(inside, kind))
        if inside:
            raise unsupported_format(inside)
        if not compression and kind not in TEXT_EXTENSIONS:
            raise _UnknownFormatError("it is a .zip archive under another name: name it .zip.")
        note = "" if compression else compression_note(".zip")
        compression = ".zip"
        kind = kind or split_extensions(member)[1]
    elif not compression:
        compression = next((p for p, start in MAGIC.items() if start.match(magic)), "")
        note = compression_note(compression)
    with decompress(file, compression) as content:
        head = content.read(HEAD)
    format_name = format_of_head(head, name, kind)
    return FileFormat(format_name, compression, format_note(format_name, kind) or note)


def compression_note(compression: str) -> str:
    """A sentence about a compression, if any, that the name does not say."""
    if not compression:
        return ""
    return f"The file is packed as {compression}, though its name does not say so."


def in_archive(file: BinaryIO) -> tuple[str, str]:
    """The format that is such an archive, or nothing, and the name of the one file in another."""
    with explain_errors():
        archive = zipfile.ZipFile(file)
        names = archive.namelist()
        for member, format_name in ARCHIVE_MEMBERS.items():
            if member in names:
                return format_name, ""
        if names and all(name.endswith(".npy") for name in names):
            return "npy", ""
        return "", only_member(archive).filename


@contextmanager
def explain_errors() -> Iterator[None]:
    """Put into a sentence what is wrong with an archive."""
    try:
        yield
    except DatasetError:
        raise
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError, struct.error) as error:
        raise _UnknownFormatError(
            "this is no intact .zip file: copy it here again, or compress it again."
        ) from error


def format_of_head(head: bytes, name: str, kind: str) -> str:
    """The format of unpacked bytes that begin with ``head``."""
    format_name = sniff_bytes(head)
    if format_name in FORMATS:
        return format_name
    if format_name:
        raise unsupported_format(format_name)
    if kind not in TEXT_EXTENSIONS:
        return EXTENSIONS[kind]
    text = sniff_text(head)
    if text in UNSUPPORTED:
        raise unsupported_format(text)
    if text and not (kind and text == "csv"):
        return text
    if kind:
        return EXTENSIONS[kind]
    if known := unsupported_by_name(name):
        raise unsupported_format(known)
    raise _UnknownFormatError(
        "neither its name nor its first lines say what it holds: give a table as .csv, .xlsx or "
        ".parquet, or rows with few values as .svm."
    )


def unsupported_format(format_name: str) -> UnsupportedFormatError:
    """Error for a format that others read."""
    what, remedy = UNSUPPORTED[format_name]
    return UnsupportedFormatError(f"it is {what}: {remedy}.")


def format_note(format_name: str, kind: str) -> str:
    """A sentence where the name does not say the format."""
    if kind and EXTENSIONS[kind] == format_name:
        return ""
    known = f"though it is called {kind}" if kind else "which its name does not say"
    return f"The file is read as {FORMATS[format_name]}, {known}."

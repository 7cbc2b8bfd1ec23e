"""The bytes of a file, unpacked as they are asked for and never more than a limit of them."""

from __future__ import annotations

import gzip
import lzma
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from datasets.errors import DatasetError
from datasets.wording import listed

LARGEST_FILE = 1_000_000_000  # bytes, unpacked
PIECE = 1 << 21  # bytes unpacked at a time


def open_zip(file, mode: str = "rb") -> BinaryIO:
    """The one file in a zip archive, ``file`` being a path or a file of bytes."""
    try:
        archive = zipfile.ZipFile(file)
        member = the_one_in(archive)
        return archive.open(member)
    except DatasetError:
        raise
    except (ValueError, struct.error) as error:  # zipfile trusts what the archive says of itself
        raise zipfile.BadZipFile from error


def the_one_in(archive: zipfile.ZipFile) -> zipfile.ZipInfo:
    """The only file, but for what a Mac adds. Raises DatasetError unless there is just one."""
    members = [
        member
        for member in archive.infolist()
        if not member.is_dir() and not member.filename.startswith("__MACOSX/")
    ]
    if len(members) != 1:
        inside = listed((member.filename for member in members), limit=4)
        holds = f"{len(members)} files ({inside})" if members else "no file"
        raise DatasetError(f"the archive holds {holds}: pack one file alone.")
    if members[0].flag_bits & 1:
        raise DatasetError("the archive is locked with a password: pack the file without one.")
    return members[0]


OPENERS = {".xz": lzma.open, ".gz": gzip.open, ".zip": open_zip}


def packing_of(name: str) -> str:
    """Return the ending of a file's name that says how it is packed, or nothing."""
    return next((ending for ending in OPENERS if name.lower().endswith(ending)), "")


class Unpacked:
    """A file of unpacked bytes that refuses to give more than ``LARGEST_FILE`` of them."""

    def __init__(self, file: BinaryIO) -> None:
        self.file, self.given = file, 0

    def read(self, size: int = PIECE) -> bytes:
        """At most ``size`` more bytes; none at the end. Raises DatasetError beyond the limit."""
        piece = self.file.read(size)
        self.given += len(piece)
        if self.given > LARGEST_FILE:
            raise DatasetError(
                f"unpacked it is larger than {LARGEST_FILE / 1e9:g} GB, the most that is read: "
                "give fewer rows."
            )
        return piece

    def all(self) -> bytes:
        """All that is left. Raises DatasetError for nothing but blanks, and beyond the limit."""
        pieces = []
        while piece := self.read():
            pieces.append(piece)
        content = b"".join(pieces)
        if not content or content.isspace():
            raise nothing_in_it()
        return content

    def blocks(self) -> Iterator[bytes]:
        """All that is left, in blocks of whole lines. Raises as ``all`` does."""
        blank, pieces = True, []
        while piece := self.read():
            cut = piece.rfind(b"\n") + 1
            blank = blank and piece.isspace()
            if cut:
                yield b"".join([*pieces, piece[:cut]])
                pieces = []
            pieces.append(piece[cut:])
        if blank:
            raise nothing_in_it()
        if rest := b"".join(pieces):
            yield rest


def nothing_in_it() -> DatasetError:
    """The refusal of an empty file."""
    return DatasetError("the file is empty: put rows into it, or take it away.")


@contextmanager
def unpacked(file: BinaryIO, packing: str) -> Iterator[Unpacked]:
    """The content of a file with the ending ``packing``, or with none.

    Raises DatasetError, while it is read too, for what is cut short, damaged or no such archive.
    """
    try:
        if not packing:
            yield Unpacked(file)
            return
        with OPENERS[packing](file) as content:
            yield Unpacked(content)
    except EOFError:
        raise DatasetError("the compressed file is cut short: copy it here again.") from None
    except NotImplementedError as error:  # of zipfile, for ways to pack it does not know
        raise DatasetError(
            f"the archive cannot be unpacked ({error}): pack it as an ordinary .zip or .gz."
        ) from None
    except (lzma.LZMAError, gzip.BadGzipFile, zipfile.BadZipFile, zlib.error):
        raise DatasetError(
            f"this is no intact {packing} file: copy it here again, or compress it again."
        ) from None

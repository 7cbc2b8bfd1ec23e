"""Decompression of files in pieces, with a limit on the size of the content."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from datasets.errors import DatasetError
from datasets.files.limits import LARGEST_FILE, LARGEST_WHOLE, check_rows, file_size_error
from datasets.files.text import Decoder, line_blocks
from datasets.wording import join_words

PIECE = 1 << 21  # bytes unpacked at a time


def open_zip(file, mode: str = "rb") -> BinaryIO:
    """The one file in a zip archive, ``file`` being a path or a file of bytes."""
    try:
        archive = zipfile.ZipFile(file)
        member = only_member(archive)
        return archive.open(member)
    except DatasetError:
        raise
    except (ValueError, struct.error) as error:  # zipfile trusts what the archive says of itself
        raise zipfile.BadZipFile from error


def only_member(archive: zipfile.ZipFile) -> zipfile.ZipInfo:
    """The only file, but for what a Mac adds. Raises DatasetError unless there is just one."""
    members = [
        member
        for member in archive.infolist()
        if member.filename and not member.is_dir() and not member.filename.startswith("__MACOSX/")
    ]
    if len(members) != 1:
        inside = join_words((member.filename for member in members), limit=4)
        holds = f"{len(members)} files ({inside})" if members else "no file"
        raise DatasetError(f"the archive holds {holds}: pack one file alone.")
    if members[0].flag_bits & 1:
        raise DatasetError("the archive is locked with a password: pack the file without one.")
    return members[0]


class Zstandard(io.RawIOBase):
    """The bytes in a Zstandard file, by pyarrow; a window of more than 128 MB is refused."""

    def __init__(self, file: BinaryIO) -> None:
        import pyarrow as pa

        self._stream = pa.CompressedInputStream(pa.PythonFile(file, "r"), "zstd")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:
        piece = self._stream.read(len(buffer))
        buffer[: len(piece)] = piece
        return len(piece)


def open_zstandard(file: BinaryIO) -> BinaryIO:
    """The content of an open Zstandard file."""
    return io.BufferedReader(Zstandard(file), PIECE)


OPENERS = {
    ".xz": lzma.open,
    ".gz": gzip.open,
    ".bz2": bz2.open,
    ".zip": open_zip,
    ".zst": open_zstandard,
    ".zstd": open_zstandard,
}


class DecompressedFile:
    """A file of unpacked bytes that refuses to give more than ``LARGEST_FILE`` of them."""

    def __init__(self, file: BinaryIO) -> None:
        self.file, self.n_read = file, 0

    def read(self, size: int = PIECE) -> bytes:
        """At most ``size`` more bytes; none at the end. Raises DatasetError beyond the limit."""
        piece = self.file.read(size)
        self.n_read += len(piece)
        if self.n_read > LARGEST_FILE:
            raise file_size_error(LARGEST_FILE)
        return piece

    def read_all(self, most: int = LARGEST_WHOLE) -> bytes:
        """The rest. Raises DatasetError for nothing but blanks, and beyond ``most``."""
        return self._read_whole(most, are_lines=False)

    def read_text(self) -> bytes:
        """The rest, of lines of text. Raises as ``read_all`` does, and for too many lines."""
        return self._read_whole(LARGEST_WHOLE, are_lines=True)

    def _read_whole(self, most: int, are_lines: bool) -> bytes:
        whole = io.BytesIO()  # pieces and what they are joined to would be twice as much
        ends = Counter()
        while piece := self.read():
            if self.n_read > most:
                raise file_size_error(most)
            whole.write(piece)
            if are_lines:
                ends.update({end: piece.count(end) for end in (b"\n", b"\r")})
                check_rows(max(ends.values()))
        content = whole.getvalue()
        if not content or content.isspace():
            raise empty_file_error()
        return content

    def blocks(self, decoder: Decoder) -> Iterator[bytes]:
        """The rest, by ``decoder``, in blocks of whole lines. Raises as ``read_all``."""
        blank = True
        for block in line_blocks(iter(self.read, b""), decoder):
            blank = blank and block.isspace()
            yield block
        if blank:
            raise empty_file_error()


def empty_file_error() -> DatasetError:
    """Error for an empty file."""
    return DatasetError("the file is empty: put rows into it, or take it away.")


@contextmanager
def decompress(file: BinaryIO, compression: str) -> Iterator[DecompressedFile]:
    """The content of a file with the ending ``compression``, or with none.

    Raises DatasetError, while it is read too, for what is cut short, damaged or no such archive.
    """
    try:
        if not compression:
            yield DecompressedFile(file)
            return
        with OPENERS[compression](file) as content:
            yield DecompressedFile(content)
    except EOFError:
        raise truncated_error() from None
    except NotImplementedError as error:  # of zipfile, for ways to pack it does not know
        raise DatasetError(
            f"the archive cannot be unpacked ({error}): pack it as an ordinary .zip or .gz."
        ) from None
    except (lzma.LZMAError, gzip.BadGzipFile, zipfile.BadZipFile, zlib.error):
        raise damaged_error(compression) from None
    except OSError as error:  # of bz2 and pyarrow, but for those of the disk, which have numbers
        if error.errno is not None:
            raise
        if "Truncated" in str(error):
            raise truncated_error() from None
        raise damaged_error(compression) from None


def truncated_error() -> DatasetError:
    """Error for half a packed file."""
    return DatasetError("the compressed file is cut short: copy it here again.")


def damaged_error(compression: str) -> DatasetError:
    """Error for a packed file with an error in it."""
    return DatasetError(
        f"this is no intact {compression} file: copy it here again, or compress it again."
    )

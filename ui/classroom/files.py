"""The files of classes: uploads of leaders, shared, in a folder beside the file of the classes.

Who knows the name of a file may open it: its 128 bits follow from the leader's key and the file,
and everybody in the class hears them with the address. The file goes with its room.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, Protocol

from datasets.errors import DatasetError
from ui.classroom.database import LIFETIME, ClassDatabase, digest
from ui.classroom.errors import ClassError

SHARED = "class-"
"""With what the name of a class's file begins in an address."""
NAME = re.compile(rf"{SHARED}[0-9a-f]{{32}}", re.ASCII)

MOST_MEGABYTES, MOST_FILES, MOST_OF_ALL = 20, 5, 500
"""Of one file; files of one class; and megabytes of the files of all classes."""

GONE = "the class of this file is over, and the file was deleted with it."


class UploadedBytes(Protocol):
    """An upload, as its owner's session holds it."""

    name: str
    size: int
    digest: str

    def open(self) -> AbstractContextManager[BinaryIO]:
        """The bytes. Raises DatasetError where they are no longer kept."""


@dataclass(frozen=True)
class ClassFile:
    """A file of a class, as recipes read it.

    Parameters
    ----------
    name : what it was called when it was uploaded.
    key : its name in addresses.
    path : where it lies.
    """

    name: str
    key: str
    path: Path

    @contextmanager
    def open(self) -> Iterator[BinaryIO]:
        """The bytes. Raises DatasetError once they are deleted."""
        try:
            file = self.path.open("rb")
        except OSError:
            raise DatasetError(GONE) from None
        with file:
            yield file

    def is_there(self) -> bool:
        """Return whether it was not deleted, by whichever process."""
        return self.path.exists()

    def stamp(self) -> tuple[str, str]:
        """Its key: it never changes, and outlasts the bytes."""
        return SHARED, self.key

    def siblings(self) -> Mapping[str, ClassFile]:
        """None: the file alone was shared."""
        return {}


class ClassFiles:
    """The files of all rooms. Every method raises ClassError as those of the database do.

    Parameters
    ----------
    database : the file of the classes.
    """

    def __init__(self, database: ClassDatabase) -> None:
        self.database = database

    def share(self, code: str, key: str, upload: UploadedBytes) -> str:
        """Keep an upload for a class; return its name in addresses, the same if done again.

        Raises
        ------
        ClassError : the key is another one's, or there is no room for the file.
        DatasetError : the upload is no longer kept.
        """
        if upload.size > MOST_MEGABYTES * 1e6:
            raise ClassError(
                f"{upload.name} has {upload.size / 1e6:.1f} MB, and a class can be given a file of "
                f"up to {MOST_MEGABYTES} MB: share one with fewer rows or columns.",
                413,
            )
        name = SHARED + sha256(f"{key} {upload.digest}".encode()).hexdigest()[:32]
        with self.database.writing() as rooms:
            self.database.check_key(rooms, code, key)
            sizes = dict(rooms.execute("SELECT file, size FROM files").fetchall())
            (count,) = rooms.execute("SELECT count(*) FROM files WHERE room = ?", [code]).fetchone()
            if digest(name) in sizes:
                return name
            if count >= MOST_FILES:
                raise ClassError(f"A class is given {MOST_FILES} files at most.", 409)
            if sum(sizes.values()) + upload.size > MOST_OF_ALL * 1e6:
                raise ClassError("This server has no room for the files of more classes.", 507)
            self._put(digest(name), upload)
            row = digest(name), code, upload.name, upload.size
            rooms.execute("INSERT INTO files VALUES (?, ?, ?, ?)", row)
        return name

    def find(self, name: str) -> ClassFile | None:
        """Return a file by its name in an address; None where there is none, or no more."""
        if not NAME.fullmatch(name) or not self.database.file.exists():
            return None
        with self.database.reading() as rooms:
            row = rooms.execute(
                "SELECT name FROM files JOIN rooms ON room = code WHERE file = ? AND at > ?",
                (digest(name), self.database.now() - LIFETIME),
            ).fetchone()
        return row and ClassFile(row[0], name, self.database.folder / digest(name))

    def _put(self, name: str, upload: UploadedBytes) -> None:
        """Write the bytes; nobody but the server may read them."""
        folder = self.database.folder
        folder.mkdir(mode=0o700, exist_ok=True)
        path = folder / name
        opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(opened, "wb") as file, upload.open() as content:
            file.write(content.read())

"""The SQLite file of the classes: its tables, its connections, and who may do what in a room.

Several processes use the file at once; a restart loses nothing.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from typing import NamedTuple

from ui.classroom.errors import ClassError
from ui.classroom.room import Room

SWITCH = "SPARSITY_LAB_CLASSES"
"""The environment variable that is 0 where no classes are to be led."""

LIFETIME = 4 * 3600.0
"""Seconds after its last change after which a room is deleted, with all that was said in it."""
PATIENCE = 5.0
"""Seconds for which another process may be writing."""

TABLES = """
CREATE TABLE IF NOT EXISTS rooms (
    code TEXT PRIMARY KEY, key TEXT NOT NULL, state TEXT NOT NULL, revision INTEGER NOT NULL,
    at REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS answers (
    room TEXT NOT NULL, question TEXT NOT NULL, round INTEGER NOT NULL, seat TEXT NOT NULL,
    value TEXT NOT NULL, revision INTEGER NOT NULL, at REAL NOT NULL,
    PRIMARY KEY (room, question, round, seat)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS seats (
    room TEXT NOT NULL, seat TEXT NOT NULL, step INTEGER NOT NULL, follows INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (room, seat)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS openings (
    room TEXT PRIMARY KEY, at REAL NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS questions (
    room TEXT NOT NULL, question TEXT NOT NULL, page TEXT NOT NULL, query TEXT NOT NULL,
    words TEXT NOT NULL, at REAL NOT NULL,
    PRIMARY KEY (room, question)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS contests (
    room TEXT NOT NULL, contest INTEGER NOT NULL, secret TEXT NOT NULL,
    PRIMARY KEY (room, contest)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS entries (
    room TEXT NOT NULL, contest INTEGER NOT NULL, seat TEXT NOT NULL, number INTEGER NOT NULL,
    query TEXT NOT NULL, run TEXT NOT NULL, features INTEGER NOT NULL, score REAL NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (room, contest, seat, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS files (
    file TEXT PRIMARY KEY, room TEXT NOT NULL, name TEXT NOT NULL, size INTEGER NOT NULL
) WITHOUT ROWID;
"""
"""Each connection makes those that are not there: so a file of an earlier version gets what is new,
in tables of its own, and keeps its rows as they are."""
OF_A_ROOM = ("answers", "seats", "openings", "questions", "contests", "entries", "files")
"""The tables whose rows belong to a room, and go with it."""


class VersionedRoom(NamedTuple):
    """A room as it is kept: its revision rises by one with every change."""

    revision: int
    room: Room


def is_allowed() -> bool:
    """Return whether whoever runs the server lets classes be led."""
    return os.environ.get(SWITCH, "") != "0"


def classes_file() -> Path:
    """Return the file of the classes: in a folder, for files of the data folder are data."""
    from datasets.files import data_folder

    return data_folder() / "classes" / "classes.sqlite3"


class ClassDatabase:
    """The file of the classes.

    Every method raises ClassError where the server may not keep rooms, or cannot.

    Parameters
    ----------
    file : where the rooms are kept; its folder is made with the first one. None for that of the
        data folder, wherever it is by now.
    now : returns the time in seconds.
    """

    def __init__(self, file: Path | None = None, now: Callable[[], float] = time.time) -> None:
        self._file, self.now = file, now

    @property
    def file(self) -> Path:
        """The file of the rooms."""
        return self._file or classes_file()

    @property
    def folder(self) -> Path:
        """The folder of the files that classes share, each named by a digest."""
        return self.file.parent / "files"

    def find(self, code: str) -> VersionedRoom | None:
        """Return a room by its code, in capitals or not; None where there is none."""
        if not self.file.exists():
            return None
        with self.reading() as rooms:
            return self.find_in(rooms, code)

    def may_lead(self, code: str, key: str) -> bool:
        """Return whether a key is that of a room."""
        if not self.file.exists():
            return False
        with self.reading() as rooms:
            return self.may_lead_in(rooms, code, key)

    def find_in(self, rooms: sqlite3.Connection, code: str) -> VersionedRoom | None:
        """Return a room on an open connection; None where there is none, or no more."""
        row = rooms.execute(
            "SELECT revision, state FROM rooms WHERE code = ? AND at > ?",
            (code.upper(), self.now() - LIFETIME),
        ).fetchone()
        return row and VersionedRoom(row[0], Room.from_json(row[1]))

    def may_lead_in(self, rooms: sqlite3.Connection, code: str, key: str) -> bool:
        """Return whether a key is that of a room."""
        row = rooms.execute("SELECT key FROM rooms WHERE code = ?", [code.upper()]).fetchone()
        return compare_digest(row[0] if row else "", digest(key))

    def check_key(self, rooms: sqlite3.Connection, code: str, key: str) -> None:
        """Raise ClassError where a key is another one's, or the room is no more."""
        if self.find_in(rooms, code) is None:
            raise ClassError("This class is over.", 410)
        if not self.may_lead_in(rooms, code, key):
            raise ClassError("This class is led by somebody else.", 403)

    def has_seat(self, rooms: sqlite3.Connection, code: str, seat: str) -> bool:
        """Return whether a seat was taken in a room."""
        place = code.upper(), seat
        row = rooms.execute("SELECT 1 FROM seats WHERE room = ? AND seat = ?", place).fetchone()
        return row is not None

    def delete_in(self, rooms: sqlite3.Connection, code: str) -> None:
        """Delete a room, by its code in capitals, all that was said in it, and its files."""
        for (name,) in rooms.execute("SELECT file FROM files WHERE room = ?", [code]).fetchall():
            (self.folder / name).unlink(missing_ok=True)
        rooms.execute("DELETE FROM rooms WHERE code = ?", [code])
        for table in OF_A_ROOM:
            rooms.execute(f"DELETE FROM {table} WHERE room = ?", [code])

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection in a transaction that waits for those of others."""
        with self._connection() as rooms:
            rooms.execute("BEGIN IMMEDIATE")
            yield rooms
            rooms.execute("COMMIT")

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection on which nothing changes meanwhile."""
        with self._connection() as rooms:
            rooms.execute("BEGIN")
            yield rooms
            rooms.execute("COMMIT")

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        if not is_allowed():
            raise ClassError("This server leads no classes.", 403)
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self.file, PATIENCE, isolation_level=None)) as rooms:
                rooms.execute("PRAGMA journal_mode = WAL")
                rooms.execute("PRAGMA synchronous = NORMAL")
                rooms.executescript(TABLES)
                yield rooms
        except (OSError, sqlite3.Error) as error:
            raise ClassError("This server cannot lead classes now.", 503) from error


def digest(key: str) -> str:
    """Return a key as it is kept: whoever reads the file cannot lead."""
    return sha256(key.encode()).hexdigest()

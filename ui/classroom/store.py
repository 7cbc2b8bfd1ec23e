"""The rooms of a server and what was answered in them, in one SQLite file of the data folder.

Several processes use the file at once; a restart loses nothing. An answer is one row of its seat:
given twice, it is the later one. Nothing of a person is kept: a seat is a number that was drawn.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from typing import Any, NamedTuple

from ui.classroom.room import ClassError, Room
from ui.share.codes import draw_code

SWITCH = "SPARSITY_LAB_CLASSES"
"""The environment variable that is 0 where no classes are to be led."""

ATTEMPTS = 20
"""Codes that are drawn until one is free."""
KEY_BYTES = 16

LIFETIME = 4 * 3600.0
"""Seconds after its last change after which a room is deleted, with all that was said in it."""
MOST_ROOMS, MOST_SEATS = 200, 1000
HERE = 60.0
"""Seconds for which a seat counts as taken after it was heard of."""
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
"""


class VersionedRoom(NamedTuple):
    """A room as it is kept: its revision rises by one with every change."""

    revision: int
    room: Room


class Attendance(NamedTuple):
    """Who is there, in numbers.

    Parameters
    ----------
    here, following : seats.
    steps : by the step of a story, how many that do not follow stand there.
    """

    here: int
    following: int
    steps: dict[int, int]


class AnswerRow(NamedTuple):
    """An answer as a teacher takes it home; ``seat`` counts from 1 in no order of arrival."""

    question: str
    round: int
    seat: int
    value: str


def is_allowed() -> bool:
    """Return whether whoever runs the server lets classes be led."""
    return os.environ.get(SWITCH, "") != "0"


def classes_file() -> Path:
    """Return the file of the classes: in a folder, for files of the data folder are data."""
    from datasets.files import data_folder

    return data_folder() / "classes" / "classes.sqlite3"


class ClassStore:
    """The rooms of a server.

    Every method raises ClassError where the server may not keep rooms, or cannot.

    Parameters
    ----------
    file : where they are kept; its folder is made with the first one. None for that of the data
        folder, wherever it is by now.
    now : returns the time in seconds.
    """

    def __init__(self, file: Path | None = None, now: Callable[[], float] = time.time) -> None:
        self._file, self.now = file, now

    @property
    def file(self) -> Path:
        """The file of the rooms."""
        return self._file or classes_file()

    def open(self, room: Room) -> tuple[str, str]:
        """Open a room; return its code, and the key by which it is led."""
        key = secrets.token_urlsafe(KEY_BYTES)
        with self._writing() as rooms:
            self._remove_old(rooms)
            (count,) = rooms.execute("SELECT count(*) FROM rooms").fetchone()
            if count >= MOST_ROOMS:
                raise ClassError("This server leads as many classes as it may.", 507)
            for code in (draw_code() for _ in range(ATTEMPTS)):
                values = code, _digest(key), room.to_json(), 1, self.now()
                made = rooms.execute("INSERT OR IGNORE INTO rooms VALUES (?, ?, ?, ?, ?)", values)
                if made.rowcount:
                    return code, key
        raise ClassError("This server found no free code: press the button once more.", 503)

    def find(self, code: str) -> VersionedRoom | None:
        """Return a room by its code, in capitals or not; None where there is none."""
        if not self.file.exists():
            return None
        with self._reading() as rooms:
            return self._find(rooms, code)

    def may_lead(self, code: str, key: str) -> bool:
        """Return whether a key is that of a room."""
        if not self.file.exists():
            return False
        with self._reading() as rooms:
            return self._may_lead(rooms, code, key)

    def lead(self, code: str, key: str, changes: Mapping[str, Any]) -> VersionedRoom:
        """Change a room, and return it.

        Raises
        ------
        ClassError : the key is another one's, or ``changes`` are none.
        """
        with self._writing() as rooms:
            self._check_key(rooms, code, key)
            revision, room = self._find(rooms, code)
            room = room.with_changes(changes)
            values = room.to_json(), revision + 1, self.now(), code.upper()
            rooms.execute("UPDATE rooms SET state = ?, revision = ?, at = ? WHERE code = ?", values)
        return VersionedRoom(revision + 1, room)

    def answer(self, code: str, seat: str, question: str, round: int, value: object) -> None:
        """Keep the answer of a seat to the question that is open; a later one takes its place.

        Raises
        ------
        ClassError : there is no such room or seat, the question is closed or another one, or
            ``value`` is no answer to it.
        """
        with self._writing() as rooms:
            kept = self._find(rooms, code)
            if kept is None or not self._has_seat(rooms, code, seat):
                raise ClassError("This class is over.", 410)
            asked = kept.room.question
            if asked is None or (asked.key, kept.room.round) != (question, round):
                raise ClassError("The class is asked something else now.", 409)
            if kept.room.phase != "open":
                raise ClassError("No more answers are taken.", 409)
            row = (
                code.upper(),
                question,
                round,
                seat,
                asked.check(value),
                kept.revision,
                self.now(),
            )
            rooms.execute(
                "INSERT INTO answers VALUES (?, ?, ?, ?, ?, ?, ?) "
                "ON CONFLICT DO UPDATE SET value = excluded.value, revision = excluded.revision, "
                "at = excluded.at",
                row,
            )

    def split(self, code: str, question: str, round: int) -> dict[str, int]:
        """Return how many seats gave each answer."""
        with self._reading() as rooms:
            rows = rooms.execute(
                "SELECT value, count(*) FROM answers WHERE room = ? AND question = ? AND round = ? "
                "GROUP BY value ORDER BY value",
                (code.upper(), question, round),
            )
            return dict(rows.fetchall())

    def moves(self, code: str, question: str) -> dict[tuple[str, str], int]:
        """Return how many seats went from which answer of round 1 to which of round 2."""
        with self._reading() as rooms:
            rows = rooms.execute(
                "SELECT a.value, b.value, count(*) FROM answers a JOIN answers b "
                "ON a.room = b.room AND a.question = b.question AND a.seat = b.seat "
                "WHERE a.room = ? AND a.question = ? AND a.round = 1 AND b.round = 2 "
                "GROUP BY a.value, b.value",
                (code.upper(), question),
            )
            return {(before, after): n for before, after, n in rows}

    def take_seat(self, code: str, seat: str, step: int = 0, follows: bool = True) -> None:
        """Note that a seat is there, and where.

        Raises
        ------
        ClassError : there is no such room, or no free seat in it.
        """
        code = code.upper()
        with self._writing() as rooms:
            if self._find(rooms, code) is None:
                raise ClassError("There is no class with this code.", 404)
            (count,) = rooms.execute("SELECT count(*) FROM seats WHERE room = ?", [code]).fetchone()
            if count >= MOST_SEATS and not self._has_seat(rooms, code, seat):
                raise ClassError("This class is full.", 507)
            values = code, seat, step, int(follows), self.now()
            rooms.execute("INSERT OR REPLACE INTO seats VALUES (?, ?, ?, ?, ?)", values)

    def stay(self, code: str, seat: str) -> None:
        """Note that a seat is still there, wherever it stands."""
        with self._writing() as rooms:
            place = self.now(), code.upper(), seat
            rooms.execute("UPDATE seats SET at = ? WHERE room = ? AND seat = ?", place)

    def attendance(self, code: str) -> Attendance:
        """Return how many are there."""
        with self._reading() as rooms:
            rows = rooms.execute(
                "SELECT follows, step, count(*) FROM seats WHERE room = ? AND at > ? "
                "GROUP BY follows, step",
                (code.upper(), self.now() - HERE),
            ).fetchall()
        following = sum(n for follows, _, n in rows if follows)
        steps = {step: n for follows, step, n in rows if not follows}
        return Attendance(following + sum(steps.values()), following, steps)

    def rows(self, code: str, key: str) -> list[AnswerRow]:
        """Return all answers of a class.

        Raises
        ------
        ClassError : the key is another one's.
        """
        with self._reading() as rooms:
            self._check_key(rooms, code, key)
            found = rooms.execute(
                "SELECT question, round, seat, value FROM answers WHERE room = ? ORDER BY seat, at",
                [code.upper()],
            ).fetchall()
        numbers = {seat: i for i, seat in enumerate(dict.fromkeys(r[2] for r in found), 1)}
        return [AnswerRow(question, n, numbers[seat], value) for question, n, seat, value in found]

    def end(self, code: str, key: str) -> None:
        """Delete a room and all that was said in it.

        Raises
        ------
        ClassError : the key is another one's.
        """
        with self._writing() as rooms:
            self._check_key(rooms, code, key)
            self._delete(rooms, code.upper())

    def _find(self, rooms: sqlite3.Connection, code: str) -> VersionedRoom | None:
        row = rooms.execute(
            "SELECT revision, state FROM rooms WHERE code = ? AND at > ?",
            (code.upper(), self.now() - LIFETIME),
        ).fetchone()
        return row and VersionedRoom(row[0], Room.from_json(row[1]))

    def _may_lead(self, rooms: sqlite3.Connection, code: str, key: str) -> bool:
        row = rooms.execute("SELECT key FROM rooms WHERE code = ?", [code.upper()]).fetchone()
        return compare_digest(row[0] if row else "", _digest(key))

    def _check_key(self, rooms: sqlite3.Connection, code: str, key: str) -> None:
        if self._find(rooms, code) is None:
            raise ClassError("This class is over.", 410)
        if not self._may_lead(rooms, code, key):
            raise ClassError("This class is led by somebody else.", 403)

    def _has_seat(self, rooms: sqlite3.Connection, code: str, seat: str) -> bool:
        place = code.upper(), seat
        row = rooms.execute("SELECT 1 FROM seats WHERE room = ? AND seat = ?", place).fetchone()
        return row is not None

    def _remove_old(self, rooms: sqlite3.Connection) -> None:
        limit = [self.now() - LIFETIME]
        for (code,) in rooms.execute("SELECT code FROM rooms WHERE at <= ?", limit).fetchall():
            self._delete(rooms, code)

    def _delete(self, rooms: sqlite3.Connection, code: str) -> None:
        rooms.execute("DELETE FROM rooms WHERE code = ?", [code])
        rooms.execute("DELETE FROM answers WHERE room = ?", [code])
        rooms.execute("DELETE FROM seats WHERE room = ?", [code])

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """A connection in a transaction that waits for those of others."""
        with self._connection() as rooms:
            rooms.execute("BEGIN IMMEDIATE")
            yield rooms
            rooms.execute("COMMIT")

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        """A connection on which nothing changes meanwhile."""
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


def _digest(key: str) -> str:
    """A key as it is kept: whoever reads the file cannot lead."""
    return sha256(key.encode()).hexdigest()

"""The entries of contests: rows in the file of the classes, without names.

An entry is one row of its seat and its number. A seat's own are its own to see; of those of
others nobody hears more than features and score before the contest is over.
"""

from __future__ import annotations

import secrets
import sqlite3
from dataclasses import replace
from typing import NamedTuple

from ui.classroom.contest import ClassContest, ContestData, EntryScore, check_most_features
from ui.classroom.database import ClassDatabase
from ui.classroom.errors import ClassError
from ui.classroom.room import Room

MOST_OF_A_SEAT, MOST_ENTRIES = 20, 2000
"""Entries of one seat in one contest, and of all seats together."""
SECONDS_BETWEEN = 3.0
"""Seconds between two entries of a seat."""

SECRET_BYTES = 16
DIGITS = 6
"""Decimal places of a score in a dot."""


class Dot(NamedTuple):
    """Entries that look the same: their features, and their score."""

    features: int
    score: float


class EntryRow(NamedTuple):
    """An entry as a teacher takes it home; ``seat`` counts from 1 in no order of arrival."""

    contest: int
    seat: int
    entry: int
    run: str
    features: int
    score: float
    settings: str


class EntryStore:
    """The contests of all rooms, and what was entered in them.

    Every method raises ClassError, also where the server may not keep rooms, or cannot.

    Parameters
    ----------
    database : the file of the classes.
    """

    def __init__(self, database: ClassDatabase) -> None:
        self.database = database

    def begin(self, code: str, key: str, found: ContestData, k: int) -> ClassContest:
        """Begin a contest, and return it. Raises ClassError where the key is another one's."""
        check_most_features(k)
        with self.database.writing() as rooms:
            self.database.check_key(rooms, code, key)
            (last,) = rooms.execute(
                "SELECT coalesce(max(contest), 0) FROM contests WHERE room = ?", [code]
            ).fetchone()
            contest = ClassContest(last + 1, found.data, k, found.measure, found.rises)
            secret = secrets.token_hex(SECRET_BYTES)
            rooms.execute("INSERT INTO contests VALUES (?, ?, ?)", (code, contest.number, secret))
            self._change(rooms, code, contest)
        return contest

    def end(self, code: str, key: str) -> None:
        """End the contest: from now on everybody may see which settings made which dot.

        Raises
        ------
        ClassError : the key is another one's, or there is no contest.
        """
        with self.database.writing() as rooms:
            self.database.check_key(rooms, code, key)
            contest = self._room(rooms, code).contest
            if contest is None:
                raise ClassError("There is no contest.", 409)
            self._change(rooms, code, replace(contest, phase="over"))

    def open_contest(self, code: str, seat: str) -> tuple[ClassContest, int]:
        """Return the contest that a seat may enter, and its secret.

        Raises
        ------
        ClassError : there is no such room, seat or contest, or no entry of this seat is left.
        """
        with self.database.reading() as rooms:
            contest = self._open(rooms, code, seat)
            (secret,) = rooms.execute(
                "SELECT secret FROM contests WHERE room = ? AND contest = ?", (code, contest.number)
            ).fetchone()
        return contest, int(secret, 16)

    def keep(self, code: str, seat: str, contest: int, run: str, score: EntryScore) -> int:
        """Keep an entry; return its number.

        Raises
        ------
        ClassError : the contest is over, another one has begun, or no entry is left.
        """
        with self.database.writing() as rooms:
            if self._open(rooms, code, seat).number != contest:
                raise ClassError("Another contest has begun.", 409)
            number = self._count(rooms, code, contest, seat) + 1
            row = code, contest, seat, number, score.query, run, score.features, score.score
            rooms.execute(
                "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*row, self.database.now()),
            )
        return number

    def dots(self, code: str, contest: int) -> list[Dot]:
        """Return the dots of a contest, sorted: their order says nothing of seats."""
        with self.database.reading() as rooms:
            return self._dots(rooms, code.upper(), contest)

    def own_dots(self, code: str, contest: int, seat: str) -> list[Dot]:
        """Return the dots of one seat, as they were entered."""
        with self.database.reading() as rooms:
            rows = rooms.execute(
                f"SELECT features, round(score, {DIGITS}) FROM entries "
                "WHERE room = ? AND contest = ? AND seat = ? ORDER BY number",
                (code.upper(), contest, seat),
            )
            return [Dot(*row) for row in rows]

    def settings_of(self, code: str, place: int) -> str:
        """Return the parameters of the run behind a dot, by its place among ``dots``.

        Raises
        ------
        ClassError : the contest is not over, or there is no such dot.
        """
        with self.database.reading() as rooms:
            contest = self._room(rooms, code).contest
            if contest is None or contest.phase != "over":
                raise ClassError("Settings are shown when the contest is over.", 409)
            dots = self._dots(rooms, code, contest.number)
            if not 0 <= place < len(dots):
                raise ClassError("There is no such entry.", 409)
            (query,) = rooms.execute(
                "SELECT query FROM entries WHERE room = ? AND contest = ? AND features = ? "
                f"AND round(score, {DIGITS}) = ? ORDER BY query LIMIT 1",
                (code, contest.number, *dots[place]),
            ).fetchone()
        return query

    def rows(self, code: str, key: str) -> list[EntryRow]:
        """Return all entries of a class. Raises ClassError where the key is another one's."""
        with self.database.reading() as rooms:
            self.database.check_key(rooms, code, key)
            found = rooms.execute(
                "SELECT contest, seat, number, run, features, score, query FROM entries "
                "WHERE room = ? ORDER BY contest, seat, number",
                [code],
            ).fetchall()
        numbers = {seat: i for i, seat in enumerate(sorted({row[1] for row in found}), 1)}
        return [EntryRow(row[0], numbers[row[1]], *row[2:]) for row in found]

    def _room(self, rooms: sqlite3.Connection, code: str) -> Room:
        kept = self.database.find_in(rooms, code)
        if kept is None:
            raise ClassError("This class is over.", 410)
        return kept.room

    def _open(self, rooms: sqlite3.Connection, code: str, seat: str) -> ClassContest:
        contest = self._room(rooms, code).contest
        if not self.database.has_seat(rooms, code, seat):
            raise ClassError("Join the class first.", 409)
        if contest is None or contest.phase != "open":
            raise ClassError("The contest is over: no more entries are taken.", 409)
        if self._count(rooms, code, contest.number, seat) >= MOST_OF_A_SEAT:
            raise ClassError(f"You have made your {MOST_OF_A_SEAT} entries.", 409)
        if self._count(rooms, code, contest.number) >= MOST_ENTRIES:
            raise ClassError("This contest has as many entries as it takes.", 409)
        return contest

    def _count(self, rooms: sqlite3.Connection, code: str, contest: int, seat: str = "") -> int:
        """The entries of a seat, of all seats where none is named."""
        (count,) = rooms.execute(
            "SELECT count(*) FROM entries WHERE room = ? AND contest = ? AND ? IN (seat, '')",
            (code, contest, seat),
        ).fetchone()
        return count

    def _dots(self, rooms: sqlite3.Connection, code: str, contest: int) -> list[Dot]:
        rows = rooms.execute(
            f"SELECT DISTINCT features, round(score, {DIGITS}) AS score FROM entries "
            "WHERE room = ? AND contest = ? ORDER BY features, score",
            (code, contest),
        )
        return [Dot(*row) for row in rows]

    def _change(self, rooms: sqlite3.Connection, code: str, contest: ClassContest) -> None:
        """The room with its contest, as a new revision."""
        revision, room = self.database.find_in(rooms, code)
        state = replace(room, contest=contest).to_json()
        values = state, revision + 1, self.database.now(), code
        rooms.execute("UPDATE rooms SET state = ?, revision = ?, at = ? WHERE code = ?", values)

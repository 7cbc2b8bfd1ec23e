"""The rooms of a server and what was answered in them, in one SQLite file of the data folder.

Several processes use the file at once; a restart loses nothing. An answer is one row of its seat:
given twice, it is the later one. Nothing of a person is kept: a seat is a number that was drawn.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, NamedTuple

from ui.classroom.answer_table import AnswerRow, AskedQuestion
from ui.classroom.database import LIFETIME, ClassDatabase, VersionedRoom, digest
from ui.classroom.errors import ClassError
from ui.classroom.room import UNCLEAR, ClassQuestion, Room
from ui.classroom.two_leaders import fit_changes
from ui.share.codes import draw_code

ATTEMPTS = 20
"""Codes that are drawn until one is free."""
KEY_BYTES = 16

MOST_ROOMS, MOST_SEATS = 200, 1000
MOST_QUESTIONS = 500
"""Questions of a room whose words are kept."""
HERE = 60.0
"""Seconds for which a seat counts as taken after it was heard of."""


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


class ClassStore(ClassDatabase):
    """The rooms of a server."""

    def open(self, room: Room) -> tuple[str, str]:
        """Open a room; return its code, and the key by which it is led."""
        key = secrets.token_urlsafe(KEY_BYTES)
        with self.writing() as rooms:
            self._remove_old(rooms)
            (count,) = rooms.execute("SELECT count(*) FROM rooms").fetchone()
            if count >= MOST_ROOMS:
                raise ClassError("This server leads as many classes as it may.", 507)
            for code in (draw_code() for _ in range(ATTEMPTS)):
                values = code, digest(key), room.to_json(), 1, self.now()
                made = rooms.execute("INSERT OR IGNORE INTO rooms VALUES (?, ?, ?, ?, ?)", values)
                if made.rowcount:
                    opening = code, self.now()
                    rooms.execute("INSERT OR REPLACE INTO openings VALUES (?, ?)", opening)
                    self._note_question(rooms, code, room)
                    return code, key
        raise ClassError("This server found no free code: press the button once more.", 503)

    def lead(self, code: str, key: str, changes: Mapping[str, Any]) -> VersionedRoom:
        """Change a room, and return it.

        Raises
        ------
        ClassError : the key is another one's, or ``changes`` are none; see ``fit_changes``.
        """
        with self.writing() as rooms:
            self.check_key(rooms, code, key)
            revision, room = self.find_in(rooms, code)
            room = room.with_changes(fit_changes(room, changes))
            values = room.to_json(), revision + 1, self.now(), code.upper()
            rooms.execute("UPDATE rooms SET state = ?, revision = ?, at = ? WHERE code = ?", values)
            self._note_question(rooms, code.upper(), room)
        return VersionedRoom(revision + 1, room)

    def answer(self, code: str, seat: str, question: str, round: int, value: object) -> None:
        """Keep the answer of a seat to the question that is open; a later one takes its place.

        Raises
        ------
        ClassError : there is no such room or seat, the question is closed or another one, or
            ``value`` is no answer to it.
        """
        with self.writing() as rooms:
            kept = self.find_in(rooms, code)
            if kept is None or not self.has_seat(rooms, code, seat):
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
        with self.reading() as rooms:
            rows = rooms.execute(
                "SELECT value, count(*) FROM answers WHERE room = ? AND question = ? AND round = ? "
                "AND value != ? GROUP BY value ORDER BY value",
                (code.upper(), question, round, UNCLEAR),
            )
            return dict(rows.fetchall())

    def unclear(self, code: str, question: str, round: int) -> int:
        """Return how many seats do not understand the question."""
        with self.reading() as rooms:
            (count,) = rooms.execute(
                "SELECT count(*) FROM answers WHERE room = ? AND question = ? AND round = ? "
                "AND value = ?",
                (code.upper(), question, round, UNCLEAR),
            ).fetchone()
        return count

    def moves(self, code: str, question: str) -> dict[tuple[str, str], int]:
        """Return how many seats went from which answer of round 1 to which of round 2."""
        with self.reading() as rooms:
            rows = rooms.execute(
                "SELECT a.value, b.value, count(*) FROM answers a JOIN answers b "
                "ON a.room = b.room AND a.question = b.question AND a.seat = b.seat "
                "WHERE a.room = ? AND a.question = ? AND a.round = 1 AND b.round = 2 "
                "AND ? NOT IN (a.value, b.value) GROUP BY a.value, b.value",
                (code.upper(), question, UNCLEAR),
            )
            return {(before, after): n for before, after, n in rows}

    def take_seat(self, code: str, seat: str, step: int = 0, follows: bool = True) -> None:
        """Note that a seat is there, and where.

        Raises
        ------
        ClassError : there is no such room, or no free seat in it.
        """
        code = code.upper()
        with self.writing() as rooms:
            if self.find_in(rooms, code) is None:
                raise ClassError("There is no class with this code.", 404)
            (count,) = rooms.execute("SELECT count(*) FROM seats WHERE room = ?", [code]).fetchone()
            if count >= MOST_SEATS and not self.has_seat(rooms, code, seat):
                raise ClassError("This class is full.", 507)
            values = code, seat, step, int(follows), self.now()
            rooms.execute("INSERT OR REPLACE INTO seats VALUES (?, ?, ?, ?, ?)", values)

    def leave_seat(self, code: str, seat: str) -> None:
        """Give a seat up; what was answered there stays."""
        with self.writing() as rooms:
            rooms.execute("DELETE FROM seats WHERE room = ? AND seat = ?", (code.upper(), seat))

    def stay(self, code: str, seat: str) -> None:
        """Note that a seat is still there, wherever it stands."""
        with self.writing() as rooms:
            place = self.now(), code.upper(), seat
            rooms.execute("UPDATE seats SET at = ? WHERE room = ? AND seat = ?", place)

    def attendance(self, code: str) -> Attendance:
        """Return how many are there."""
        with self.reading() as rooms:
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
        code = code.upper()
        with self.reading() as rooms:
            self.check_key(rooms, code, key)
            now = self.find_in(rooms, code).room
            opened = rooms.execute("SELECT at FROM openings WHERE room = ?", [code]).fetchone()
            found = rooms.execute(
                "SELECT question, page, query, words, round, seat, value, a.at FROM answers a "
                "LEFT JOIN questions q USING (room, question) WHERE room = ? "
                "ORDER BY coalesce(q.at, 0), question, round, seat",
                [code],
            ).fetchall()
        numbers = {seat: i for i, seat in enumerate(sorted({row[5] for row in found}), 1)}
        return [
            AnswerRow(
                _question_of(question, kept, now),
                *(round, numbers[seat], value, opened and at - opened[0]),
            )
            for question, *kept, round, seat, value, at in found
        ]

    def end(self, code: str, key: str) -> None:
        """Delete a room and all that was said in it.

        Raises
        ------
        ClassError : the key is another one's.
        """
        with self.writing() as rooms:
            self.check_key(rooms, code, key)
            self.delete_in(rooms, code.upper())

    def remove_old(self) -> None:
        """Delete the rooms whose time is over, with their files."""
        if self.file.exists():
            with self.writing() as rooms:
                self._remove_old(rooms)
                known = {name for (name,) in rooms.execute("SELECT file FROM files")}
                # What a process that was killed had begun; nobody else writes meanwhile.
                for path in self.folder.glob("*"):
                    if path.name not in known:
                        path.unlink(missing_ok=True)

    def _note_question(self, rooms: sqlite3.Connection, code: str, room: Room) -> None:
        """Keep the words of the question that a room is asked, and where it stands then."""
        if room.question is not None:
            words = json.dumps(asdict(room.question))
            asked = code, room.question.key, room.page, room.query, words, self.now()
            rooms.execute(
                "INSERT OR IGNORE INTO questions SELECT ?, ?, ?, ?, ?, ? "
                "WHERE (SELECT count(*) FROM questions WHERE room = ?) < ?",
                (*asked, code, MOST_QUESTIONS),
            )

    def _remove_old(self, rooms: sqlite3.Connection) -> None:
        limit = [self.now() - LIFETIME]
        for (code,) in rooms.execute("SELECT code FROM rooms WHERE at <= ?", limit).fetchall():
            self.delete_in(rooms, code)


def _question_of(key: str, kept: list[str | None], now: Room) -> AskedQuestion:
    """A question as it was kept, or as an earlier version leaves it: open, or a key alone."""
    page, query, words = kept
    if words is not None:
        return AskedQuestion(key, page, query, ClassQuestion(**json.loads(words)))
    if now.question is not None and now.question.key == key:
        return AskedQuestion(key, now.page, now.query, now.question)
    return AskedQuestion(key, "", "")

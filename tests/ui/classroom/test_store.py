"""Rooms are whole values with a revision; answers are rows, one a seat, counted exactly."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, fields

import pytest

from ui.classroom.database import LIFETIME, SWITCH
from ui.classroom.room import ClassError, ClassQuestion, Room
from ui.classroom.store import HERE, MOST_ROOMS, Attendance, ClassStore

ASKED = {"question": {"key": "rounding.2", "choices": 3}}


@dataclass
class Clock:
    """A clock that is set by hand."""

    time: float = 1000.0

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(tmp_path, clock) -> ClassStore:
    return ClassStore(tmp_path / "classes" / "classes.sqlite3", clock)


@pytest.fixture
def lesson(store) -> tuple[str, str]:
    """A class of three that is asked something: its code and its key."""
    code, key = store.open(Room("rounding", "step=2"))
    for seat in "abc":
        store.take_seat(code, seat)
    store.lead(code, key, ASKED)
    return code, key


def test_a_room_is_a_whole_value_with_a_revision(store):
    code, key = store.open(Room("rounding", "step=2"))
    assert store.find(code) == store.find(code.lower()) == (1, Room("rounding", "step=2"))
    store.lead(code, key, {"query": "step=3", "eyes": True})
    assert store.find(code) == (2, Room("rounding", "step=3", eyes=True))
    assert len(code) == 5 and code.isalpha() and store.find("BBBBB" + code) is None


def test_every_state_comes_back_as_it_was_kept():
    asked = ClassQuestion("rounding.2", 3)
    for room in (
        Room(),
        Room("groups", "step=4&bet=1", 3, ["votes"], None, True, asked, 2, "split"),
        Room(question=asked, phase="answer", picked="2"),
    ):
        assert Room.from_json(room.to_json()) == room


@pytest.mark.parametrize(
    "changes",
    [
        {"page": "../etc"},
        {"page": 7},
        {"query": "x" * 9000},
        {"eyes": "yes"},
        {"frame": -2},
        {"look": "all"},
        {"look": ["x" * 101]},
        {"hand": {"source": "run_1"}},
        {"hand": {"source": "run_1", "values": {"gravity": "much"}}},
        {"phase": "over"},
        {"picked": 2},
        {"picked": "x" * 121},
        {"round": 3},
        {"question": {"key": ""}},
        {"question": {"key": "a", "choices": True}},
        {"question": {"key": "a", "choices": 99}},
        {"question": {"key": "a", "right": 2}},
        {"question": "what?"},
        {"revision": 12},
    ],
)
def test_what_is_no_state_changes_nothing(store, lesson, changes):
    code, key = lesson
    before = store.find(code)
    with pytest.raises(ClassError):
        store.lead(code, key, changes)
    assert store.find(code) == before


@pytest.mark.parametrize(
    "changes", [{"round": 2, "phase": "open"}, {"phase": "open"}, {"question": None}]
)
def test_an_answer_is_picked_until_answers_are_taken_again(store, lesson, changes):
    code, key = lesson
    store.lead(code, key, {"question": {"key": "rounding.2", "choices": 3}, "phase": "open"})
    store.lead(code, key, {"picked": "1"})
    assert store.find(code).room.picked == "", "nothing is shown yet"
    store.lead(code, key, {"phase": "split"})
    store.lead(code, key, {"picked": "1"})
    store.lead(code, key, {"phase": "answer"})
    assert store.find(code).room.picked == "1"
    store.lead(code, key, changes)
    assert store.find(code).room.picked == ""


def test_only_the_key_leads(store, lesson):
    code, key = lesson
    _, others_key = store.open(Room())
    for wrong in ("", key[:-1], others_key, "x" * 40):
        for forbidden in (
            lambda wrong=wrong: store.lead(code, wrong, {"eyes": True}),
            lambda wrong=wrong: store.rows(code, wrong),
            lambda wrong=wrong: store.end(code, wrong),
        ):
            with pytest.raises(ClassError, match="led by somebody else") as refused:
                forbidden()
            assert refused.value.status == 403
        assert not store.may_lead(code, wrong)
    assert store.may_lead(code, key) and not store.may_lead("BBBBB", "")
    with closing(sqlite3.connect(store.file)) as file:
        assert key not in str(file.execute("SELECT * FROM rooms").fetchall())


def test_two_hundred_who_answer_twice_are_two_hundred(store):
    code, key = store.open(Room())
    seats = [f"seat {i}" for i in range(200)]
    store.lead(code, key, ASKED)

    def answer(seat: str) -> None:
        store.take_seat(code, seat)
        for value in (1, 2 + int(seat[-1]) % 2):
            store.answer(code, seat, "rounding.2", 1, value)

    with ThreadPoolExecutor(24) as pool:
        list(pool.map(answer, seats))
    assert store.split(code, "rounding.2", 1) == {"2": 100, "3": 100}
    assert len(store.rows(code, key)) == 200
    assert store.attendance(code) == Attendance(200, 200, {})


def test_answers_are_taken_while_the_question_is_open(store, lesson):
    code, key = lesson
    store.answer(code, "a", "rounding.2", 1, 2)
    assert store.split(code, "rounding.2", 1) == {"2": 1}
    for wrong in ((code, "a", "rounding.2", 2), (code, "a", "rounding.6", 1)):
        with pytest.raises(ClassError, match="something else"):
            store.answer(*wrong, 1)
    for nowhere in ((code, "z"), ("BBBBB", "a")):
        with pytest.raises(ClassError, match="over"):
            store.answer(*nowhere, "rounding.2", 1, 1)
    for value in (0, 4, "1", 1.0, True, None, [1]):
        with pytest.raises(ClassError, match="no answer"):
            store.answer(code, "a", "rounding.2", 1, value)
    store.lead(code, key, {"phase": "split"})
    with pytest.raises(ClassError, match="No more"):
        store.answer(code, "b", "rounding.2", 1, 1)
    assert store.split(code, "rounding.2", 1) == {"2": 1}


def test_a_second_round_says_who_moved_where(store, lesson):
    code, key = lesson
    for seat, value in zip("abc", (1, 1, 3), strict=True):
        store.answer(code, seat, "rounding.2", 1, value)
    store.lead(code, key, {"round": 2, "phase": "open"})
    for seat, value in zip("ab", (2, 1), strict=True):
        store.answer(code, seat, "rounding.2", 2, value)
    assert store.moves(code, "rounding.2") == {("1", "1"): 1, ("1", "2"): 1}
    assert store.split(code, "rounding.2", 1) == {"1": 2, "3": 1}
    store.lead(code, key, {"question": {"key": "rounding.6", "choices": 3}})
    assert (store.find(code).room.round, store.find(code).room.phase) == (1, "open")


def test_who_is_there_is_known_in_numbers(store, lesson, clock):
    code, _ = lesson
    store.take_seat(code, "a", 4, follows=False)
    assert store.attendance(code) == Attendance(3, 2, {4: 1})
    clock.time += HERE - 1
    store.stay(code, "a")
    clock.time += 2
    assert store.attendance(code) == Attendance(1, 0, {4: 1})


def test_a_room_goes_with_all_that_was_said_in_it(store, lesson, clock):
    code, key = lesson
    store.answer(code, "a", "rounding.2", 1, 2)
    other, _ = store.open(Room())
    store.end(code, key)
    assert store.find(code) is None and not store.split(code, "rounding.2", 1)
    clock.time += LIFETIME + 1
    assert store.find(other) is None
    store.open(Room())
    with closing(sqlite3.connect(store.file)) as file:
        for table, left in (("rooms", 1), ("answers", 0), ("seats", 0)):
            assert file.execute(f"SELECT count(*) FROM {table}").fetchone() == (left,)


def test_a_file_of_an_earlier_version_keeps_its_answers(store, lesson, clock):
    code, key = lesson
    store.answer(code, "a", "rounding.2", 1, 3)
    with closing(sqlite3.connect(store.file)) as file:
        file.executescript("DROP TABLE openings; DROP TABLE questions;")
    clock.time += 65
    (row,) = store.rows(code, key)
    assert row.asked == ("rounding.2", "rounding", "step=2", ClassQuestion("rounding.2", 3))
    assert (row.value, row.seconds) == ("3", None)
    store.lead(code, key, {"question": None, "query": "step=3"})
    assert store.rows(code, key)[0].asked == ("rounding.2", "", "", None), "the key says the step"
    new, own = store.open(Room("rounding", "step=2"))
    store.take_seat(new, "b")
    store.lead(new, own, ASKED)
    clock.time += 65
    store.answer(new, "b", "rounding.2", 1, 1)
    assert [row.seconds for row in store.rows(new, own)] == [65.0]
    store.end(new, own)
    with closing(sqlite3.connect(store.file)) as file:
        for table in ("openings", "questions"):
            assert file.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)


def test_nothing_of_a_person_is_kept(store, lesson):
    with closing(sqlite3.connect(store.file)) as file:
        columns = {
            table: [row[1] for row in file.execute(f"PRAGMA table_info({table})")]
            for (table,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        }
    assert columns == {
        "rooms": ["code", "key", "state", "revision", "at"],
        "answers": ["room", "question", "round", "seat", "value", "revision", "at"],
        "seats": ["room", "seat", "step", "follows", "at"],
        "openings": ["room", "at"],
        "questions": ["room", "question", "page", "query", "words", "at"],
        "contests": ["room", "contest", "secret"],
        "entries": [
            *("room", "contest", "seat", "number", "query", "run", "features", "score", "at"),
        ],
        "files": ["file", "room", "name", "size"],
    }
    known = {
        "page",
        "query",
        "frame",
        "look",
        "hand",
        "eyes",
        "question",
        "round",
        "phase",
        "picked",
        "contest",
    }
    assert {each.name for each in fields(Room)} == known


def test_a_server_may_lead_no_classes_or_no_more(store, monkeypatch):
    for _ in range(MOST_ROOMS):
        store.open(Room())
    with pytest.raises(ClassError, match="as many classes as it may"):
        store.open(Room())
    monkeypatch.setenv(SWITCH, "0")
    with pytest.raises(ClassError, match="leads no classes"):
        store.open(Room())


def test_a_file_that_cannot_be_made_is_said(tmp_path):
    (tmp_path / "classes").write_text("no folder")
    with pytest.raises(ClassError, match="cannot lead classes now"):
        ClassStore(tmp_path / "classes" / "file").open(Room())

"""Uploads that no page reads: a session has the server hold no more of them than it may keep."""

from __future__ import annotations

from collections import Counter

import pytest
from starlette.responses import PlainTextResponse

from ui import shelf
from ui.web import room
from ui.web.room import UPLOADS, Room

MEGABYTE = 1_000_000


@pytest.fixture
def held(monkeypatch) -> Counter:
    """The bytes that the server holds, by session."""
    bytes_of = Counter()
    monkeypatch.setattr(room, "held", lambda: bytes_of.copy())
    monkeypatch.setattr(room, "bounds", lambda: (2, 5))
    return bytes_of


def put(door: Room, length: str | int | None, session: str = "me", method: str = "PUT") -> int:
    """Send a file of that length, and return the status of the answer."""
    headers = [] if length is None else [(b"content-length", str(length).encode("utf-8"))]
    path = f"{UPLOADS}{session}/1"
    sent = []

    async def send(message):
        sent.append(message)

    scope = {"type": "http", "method": method, "path": path, "headers": headers}
    with pytest.raises(StopIteration):
        door(scope, None, send).send(None)
    return sent[0]["status"]


def test_there_is_room_for_as_much_as_a_session_may_keep(held):
    door = Room(PlainTextResponse("kept"))
    assert put(door, 2 * MEGABYTE) == 200 and put(door, 3 * MEGABYTE) == 413
    held["me"] = MEGABYTE
    assert put(door, MEGABYTE) == 200 and put(door, 1_500_000) == 413
    assert put(door, 1_500_000, session="you") == 200


def test_all_sessions_together_have_their_bound_too(held):
    held.update({"a": 2 * MEGABYTE, "b": 2 * MEGABYTE})
    door = Room(PlainTextResponse("kept"))
    assert put(door, MEGABYTE) == 200 and put(door, 2 * MEGABYTE) == 413


def test_files_that_come_at_once_are_counted_before_they_are_there(held):
    during = []

    async def app(scope, receive, send):
        if not during:
            during.append(0)
            during.append(put(door, 1_500_000))
        await PlainTextResponse("kept")(scope, receive, send)

    door = Room(app)
    assert put(door, 1_500_000) == 200 and during == [0, 413]
    assert put(door, 1_500_000) == 200, "what has come is counted no longer"


@pytest.mark.parametrize("length", [None, "", "-1", "1e3", "٣", "7" * 5000])
def test_a_file_says_how_long_it_is(held, length):
    door = Room(PlainTextResponse("kept"))
    assert put(door, length) == 411
    assert put(door, length, method="GET") == 200


def test_the_bounds_are_those_of_what_is_kept():
    most, everybodys = room.bounds()
    assert most == shelf.MOST_MEGABYTES and everybodys == shelf.everybodys()
    assert room.held() == Counter(), "no server runs here"

"""Uploads that no page reads: a session has the server hold no more of them than it may keep."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse

from tests.support.serving.services import apart
from ui import dataset_library
from ui.web import upload_quota
from ui.web.upload_quota import Upload, UploadQuota

MEGABYTE = 1_000_000
GONE = {"type": "http.disconnect"}


@pytest.fixture
def held_files(monkeypatch) -> dict[str, bytes]:
    """The files an app holds, by session and name; a session may have 2 MB, all together 5."""
    monkeypatch.setattr(upload_quota, "bounds", lambda: (2, 5))
    monkeypatch.setattr(upload_quota, "SILENCE", 0.05)
    return {}


@pytest.fixture
def quota(held_files) -> UploadQuota:
    """The quota before an app that holds what is sent, as Streamlit does, and wants its token."""

    async def hold(scope, receive, send):
        request = Request(scope, receive)
        place = "/".join(scope["path"].split("/")[-2:])
        scope["path"] = "a path within the app"
        if request.headers.get("x-token") != "secret":
            await PlainTextResponse("", 403)(scope, receive, send)
            return
        if scope["method"] == "PUT":
            held_files[place] = await request.body()
        elif scope["method"] == "DELETE":
            held_files.pop(place, None)
        await PlainTextResponse("held_files", 204)(scope, receive, send)

    return UploadQuota(hold)


def piece(size: int, more: bool = False) -> dict:
    return {"type": "http.request", "body": b"x" * size, "more_body": more}


async def put(
    quota: UploadQuota,
    *pieces: dict,
    length: str | int | None = None,
    session: str = "me",
    file: str = "1",
    address: str = "10.0.0.1",
    method: str = "PUT",
    pause: float = 0.0,
) -> int:
    """Send the pieces of a file, then nothing; return the status of the answer, 0 for none."""
    sent, rest = [], list(pieces)
    length = sum(len(each.get("body", b"")) for each in pieces) if length is None else length
    headers = [(b"content-length", str(length).encode("utf-8"))] if length != "none" else []
    headers.append((b"x-token", b"secret"))

    async def receive() -> dict:
        await asyncio.sleep(pause)
        if rest:
            return rest.pop(0)
        return await asyncio.Event().wait()

    async def send(message: dict) -> None:
        sent.append(message)

    path = f"/lab/_stcore/upload_file/{session}/{file}"
    client = (address, 1)
    scope = {"type": "http", "method": method, "path": path, "headers": headers, "client": client}
    await quota(scope, receive, send)
    return sent[0]["status"] if sent else 0


def done(work: Callable[[], Awaitable]):
    """Return what comes of ``work``, whose event loop is its own."""
    return apart(asyncio.run, work())


def test_there_is_room_for_as_much_as_a_session_may_keep(quota):
    async def work():
        return [
            await put(quota, piece(3 * MEGABYTE)),
            await put(quota, piece(1_500_000), file="1"),
            await put(quota, piece(1_500_000), file="2"),
            await put(quota, piece(1_500_000), session="you", address="10.0.0.2"),
        ]

    assert done(work) == [413, 204, 413, 204]


def test_all_sessions_together_have_their_bound_too(quota):
    async def work():
        sizes = {"a": 2, "b": 2, "c": 2, "d": 1}
        return [
            await put(quota, piece(size * MEGABYTE), session=session, address=session)
            for session, size in sizes.items()
        ]

    assert done(work) == [204, 204, 413, 204]


def test_one_machine_leaves_room_for_another(quota):
    async def work():
        return [
            await put(quota, piece(2 * MEGABYTE), session="a"),
            await put(quota, piece(2 * MEGABYTE), session="b"),
            await put(quota, piece(2 * MEGABYTE), session="c", address="10.0.0.2"),
        ]

    assert done(work) == [204, 413, 204]


def test_files_of_a_session_that_come_at_once_are_counted_before_they_are_there(quota):
    async def work():
        both = await asyncio.gather(*(put(quota, piece(1_500_000), file=f) for f in "12"))
        return [*both, await put(quota, piece(400_000), file="3")]

    assert done(work) == [204, 413, 204]


def test_what_was_announced_and_does_not_come_takes_no_room_from_others(quota):
    async def work():
        announced = [
            put(quota, piece(5, more=True), length=2 * MEGABYTE, session=f"s{i}") for i in range(36)
        ]
        stalled = asyncio.gather(*announced)
        await asyncio.sleep(0.02)
        mine = await put(quota, piece(2 * MEGABYTE), session="me")
        return mine, await stalled, len(quota.uploads)

    mine, stalled, left = done(work)
    assert mine == 204 and stalled == [408] * 36 and left == 1, "none of them is counted any more"


def test_what_comes_meanwhile_takes_the_room_of_one_that_is_still_coming(quota):
    async def work():
        late = [piece(MEGABYTE, more=True), piece(MEGABYTE)]
        others = [put(quota, *late, session=f"s{i}", address=f"10.0.0.{i}") for i in range(3)]
        return sorted(await asyncio.gather(*others))

    assert done(work) == [204, 204, 413]


def test_a_file_that_comes_too_slowly_is_given_up(quota, monkeypatch):
    monkeypatch.setattr(upload_quota, "BEGINNING", 0.0)
    monkeypatch.setattr(upload_quota, "SLOWEST", 1e9)

    async def work():
        slow = [piece(1, more=True)] * 10
        return await put(quota, *slow, length=100), len(quota.uploads)

    assert done(work) == (408, 0)


def test_a_slow_file_that_comes_is_waited_for(monkeypatch):
    upload = Upload("me", "1", "", 200 * MEGABYTE, came=10 * MEGABYTE)
    upload.began -= 300.0
    assert upload.patience() == upload_quota.SILENCE
    upload.began -= 300.0
    assert upload.patience() < 0.0


@pytest.mark.parametrize("error", [ClientDisconnect, ValueError, asyncio.CancelledError])
def test_room_is_free_again_whatever_ends_a_request(held_files, error):
    async def fails(scope, receive, send):
        await receive()
        raise error

    quota = UploadQuota(fails)

    async def work():
        try:
            return await put(quota, piece(5, more=True), length=MEGABYTE), len(quota.uploads)
        except (ValueError, asyncio.CancelledError):
            return 0, len(quota.uploads)

    assert done(work) == (0, 0)


def test_a_browser_that_goes_while_it_sends_frees_its_room_without_a_word(quota):
    async def work():
        return await put(quota, piece(5, more=True), GONE, length=MEGABYTE), len(quota.uploads)

    assert done(work) == (0, 0)


def test_a_file_that_no_page_has_read_is_let_go(quota, held_files, monkeypatch):
    monkeypatch.setattr(upload_quota, "UNREAD", 0.05)

    async def work():
        await put(quota, piece(MEGABYTE))
        before = len(held_files)
        await asyncio.sleep(0.1)
        return before, len(held_files), len(quota.uploads)

    assert upload_quota.UNREAD <= dataset_library.PATIENCE
    assert done(work) == (1, 0, 0)


def test_a_file_in_the_place_of_another_has_its_own_time(quota, held_files, monkeypatch):
    monkeypatch.setattr(upload_quota, "UNREAD", 0.1)

    async def work():
        await put(quota, piece(MEGABYTE))
        await asyncio.sleep(0.06)
        await put(quota, piece(100))
        await asyncio.sleep(0.06)
        return len(held_files), [each.came for each in quota.uploads]

    assert done(work) == (1, [100])


def test_a_file_that_was_read_is_deleted_and_not_counted_any_more(quota, held_files):
    async def work():
        first = await put(quota, piece(2 * MEGABYTE))
        full = await put(quota, piece(2 * MEGABYTE), file="2")
        await asyncio.to_thread(upload_quota.forget, "1")
        await asyncio.sleep(0.02)
        return first, full, dict(held_files), await put(quota, piece(2 * MEGABYTE), file="3")

    assert done(work) == (204, 413, {}, 204)


def test_a_file_that_its_browser_deletes_is_not_counted_any_more(quota, held_files):
    async def work():
        await put(quota, piece(2 * MEGABYTE))
        await put(quota, method="DELETE")
        return dict(held_files), await put(quota, piece(2 * MEGABYTE), file="2")

    assert done(work) == ({}, 204)


def test_a_file_that_is_unknown_is_forgotten_without_a_word(quota, held_files):
    async def work():
        await put(quota, piece(100))
        for name in ("2", ""):
            upload_quota.forget(name)
        await asyncio.sleep(0.02)
        return len(held_files)

    assert done(work) == 1


@pytest.mark.parametrize("length", ["none", "", "-1", "1e3", "٣", "7" * 5000])
def test_a_file_says_how_long_it_is(quota, length):
    assert done(lambda: put(quota, length=length)) == 411
    assert done(lambda: put(quota, length=length, method="GET")) == 204


def test_the_bounds_are_those_of_what_is_kept():
    most, everybodys = upload_quota.bounds()
    assert most == dataset_library.MOST_MEGABYTES and everybodys == dataset_library.everybodys()

"""Streams hear the newest room, whichever process changed it, and nothing before its time."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress

import pytest

from tests.support.serving.services import apart
from ui.classroom import hub as hubs
from ui.classroom.hub import Hub, Listener
from ui.classroom.room import Room
from ui.classroom.store import ClassStore

ASKED = {"question": {"key": "rounding.2", "choices": 3}}


@pytest.fixture
def store(tmp_path) -> ClassStore:
    return ClassStore(tmp_path / "classes" / "classes.sqlite3")


class Stream:
    """A stream, with all that it has heard."""

    def __init__(self, hub: Hub, code: str, seat: str, leads: bool = False) -> None:
        hub.store.take_seat(code, seat)
        self.heard: list[dict] = []
        self.task = asyncio.create_task(self._listen(hub, Listener(code, seat, leads)))

    async def _listen(self, hub: Hub, listener: Listener) -> None:
        async for news in hub.listen(listener):
            self.heard.append(news)

    async def hears(self, **expected) -> dict:
        """Wait until the newest has these values."""
        async with asyncio.timeout(5):
            while True:
                newest = next((news for news in reversed(self.heard) if news), {})
                if expected.items() <= newest.items():
                    return newest
                await asyncio.sleep(0.01)


def test_who_comes_late_hears_the_whole_room_and_then_its_changes(store):
    code, key = store.open(Room("rounding", "step=2"))
    store.lead(code, key, {"query": "step=3"})

    async def lesson():
        # Two processes on one file.
        here, there = Hub(store), Hub(ClassStore(store.file))
        streams = [Stream(here, code, "a"), Stream(there, code, "b")]
        for stream in streams:
            assert (await stream.hears(query="step=3"))["revision"] == 2
        store.lead(code, key, {"query": "step=4", "eyes": True})
        for stream in streams:
            assert (await stream.hears(query="step=4"))["eyes"]
        late = Stream(here, code, "c")
        await late.hears(query="step=4", revision=3)
        store.end(code, key)
        async with asyncio.timeout(5):
            await asyncio.gather(*(stream.task for stream in [*streams, late]))
        assert not here.listeners and not there.listeners

    apart(asyncio.run, lesson())


def test_nobody_hears_what_was_said_before_it_is_shown(store):
    code, key = store.open(Room("rounding", "step=2"))
    store.lead(code, key, ASKED)

    async def lesson():
        hub = Hub(store)
        student, teacher = Stream(hub, code, "a"), Stream(hub, code, "t", leads=True)
        store.take_seat(code, "b")
        for seat, value in (("a", 2), ("b", 3)):
            store.answer(code, seat, "rounding.2", 1, value)
        counted = await teacher.hears(answered=2)
        assert counted["here"] == counted["following"] == 3
        store.lead(code, key, {"eyes": True})
        await student.hears(eyes=True)
        for stream in (student, teacher):
            heard = json.dumps(stream.heard)
            assert "split" not in heard and "moves" not in heard and '"2"' not in heard
        assert "answered" not in json.dumps(student.heard)
        store.lead(code, key, {"phase": "split"})
        assert (await student.hears(phase="split"))["split"] == {"2": 1, "3": 1}
        store.lead(code, key, {"round": 2, "phase": "open"})
        again = await student.hears(round=2)
        assert "split" not in again and "moves" not in again
        store.answer(code, "a", "rounding.2", 2, 3)
        store.lead(code, key, {"phase": "split"})
        shown = await student.hears(phase="split", round=2)
        assert shown["split"] == {"3": 1} and shown["moves"] == [["2", "3", 1]]
        hub.close()
        await asyncio.gather(student.task, teacher.task)

    apart(asyncio.run, lesson())


def test_a_slow_stream_hears_the_newest_alone(store):
    code, key = store.open(Room())

    async def lesson():
        hub = Hub(store)
        slow = Listener(code, "a")
        hub.listeners.add(slow)
        for step in range(10):
            store.lead(code, key, {"query": f"step={step}"})
            await hub._tell([slow])
        assert slow.news.qsize() == 1
        assert slow.news.get_nowait()["query"] == "step=9"

    apart(asyncio.run, lesson())


def test_a_stream_without_news_keeps_its_seat(store, monkeypatch):
    monkeypatch.setattr(hubs, "STILL_HERE", 0.02)
    code, _ = store.open(Room())
    stayed = []
    monkeypatch.setattr(store, "stay", lambda *place: stayed.append(place))

    async def lesson():
        stream = Stream(Hub(store), code, "a")
        async with asyncio.timeout(5):
            while len(stayed) < 2 or {} not in stream.heard:
                await asyncio.sleep(0.01)
        stream.task.cancel()
        with suppress(asyncio.CancelledError):
            await stream.task

    apart(asyncio.run, lesson())
    assert stayed[0] == (code, "a")


def test_a_stream_with_much_news_keeps_its_seat_too(store, monkeypatch):
    monkeypatch.setattr(hubs, "STILL_HERE", 0.2)
    code, key = store.open(Room())
    stayed = []
    monkeypatch.setattr(store, "stay", lambda *place: stayed.append(place))

    async def lesson():
        hub = Hub(store)
        stream = Stream(hub, code, "a")
        async with asyncio.timeout(10):
            while not stayed:
                store.lead(code, key, {"eyes": len(stream.heard) % 2 == 0})
                await asyncio.sleep(0.02)
        assert {} not in stream.heard, "it was never without news"
        hub.close()
        await stream.task

    apart(asyncio.run, lesson())


def test_a_hundred_streams_end_with_the_server(store):
    code, _ = store.open(Room())

    async def lesson():
        hub = Hub(store)
        streams = [Stream(hub, code, f"{i}") for i in range(100)]
        for stream in streams:
            await stream.hears(revision=1)
        hub.close()
        async with asyncio.timeout(2):
            await asyncio.gather(*(stream.task for stream in streams))

    apart(asyncio.run, lesson())

"""What wakes the streams of a process when a room changes, whichever process has changed it."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time
from collections.abc import AsyncIterator
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, field

from ui.classroom.database import PATIENCE
from ui.classroom.entries import MOST_OF_A_SEAT, SECONDS_BETWEEN, EntryStore
from ui.classroom.errors import ClassError
from ui.classroom.room import Room
from ui.classroom.store import ClassStore

OFTEN = 0.05
"""Seconds between two looks at whether the file has changed, while somebody listens."""
STILL_HERE = 15.0
"""Seconds after which a stream without news says that it lives, and its seat counts as taken."""


@dataclass(eq=False)
class Listener:
    """A stream that waits for news of one room; the latest are enough.

    Parameters
    ----------
    code : of the room.
    seat : of whoever listens.
    leads : whether the numbers for the teacher belong to the news.
    """

    code: str
    seat: str
    leads: bool = False
    news: asyncio.Queue[dict | None] = field(default_factory=lambda: asyncio.Queue(1))
    heard: dict | None = None

    def tell(self, news: dict | None) -> None:
        """Have the stream send this next, in place of what it has not sent yet."""
        if news is not None and news == self.heard:
            return
        self.heard = news
        with suppress(asyncio.QueueEmpty):
            self.news.get_nowait()
        self.news.put_nowait(news)


class Hub:
    """The streams of this process.

    Parameters
    ----------
    store : where the rooms are kept.
    """

    def __init__(self, store: ClassStore) -> None:
        self.store, self.entries = store, EntryStore(store)
        self.listeners: set[Listener] = set()
        self.is_closed = False
        self._watch: asyncio.Task | None = None

    async def listen(self, listener: Listener) -> AsyncIterator[dict]:
        """Yield the room as it is, and then at each change; {} where there were none for a while.

        It ends with the room, and with the server.
        """
        self.listeners.add(listener)
        if self._watch is None or self._watch.done():
            self._watch = asyncio.create_task(self._look_again())
        try:
            await self._tell([listener])
            stayed = time.monotonic()
            while not self.is_closed:
                try:
                    news = await asyncio.wait_for(listener.news.get(), STILL_HERE)
                except TimeoutError:
                    news = {}
                if news is None:
                    return
                if time.monotonic() - stayed >= STILL_HERE:
                    await asyncio.to_thread(self.store.stay, listener.code, listener.seat)
                    stayed = time.monotonic()
                yield news
        finally:
            self.listeners.discard(listener)

    def close(self) -> None:
        """End all streams: a server waits for them before it stops."""
        self.is_closed = True
        for listener in self.listeners:
            listener.tell(None)

    async def _look_again(self) -> None:
        """Tell the streams of changes as long as there are streams.

        SQLite counts the changes that other connections have made; to ask for that count reads a
        few bytes of the file.
        """
        with closing(sqlite3.connect(self.store.file, PATIENCE)) as file:
            known = None
            while self.listeners and not self.is_closed:
                with suppress(sqlite3.Error):  # the next look will do
                    (version,) = file.execute("PRAGMA data_version").fetchone()
                    if version != known:
                        known = version
                        await self._tell(list(self.listeners))
                await asyncio.sleep(OFTEN)

    async def _tell(self, listeners: list[Listener]) -> None:
        codes = {listener.code for listener in listeners}
        news = {code: await asyncio.to_thread(self._news, code) for code in codes}
        for listener in listeners:
            both = news[listener.code]
            if both is None:
                listener.tell(None)
            else:
                listener.tell(both[0] | both[1] if listener.leads else both[0])

    def _news(self, code: str) -> tuple[dict, dict] | None:
        """What everybody hears of a room, and what its leader hears besides; None without one.

        Nobody hears who said what before it is shown, and the leader only how many have answered;
        of a contest everybody hears features and scores, and never settings.
        """
        try:
            kept = self.store.find(code)
            if kept is None:
                return None
            room = asdict(kept.room) | {"revision": kept.revision}
            if kept.room.contest is not None:
                room["dots"] = self.entries.dots(code, kept.room.contest.number)
                room["limits"] = {"entries": MOST_OF_A_SEAT, "seconds": SECONDS_BETWEEN}
            return room | self._split(code, kept.room), self._numbers(code, kept.room)
        except ClassError:
            return None

    def _split(self, code: str, room: Room) -> dict:
        question = room.question
        if question is None or room.phase not in ("split", "answer"):
            return {}
        counts = self.store.split(code, question.key, room.round)
        split: dict = {"split": counts}
        if question.kind == "setting":
            split = {"split": {}, "settings": _settings(counts)}
        if room.round == 1:
            return split
        moves = self.store.moves(code, question.key)
        split["moved"] = sum(n for (before, after), n in moves.items() if before != after)
        if question.kind == "setting":
            split["earlier"] = _settings(self.store.split(code, question.key, 1))
        else:
            split["moves"] = [[*pair, n] for pair, n in sorted(moves.items())]
        return split

    def _numbers(self, code: str, room: Room) -> dict:
        there, question = self.store.attendance(code), room.question
        counts, unclear = {}, 0
        if question is not None:
            counts = self.store.split(code, question.key, room.round)
            unclear = self.store.unclear(code, question.key, room.round)
        numbers = {
            "leads": True,
            "here": there.here,
            "following": there.following,
            "steps": {str(step): n for step, n in sorted(there.steps.items())},
            "answered": sum(counts.values()),
            "unclear": unclear,
        }
        if question is not None and question.kind == "setting":
            reached = (n for text, n in counts.items() if json.loads(text)["reached"])
            numbers["reached"] = sum(reached)
        return numbers


def _settings(counts: dict[str, int]) -> list[dict]:
    """Settings that seats gave, each with how many gave it."""
    return [json.loads(text) | {"n": n} for text, n in counts.items()]

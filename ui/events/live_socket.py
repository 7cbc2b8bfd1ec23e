"""The WebSocket over which events come and their answers go; a route of the app like any other.

Nothing of Streamlit's session is read here: any process answers any event.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier
from time import perf_counter
from typing import Any

import orjson
from starlette.websockets import WebSocket, WebSocketDisconnect

from ui.budget.runs import errand
from ui.dataset_library import Uploads
from ui.events.answer import Event, Memory, NeedsFullRun, Updates, answer
from ui.events.class_answers import class_key, known_answer, shared_answer, to_json
from ui.movement import well_formed
from ui.page import Page
from ui.render_queue import RENDER_QUEUE
from ui.session.progress import Progress, progress_of

LOGGER = logging.getLogger(__name__)

LONGEST = 100_000
"""Letters of a message that is read: a hand moves few knobs at once, and an address is short."""

LONGEST_GREETING = 200
"""Letters of a message that may be a greeting."""

THREADS = 32
"""Threads in which events are answered. Nearly all of the time one of them goes on."""

OFTEN = 0.1
"""Seconds between two looks whether a rest can be made."""

PATIENT = 60.0
"""Seconds after which nobody waits for a rest any more."""


def _pool(count: int, name: str) -> ThreadPoolExecutor:
    """Return a pool whose threads are all there: a server that runs for long starts no more."""
    pool, all_there = ThreadPoolExecutor(count, name), Barrier(count)
    for _ in range(count):
        pool.submit(all_there.wait)
    return pool


_POOL, _RESTS = _pool(THREADS, "event"), _pool(4, "rest")
"""Rests have threads of their own: while one lets others go first, events are answered."""


NEEDS_RUN = Updates({})
"""Stands for an answer that is left to a run of the page."""


class SupersededEvent(BaseException):
    """A newer event waits, and brings all that this one says; or the browser has gone.

    It is not an Exception, which somebody who expects a mistake might catch.
    """


class Connection:
    """The connection of one window: its events are answered one after the other.

    Parameters
    ----------
    websocket : the connection.
    pages : all pages by their keys.
    """

    def __init__(self, websocket: WebSocket, pages: Mapping[str, Page]) -> None:
        self.websocket, self.pages = websocket, pages
        self.progress, self.memory = Progress(), Memory()
        self.files: Uploads | None = None
        self.newest: Event | None = None
        self.arrived = 0.0
        self.news = asyncio.Event()
        self.rests: set[asyncio.Task] = set()

    async def serve(self) -> None:
        """Answer events until the browser has gone."""
        await self.websocket.accept()
        worker = asyncio.create_task(self._work())
        try:
            while True:
                text = await self.websocket.receive_text()
                if (visit := greeting_in(text)) is not None:
                    self._greet(visit)
                    continue
                event = event_in(text)
                if event is None:
                    await self.websocket.send_text('{"n":0,"run":true}')
                    continue
                # A message brings all that was done since the address was written: of those that
                # wait, the last one says it all.
                self.newest, self.arrived = event, perf_counter()
                self.news.set()
        except (WebSocketDisconnect, KeyError, RuntimeError):  # KeyError: what came was no text
            pass
        finally:
            self.newest = None  # nobody waits for what is still being computed
            worker.cancel()
            self._greet("")

    def _greet(self, visit: str) -> None:
        """Note which visitor's window this is: as long as it is there, their files are kept."""
        if self.files is not None:
            self.files.windows -= 1
        progress = progress_of(visit)
        self.files = None if progress is None else progress.uploads
        if self.files is not None:
            self.files.windows += 1

    async def _work(self) -> None:
        while True:
            await self.news.wait()
            self.news.clear()
            event, arrived = self.newest, self.arrived
            updates = await _in_thread(_POOL, self._answer, event)
            if updates is None:
                continue
            with suppress(WebSocketDisconnect, RuntimeError):
                await self._send(event, updates, arrived)
            if updates.rest is not None:
                rest = asyncio.create_task(self._follow_up(event, updates))
                self.rests.add(rest)  # asyncio itself holds no task
                rest.add_done_callback(self.rests.discard)

    def _answer(self, event: Event) -> Updates | None:
        """Return the answer; None where a newer event makes it needless."""
        page = self.pages.get(event.page)
        if page is None:
            return NEEDS_RUN
        known = progress_of(event.visit)
        if known is not None:
            self.progress = known
        key = class_key(event, self.progress)
        if (updates := known_answer(key)) is not None:
            return updates
        with RENDER_QUEUE.slot():
            hurried = RENDER_QUEUE.waiting > 0 and key is None
            given = page, event, self.progress, self.memory, hurried
            if key is None:
                return self._make(event, lambda: answer(*given))
            return self._make(event, lambda: shared_answer(key, lambda: answer(*given)))

    def _make(self, event: Event, work: Callable[[], Updates]) -> Updates | None:
        def check() -> None:
            if event is not self.newest:
                raise SupersededEvent

        try:
            with errand(self.progress.token, check):
                return work()
        except NeedsFullRun:
            return NEEDS_RUN
        except SupersededEvent:
            return None
        except Exception:  # the run that follows meets it again, and tells the visitor
            LOGGER.exception("An event was not answered.")
            return NEEDS_RUN

    async def _follow_up(self, event: Event, updates: Updates) -> None:
        """Send what an answer has left out, unless the hand moves again."""
        end = perf_counter() + PATIENT
        while updates.ready is not None and not await _in_thread(_RESTS, updates.ready):
            await asyncio.sleep(OFTEN)
            if event is not self.newest or perf_counter() > end:
                return

        def rest() -> Updates | None:
            if event is not self.newest:
                return None
            with RENDER_QUEUE.slot(patient=True):
                return self._make(event, updates.rest) if event is self.newest else None

        made = await _in_thread(_RESTS, rest)
        if made not in (None, NEEDS_RUN) and event is self.newest:
            with suppress(WebSocketDisconnect, RuntimeError):
                await self._send(event, made, None)

    async def _send(self, event: Event, updates: Updates, arrived: float | None) -> None:
        """Send the updates; ``arrived`` is the moment of the event, None for a rest."""
        try:
            text = self._text(event, updates, arrived)
        except TypeError:  # not JSON
            LOGGER.exception("An event was not answered.")
            text = self._text(event, NEEDS_RUN, arrived)
        await self.websocket.send_text(text)

    def _text(self, event: Event, updates: Updates, arrived: float | None) -> str:
        if updates is NEEDS_RUN:
            return f'{{"n":{event.number},"run":true}}'
        head = {"n": event.number, "rest": arrived is None, "turned": updates.turned}
        if arrived is not None:
            head["took"] = 1e3 * (perf_counter() - arrived)
        if updates.address is not None:
            head["address"] = updates.address
        data = head | {"elements": updates.elements}
        return to_json(data).decode()


async def _in_thread(pool: ThreadPoolExecutor, work: Callable[..., Any], *given: Any) -> Any:
    return await asyncio.get_running_loop().run_in_executor(pool, work, *given)


def greeting_in(text: str) -> str | None:
    """Return the visitor's token in the first message of a connection; None in any other."""
    try:
        message = orjson.loads(text) if len(text) < LONGEST_GREETING else None
    except ValueError:
        return None
    visit = message.get("visit") if isinstance(message, dict) and len(message) == 1 else None
    return visit if isinstance(visit, str) else None


def event_in(text: str) -> Event | None:
    """Return the event in a message; None where it is not well formed, or too long."""
    if len(text) > LONGEST:
        return None
    try:
        message = orjson.loads(text)
        page, query, log = message["page"], message["query"], message["log"]
        visit = message.get("visit", "")
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    kinds = (page, str), (query, str), (log, list), (visit, str)
    if not all(isinstance(value, kind) for value, kind in kinds):
        return None
    return Event(page, query, well_formed(log), visit)

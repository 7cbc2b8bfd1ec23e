"""The streams of this process, and their end: a server waits for open streams before it stops."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from threading import current_thread, main_thread
from types import FrameType
from typing import Any

from ui.classroom.errors import ClassError
from ui.classroom.hub import Hub
from ui.classroom.store import ClassStore

HUB = Hub(ClassStore())
"""The streams of this process."""

TIDY = 60.0
"""Seconds between two looks at whether the time of a class is over."""


@contextmanager
def ending_streams(hub: Hub) -> Iterator[None]:
    """Have the streams of ``hub`` end as soon as the server is asked to stop.

    A server that waits for its streams would wait until the last student has gone.
    """
    if current_thread() is not main_thread():  # tests serve in another one; no signal comes there
        yield
        return
    loop, before = asyncio.get_running_loop(), {}

    def leave(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(hub.close)
        handler: Any = before[number]
        if callable(handler):
            handler(number, frame)

    for number in (signal.SIGTERM, signal.SIGINT):
        before[number] = signal.signal(number, leave)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@asynccontextmanager
async def class_lifespan(_app: Any) -> AsyncIterator[None]:
    """The streams, and the end of old classes, for as long as the server runs."""
    tidying = asyncio.create_task(_tidy(HUB))
    try:
        with ending_streams(HUB):
            yield
    finally:
        tidying.cancel()


async def _tidy(hub: Hub) -> None:
    """Delete what belongs to classes whose time is over, also where no other one is opened."""
    while True:
        with suppress(ClassError):
            await asyncio.to_thread(hub.store.remove_old)
        await asyncio.sleep(TIDY)

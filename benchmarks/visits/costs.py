"""The first visit of a browser and its second one: bytes, and the server's processor time.

    python -m benchmarks.visits

A browser that has never been here opens the playground, closes it and opens it again. A phone that
has never been here opens the link of a class, and goes with it through a lesson, without a touch.
Counted are all bytes that came over the wire, packed as they were: files, messages and what goes
before them; what the browser had kept counts nothing. The pictures alone are those of a session
without a browser, which asks for no file. The server has had visitors before: it warms up once, and
what it packs it keeps.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from playwright.sync_api import BrowserContext, sync_playwright

from benchmarks import browser
from benchmarks.load import cpu_seconds
from benchmarks.report import Row, at_most
from benchmarks.visits.classroom import Class
from benchmarks.visits.wire import Wire, wire
from tests.support.browser import Server, launch_at_home, serve
from tests.support.serving.session import open_session
from tools.find_browser import find_browser

VISITORS, WITHOUT_BROWSER = 5, 20
RESTS_MS = 2500
"""Milliseconds after the first pictures within which all else has come."""
CPU_MS, FIRST_MB, AGAIN_KB, FOLLOWER_KB = 60.0, 1.5, 100.0, 600.0
"""The bars: the server's time for a first visit, and the bytes of a first, of a second one, and of
who follows a class."""
LESSON, STEPS, STEP_MS = "rounding", 10, 700
"""The lesson of the class, how far it goes, and how long it stays at a step."""


def visit(context: BrowserContext, way: Wire) -> float:
    """Open the playground and close it; return the bytes that came."""
    before, page = way.came, context.new_page()
    page.add_init_script(path=Path(browser.__file__).with_name("probe.js"))
    page.goto(f"{way.url}/playground")
    browser.wait_for_paints(page, browser.FIGURES)
    page.wait_for_timeout(RESTS_MS)
    page.close()
    return way.came - before


def follow(context: BrowserContext, url: str, way: Wire) -> tuple[float, float]:
    """Follow a class through a lesson; return the bytes until its first pictures, and all."""

    async def lead(act: Callable[[Class], Awaitable], room: Class) -> None:
        await act(room)
        room.teacher.task.cancel()

    before, page, room = way.came, context.new_page(), Class(url)
    with ThreadPoolExecutor(1) as thread:  # where no browser has an event loop

        def do(act: Callable[[Class], Awaitable]) -> None:
            thread.submit(asyncio.run, lead(act, room)).result()

        do(Class.open)
        page.goto(f"{way.url}/?class={room.teacher.code}")
        page.wait_for_selector(".lab-card h2", timeout=60_000)
        page.wait_for_timeout(RESTS_MS)
        first = way.came - before
        for step in range(2, STEPS + 1):
            do(lambda room, step=step: room.lead(query=f"step={step}"))
            page.wait_for_timeout(STEP_MS)
    page.wait_for_timeout(RESTS_MS)
    assert f"step={STEPS}" in page.url, page.url
    page.close()
    return first, way.came - before


def measure(server: Server, work: Callable[[], float]) -> tuple[float, float]:
    """Return what ``work`` returns, and the milliseconds of processor time that the server took."""
    before = cpu_seconds(server.process.pid)
    came = work()
    return came, 1e3 * (cpu_seconds(server.process.pid) - before)


async def without_browser(url: str) -> float:
    """Have the pictures made for sessions that ask for no file, one after the other."""
    for number in range(WITHOUT_BROWSER):
        async with open_session(url, random.Random(number)):
            pass
    return WITHOUT_BROWSER


def in_browsers(server: Server) -> dict[str, list[tuple[float, float]]]:
    """Bytes and milliseconds of the visits of VISITORS: the first of each, and the second."""
    visits: dict[str, list[tuple[float, float]]] = {"first": [], "second": []}
    with sync_playwright() as playwright, wire(server.url) as way:
        for visitor in range(1 + VISITORS):
            with tempfile.TemporaryDirectory() as home:
                context = launch_at_home(playwright, find_browser(), Path(home), way.url)
                for taken in visits.values():
                    result = measure(server, lambda to=context: visit(to, way))
                    if visitor:  # the server's own first visitor has it warm up
                        taken.append(result)
                context.close()
    return visits


def on_a_phone(server: Server) -> tuple[float, float]:
    """The bytes of a phone that follows a class, until the first pictures and in all."""
    with browser.chromium() as chromium, wire(server.url) as way:
        phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
        return follow(chromium.new_context(**phone), server.url, way)


def rows() -> list[Row]:
    """The first visit and the second, the mean of VISITORS."""
    with serve() as server:
        server.wait()
        visits = in_browsers(server)
        begun, followed = on_a_phone(server)
        sessions, pictures = measure(server, lambda: asyncio.run(without_browser(server.url)))
    (first, cpu), (again, cpu_again) = (
        map(statistics.fmean, zip(*taken, strict=True)) for taken in visits.values()
    )
    pictures /= sessions
    beside, kb = cpu - pictures, again / 1e3
    return [
        Row(
            "first visit, bytes",
            f"{first / 1e6:.2f} MB",
            bar=f"≤ {FIRST_MB:g} MB",
            verdict=at_most(first / 1e6, FIRST_MB),
        ),
        Row(
            f"a phone follows a class through {STEPS} steps, bytes",
            f"{followed / 1e3:.0f} kB, {begun / 1e3:.0f} of them before the second",
            bar=f"≤ {FOLLOWER_KB:g} kB",
            verdict=at_most(followed / 1e3, FOLLOWER_KB),
        ),
        Row(
            "second visit, bytes",
            f"{kb:.0f} kB",
            bar=f"≤ {AGAIN_KB:g} kB",
            verdict=at_most(kb, AGAIN_KB),
        ),
        Row(
            "first visit, processor time of the server beside the pictures",
            f"{beside:.0f} ms of {cpu:.0f} ms",
            bar="≤ 60 ms",
            verdict=at_most(beside, CPU_MS),
        ),
        Row("second visit, the same", f"{cpu_again - pictures:.0f} ms of {cpu_again:.0f} ms"),
    ]

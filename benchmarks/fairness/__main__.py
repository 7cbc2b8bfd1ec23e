"""One session turns a knob while others have long work done: what the others cost it.

    python -m benchmarks.fairness [--seconds 20] [--only "a sweep"]

The light session turns a knob of the opening view every half second. In each line others are there
too: one that has a sweep made, one with a run that takes long, ten of these. Its bar is twice the
time that it takes alone, in turns with that. Then sessions with long runs leave, and it is measured
after how long the server has stopped to compute.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import statistics
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.load import Student, cpu_seconds
from benchmarks.report import Row, at_most, machine, table
from tests.support.browser import Server, serve
from tests.support.serving.session import open_session, stream

EVERY, SECONDS, WARM = 0.5, 20.0, 10
MOST_RATIO, MOST_MILLISECONDS = 2.0, 200.0
SETTLE, QUIET, LOOK = 3.0, 2.0, 0.01
"""Seconds that long work is given to begin, that a server has to be quiet to have stopped, and
between two looks at it."""
BUSY, LONGEST, STOPS = 0.02, 30.0, 3
"""The share of a core that a server without work uses at most; seconds after which a measurement
ends; and how often somebody leaves."""

WINDOW, TICKS = 0.1, 0.015
"""A server computes that uses so much processor time, more than one tick, in so many seconds."""

DATA = dict(data="sparse_linear") | {
    "data.n_rows": "60000",
    "data.n_features": "1000",
    "data.density": "0.05",
}
SWEEP = DATA | {"plan.orders": "100", "plan.tested": "10 folds"}
LONG = DATA | {"stream.passes": "50", "a": "subgradient"}
BY_SORT = {"data": "click_stream", "data.n_rows": "20000", "stream.passes": "50"} | {
    "a": "projected_gradient",
    "a.way": "sort",
}


@dataclass
class Visitor:
    """A session that has long work done; it hears all that the server says and asks for no more.

    Parameters
    ----------
    socket : its connection.
    page, query : the address that it opened.
    """

    socket: ClientConnection
    page: str
    query: dict[str, str]
    again: str = ""
    script: str = ""

    async def stay(self) -> None:
        """Open the page, press what starts its work, and hear of it until somebody else leaves."""
        await self.send()
        asked = time.perf_counter()
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(EVERY):
                    raw = await self.socket.recv()
                await self.hear(ForwardMsg.FromString(raw))
            if self.again and time.perf_counter() - asked > EVERY:
                await self.send(fragment=self.again)
                asked = time.perf_counter()

    async def hear(self, answer: ForwardMsg) -> None:
        """Note what the server asks for, and press the button that starts a sweep."""
        kind = answer.WhichOneof("type")
        if kind == "navigation":
            self.script = answer.navigation.page_script_hash
        elif kind == "auto_rerun" and answer.auto_rerun.interval <= EVERY:
            self.again = answer.auto_rerun.fragment_id
        button = answer.delta.new_element.button
        if button.id.endswith("sweep_run") and not self.again:
            await self.send(pressed=button.id)

    async def send(self, pressed: str = "", fragment: str = "") -> None:
        """Ask for the page, for what a button does, or for a part that comes again and again."""
        message = BackMsg()
        asked = message.rerun_script
        asked.query_string, asked.fragment_id = urlencode(self.query), fragment
        if self.script:
            asked.page_script_hash = self.script
        else:
            asked.page_name = self.page
        if pressed:
            widget = asked.widget_states.widgets.add()
            widget.id, widget.trigger_value = pressed, True
        await self.socket.send(message.SerializeToString())


@contextlib.asynccontextmanager
async def staying(url: str, page: str, query: dict[str, str]) -> AsyncIterator[None]:
    """A visitor with long work, for as long as the context lasts."""
    async with connect(stream(url), subprotocols=["streamlit"], max_size=None) as socket:
        work = asyncio.create_task(Visitor(socket, page, query).stay())
        try:
            yield
        finally:
            work.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await work


def long_runs(count: int) -> list[tuple[str, dict[str, str]]]:
    """The addresses of so many visitors with long runs, each with one of its own."""
    return [("playground", LONG | {"a.gravity": f"{0.01 + 0.001 * i:g}"}) for i in range(count)]


SCENES = {
    "one session's sweep": [("sweep", SWEEP)],
    "one session's long run": long_runs(1),
    "ten sessions' long runs": long_runs(10),
}


async def time_changes(session: Student, seconds: float) -> list[float]:
    """The seconds that each change of one session takes, one every half second."""
    end, taken = time.perf_counter() + seconds, []
    while (start := time.perf_counter()) < end:
        await session.change()
        taken.append(session.taken[-1])
        await session.listen(max(0.0, EVERY - (time.perf_counter() - start)))
    return taken


async def compare_sessions(url: str, others: list, seconds: float) -> tuple[list, list]:
    """The sorted seconds of the light session's changes alone, and beside ``others``."""
    async with open_session(url, random.Random(len(others)), kind=Student) as session:
        await time_changes(session, WARM * EVERY)
        alone = await time_changes(session, seconds / 2)
        async with contextlib.AsyncExitStack() as stack:
            for page, query in others:
                await stack.enter_async_context(staying(url, page, query))
            await asyncio.sleep(SETTLE)
            beside = await time_changes(session, seconds)
        await asyncio.sleep(SETTLE)
        alone += await time_changes(session, seconds / 2)
    return sorted(alone), sorted(beside)


def of(taken: list[float]) -> tuple[float, float]:
    """The median and the 95th percentile in milliseconds."""
    return 1e3 * statistics.median(taken), 1e3 * taken[int(0.95 * (len(taken) - 1))]


def row(server: Server, name: str, seconds: float) -> Row:
    """A light session beside one scene."""
    before = cpu_seconds(server.process.pid)
    alone, beside = map(of, asyncio.run(compare_sessions(server.url, SCENES[name], seconds)))
    ratios = [late / early for late, early in zip(beside, alone, strict=True)]
    used = cpu_seconds(server.process.pid) - before
    text = f"p50 {beside[0]:.0f} ms, p95 {beside[1]:.0f} ms; alone {alone[0]:.0f}, {alone[1]:.0f}"
    return Row(
        f"a knob of one session beside {name}",
        f"{text}; the server used {used:.0f} s",
        ratio=f"{ratios[0]:.2f} ×, {ratios[1]:.2f} ×",
        bar=f"≤ {MOST_RATIO:g} ×",
        verdict=at_most(max(ratios), MOST_RATIO),
    )


async def seconds_to_stop(server: Server, query: dict[str, str]) -> float:
    """The milliseconds from when the one visitor leaves until the server computes no more."""
    async with staying(server.url, "playground", query):
        await asyncio.sleep(2 * SETTLE)
        before = cpu_seconds(server.process.pid)
        await asyncio.sleep(SETTLE)
        if cpu_seconds(server.process.pid) - before < BUSY * SETTLE:
            raise RuntimeError("the run had ended before its visitor left")
    left = time.perf_counter()
    marks = [(left, cpu_seconds(server.process.pid))]
    while marks[-1][0] < left + LONGEST and not quiet(marks):
        time.sleep(LOOK)
        marks.append((time.perf_counter(), cpu_seconds(server.process.pid)))
    return 1e3 * last_compute(marks)


def quiet(marks: list[tuple[float, float]]) -> bool:
    """Return whether a server has computed next to nothing for a while.

    Parameters
    ----------
    marks : moments, and the processor time that it had used by then, in seconds.
    """
    now, used = marks[-1]
    lately = [then for moment, then in marks if moment >= now - QUIET]
    return now - marks[0][0] >= QUIET and used - lately[0] <= BUSY * QUIET


def last_compute(marks: list[tuple[float, float]]) -> float:
    """Return after how many seconds, at most, a server computed for the last time."""
    times = [0.0]
    for place, (now, used) in enumerate(marks):
        before = next(then for moment, then in marks[: place + 1] if moment >= now - WINDOW)
        if used - before >= TICKS:
            times.append(now - marks[0][0])
    return times[-1]


def leaving(server: Server, name: str, query: dict[str, str]) -> Row:
    """The time until a long run stops that nobody waits for, the longest of several."""
    times = []
    for i in range(STOPS):
        number = {"stream.order": str(i + 1)}  # a run of its own
        times.append(asyncio.run(seconds_to_stop(server, query | number)))
    text = f"{', '.join(f'{each:.0f}' for each in sorted(times))} ms"
    bar = f"≤ {MOST_MILLISECONDS:.0f} ms"
    return Row(
        f"leaving → stopped, {name}", text, bar=bar, verdict=at_most(max(times), MOST_MILLISECONDS)
    )


LEFT = {"a long run": LONG, "projection by sort, d = 200,000": BY_SORT}


def rows(only: str, seconds: float) -> Iterator[Row]:
    """All lines, or those whose name holds ``only``."""
    with serve(SPARSITY_LAB_SECONDS="100000") as server:  # none of these is refused
        server.wait()
        for name in SCENES:
            if only in name:
                yield row(server, name, seconds)
        for name, query in LEFT.items():
            if only in name:
                yield leaving(server, name, query)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fairness")
    parser.add_argument("--only", default="", help="lines whose name holds this")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of each line")
    asked = parser.parse_args()
    print(machine())
    print(table(list(rows(asked.only, asked.seconds))))

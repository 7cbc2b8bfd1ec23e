"""A class at once: seats without a browser, which listen, follow and answer, and some browsers.

    python -m benchmarks.visits.classroom [--seats 100 200] [--browsers 3]

Each seat has a stream and a connection for events, as a phone has. At each step of the leader it
asks for the pictures of its new place within 0.3 s, as a browser does. Counted are the time until
they are there; until an answer is in the leader's count; answers lost or doubled; the processor
time of the server while the class follows a step every five seconds; the end of a server with all
streams open; and the way back after it was killed in the middle of a question. The browsers follow
beside them: counted is the time until a step of the leader stands on their screens. All of these,
the server and this clock share the machine.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from websockets.asyncio.client import ClientConnection, connect

from benchmarks.load import cpu_seconds
from benchmarks.report import Row, at_most, machine, table
from benchmarks.visits.screens import screens, shown_at
from tests.support.browser import ROOT, Server, free_port
from tests.support.serving.class_client import news, request
from tests.support.serving.session import live

SPREAD = 0.3
ARRIVING, STEPS, EVERY = 30.0, 8, 5.0
LESSON, QUESTION = "rounding", "rounding.2"


@dataclass
class Seat:
    """A student, or the teacher, with what was heard last."""

    url: str
    code: str
    cookie: str = ""
    heard: dict = field(default_factory=dict)
    query: str = "step=1"
    pictures: ClientConnection | None = None
    shown: dict[str, float] = field(default_factory=dict)
    counted: list[tuple[float, int]] = field(default_factory=list)
    task: asyncio.Task | None = None

    async def arrive(self, follows: bool = True) -> float:
        """Take a seat; return the seconds until the room was heard of."""
        began = time.perf_counter()
        _, _, cookie = await request(self.url, f"/class/{self.code}/seat", {}, self.cookie)
        self.cookie = "; ".join(filter(None, [self.cookie, cookie]))
        if follows:
            self.pictures = await connect(live(self.url), origin=self.url)
            await self.pictures.send('{"visit": ""}')
        self.task = asyncio.create_task(self.listen(follows))
        while not self.heard:
            await asyncio.sleep(0.005)
        return time.perf_counter() - began

    async def listen(self, follows: bool) -> None:
        """Hear the class, and go where it goes; ask for the stream again when it is lost."""
        while True:
            with contextlib.suppress(OSError):
                path = f"/class/{self.code}/events"
                async for said in news(self.url, path, self.cookie):
                    self.heard = said
                    self.counted.append((time.perf_counter(), said.get("answered", 0)))
                    if follows and said["query"] != self.query:
                        await self.go(said["query"])
            await asyncio.sleep(1.0)

    async def go(self, query: str) -> None:
        """Ask for the pictures of another place."""
        await asyncio.sleep(random.uniform(0.0, SPREAD))
        moved = {"n": 1, "source": "class", "live": False, "action": "go", "value": query}
        event = {"page": LESSON, "visit": "", "query": self.query, "log": [moved]}
        await self.pictures.send(json.dumps(event))
        reply = json.loads(await self.pictures.recv())
        assert "elements" in reply, reply
        self.query, self.shown[query] = query, time.perf_counter()

    async def answer(self, value: int) -> float:
        """Answer the question; return when that was begun."""
        began = time.perf_counter()
        given = {"question": QUESTION, "round": 1, "value": value}
        status, said, _ = await request(self.url, f"/class/{self.code}/answer", given, self.cookie)
        assert status == 200, said
        return began


class Class:
    """A teacher and students at a server."""

    def __init__(self, url: str) -> None:
        self.url, self.students = url, []
        self.led: dict[int, float] = {}

    async def open(self) -> None:
        given = {"page": LESSON, "query": "step=1"}
        _, opened, cookie = await request(self.url, "/class", given)
        self.teacher = Seat(self.url, opened["code"], cookie)
        await self.teacher.arrive(follows=False)

    async def lead(self, **changes: object) -> float:
        """Change the room; return when that was begun."""
        began = time.perf_counter()
        path = f"/class/{self.teacher.code}/lead"
        status, said, _ = await request(self.url, path, changes, self.teacher.cookie)
        assert status == 200, said
        return began

    async def arrive(self, n: int, within: float) -> list[float]:
        """Have ``n`` students arrive; return how long each waited."""
        self.students = [Seat(self.url, self.teacher.code) for _ in range(n)]

        async def come(i: int, seat: Seat) -> float:
            await asyncio.sleep(within * i / n)
            return await seat.arrive()

        return await asyncio.gather(*(come(i, s) for i, s in enumerate(self.students)))

    async def follow(self) -> list[float]:
        """Lead through steps; return how long each student waited for each."""
        waited = []
        for step in range(2, STEPS + 2):
            self.led[step] = time.time()
            began = await self.lead(query=f"step={step}")
            await asyncio.sleep(EVERY)
            waited += [s.shown.get(f"step={step}", began + EVERY) - began for s in self.students]
        return waited

    async def bet(self) -> tuple[list[float], int]:
        """Have all answer twice; return the times until they are counted, and answers not right."""
        await self.lead(question={"key": QUESTION, "choices": 3})
        self.teacher.counted.clear()

        async def answer(seat: Seat) -> float:
            await asyncio.sleep(random.uniform(0.0, 3.0))
            return await seat.answer(1)

        began = sorted(await asyncio.gather(*(answer(s) for s in self.students)))
        await asyncio.sleep(1.0)
        counted = self.teacher.counted
        waited = [
            next((at for at, n in counted if n > i), began[i] + 9.0) - began[i]
            for i in range(len(began))
        ]
        await asyncio.gather(*(s.answer(2 + i % 2) for i, s in enumerate(self.students)))
        await self.lead(phase="split")
        await asyncio.sleep(0.5)
        split = self.teacher.heard["split"]
        half = len(self.students) // 2
        wrong = abs(split.get("2", 0) - half - len(self.students) % 2) + abs(split["3"] - half)
        return waited, wrong + split.get("1", 0)

    async def end(self) -> None:
        for seat in [self.teacher, *self.students]:
            seat.task.cancel()
            if seat.pictures:
                await seat.pictures.close()


def start(folder: str, port: int) -> Server:
    """Start the app at a port, on a data folder."""
    environment = {**os.environ, "PORT": str(port), "SPARSITY_LAB_DATA": folder}
    process = subprocess.Popen([sys.executable, "-m", "ui.serve"], cwd=ROOT, env=environment)
    server = Server(f"http://127.0.0.1:{port}", process, ROOT)
    server.wait()
    return server


def p95(values: Sequence[float]) -> float:
    """Return the value that 95 of 100 stay under."""
    return statistics.quantiles(values, n=20)[-1]


async def measure(n: int, folder: str, browsers: int) -> list[Row]:
    """Return the rows of a class of ``n`` seats and some browsers."""
    port = free_port()
    server = start(folder, port)
    await asyncio.sleep(15.0)  # what the first pictures could do without is compiled
    there = Class(server.url)
    await there.open()
    served = await there.arrive(n, ARRIVING)
    rows = [_row(f"{n} seats arrive within 30 s, the slowest", max(served), 5.0)]
    async with screens(server.url, there.teacher.code, browsers) as pages:
        before, began = cpu_seconds(server.process.pid), time.perf_counter()
        waited = await there.follow()
        share = (cpu_seconds(server.process.pid) - before) / (time.perf_counter() - began)
        seen = [await shown_at(page) for page in pages]
    rows += [_row(f"{n} seats, step of the leader → pictures, p95", p95(waited), 0.5)]
    if browsers:
        rows.append(_on_screens(there.led, seen, n))
    counted, wrong = await there.bet()
    rows += [
        _row(f"{n} seats, answer → count of the leader, p95", p95(counted), 0.3),
        Row(f"{n} seats, answers lost or doubled", f"{wrong}", bar="0", verdict=at_most(wrong, 0)),
        Row(
            f"{n} seats, processor time of the server, a step every {EVERY:g} s",
            f"{100 * share:.0f} % of a core",
            bar="≤ 25 %" if n == 100 else "",
            verdict=at_most(share, 0.25) if n == 100 else "",
        ),
    ]
    rows.append(await _kill_and_stop(there, folder, port, server, n))
    return rows


def _on_screens(led: dict[int, float], seen: list[dict[int, float]], n: int) -> Row:
    """How long each browser waited for each step; one that never came counts as long as a step."""
    waited = [times.get(step, at + EVERY) - at for times in seen for step, at in led.items()]
    what = f"{n} seats, step of the leader → screens of {len(seen)} browsers, p95"
    row = _row(what, p95(waited), 0.5)
    row.measured += f" (median {statistics.median(waited):.2f} s, longest {max(waited):.2f} s)"
    return row


async def _kill_and_stop(there: Class, folder: str, port: int, server: Server, n: int) -> Row:
    """Kill the server in the middle of a question; and stop the next one with all streams open."""
    await there.lead(question={"key": "rounding.6", "choices": 3})
    server.process.send_signal(signal.SIGKILL)
    server.process.wait()
    for seat in there.students:
        seat.heard = {}
    server = start(folder, port)
    began = time.perf_counter()
    while not all(seat.heard for seat in there.students):
        await asyncio.sleep(0.02)
        assert time.perf_counter() - began < 30
    back = time.perf_counter() - began
    kept = [seat.heard["question"]["key"] for seat in there.students]
    assert set(kept) == {"rounding.6"}
    began = time.perf_counter()
    server.process.terminate()
    while server.process.poll() is None:
        await asyncio.sleep(0.02)
    stopped = time.perf_counter() - began
    await there.end()
    back_row = _row(f"{n} seats, server killed → all heard the question again", back, 5.0)
    stop_row = _row(f"server stopped with {n} streams open", stopped, 2.0)
    back_row.measured += (
        f"; {stop_row.what}: {stop_row.measured} ({stop_row.bar}: {stop_row.verdict})"
    )
    return back_row


def _row(what: str, seconds: float, bar: float) -> Row:
    return Row(what, f"{seconds:.2f} s", bar=f"≤ {bar:g} s", verdict=at_most(seconds, bar))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seats", type=int, nargs="+", default=[100, 200])
    parser.add_argument("--browsers", type=int, default=3)
    arguments = parser.parse_args()
    rows = []
    print(machine())
    for n in arguments.seats:
        with tempfile.TemporaryDirectory() as folder:
            rows += asyncio.run(measure(n, folder, arguments.browsers))
    print(table(rows))


if __name__ == "__main__":
    main()

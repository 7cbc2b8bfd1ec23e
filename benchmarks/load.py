"""A class at once: sessions that turn a knob every two seconds, without their browsers.

    python -m benchmarks.load [--seconds 30] [30 100 100/2 200/2 ...]

``100/2`` are 100 sessions at two processes behind nginx, as ``make serve WORKERS=2`` has them; with
0 only the costs are measured.

Each session opens the playground over Streamlit's connection as a browser does, and moves the
gravity of one run by the connection of events, to a value nobody has asked for, so that nothing is
remembered. No session has a cookie: behind nginx any process answers its events. Counted is the
time until the message with the new pictures has arrived; where others wait these are a sketch, as
under a moving hand, and it is noted when the ten orders of the examples followed. Sessions, server
and this clock share the machine, so the processor time of both is printed: the server's for each
change, all its processes together, and the sessions' own. Then a class arrives one by one; counted
is the time until the last has the pictures of its opening view, without the scripts that a browser
would fetch before. A session that fails ends the measurement.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import math
import os
import random
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from algorithms import order_of, over_orders
from benchmarks.report import Row, at_most, machine, table
from serving import nginx
from tests.support import three_runs
from tests.support.browser import Server, serve
from tests.support.serving.session import RUN, STAGE, Session, open_session
from ui import engine

# Sessions and processes, and the bar for 95 of 100 changes in milliseconds.
CLASSES = {(30, 1): 35.0, (100, 1): 250.0, (100, 2): 65.0, (200, 2): 250.0}
# Sessions and processes, and the bar for the last to be served, in seconds from the first arrival.
ARRIVALS = {(100, 1): 15.0, (100, 2): 15.0}
ARRIVING = 10.0
EVERY, SECONDS = 2.0, 30.0
# By whether the hand still moves: the words, and the bar in milliseconds.
COSTS = {False: ("let go", 12.0), True: ("dragged", 8.0)}
WARM, MOVEMENTS = 20, 150
# Seconds between two looks whether a server rests: it does so for two before it compiles what its
# first pictures could do without. And seconds after which it never will.
QUIET, RESTED = 3.0, 120.0


QUERY = urlencode(three_runs.parameters())
"""The view whose third run is moved: three runs on 427 rows of 1,030 columns, as ever since there
are bars."""


def gravity(draw: random.Random) -> dict[str, float]:
    """Draw what a knob is turned to."""
    return {"gravity": draw.uniform(0.001, 0.2)}


@dataclass
class Student(Session):
    """A session that turns a knob; ``taken`` are the seconds from a change to its pictures.

    ``sketched`` counts the changes that were drawn as under a moving hand first, because others
    waited, and ``followed`` are the seconds until those that came in full before the next change
    did.
    """

    taken: list[float] = field(default_factory=list)
    sketched: int = 0
    followed: list[float] = field(default_factory=list)
    due: float = 0.0

    async def change(self, live: bool = False) -> None:
        """Turn the knob, and note what it took."""
        start = time.perf_counter()
        reply = await self.move(RUN, live, values=gravity(self.draw))
        self.taken.append(time.perf_counter() - start)
        sketched = not live and not reply.get("run") and reply["elements"][STAGE]["moving"]
        self.sketched += sketched
        self.due = start if sketched else 0.0

    async def listen(self, seconds: float) -> None:
        """Read for so long, and note when pictures come in full that were sketched first."""
        end = time.perf_counter() + seconds
        with contextlib.suppress(TimeoutError):
            while True:
                reply = await self.hear(end - time.perf_counter())
                if self.due and not reply["elements"].get(STAGE, {"moving": True})["moving"]:
                    self.followed.append(time.perf_counter() - self.due)
                    self.due = 0.0


@dataclass
class Clock:
    """The processor time of a server and of this process, from the first change to the last."""

    process: int
    began: tuple[float, float] = (0.0, 0.0)

    def start(self) -> None:
        self.began = cpu_seconds(self.process), time.process_time()

    def each(self, changes: int) -> tuple[float, float]:
        """Return the processor time for each change, the server's and our own, in milliseconds."""
        now = cpu_seconds(self.process), time.process_time()
        server, own = (1e3 * (a - b) / changes for a, b in zip(now, self.began, strict=True))
        return server, own


async def visit(
    url: str, number: int, ready: asyncio.Barrier, clock: Clock, seconds: float
) -> Student:
    """One session, which has noted what each of its changes took."""
    draw = random.Random(number)
    async with open_session(url, draw, QUERY, kind=Student) as session:
        if await ready.wait() == 0:
            clock.start()
        await asyncio.sleep(draw.uniform(0.0, EVERY))
        end = time.perf_counter() + seconds
        while (start := time.perf_counter()) < end:
            await session.change()
            await session.listen(max(0.0, EVERY - (time.perf_counter() - start)))
    return session


class Class(NamedTuple):
    """Seconds of all changes and of those that followed a sketch, sorted; the share sketched.

    And how many changes a run of the page had to follow.
    """

    taken: list[float]
    followed: list[float]
    sketched: float
    ran: int


async def attend(url: str, sessions: int, clock: Clock, seconds: float) -> Class:
    """A class, one session beside the other."""
    ready = asyncio.Barrier(sessions)
    visits = [visit(url, number, ready, clock, seconds) for number in range(sessions)]
    noted = await asyncio.gather(*visits)
    taken = sorted(t for each in noted for t in each.taken)
    followed = sorted(t for each in noted for t in each.followed)
    sketched = sum(each.sketched for each in noted) / max(len(taken), 1)
    return Class(taken, followed, sketched, sum(each.ran for each in noted))


async def arrive(url: str, sessions: int) -> list[tuple[float, float]]:
    """Sessions that come one after the other within ten seconds, and stay until all are served.

    Of each: when it was served, in seconds from the first arrival, and how long it waited for that.
    """
    start, ready = time.perf_counter(), asyncio.Barrier(sessions)

    async def come(number: int) -> tuple[float, float]:
        await asyncio.sleep(ARRIVING * number / sessions)
        came = time.perf_counter()
        async with open_session(url, random.Random(number)):
            answered = time.perf_counter()
            await ready.wait()
        return answered - start, answered - came

    return await asyncio.gather(*(come(number) for number in range(sessions)))


def family(process: int) -> list[int]:
    """A process and all that it and its children have started."""
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    started = [int(child) for task in tasks for child in task.read_text().split()]
    return [process, *(each for child in started for each in family(child))]


def resident(process: int) -> int:
    """Pages of memory that a server holds."""
    memory = [Path(f"/proc/{each}/statm").read_text() for each in family(process)]
    return sum(int(text.split()[1]) for text in memory)


def cpu_seconds(process: int) -> float:
    """Seconds of processor time that a server has used."""
    texts = [Path(f"/proc/{each}/stat").read_text() for each in family(process)]
    fields = [text.rpartition(")")[2].split() for text in texts]
    return sum(int(f[11]) + int(f[12]) for f in fields) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def serve_app(processes: int) -> Iterator[Server]:
    """The app, by one process or by several behind nginx, once it answers."""
    command = ("-m", "serving") if processes > 1 else ()
    with serve(*command, WORKERS=str(processes), ADDRESS="127.0.0.1") as server:
        server.wait()
        yield server


def words(sessions: int, processes: int) -> str:
    behind = f" at {processes} processes behind nginx" if processes > 1 else ""
    return f"{sessions} sessions{behind}"


def row(sessions: int, processes: int, seconds: float) -> Row:
    """Two classes of this size, one after the other, on one server: the second is measured."""
    bar = CLASSES.get((sessions, processes))
    with serve_app(processes) as server:
        clock = Clock(server.process.pid)
        asyncio.run(attend(server.url, sessions, clock, seconds))
        before = resident(server.process.pid)
        noted = asyncio.run(attend(server.url, sessions, clock, seconds))
        taken = noted.taken
        theirs, own = clock.each(len(taken))
        grown = resident(server.process.pid) / before - 1
    p50, p95 = statistics.median(taken), taken[int(0.95 * (len(taken) - 1))]
    text = f"p50 {1e3 * p50:.0f} ms, p95 {1e3 * p95:.0f} ms over {len(taken)} changes, "
    text += in_full(noted)
    text += f"{noted.ran} followed by a run of the page; " if noted.ran else ""
    text += f"each took the server {theirs:.1f} ms of processor time, the sessions {own:.1f}; "
    text += f"memory {100 * grown:+.0f} % from one class to the next"
    return Row(
        f"{words(sessions, processes)}, a change every {EVERY:g} s, change → new pictures",
        text,
        bar="" if bar is None else f"p95 ≤ {bar:.0f} ms",
        verdict="" if bar is None else at_most(1e3 * p95, bar),
    )


def in_full(noted: Class) -> str:
    """Say how many changes were sketched first, and when their ten orders followed."""
    if not noted.followed:
        return f"{100 * noted.sketched:.0f} % of them sketched first; "
    came = 100 * len(noted.followed) / (noted.sketched * len(noted.taken))
    last = noted.followed[int(0.95 * (len(noted.followed) - 1))]
    return (
        f"{100 * noted.sketched:.0f} % of them sketched first, and of these {came:.0f} % drawn "
        f"in full before the next, p50 {1e3 * statistics.median(noted.followed):.0f} ms, "
        f"p95 {1e3 * last:.0f} ms after the change; "
    )


def arrival(sessions: int, processes: int) -> Row:
    """A class that arrives on a server at which one visitor has been at each process."""
    bar = ARRIVALS.get((sessions, processes))
    with serve_app(processes) as server:
        asyncio.run(attend(server.url, processes, Clock(server.process.pid), 0.0))
        ends, waits = zip(*asyncio.run(arrive(server.url, sessions)), strict=True)
    text = f"the last one is served after {max(ends):.1f} s; "
    text += f"they wait {statistics.median(waits):.1f} s (median), {max(waits):.1f} s at most"
    return Row(
        f"{words(sessions, processes)}, arriving within {ARRIVING:g} s",
        text,
        bar="" if bar is None else f"≤ {bar:g} s",
        verdict="" if bar is None else at_most(max(ends), bar),
    )


async def wait_for_idle(process: int) -> None:
    """Return once a server has nothing to do: on its first start it compiles for half a minute."""
    idle, before = 0.02, -math.inf
    async with asyncio.timeout(RESTED):
        while (now := cpu_seconds(process)) - before > idle:
            before = now
            await asyncio.sleep(QUIET)


async def alone(url: str, clock: Clock, live: bool) -> float:
    """Milliseconds of the server's processor time for each movement of one session alone."""
    async with open_session(url, random.Random(int(live)), QUERY, kind=Student) as session:
        await wait_for_idle(clock.process)
        for number in range(1, WARM + MOVEMENTS + 1):
            if number == WARM + 1:
                clock.start()
            await session.change(live)
            await asyncio.sleep(0.02)
    return clock.each(MOVEMENTS)[0]


def cost() -> Iterator[Row]:
    """The cost of a movement to the server: of a knob that is let go, and while it is dragged."""
    with serve_app(1) as server:
        clock = Clock(server.process.pid)
        for live, (what, bar) in COSTS.items():
            spent = asyncio.run(alone(server.url, clock, live))
            yield Row(
                f"processor time of the server for a knob that is {what}, three runs",
                f"{spent:.1f} ms",
                bar=f"≤ {bar:g} ms",
                verdict=at_most(spent, bar),
            )
    yield Row(
        "of a knob that is let go, the nine orders of the examples beside its own",
        f"{other_orders():.1f} ms",
    )


def other_orders() -> float:
    """Milliseconds of processor time in which a run goes through all orders but its own.

    The bar of a knob that is let go was set before they were drawn.
    """
    view, draw = three_runs.three_runs(), random.Random(0)
    data, stream = engine.Material.of(view).data, view.stream
    run = view.runs[int(RUN.removeprefix("run_"))]
    seeds = range(stream.order + 1, stream.order + engine.ORDERS_TRIED)
    others = [order_of(data, stream.passes, seed) for seed in seeds]
    for number in range(WARM + MOVEMENTS):
        if number == WARM:
            began = time.process_time()
        turned = [replace(run, **gravity(draw))]
        over_orders(turned, data, stream.loss, others, engine.SPREAD_CHECKPOINTS, stream.intercept)
    return 1e3 * (time.process_time() - began) / MOVEMENTS


def size(text: str) -> tuple[int, int]:
    """Return the sessions and the processes of ``100/2``; a bare number stands for one process."""
    sessions, _, processes = text.partition("/")
    return int(sessions), int(processes or 1)


def rows(sizes: Sequence[tuple[int, int]], seconds: float) -> Iterator[Row]:
    """Classes of these sizes, or all that have a bar; then those that arrive."""
    sizes = [each for each in sizes if each[0]] if sizes else None
    for sessions, processes in CLASSES if sizes is None else sizes:
        if processes == 1 or nginx.find():
            yield row(sessions, processes, seconds)
        else:
            yield Row(words(sessions, processes), "not measured: nginx is not installed")
    for sessions, processes in ARRIVALS if sizes is None else sizes:
        if processes == 1 or nginx.find():
            yield arrival(sessions, processes)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load")
    parser.add_argument("sizes", nargs="*", type=size, metavar="sessions/processes")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of each class")
    arguments = parser.parse_args()
    print(machine())
    print(table([*cost(), *rows(arguments.sizes, arguments.seconds)]))

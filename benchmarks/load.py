"""A class at once: sessions that turn a knob every two seconds, without their browsers.

    python -m benchmarks.load [--seconds 30] [30 100 100/2 200/2 ...]

``100/2`` are 100 sessions at two processes behind nginx, as ``make serve WORKERS=2`` has them; with
0 only the costs are measured.

Each session opens the playground over its websocket as a browser does and moves the gravity of one
run to a value nobody has asked for, so that nothing is remembered. Counted is the time until the
message with the new pictures has arrived; where others wait these are a sketch, as under a moving
hand, and the time until the ten orders of the examples is reported, too. Sessions, server and this
clock share the machine, so the processor time of both is reported: the server's for each change,
all its processes together, and the sessions' own. Then a class arrives one by one; counted is the
time until the last has the pictures of its opening view, without the scripts that a browser would
fetch before. A session that fails ends the measurement.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import math
import os
import random
import re
import statistics
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from ui.web.hushed import TOLD
from websockets.asyncio.client import ClientConnection, connect

from algorithms import order_of, over_orders
from benchmarks.report import Row, at_most, machine, table
from serving import nginx
from tests.support.browser import Server, serve
from ui import engine
from ui.view import opening
from ui.web.failure import SENTENCE

# Sessions and processes, and the bar for 95 of 100 changes in milliseconds.
CLASSES = {(30, 1): 35.0, (100, 1): 250.0, (100, 2): 65.0, (200, 2): 250.0}
# Sessions and processes, and the bar for the last to be served, in seconds from the first arrival.
ARRIVALS = {(100, 1): 15.0, (100, 2): 15.0}
ARRIVING = 10.0
EVERY, SECONDS, PATIENCE = 2.0, 30.0, 60.0
# By whether the hand still moves: the words, and the bar in milliseconds.
COSTS = {False: ("let go", 12.0), True: ("dragged", 8.0)}
WARM, MOVEMENTS = 20, 150
# Seconds between two looks whether a server rests: it does so for two before it compiles what its
# first pictures could do without. And seconds after which it never will.
QUIET, RESTED = 3.0, 120.0
PAGE, RUN = "playground", "run_2"
# The elements by which movements leave: while the hand moves, and when it rests.
STAGE, PANELS = "stage_playground", "panels_playground"


def gravity(draw: random.Random) -> dict[str, float]:
    """Draw what a knob is turned to."""
    return {"gravity": draw.uniform(0.001, 0.2)}


@dataclass
class Session:
    """One visitor's connection; ``taken`` are seconds from a change to its pictures.

    ``query`` is the part of the page's address that says what it shows; ``sketched`` counts the
    changes that were drawn as under a moving hand first, because others waited, and ``followed``
    are the seconds until those that came in full before the next change did.
    """

    socket: ClientConnection
    draw: random.Random
    query: str = ""
    panels: str = ""
    stage: str = ""
    fragments: dict[str, str] = field(default_factory=dict)
    page: str = ""
    taken: list[float] = field(default_factory=list)
    sketched: int = 0
    followed: list[float] = field(default_factory=list)
    due: float = 0.0

    async def open(self) -> None:
        await self.ask(BackMsg())
        if not (self.stage and self.panels):
            raise RuntimeError("the playground came without its stage or its panels")

    async def change(self, number: int, live: bool = False) -> None:
        entry = {
            "n": number,
            "source": RUN,
            "values": gravity(self.draw),
            "live": live,
        }
        message = BackMsg()
        widget = message.rerun_script.widget_states.widgets.add()
        widget.id = self.stage if live else self.panels
        message.rerun_script.fragment_id = self.fragments[widget.id]
        widget.json_value = json.dumps({"moved": [entry]})
        start, before = time.perf_counter(), self.sketched
        self.taken.append(await self.ask(message, number, live) - start)
        self.due = start if self.sketched > before else 0.0

    async def listen(self, seconds: float) -> None:
        """Read for so long, and note when pictures come in full that were sketched first."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    raw = await self.socket.recv()
                    if self.due and b"stage_playground" in raw and b'"moving":false' in raw:
                        self.followed.append(time.perf_counter() - self.due)
                        self.due = 0.0
                    self.notice(ForwardMsg.FromString(raw))

    async def ask(self, message: BackMsg, number: int = 0, live: bool = False) -> float:
        """Send ``message`` and read until its run ends; return when its pictures came.

        During a drag only pictures are sent, and elements may be updated without a
        run what is new in them.
        """
        await self.socket.send(self.readdress(message))
        answered, over = 0.0, live
        heard = re.compile(rb'"heard": ?%d,' % number)
        while True:
            raw = await asyncio.wait_for(self.socket.recv(), PATIENCE)
            answer = ForwardMsg.FromString(raw)
            if not answered and heard.search(raw) and b"stage_playground" in raw:
                answered, over = time.perf_counter(), over or answer.hash.startswith(TOLD)
                self.sketched += not live and b'"moving":true' in raw
            self.notice(answer)
            if answered and (over or answer.WhichOneof("type") == "script_finished"):
                return answered

    def readdress(self, message: BackMsg) -> bytes:
        """Return ``message`` as it is sent from the page that this session shows."""
        message.rerun_script.query_string = self.query
        if self.page:
            message.rerun_script.page_script_hash = self.page
        else:
            message.rerun_script.page_name = PAGE
        return message.SerializeToString()

    def notice(self, answer: ForwardMsg) -> None:
        if answer.WhichOneof("type") == "navigation":
            self.page = answer.navigation.page_script_hash
        element = answer.delta.new_element
        kind = element.WhichOneof("type")
        if kind == "alert" and element.alert.body == SENTENCE:
            raise RuntimeError("the app failed; its log says why")
        if kind == "bidi_component":
            name = element.bidi_component.id
            self.fragments[name] = answer.delta.fragment_id
            if name.endswith(PANELS):
                self.panels = name
            elif name.endswith(STAGE):
                self.stage = name


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


@contextlib.asynccontextmanager
async def open_session(
    address: str, draw: random.Random, query: str = "", kind: type[Session] = Session
) -> AsyncIterator[Any]:
    """A session that has its first pictures, those of ``query``."""
    async with connect(address, subprotocols=["streamlit"], max_size=None) as socket:
        session = kind(socket, draw, query)
        await session.open()
        yield session


async def visit(
    address: str, number: int, ready: asyncio.Barrier, clock: Clock, seconds: float
) -> Session:
    """One session, which has noted what each of its changes took."""
    draw = random.Random(number)
    async with open_session(address, draw) as session:
        if await ready.wait() == 0:
            clock.start()
        await asyncio.sleep(draw.uniform(0.0, EVERY))
        end = time.perf_counter() + seconds
        while (start := time.perf_counter()) < end:
            await session.change(1 + len(session.taken))
            await session.listen(max(0.0, EVERY - (time.perf_counter() - start)))
    return session


class Class(NamedTuple):
    """Seconds of all changes and of those that followed a sketch, sorted; the share sketched."""

    taken: list[float]
    followed: list[float]
    sketched: float


async def attend(address: str, sessions: int, clock: Clock, seconds: float) -> Class:
    """A class, one session beside the other."""
    ready = asyncio.Barrier(sessions)
    visits = [visit(address, number, ready, clock, seconds) for number in range(sessions)]
    noted = await asyncio.gather(*visits)
    taken = sorted(t for each in noted for t in each.taken)
    followed = sorted(t for each in noted for t in each.followed)
    return Class(taken, followed, sum(each.sketched for each in noted) / max(len(taken), 1))


async def arrive(address: str, sessions: int) -> list[tuple[float, float]]:
    """Sessions that come one after the other within ten seconds, and stay until all are served.

    Of each: when it was served, in seconds from the first arrival, and how long it waited for that.
    """
    start, ready = time.perf_counter(), asyncio.Barrier(sessions)

    async def come(number: int) -> tuple[float, float]:
        await asyncio.sleep(ARRIVING * number / sessions)
        came = time.perf_counter()
        async with open_session(address, random.Random(number)):
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


def stream(server: Server) -> str:
    """Return the address of a server's websocket."""
    return server.url.replace("http", "ws", 1) + "/_stcore/stream"


def row(sessions: int, processes: int, seconds: float) -> Row:
    """Two classes of this size, one after the other, on one server: the second is measured."""
    bar = CLASSES.get((sessions, processes))
    with serve_app(processes) as server:
        clock = Clock(server.process.pid)
        asyncio.run(attend(stream(server), sessions, clock, seconds))
        before = resident(server.process.pid)
        noted = asyncio.run(attend(stream(server), sessions, clock, seconds))
        taken = noted.taken
        theirs, own = clock.each(len(taken))
        grown = resident(server.process.pid) / before - 1
    p50, p95 = statistics.median(taken), taken[int(0.95 * (len(taken) - 1))]
    text = f"p50 {1e3 * p50:.0f} ms, p95 {1e3 * p95:.0f} ms over {len(taken)} changes, "
    text += in_full(noted)
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
        asyncio.run(attend(stream(server), processes, Clock(server.process.pid), 0.0))
        ends, waits = zip(*asyncio.run(arrive(stream(server), sessions)), strict=True)
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


async def alone(address: str, clock: Clock, live: bool) -> float:
    """Milliseconds of the server's processor time for each movement of one session alone."""
    async with open_session(address, random.Random(int(live))) as session:
        await wait_for_idle(clock.process)
        for number in range(1, WARM + MOVEMENTS + 1):
            if number == WARM + 1:
                clock.start()
            await session.change(number, live)
            await asyncio.sleep(0.02)
    return clock.each(MOVEMENTS)[0]


def cost() -> Iterator[Row]:
    """The cost of a movement to the server: of a knob that is let go, and while it is dragged."""
    with serve_app(1) as server:
        clock = Clock(server.process.pid)
        for live, (what, bar) in COSTS.items():
            spent = asyncio.run(alone(stream(server), clock, live))
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
    view, draw = opening(), random.Random(0)
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

"""A class at once: sessions that turn a knob every two seconds, without their browsers.

    python -m benchmarks.load [sessions ...]

Each session opens the playground over its websocket as a browser does and moves the gravity of one
run to a value nobody has asked for, so that nothing is remembered. Counted is the time until the
message with the new pictures has arrived. Sessions, server and this clock share the machine, so the
processor time of both is told, too: the server's for each change, and the sessions' own.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.report import Row, at_most, machine, table
from tests.support.browser import Server, serve

# Sessions, and the bar for 95 of 100 changes in milliseconds.
CLASSES = {30: 60.0, 100: 150.0, 200: 500.0}
EVERY, SECONDS, PATIENCE = 2.0, 30.0, 60.0
# By whether the hand still moves: the words, and the bar in milliseconds.
COSTS = {False: ("let go", 12.0), True: ("dragged", 8.0)}
WARM, MOVEMENTS = 20, 150
PAGE, RUN = "playground", "run_2"
# The elements by which movements leave: while the hand moves, and when it rests.
STAGE, PANELS = "stage_playground", "panels_playground"


@dataclass
class Session:
    """One visitor's connection; ``taken`` are seconds from a change to its pictures.

    ``query`` is the part of the page's address that says what it shows.
    """

    socket: ClientConnection
    draw: random.Random
    query: str = ""
    panels: str = ""
    stage: str = ""
    fragment: str = ""
    page: str = ""
    taken: list[float] = field(default_factory=list)

    async def open(self) -> None:
        await self.ask(BackMsg())
        if not (self.stage and self.panels):
            raise RuntimeError("the playground came without its stage or its panels")

    async def change(self, number: int, live: bool = False) -> None:
        entry = {
            "n": number,
            "source": RUN,
            "values": {"gravity": self.draw.uniform(0.001, 0.2)},
            "live": live,
        }
        message = BackMsg()
        widget = message.rerun_script.widget_states.widgets.add()
        widget.id = self.stage if live else self.panels
        widget.json_value = json.dumps({"moved": [entry]})
        if live:
            message.rerun_script.fragment_id = self.fragment
        start = time.perf_counter()
        self.taken.append(await self.ask(message, number) - start)

    async def ask(self, message: BackMsg, number: int = 0) -> float:
        """Send ``message`` and read until its run ends; return when its pictures came."""
        message.rerun_script.query_string = self.query
        if self.page:
            message.rerun_script.page_script_hash = self.page
        else:
            message.rerun_script.page_name = PAGE
        await self.socket.send(message.SerializeToString())
        answered = 0.0
        heard = f'"heard": {number},'.encode()
        while True:
            raw = await asyncio.wait_for(self.socket.recv(), PATIENCE)
            if not answered and heard in raw and b"stage_playground" in raw:
                answered = time.perf_counter()
            answer = ForwardMsg.FromString(raw)
            self.notice(answer)
            if answered and answer.WhichOneof("type") == "script_finished":
                return answered

    def notice(self, answer: ForwardMsg) -> None:
        if answer.WhichOneof("type") == "navigation":
            self.page = answer.navigation.page_script_hash
        element = answer.delta.new_element
        kind = element.WhichOneof("type")
        if kind == "exception":
            raise RuntimeError(element.exception.message)
        if kind == "bidi_component":
            name = element.bidi_component.id
            if name.endswith(PANELS):
                self.panels = name
            elif name.endswith(STAGE):
                self.stage, self.fragment = name, answer.delta.fragment_id


@dataclass
class Clock:
    """The processor time of a server and of this process, from the first change to the last."""

    process: int
    began: tuple[float, float] = (0.0, 0.0)

    def start(self) -> None:
        self.began = spent(self.process), time.process_time()

    def each(self, changes: int) -> tuple[float, float]:
        """Return the processor time for each change, the server's and our own, in milliseconds."""
        now = spent(self.process), time.process_time()
        server, own = (1e3 * (a - b) / changes for a, b in zip(now, self.began, strict=True))
        return server, own


async def visit(address: str, number: int, ready: asyncio.Barrier, clock: Clock) -> list[float]:
    """One session: what each of its changes took, in seconds."""
    draw = random.Random(number)
    async with connect(address, subprotocols=["streamlit"], max_size=None) as socket:
        session = Session(socket, draw)
        await session.open()
        if await ready.wait() == 0:
            clock.start()
        await asyncio.sleep(draw.uniform(0.0, EVERY))
        end = time.perf_counter() + SECONDS
        while (start := time.perf_counter()) < end:
            await session.change(1 + len(session.taken))
            await asyncio.sleep(max(0.0, EVERY - (time.perf_counter() - start)))
    return session.taken


async def attend(address: str, sessions: int, clock: Clock) -> list[float]:
    ready = asyncio.Barrier(sessions)
    visits = [visit(address, number, ready, clock) for number in range(sessions)]
    return sorted(t for taken in await asyncio.gather(*visits) for t in taken)


def resident(process: int) -> int:
    """Pages of memory that a process holds."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1])


def spent(process: int) -> float:
    """Seconds of processor time that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def stream(server: Server) -> str:
    """Return the address of a server's websocket."""
    return server.url.replace("http", "ws", 1) + "/_stcore/stream"


def row(sessions: int, bar: float | None) -> Row:
    """Two classes of this size, one after the other, on one server: the second is measured."""
    with serve() as server:
        server.wait()
        clock = Clock(server.process.pid)
        asyncio.run(attend(stream(server), sessions, clock))
        before = resident(server.process.pid)
        taken = asyncio.run(attend(stream(server), sessions, clock))
        served, own = clock.each(len(taken))
        grown = resident(server.process.pid) / before - 1
    p50, p95 = statistics.median(taken), taken[int(0.95 * (len(taken) - 1))]
    text = f"p50 {1e3 * p50:.0f} ms, p95 {1e3 * p95:.0f} ms over {len(taken)} changes; "
    text += f"each took the server {served:.1f} ms of processor time, the sessions {own:.1f}; "
    text += f"memory {100 * grown:+.0f} % from one class to the next"
    verdict = "" if bar is None else at_most(1e3 * p95, bar)
    return Row(
        f"{sessions} sessions, a change every {EVERY:g} s, change → new pictures",
        text,
        bar="" if bar is None else f"p95 ≤ {bar:.0f} ms",
        verdict=verdict,
    )


async def alone(address: str, clock: Clock, live: bool) -> float:
    """Milliseconds of the server's processor time for each movement of one session alone."""
    async with connect(address, subprotocols=["streamlit"], max_size=None) as socket:
        session = Session(socket, random.Random(int(live)))
        await session.open()
        for number in range(1, WARM + MOVEMENTS + 1):
            if number == WARM + 1:
                clock.start()
            await session.change(number, live)
            await asyncio.sleep(0.02)
    return clock.each(MOVEMENTS)[0]


def cost() -> Iterator[Row]:
    """The cost of a movement to the server: of a knob that is let go, and while it is dragged."""
    with serve() as server:
        server.wait()
        clock = Clock(server.process.pid)
        for live, (what, bar) in COSTS.items():
            spent = asyncio.run(alone(stream(server), clock, live))
            yield Row(
                f"processor time of the server for a knob that is {what}, three runs",
                f"{spent:.1f} ms",
                bar=f"≤ {bar:g} ms",
                verdict=at_most(spent, bar),
            )


if __name__ == "__main__":
    asked = [int(text) for text in sys.argv[1:]] or list(CLASSES)
    print(machine())
    print(
        table([*cost(), *(row(sessions, CLASSES.get(sessions)) for sessions in asked if sessions)])
    )

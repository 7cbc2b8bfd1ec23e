"""A class at once: sessions that turn a knob every two seconds, without their browsers.

    python -m benchmarks.load [sessions ...]

Each session opens the playground over its websocket as a browser does and moves the gravity of one
run to a value nobody has asked for, so that nothing is remembered. Counted is the time until the
message with the new pictures has arrived. Sessions, server and this clock share the machine.
"""

from __future__ import annotations

import asyncio
import json
import random
import statistics
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.report import Row, at_most, machine, table
from tests.support.browser import serve

# Sessions, and the bar for 95 of 100 changes in milliseconds.
CLASSES = {30: 60.0, 100: 150.0, 200: 500.0}
EVERY, SECONDS, PATIENCE = 2.0, 30.0, 60.0
PAGE, PANELS, RUN = "playground", "panels_playground", "run_2"


@dataclass
class Session:
    """One visitor's connection; ``taken`` are seconds from a change to its pictures."""

    socket: ClientConnection
    draw: random.Random
    widget: str = ""
    fragment: str = ""
    page: str = ""
    taken: list[float] = field(default_factory=list)

    async def open(self) -> None:
        await self.ask(BackMsg())
        if not self.widget:
            raise RuntimeError("the playground came without its panels")

    async def change(self, number: int) -> None:
        entry = {
            "n": number,
            "source": RUN,
            "values": {"gravity": self.draw.uniform(0.001, 0.2)},
            "live": False,
        }
        message = BackMsg()
        widget = message.rerun_script.widget_states.widgets.add()
        widget.id, widget.json_value = self.widget, json.dumps({"moved": [entry]})
        message.rerun_script.fragment_id = self.fragment
        start = time.perf_counter()
        self.taken.append(await self.ask(message, number) - start)

    async def ask(self, message: BackMsg, number: int = 0) -> float:
        """Send ``message`` and read until its run ends; return when its pictures came."""
        message.rerun_script.query_string = ""
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
            # The fragment that a change reruns gives way to the whole page: two runs, two ends.
            if answered and answer.WhichOneof("type") == "script_finished":
                return answered

    def notice(self, answer: ForwardMsg) -> None:
        if answer.WhichOneof("type") == "navigation":
            self.page = answer.navigation.page_script_hash
        element = answer.delta.new_element
        kind = element.WhichOneof("type")
        if kind == "exception":
            raise RuntimeError(element.exception.message)
        if kind == "bidi_component" and element.bidi_component.id.endswith(PANELS):
            self.widget, self.fragment = element.bidi_component.id, answer.delta.fragment_id


async def visit(address: str, number: int, ready: asyncio.Barrier) -> list[float]:
    """One session: what each of its changes took, in seconds."""
    draw = random.Random(number)
    async with connect(address, subprotocols=["streamlit"], max_size=None) as socket:
        session = Session(socket, draw)
        await session.open()
        await ready.wait()
        await asyncio.sleep(draw.uniform(0.0, EVERY))
        end = time.perf_counter() + SECONDS
        while (start := time.perf_counter()) < end:
            await session.change(1 + len(session.taken))
            await asyncio.sleep(max(0.0, EVERY - (time.perf_counter() - start)))
    return session.taken


async def attend(address: str, sessions: int) -> list[float]:
    ready = asyncio.Barrier(sessions)
    visits = [visit(address, number, ready) for number in range(sessions)]
    return sorted(t for taken in await asyncio.gather(*visits) for t in taken)


def resident(process: int) -> int:
    """Pages of memory that a process holds."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1])


def row(sessions: int, bar: float | None) -> Row:
    """Two classes of this size, one after the other, on one server: the second is measured."""
    with serve() as server:
        server.wait()
        address = server.url.replace("http", "ws", 1) + "/_stcore/stream"
        asyncio.run(attend(address, sessions))
        before = resident(server.process.pid)
        taken = asyncio.run(attend(address, sessions))
        grown = resident(server.process.pid) / before - 1
    p50, p95 = statistics.median(taken), taken[int(0.95 * (len(taken) - 1))]
    text = f"p50 {1e3 * p50:.0f} ms, p95 {1e3 * p95:.0f} ms over {len(taken)} changes; "
    text += f"memory {100 * grown:+.0f} % from one class to the next"
    verdict = "" if bar is None else at_most(1e3 * p95, bar)
    return Row(
        f"{sessions} sessions, a change every {EVERY:g} s, change → new pictures",
        text,
        bar="" if bar is None else f"p95 ≤ {bar:.0f} ms",
        verdict=verdict,
    )


if __name__ == "__main__":
    asked = [int(text) for text in sys.argv[1:]] or list(CLASSES)
    print(machine())
    print(table([row(sessions, CLASSES.get(sessions)) for sessions in asked]))

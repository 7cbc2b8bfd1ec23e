"""One visit without a browser: Streamlit's connection, by which pages run, and that of events."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlencode

import orjson
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

from ui.events.route import PATH
from ui.session.address_bar import OF_A_STEP, of_view
from ui.visit import REPORTER
from ui.web.failure import SENTENCE

PATIENCE = 60.0
"""Seconds after which an answer will never come."""

PAGE, RUN = "playground", "run_2"
STAGE, PANELS, CHANNEL = f"stage_{PAGE}", f"panels_{PAGE}", "channel"


def stream(url: str) -> str:
    """Return the address of Streamlit's WebSocket."""
    return url.replace("http", "ws", 1) + "/_stcore/stream"


def live(url: str) -> str:
    """Return the address of the WebSocket of events."""
    return url.replace("http", "ws", 1) + PATH


def entry(number: int, source: str = RUN, live: bool = False, **more: Any) -> dict[str, Any]:
    """Return an entry of the log of a hand; ``more`` are its values, its action and value."""
    return {"n": number, "source": source, "live": live, "values": {}} | more


@dataclass
class Session:
    """One window, as the scripts of the app behave in it.

    Parameters
    ----------
    socket : Streamlit's connection.
    draw : of it come the values that a knob is turned to.
    query : what stands in the address bar; events write it, and runs of the page.
    page : its key.
    events : the connection of events.
    known : the address as Streamlit knows it, which events do not tell of theirs.
    script : Streamlit's name of the page.
    channel : what the last run of the page said of events.
    names : Streamlit's names of elements by their keys.
    fragments : the part of the page that runs when an element reports something, by its name.
    number : that of the last movement.
    ran : how many movements a run of the page had to follow.
    """

    socket: ClientConnection
    draw: random.Random
    query: str = ""
    page: str = PAGE
    events: ClientConnection | None = None
    known: str = ""
    script: str = ""
    channel: dict[str, Any] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    fragments: dict[str, str] = field(default_factory=dict)
    number: int = 0
    ran: int = 0

    async def open(self) -> None:
        """Have the page run for the first time."""
        self.known = self.query
        await self.run(BackMsg())
        if not self.channel.get("page"):
            raise RuntimeError(f"the page {self.page} came without a way for events")

    # Events --------------------------------------------------------------------------------------

    async def move(self, source: str = RUN, live: bool = False, **more: Any) -> dict[str, Any]:
        """Have the next movement followed, and return the answer.

        A run of the page follows it where the answer says so, or the page said before that all of
        it changes.
        """
        self.number += 1
        log = entry(self.number, source, live, **more)
        answered = live or self.channel["rests"]
        reply = await self.ask(log) if answered else {"n": self.number, "run": True}
        if reply.get("run"):
            await self.report(log)
        return reply

    async def ask(self, *log: dict[str, Any]) -> dict[str, Any]:
        """Send an event, and return the answer to it."""
        await self.send(*log)
        while (reply := await self.hear())["n"] < log[-1]["n"] or reply.get("rest"):
            pass
        return reply

    async def send(self, *log: dict[str, Any]) -> None:
        """Send an event: all that the address does not say yet."""
        about = {name: self.channel[name] for name in ("page", "visit")}
        await self.events.send(json.dumps(about | {"query": self.query, "log": log}))

    async def hear(self, seconds: float = PATIENCE) -> dict[str, Any]:
        """Return the next answer, or what follows an answer; raise TimeoutError without one."""
        reply = orjson.loads(await asyncio.wait_for(self.events.recv(), seconds))
        self.follow(reply)
        return reply

    def follow(self, reply: dict[str, Any]) -> None:
        """Write the address of an answer into the bar; what it says of how to look stays."""
        if "address" in reply:
            stood = dict(parse_qsl(self.query, keep_blank_values=True))
            left_out = [*of_view(stood), *(OF_A_STEP if reply["turned"] else ())]
            kept = {name: text for name, text in stood.items() if name not in left_out}
            self.query = urlencode(reply["address"] | kept)

    # Runs of the page ----------------------------------------------------------------------------

    async def report(self, *log: dict[str, Any], by: str = "") -> None:
        """Have a run of the page follow a log; the session hears first what stands in the bar.

        Parameters
        ----------
        by : the key of the element that reports it; without one it is as the browser chooses.
        """
        self.ran += 1
        panels = next(key for key in self.names if key.startswith("panels_"))
        key = by or (CHANNEL if log[-1]["live"] else panels)
        message, said = BackMsg(), {self.names[key]: log}
        if self.query != self.known:
            bar = {"n": self.number, "page": self.page, "query": self.query}
            said[self.names[REPORTER]] = bar
        for name, report in said.items():
            widget = message.rerun_script.widget_states.widgets.add()
            widget.id, widget.json_value = name, json.dumps({"moved": report})
        message.rerun_script.fragment_id = self.fragments[self.names[key]]
        await self.run(message, log[-1]["n"])

    async def run(self, message: BackMsg, number: int = 0) -> None:
        """Send a message, and read until a run that has followed movement ``number`` ends."""
        self.channel = {}
        await self.socket.send(self.readdress(message))
        while True:
            answer = await self.read()
            followed = self.channel.get("heard", -1) >= number
            if followed and answer.WhichOneof("type") == "script_finished":
                return

    async def read(self, seconds: float = PATIENCE) -> ForwardMsg:
        """Return the next message of Streamlit; raise TimeoutError without one."""
        raw = await asyncio.wait_for(self.socket.recv(), seconds)
        answer = ForwardMsg.FromString(raw)
        self.notice(answer)
        return answer

    def readdress(self, message: BackMsg) -> bytes:
        """Return ``message`` as it is sent from the page that this session shows."""
        message.rerun_script.query_string = self.known
        if self.script:
            message.rerun_script.page_script_hash = self.script
        else:
            message.rerun_script.page_name = self.page
        return message.SerializeToString()

    def notice(self, answer: ForwardMsg) -> None:
        """Keep what a message of Streamlit says of the page."""
        kind, element = answer.WhichOneof("type"), answer.delta.new_element
        if kind == "navigation":
            self.script = answer.navigation.page_script_hash
        elif kind == "page_info_changed":
            self.query = self.known = answer.page_info_changed.query_string
        elif element.WhichOneof("type") == "alert" and element.alert.body == SENTENCE:
            raise RuntimeError("the app failed; its log says why")
        elif element.WhichOneof("type") == "bidi_component":
            name = element.bidi_component.id
            key = name.rpartition("-")[2]
            self.names[key], self.fragments[name] = name, answer.delta.fragment_id
            if key == CHANNEL:
                (self.channel,) = json.loads(element.bidi_component.json)


@asynccontextmanager
async def open_session(
    url: str,
    draw: random.Random,
    query: str = "",
    kind: type[Session] = Session,
    page: str = PAGE,
    **headers: str,
) -> AsyncIterator[Any]:
    """A session that has its first pictures, those of ``query``, and a connection for events.

    Parameters
    ----------
    url : of the server.
    headers : of the requests by which it connects.
    """
    way = {"max_size": None, "additional_headers": headers}
    async with connect(stream(url), subprotocols=["streamlit"], **way) as socket:
        session = kind(socket, draw, query, page)
        await session.open()
        async with connect(live(url), **way) as session.events:
            yield session

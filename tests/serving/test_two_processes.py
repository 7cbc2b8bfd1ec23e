"""Two processes of the app behind real nginx; one is killed while somebody works with it."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.support import three_runs
from tests.support.browser import Server, serve
from tests.support.serving.services import apart, children, there
from tests.support.serving.session import STAGE, entry, live, open_session
from tests.support.serving.visitor import Visitor, anybody

pytestmark = pytest.mark.usefixtures("nginx")
XSRF = "_streamlit_xsrf"


def cookies(headers: Any) -> dict[str, str]:
    """The cookies that an answer sets."""
    pairs = [text.split(";")[0].split("=", 1) for text in headers.get_all("Set-Cookie") or []]
    return dict(pairs)


def reply_to(address: str, cookies: dict[str, str], **changes: Any) -> tuple[int, Any]:
    """Send a request with these cookies; return the answer's status and headers."""
    text = "; ".join(f"{name}={value}" for name, value in cookies.items())
    headers = {"Cookie": text, **changes.pop("headers", {})}
    request = urllib.request.Request(address, headers=headers, **changes)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.headers
    except urllib.error.HTTPError as error:
        return error.code, error.headers


def sent_with(home: dict[str, str]) -> dict[str, str]:
    """The headers by which a browser that lives there connects."""
    return {"Cookie": "; ".join(f"{name}={value}" for name, value in home.items())}


def newcomer(server: Server) -> dict[str, str]:
    """The cookie of somebody who comes for the first time."""
    _, headers = reply_to(f"{server.url}/", {})
    (name, value), *_ = [pair for pair in cookies(headers).items() if pair[0] != XSRF]
    return {name: value}


def process(server: Server, home: str) -> int:
    """The process that is the home of this number: their ports follow each other."""
    ports = {}
    for child in children(server.process.pid):
        variables = Path(f"/proc/{child}/environ").read_text(errors="replace")
        if "SPARSITY_LAB_PROCESSES=2" in variables.split("\0"):
            ports[int(re.search(r"\0PORT=(\d+)\0", variables)[1])] = child
    return ports[sorted(ports)[int(home)]]


TABLE = "a,y\n" + "".join(f"{i},{i % 2}\n" for i in range(40))


async def upload(server: Server, session: str, home: dict[str, str], token: str) -> int:
    """The status with which a file is taken in for a session."""
    head = '--x\nContent-Disposition: form-data; name="file"; filename="a.csv"\n\n'
    status, _ = await asyncio.to_thread(
        reply_to,
        f"{server.url}{place(session)}",
        {**home, XSRF: token},
        method="PUT",
        data=f"{head}{TABLE}\n--x--\n".replace("\n", "\r\n").encode(),
        headers={"X-Xsrftoken": token, "Content-Type": "multipart/form-data; boundary=x"},
    )
    return status


def place(session: str) -> str:
    return f"/_stcore/upload_file/{session}/1"


class Owner(Visitor):
    """A visitor of the page Data, who takes a file in."""

    button = uploader = ""

    def notice(self, answer: ForwardMsg) -> None:
        super().notice(answer)
        if (button := answer.delta.add_block.popover).label == "Upload a file":
            self.button = button.id
        if answer.delta.new_element.WhichOneof("type") == "file_uploader":
            self.uploader = answer.delta.new_element.file_uploader.id

    async def take_in(self) -> None:
        """Have the page read the file that was sent for this session."""
        opened = WidgetState(id=self.button, bool_value=True)
        await self.run_with(opened)
        chosen = WidgetState(id=self.uploader)
        info = chosen.file_uploader_state_value.uploaded_file_info.add()
        info.name, info.size, info.file_id = "a.csv", len(TABLE), "1"
        info.file_urls.upload_url = info.file_urls.delete_url = place(self.id)
        info.file_urls.file_id = "1"
        await self.run_with(opened, chosen)

    async def run_with(self, *states: WidgetState) -> None:
        message = BackMsg()
        message.rerun_script.widget_states.widgets.extend(states)
        await self.run(message)


async def answer_of(server: Server, visitor: Visitor, home: dict[str, str], *log: dict) -> dict:
    """The answer to an event of a visitor at the process that is the home of that number."""
    about = {name: visitor.channel[name] for name in ("page", "visit")}
    headers = sent_with(home)
    async with connect(live(server.url), max_size=None, additional_headers=headers) as socket:
        assert cookies(socket.response.headers) == {}
        await socket.send(json.dumps(about | {"query": visitor.query, "log": log}))
        reply = json.loads(await socket.recv())
        while reply.get("elements", {}).get(STAGE, {}).get("moving") and not log[-1]["live"]:
            reply |= {"elements": json.loads(await socket.recv())["elements"]}
        return reply


async def drain(socket: ClientConnection) -> None:
    async with asyncio.timeout(20.0):
        while True:
            await socket.recv()


async def lesson(server: Server) -> None:
    """A session at one process, which dies; the session goes on at the other."""
    home = other = newcomer(server)
    while other == home:
        other = newcomer(server)
    elsewhere = cookies(reply_to(f"{server.url}/_stcore/health", other)[1])
    there = {"kind": Visitor, **sent_with(home)}
    # The best weights under a large penalty are found at once, by each process.
    three = urlencode(three_runs.parameters() | {"stream.comparator": "1"})
    async with open_session(server.url, anybody(), three, **there) as visitor:
        ways = visitor.socket, visitor.events
        assert [cookies(way.response.headers) for way in ways] == [{}, {}], "they stay there"
        assert "permessage-deflate" in visitor.socket.response.headers["Sec-WebSocket-Extensions"]
        await visitor.turn(0.3)
        await visitor.turn()
        await tell_both(server, visitor, home, other)
        # The token was made by the other process; the session is known at home alone.
        assert await upload(server, visitor.id, home, elsewhere[XSRF]) == 204
        assert await upload(server, visitor.id, other, elsewhere[XSRF]) == 400
        await keep_file(server, home, other, elsewhere[XSRF])
        killed = process(server, *home.values())
        os.kill(killed, signal.SIGKILL)
        for way in ways:
            with pytest.raises(ConnectionClosed):
                await drain(way)
    async with open_session(server.url, anybody(), visitor.query, **there) as again:
        moved = cookies(again.socket.response.headers)
        assert moved == other, "the other process is home from now on"
        assert "c.gravity=0.12" in visitor.query and again.shown == visitor.shown
        await again.turn(0.3)
        assert again.ran == 0 and "c.gravity=0.3" in again.query
    wait_for(lambda: not cookies_of_home(server, home))
    assert process(server, *home.values()) != killed


async def tell_both(
    server: Server, visitor: Visitor, home: dict[str, str], other: dict[str, str]
) -> None:
    """Each process answers an event; what the visitor tried before is known at home alone."""
    log = entry(7, values={"gravity": 0.2})
    own, others = [await answer_of(server, visitor, each, log) for each in (home, other)]
    assert own["address"] == others["address"] and own["address"]["c.gravity"] == "0.2"
    own, others = (
        {each["name"]: each for row in reply["elements"][STAGE]["rows"] for each in row["pictures"]}
        for reply in (own, others)
    )
    assert [name for name in own if own[name] != others[name]] == ["tradeoff"]


async def keep_file(
    server: Server, home: dict[str, str], other: dict[str, str], token: str
) -> None:
    """An upload is found by events at home; elsewhere a run of the page follows them, at home."""
    headers = sent_with(home)
    async with open_session(server.url, anybody(), "", Owner, "data", **headers) as owner:
        assert await upload(server, owner.id, home, token) == 204
        await owner.take_in()
        assert "data=upload-" in owner.query
        log = entry(1, "preparation", live=True, values={"noise_features": 10})
        reply = await answer_of(server, owner, home, log)
        assert "stage_data" in reply["elements"]
        assert await answer_of(server, owner, other, log) == {"n": 1, "run": True}
        await owner.report(log)
        await owner.report(log | {"n": 2, "live": False})
        assert "data=upload-" in owner.query and "data.noise_features=10" in owner.query


def cookies_of_home(server: Server, home: dict[str, str]) -> dict[str, str]:
    """A new home that a visitor is given in place of theirs."""
    _, headers = reply_to(f"{server.url}/", home)
    return {name: value for name, value in cookies(headers).items() if name != XSRF}


def wait_for(true: Callable[[], bool]) -> None:
    end = time.monotonic() + 60.0
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_session_whose_process_dies_goes_on_at_the_other_from_its_address():
    with serve("-m", "serving", WORKERS="2", ADDRESS="127.0.0.1") as server:
        server.wait()
        apart(asyncio.run, lesson(server))
        started, log = children(server.process.pid), server.log()
    assert log.count("was ended by SIGKILL. It is started again.") == 1
    assert len(started) == 3 and not any(there(process) for process in started)
    assert server.process.returncode == 0, "a signal is no failure"

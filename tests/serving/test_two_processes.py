"""Two processes of the app behind real nginx; one is killed while somebody works with it."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.support.browser import Server, serve
from tests.support.serving.services import apart, children, there
from tests.support.serving.visitor import Draw, Visitor

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


def line(server: Server, home: dict[str, str]) -> connect:
    """A connection of a browser that lives there."""
    address = server.url.replace("http", "ws", 1) + "/_stcore/stream"
    headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in home.items())}
    return connect(address, subprotocols=["streamlit"], max_size=None, additional_headers=headers)


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


async def upload(server: Server, session: str, home: dict[str, str], token: str) -> int:
    """The status with which a file is taken in for a session."""
    lines = '--x\nContent-Disposition: form-data; name="file"; filename="a.csv"\n\na,y\n--x--\n'
    status, _ = await asyncio.to_thread(
        reply_to,
        f"{server.url}/_stcore/upload_file/{session}/1",
        {**home, XSRF: token},
        method="PUT",
        data=lines.replace("\n", "\r\n").encode(),
        headers={"X-Xsrftoken": token, "Content-Type": "multipart/form-data; boundary=x"},
    )
    return status


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
    async with line(server, home) as socket:
        assert cookies(socket.response.headers) == {}, "who has a home stays there"
        visitor = Visitor(socket, Draw())
        await visitor.open()
        await visitor.change(1)
        await visitor.hear_all()
        # The token was made by the other process; the session is known at home alone.
        assert await upload(server, visitor.id, home, elsewhere[XSRF]) == 204
        assert await upload(server, visitor.id, other, elsewhere[XSRF]) == 400
        killed = process(server, *home.values())
        os.kill(killed, signal.SIGKILL)
        with pytest.raises(ConnectionClosed):
            await drain(socket)
    async with line(server, home) as socket:
        assert cookies(socket.response.headers) == other, "the other process is home from now on"
        again = Visitor(socket, Draw(), query=visitor.query)
        await again.open()
        assert "c.gravity=0.12" in visitor.query and again.shown == visitor.shown
    wait_for(lambda: not cookies_of_home(server, home))
    assert process(server, *home.values()) != killed


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

"""Junk on Streamlit's connection to a real server: the page of who sent it goes on."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from urllib.parse import urlencode

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.support import three_runs
from tests.support.serving.services import apart
from tests.support.serving.session import PANELS, PATIENCE, STAGE, entry, open_session, stream
from tests.support.serving.visitor import Visitor, anybody
from ui.web.message_filter import NEVER, PROTOCOL_ERROR

DEEP = "[" * 100_000 + "]" * 100_000
VALUES = {
    "trigger_value": True, "bool_value": True, "double_value": math.nan, "int_value": 2**63 - 1,
    "string_value": "\0x", "bytes_value": b"\xff", "json_trigger_value": "[",
}  # fmt: skip
ARRAYS = {"double_array_value": [math.inf], "int_array_value": [-1], "string_array_value": ["x"]}
PARTS = ("file_uploader_state_value", "string_trigger_value", "arrow_value", "chat_input_value")
REPORTS = (
    "", "nonsense", DEEP, "null", "1e999", "NaN", "[]", '"\\ud800"', '{"moved": NaN}',
    '{"moved": 1}', '{"moved": {"a": 1}}', '{"moved": [{}]}', '{"moved": [[[]]]}',
    '{"moved": "' + "x" * 1_000_000 + '"}',
    '{"moved": [{"n": 1, "source": {}, "live": true}]}',
    '{"moved": [{"n": 1, "source": "run_0", "live": true, "values": {"eta": NaN}}]}',
    '{"moved": [{"n": 1, "source": "run_0", "live": true, "values": {"eta": "\\ud800"}}]}',
)  # fmt: skip
QUERIES = (
    "%",
    "%zz",
    "%ff%fe",
    "a=%00",
    "&&&==",
    "x" * 100_000,
    "a=sgd&" * 2000,
    "data=" + "9" * 5000,
)
FRAMES = ("hello", "", b"\0" * 20, b"\xff" * 100, b"\x0a\xff\x01", bytes(range(256)))


def state(name: str, kind: str, value: object) -> WidgetState:
    """A widget of that name that says a value of that kind."""
    widget = WidgetState(id=name)
    if kind in ARRAYS:
        getattr(widget, kind).data.extend(value)
    elif kind in PARTS:
        getattr(widget, kind).SetInParent()
    elif kind:
        setattr(widget, kind, value)
    return widget


def states(names: list[str]) -> list[list[WidgetState]]:
    """Every kind of value, and none, as each of the widgets says it."""
    values = {**VALUES, **ARRAYS, **dict.fromkeys(PARTS)}.items()
    said = [*values, *(("json_value", report) for report in REPORTS), ("", None)]
    return [[state(name, kind, value) for name in names] for kind, value in said]


def rerun(change: Callable[[BackMsg], object] = lambda message: None) -> BackMsg:
    message = BackMsg()
    message.rerun_script.SetInParent()
    change(message)
    return message


def others() -> list[BackMsg]:
    """Messages of other kinds, and odd parts of one that has the page run."""
    made = [BackMsg(), *(BackMsg(**{kind: True}) for kind in NEVER)]
    made += [BackMsg(stop_script=True), BackMsg(app_heartbeat=True)]
    for part in ("page_script_hash", "page_name", "fragment_id"):
        made.append(rerun(lambda message, part=part: setattr(message.rerun_script, part, "../\0")))
    hashes = ["x"] * 1000
    made.append(rerun(lambda message: message.rerun_script.cached_message_hashes.extend(hashes)))
    return made


def said_by(name: str) -> list[BackMsg]:
    """Every kind of value as one widget says it, each in a message."""
    return [
        rerun(lambda message, s=s: message.rerun_script.widget_states.widgets.append(s))
        for (s,) in states([name])
    ]


async def quiet(visitor: Visitor) -> None:
    """Hear a page until it is silent: Streamlit itself fails where runs begin in each other."""
    with suppress(TimeoutError):
        while True:
            await visitor.read(0.04)


async def is_closed(address: str, frame: str | bytes) -> None:
    """See that a connection is closed by which no message comes."""
    async with connect(address, subprotocols=["streamlit"]) as socket:
        await socket.send(frame)
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                await socket.recv()
        assert closed.value.rcvd.code == PROTOCOL_ERROR


def test_whatever_is_sent_is_dropped_and_the_page_goes_on(server):
    before = len(server.log())

    async def bears(junk: Callable[[Visitor], list[BackMsg]], queries: Sequence[str] = ()) -> None:
        """Hear a page out after it was said to have sent all that, and have it follow a knob."""
        query = urlencode(three_runs.parameters())
        async with open_session(server.url, anybody(), query, Visitor) as visitor:
            known = visitor.known
            for message in junk(visitor):
                await visitor.socket.send(visitor.readdress(message))
                if any(each.json_value for each in message.rerun_script.widget_states.widgets):
                    await quiet(visitor)
            for visitor.known in queries:
                await visitor.socket.send(visitor.readdress(rerun()))
                await quiet(visitor)
            visitor.number = 1000  # more than any junk has
            async with asyncio.timeout(PATIENCE):  # runs of junk may still be on their way
                while "c.gravity=0.3" not in visitor.query:
                    visitor.query = visitor.known = known
                    await visitor.run(rerun())
                    visitor.number += 1
                    await visitor.report(entry(visitor.number, values={"gravity": 0.3}))
            await visitor.turn()
            assert "c.gravity=0.12" in visitor.query

    async def work() -> None:
        for name in ("nowhere", "$$ID-0-nowhere"):
            await bears(lambda visitor, name=name: said_by(name))
        await bears(lambda visitor: said_by(visitor.names[STAGE]))
        await bears(lambda visitor: said_by(visitor.names[PANELS]))
        await bears(lambda visitor: others(), QUERIES)
        for frame in FRAMES:
            await is_closed(stream(server.url), frame)

    apart(asyncio.run, work())
    log = server.log()[before:]
    assert "Traceback" not in log and log.count("Dropped") < 8 + len(FRAMES)

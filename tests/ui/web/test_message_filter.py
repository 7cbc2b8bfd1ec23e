"""Junk on Streamlit's WebSocket is dropped with a line in the log, and does no harm."""

from __future__ import annotations

import asyncio

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from tests.support.many.turns import in_turn
from tests.support.serving.services import apart
from ui.web.message_filter import MOST_DROPPED, PROTOCOL_ERROR, MessageFilter, fault_in, note_kinds

IDS = {kind: f"$$ID-{kind}" for kind in ("bidi_component", "button", "popover", "dataframe")}


@pytest.fixture
def kinds() -> dict[str, str]:
    """The widgets that a page was sent."""
    noted: dict[str, str] = {}
    for kind, name in IDS.items():
        message = ForwardMsg()
        block = kind == "popover"
        element = message.delta.add_block if block else message.delta.new_element
        getattr(element, kind).id = name
        note_kinds(message.SerializeToString(), noted)
    return noted


def widget_message(kind: str, **value) -> bytes:
    """A message by which a widget says something."""
    message = BackMsg()
    state = WidgetState(id=IDS.get(kind, kind), **value)
    message.rerun_script.widget_states.widgets.append(state)
    return message.SerializeToString()


def test_the_widgets_of_a_page_are_noted(kinds):
    assert kinds == {name: kind for kind, name in IDS.items()}


@in_turn(
    ("kind", "value"),
    [
        ("bidi_component", {"json_value": '{"log": [1.5, null, "x"]}'}),
        ("bidi_component", {"json_value": "null"}),
        ("bidi_component", {"json_trigger_value": '[{"event": "x"}]'}),
        ("bidi_component", {}),
        ("button", {"trigger_value": True}),
        ("popover", {"bool_value": False}),
        ("dataframe", {"string_value": '{"selection": {"rows": [0]}}'}),
        ("$$ID-from before a restart", {"double_value": 2.0}),
    ],
)
def test_a_widget_may_say_what_is_of_its_kind(kinds, kind, value):
    assert fault_in(widget_message(kind, **value), kinds) == ""


@in_turn(
    ("kind", "value", "fault"),
    [
        ("bidi_component", {"json_value": "not JSON"}, "no JSON"),
        ("bidi_component", {"json_value": ""}, "no JSON"),
        ("bidi_component", {"json_value": "[" * 100_000}, "no JSON"),
        ("bidi_component", {"json_value": '{"log": NaN}'}, "no JSON"),
        ("bidi_component", {"json_value": '{"log": -Infinity}'}, "no JSON"),
        ("bidi_component", {"json_value": '"text"'}, "no object"),
        ("bidi_component", {"json_value": "7"}, "no object"),
        ("bidi_component", {"json_trigger_value": "["}, "no JSON"),
        ("bidi_component", {"string_value": "{}"}, "has its value in"),
        ("button", {"double_value": 1.0}, "has its value in"),
        ("popover", {"json_value": "{}"}, "has its value in"),
        ("popover", {"bytes_value": b"\xff"}, "has its value in"),
        ("dataframe", {"string_value": "rows"}, "no JSON"),
        ("$$ID-unknown", {"double_value": float("nan")}, "no number"),
        ("unknown", {"json_value": "{}"}, "names no widget"),
        ("", {"trigger_value": True}, "names no widget"),
    ],
)
def test_what_no_widget_says_is_a_fault(kinds, kind, value, fault):
    assert fault in fault_in(widget_message(kind, **value), kinds)


@in_turn("content", [None, b"", b"\xff\x00junk", widget_message("button", trigger_value=True)[:-1]])
def test_what_is_no_message_is_a_fault(content):
    assert fault_in(content, {}) != ""


def pass_through(*events: dict) -> tuple[list[dict], list[dict]]:
    """Send events through the filter: what the app hears, and what the browser does."""
    heard, sent, waiting = [], [], iter([*events, {"type": "websocket.disconnect"}])

    async def app(_scope, receive, _send) -> None:
        while not heard or heard[-1]["type"] != "websocket.disconnect":
            heard.append(await receive())

    async def receive() -> dict:
        return next(waiting)

    async def send(event: dict) -> None:
        sent.append(event)

    scope = {"type": "websocket", "path": "/lab/_stcore/stream"}
    apart(asyncio.run, MessageFilter(app)(scope, receive, send))
    return heard, sent


def message_event(content: bytes | None, text: str | None = None) -> dict:
    return {"type": "websocket.receive", "bytes": content, "text": text}


def test_junk_is_dropped_with_one_line_and_the_page_goes_on(log_messages):
    good = message_event(widget_message("$$ID-x", bool_value=True))
    heard, sent = pass_through(*[message_event(widget_message("x"))] * 3, good)
    assert heard[0] is good and sent == []
    assert log_messages == ["Dropped a message that no page sends: it names no widget"]


@in_turn(
    "events",
    [
        [message_event(None, "text")],
        [message_event(b"\xff\xff")],
        [message_event(widget_message("x"))] * MOST_DROPPED,
    ],
)
def test_a_connection_that_speaks_another_language_is_closed(events):
    heard, sent = pass_through(*events, message_event(widget_message("$$ID-x", bool_value=True)))
    assert [event["type"] for event in heard] == ["websocket.disconnect"]
    assert sent == [{"type": "websocket.close", "code": PROTOCOL_ERROR}]

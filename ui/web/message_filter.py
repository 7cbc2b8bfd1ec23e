"""A filter of what comes by Streamlit's WebSocket: messages that no page of ours sends are dropped.

Streamlit takes a widget's value for what the widget says, and fails its sender's page, with a
traceback in the log, where it is of another kind. So this middleware notes which widgets each
connection was sent, and lets pass only well-formed values of their kind.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from typing import NoReturn

from google.protobuf.message import DecodeError, Message
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as Event

from ui.web import contract

LOGGER = logging.getLogger(__name__)

STREAM = "/_stcore/stream"
PROTOCOL_ERROR = 1002
"""The code with which a connection is closed that speaks another language."""
MOST_DROPPED = 100
"""Messages of one connection that are dropped before it is closed."""

NEVER = ("clear_cache", "set_run_on_save", "debug_disconnect_websocket", "debug_shutdown_runtime")
"""Kinds of messages that no page of ours sends: the first would empty the caches of everybody."""

ELEMENT = "$$ID-"
"""The beginning of the name of every widget."""
JSON_FIELDS = ("json_value", "json_trigger_value")
FIELDS = {
    "bidi_component": JSON_FIELDS,
    "button": ("trigger_value",),
    "button_group": ("string_array_value",),
    "checkbox": ("bool_value",),
    "dataframe": ("string_value",),
    "download_button": ("trigger_value",),
    "expandable": ("bool_value",),
    "file_uploader": ("file_uploader_state_value",),
    "multiselect": ("string_array_value",),
    "number_input": ("double_value", "int_value"),
    "popover": ("bool_value",),
    "radio": ("string_value",),
    "selectbox": ("string_value",),
    "text_input": ("string_value",),
}
"""The kinds of elements that the app has, and the fields in which their values come."""


class MessageFilter:
    """Middleware that drops junk on Streamlit's WebSocket; all else goes to ``app``."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one connection."""
        if scope["type"] != "websocket" or not scope["path"].endswith(STREAM):
            await self.app(scope, receive, send)
            return
        kinds: dict[str, str] = {}
        dropped = 0

        async def read() -> Event:
            nonlocal dropped
            while True:
                event = await receive()
                if event["type"] != "websocket.receive":
                    return event
                fault = fault_in(event.get("bytes"), kinds)
                if not fault:
                    return event
                dropped += 1
                if dropped == 1:
                    LOGGER.warning("Dropped a message that no page sends: %s", fault)
                if event.get("bytes") is None or fault == NO_MESSAGE or dropped == MOST_DROPPED:
                    await send({"type": "websocket.close", "code": PROTOCOL_ERROR})
                    return {"type": "websocket.disconnect", "code": PROTOCOL_ERROR}

        async def write(event: Event) -> None:
            if content := event.get("bytes"):
                note_kinds(content, kinds)
            await send(event)

        await self.app(scope, read, write)


NO_MESSAGE = "it cannot be read"


def note_kinds(content: bytes, kinds: dict[str, str]) -> None:
    """Note the kinds of widgets that a page is sent, by their names."""
    message = contract.message_to_browser(content)
    if message is None or message.WhichOneof("type") != "delta":
        return
    which = message.delta.WhichOneof("type")
    if which not in ("new_element", "add_block"):
        return
    element = getattr(message.delta, which)
    kind = element.WhichOneof("type")
    if kind in FIELDS and (name := getattr(element, kind).id):
        kinds[name] = kind


def fault_in(content: bytes | None, kinds: Mapping[str, str]) -> str:
    """Return why no page would send a message; "" where one may."""
    if content is None:
        return "it is text"
    try:
        message = contract.message_from_browser(content)
    except DecodeError:
        return NO_MESSAGE
    if message is None:
        return ""
    if message.WhichOneof("type") is None:
        return "it is empty"
    if message.WhichOneof("type") in NEVER:
        return "it is of a kind that no page sends"
    for state in message.rerun_script.widget_states.widgets:
        if fault := fault_of(state, kinds):
            return fault
    return ""


def fault_of(state: Message, kinds: Mapping[str, str]) -> str:
    """Return what is wrong with the value of a widget; "" where nothing is."""
    if not state.id.startswith(ELEMENT):
        return "it names no widget"
    field, kind = state.WhichOneof("value"), kinds.get(state.id)
    if field is None:
        return ""
    if kind is not None and field not in FIELDS[kind]:
        return f"{kind} has its value in {field}"
    value = getattr(state, field)
    if field in JSON_FIELDS or (kind == "dataframe" and value):
        return fault_of_json(value)
    return "" if isinstance(value, Message) or value == value else "a value is no number"


def fault_of_json(text: str) -> str:
    """Return what is wrong with text that should be an object or a list in JSON."""
    try:
        value = json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return "a value is no JSON"
    return "" if value is None or isinstance(value, dict | list) else "a value is no object"


def _refuse(constant: str) -> NoReturn:
    """Refuse NaN and infinities, which JSON does not have."""
    raise ValueError(constant)

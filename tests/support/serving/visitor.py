"""A visitor without a browser, who keeps what their page shows."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import suppress
from typing import Any

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.support.serving.session import PATIENCE, Session

MOMENT = 0.3
"""Seconds of silence after which nothing more is expected."""

VALUE = 0.12
"""A gravity that an address holds whole."""

# One picture has all that was tried in this visit, which is no part of the state; one is drawn
# without the best fixed weights at first, where a busy machine is late with them.
OTHERS = ("tradeoff", "regret")


class Visitor(Session):
    """A session that keeps what its page shows: its pictures by their names, and its knobs.

    ``kinds`` are those of Streamlit's messages that came since they were last emptied, ``said``
    the texts of alerts.
    """

    id, kinds, said = "", (), ""
    moving = False

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.shown: dict[str, Any] = {}
        self.knobs: dict[str, Any] = {}

    async def turn(self, gravity: float = VALUE, live: bool = False) -> dict[str, Any]:
        """Turn a knob, and return the answer."""
        return await self.move(values={"gravity": gravity}, live=live)

    async def hear_all(self) -> None:
        """Read until nothing more comes of Streamlit."""
        with suppress(TimeoutError):
            while True:
                await self.read(MOMENT)

    async def hear_rest(self) -> None:
        """Read until the pictures are here in full."""
        async with asyncio.timeout(PATIENCE):
            while self.moving:
                await self.hear()

    def follow(self, reply: dict[str, Any]) -> None:
        super().follow(reply)
        for key, data in reply.get("elements", {}).items():
            self.show(key, data)

    def notice(self, answer: ForwardMsg) -> None:
        super().notice(answer)
        kind, element = answer.WhichOneof("type"), answer.delta.new_element
        self.kinds = (*self.kinds, kind)
        self.said += element.alert.body
        if kind == "new_session":
            self.id = answer.new_session.initialize.session_id
        elif element.WhichOneof("type") == "bidi_component":
            component = element.bidi_component
            if component.json:
                self.show(component.id.rpartition("-")[2], *json.loads(component.json))

    def show(self, key: str, data: dict[str, Any]) -> None:
        """Show an element."""
        if key.startswith("panels_"):
            self.knobs[key] = data["panels"]
        elif key.startswith("stage_"):
            pictures = [each for row in data["rows"] for each in row.get("pictures", [])]
            self.shown = {each["name"]: each for each in pictures if each["name"] not in OTHERS}
            self.shown |= {part: data[part] for part in ("headline", "score")}
            self.moving = data["moving"]


def anybody() -> random.Random:
    """Return what a visitor draws from who draws nothing."""
    return random.Random(0)

"""A visitor without a browser: a session over the websocket, and what its page shows."""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import suppress

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from benchmarks.load import PATIENCE, STAGE, Session, open_session
from charts import awaited

SOUGHT = awaited(objective=False).layout["annotations"][0]["text"]
"""Stands in the picture of regret until they are found."""

MOMENT = 0.3
"""Seconds of silence after which nothing more is expected."""


class Draw(random.Random):
    """The one value that the knob is turned to, one that an address holds whole."""

    value = 0.12

    def uniform(self, low: float, high: float) -> float:
        return self.value

    @classmethod
    def of(cls, value: float) -> Draw:
        """Return one that turns the knob to this value."""
        draw = cls()
        draw.value = value
        return draw


# One picture has all that was tried in this visit, which is no part of the state; one is drawn
# without the best fixed weights at first, where a busy machine is late with them.
OTHERS = ("tradeoff", "regret")


class Visitor(Session):
    """A session that keeps what its page shows: its address, and its pictures by their names.

    ``kinds`` are those of the messages that came since they were last emptied, ``said`` the texts
    of alerts; ``awaits`` says that the best fixed weights are still being sought.
    """

    id, shown, kinds, said, moving, awaits = "", None, (), "", False, False

    async def hear_all(self) -> None:
        """Read until nothing more comes."""
        with suppress(TimeoutError):
            while True:
                raw = await asyncio.wait_for(self.socket.recv(), MOMENT)
                self.notice(ForwardMsg.FromString(raw))

    async def hear_rest(self) -> None:
        """Read until the pictures are here in full, and nothing more comes."""
        async with asyncio.timeout(PATIENCE):
            await self.hear_all()
            while self.moving:
                await self.hear_all()

    def notice(self, answer: ForwardMsg) -> None:
        super().notice(answer)
        kind, element = answer.WhichOneof("type"), answer.delta.new_element
        self.kinds = (*self.kinds, kind)
        self.said += element.alert.body
        if kind == "new_session":
            self.id = answer.new_session.initialize.session_id
        elif kind == "page_info_changed":
            self.query = answer.page_info_changed.query_string
        elif element.bidi_component.id.endswith(STAGE):
            payload = json.loads(element.bidi_component.json)
            pictures = [each for row in payload["rows"] for each in row.get("pictures", [])]
            self.shown = {each["name"]: each for each in pictures if each["name"] not in OTHERS}
            self.shown |= {part: payload[part] for part in ("headline", "score")}
            self.moving = payload["moving"]
            self.awaits = any(SOUGHT in each["figure"] for each in pictures)


async def find_best_weights(address: str, query: str) -> None:
    """Have the server find the best fixed weights for what ``query`` shows.

    Until it has, which takes a busy machine a second, a movement is answered by a run of the page.
    """
    async with asyncio.timeout(PATIENCE), open_session(address, Draw(), query, Visitor) as visitor:
        number = 0
        while visitor.awaits:
            number += 1
            await visitor.change(number, live=True)

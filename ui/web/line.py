"""The line: a connection of our own by which pictures follow a moving hand.

What comes by Streamlit's connection has the browser go through all that stands on the page, 8 of
the 30 ms that a movement takes it. By the line our element is told directly. A page opens it with
the first movement of a hand; where there is none, or where more moves than the pictures, movements
go by Streamlit as all else does.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass

from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect
from streamlit.runtime import get_instance
from streamlit.runtime.app_session import AppSession

from ui.web.at_once import Desk, Made

ADDRESS = "/_stcore/hand"
UNKNOWN = 4404
"""The code with which a line is closed whose session is not known here."""

TOO_MANY = 1008
"""The code with which one is closed that asks more than ``MOST`` at once."""
MOST = 8
"""Movements of one page that may wait for their answers. A browser of ours sends two."""
LONGEST = 100_000
"""Letters of a message that is read: a hand moves few knobs at once, and an address is short."""


@dataclass(frozen=True)
class Line:
    """Middleware that answers lines; all else goes to ``app``."""

    app: ASGIApp
    desk: Desk

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one connection."""
        if scope["type"] == "websocket" and scope["path"].endswith(ADDRESS):
            await self._serve(WebSocket(scope, receive, send))
        else:
            await self.app(scope, receive, send)

    async def _serve(self, socket: WebSocket) -> None:
        await socket.accept()
        name, replies = socket.query_params.get("session", ""), asyncio.Queue[Made | None]()
        under_way = asyncio.Semaphore(MOST)
        sender = asyncio.create_task(_send(socket, replies, under_way))
        try:
            while (session := session_of(name)) is not None:
                question = question_in(await socket.receive_text())
                if under_way.locked():
                    break
                await under_way.acquire()
                if question is None:
                    replies.put_nowait(None)
                else:
                    self.desk.heard(session, *question, replies.put_nowait)
            await socket.close(UNKNOWN if session is None else TOO_MANY)
        except (WebSocketDisconnect, KeyError):  # a KeyError: what came was no text
            pass
        finally:
            sender.cancel()


async def _send(
    socket: WebSocket, replies: asyncio.Queue[Made | None], under_way: asyncio.Semaphore
) -> None:
    """Send the answers in their order, an empty text where there is none."""
    while True:
        made = await replies.get()
        under_way.release()
        # Under a moving hand one element is told something, the stage.
        await socket.send_text(next(iter(made.told.values()), b"").decode() if made else "")


def session_of(name: str) -> AppSession | None:
    """Return the session of that name that somebody is connected to."""
    info = get_instance()._session_mgr.get_active_session_info(name)
    return None if info is None else info.session


def question_in(text: str) -> tuple[list, str] | None:
    """Return the log and the address in a message; None where it is not well formed.

    What is longer than any of ours, or not of a hand that is still at it, comes by Streamlit's
    connection: None, too.
    """
    if len(text) > LONGEST:
        return None
    try:
        message = json.loads(text)
        log, query = message["log"], message["query"]
        live = all(entry["live"] is True for entry in log)
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    return (log, query) if live and isinstance(log, list) and isinstance(query, str) else None

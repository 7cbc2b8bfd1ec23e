"""The route of events, which loads what answers them with the first connection: it takes long."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

PATH = "/live"


def live_route(pages: Callable[[], Mapping[str, Any]], base: str = "") -> WebSocketRoute:
    """Return the WebSocket route by which events of all pages are answered.

    Parameters
    ----------
    pages : returns all pages by their keys; it may take long the first time.
    base : the path before the app that Streamlit itself knows of.
    """

    async def serve(websocket: WebSocket) -> None:
        there = await asyncio.to_thread(pages)
        from ui.events.live_socket import Connection

        await Connection(websocket, there).serve()

    return WebSocketRoute(base + PATH, serve, name="live")

"""The route of events, which loads what answers them with the first connection: it takes long."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from starlette.routing import Match, WebSocketRoute
from starlette.types import Scope
from starlette.websockets import WebSocket

from ui.web.base_path import path_inside

PATH = "/live"


class RouteInside(WebSocketRoute):
    """A route within the app, whatever path stands before it."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Return whether a request is for this route."""
        return super().matches({**scope, "path": path_inside(scope), "root_path": ""})


def live_route(pages: Callable[[], Mapping[str, Any]]) -> WebSocketRoute:
    """Return the WebSocket route by which events of all pages are answered.

    Parameters
    ----------
    pages : returns all pages by their keys; it may take long the first time.
    """

    async def serve(websocket: WebSocket) -> None:
        there = await asyncio.to_thread(pages)
        from ui.events.live_socket import Connection

        await Connection(websocket, there).serve()

    return RouteInside(PATH, serve, name="live")

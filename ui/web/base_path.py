"""The path before the app, such as ``/lab`` in https://example.edu/lab/, as a proxy has it.

Some proxies take it off before they pass a request on, some leave it. With the environment variable
BASE_PATH, or Streamlit's ``server.baseUrlPath``, the app answers to both; without, to those that
take it off. The browser needs to know nothing: its addresses are relative to the page.
"""

from __future__ import annotations

import os
import re

import streamlit as st
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

PATH = re.compile(r"([\w.~-]+(/[\w.~-]+)*)?", re.ASCII)


def base_path() -> str:
    """Return the path before the app, such as "/lab"; "" where there is none.

    Raises ValueError where BASE_PATH holds no path.
    """
    path = os.environ.get("BASE_PATH") or streamlits_path()
    if not PATH.fullmatch(path.strip("/")):
        raise ValueError(f"BASE_PATH is “{path[:80]}”: give a path such as /lab.")
    return f"/{path.strip('/')}".rstrip("/")


def streamlits_path() -> str:
    """Return the path before the app that Streamlit itself knows of: that of its settings."""
    path = st.get_option("server.baseUrlPath").strip("/")
    return f"/{path}" if path else ""


def path_inside(scope: Scope) -> str:
    """Return the path of a request within the app, as Streamlit is asked: "/data"."""
    whole = scope["path"].removeprefix(scope.get("root_path", ""))
    return without(streamlits_path(), whole)


def without(base: str, path: str) -> str:
    """Return ``path`` without the path ``base`` before it, if that stands there."""
    return path.removeprefix(base) if base and path.startswith(f"{base}/") else path


class BasePath:
    """Middleware that has Streamlit asked alike, whether a proxy has taken the path off or not."""

    def __init__(self, app: ASGIApp) -> None:
        self.app, self.base, self.streamlits = app, base_path(), streamlits_path()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        answer = self.app
        if scope["type"] in ("http", "websocket"):
            path = scope["path"]
            if self.base and path == self.base:
                # Without the last slash the page would look for its scripts beside the app.
                query = scope.get("query_string", b"").decode("latin-1")
                place = self.base.rpartition("/")[2]
                answer = RedirectResponse(f"{place}/{'?' * bool(query)}{query}")
            else:
                inside = without(self.base, path)
                scope = {**scope, "path": self.streamlits + inside}
        await answer(scope, receive, send)

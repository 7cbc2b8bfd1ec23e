"""The path before the app, such as ``/lab`` in https://example.edu/lab/, as a proxy has it.

Some proxies take it off before they pass a request on, some leave it. With Streamlit's
``server.baseUrlPath`` set the app answers to both; without, to those that take it off. The browser
needs to be told nothing: its addresses are relative to the page.
"""

from __future__ import annotations

import os
import re

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit import config

OPTION = "server.baseUrlPath"
PATH = re.compile(r"([\w.~-]+(/[\w.~-]+)*)?", re.ASCII)


def asked_base_path() -> str:
    """Return the base path of the environment variable BASE_PATH, else that of the settings.

    Raises ValueError where the variable holds no path.
    """
    path = os.environ.get("BASE_PATH") or base_path()
    if not PATH.fullmatch(path.strip("/")):
        raise ValueError(f"BASE_PATH is “{path[:80]}”: give a path such as /lab.")
    return path.strip("/")


def base_path() -> str:
    """Return the path before the app, such as "/lab"; "" where there is none."""
    path = config.get_option(OPTION).strip("/")
    return f"/{path}" if path else ""


def path_inside(scope: Scope) -> str:
    """Return the path of a request within the app: "/data" for "/lab/data"."""
    whole = scope["path"].removeprefix(scope.get("root_path", ""))
    base = base_path()
    return whole.removeprefix(base) if base and whole.startswith(f"{base}/") else whole


class BasePath:
    """Middleware that puts the base path back where a proxy has taken it off."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        base, path = base_path(), scope.get("path", "")
        answer = self.app
        if base and scope["type"] in ("http", "websocket"):
            if path == base:
                # Without the last slash the page would look for its scripts beside the app.
                query = scope.get("query_string", b"").decode("latin-1")
                answer = RedirectResponse(f"{base.rpartition('/')[2]}/{'?' * bool(query)}{query}")
            elif not path.startswith(f"{base}/"):
                scope = {**scope, "path": base + path}
        await answer(scope, receive, send)

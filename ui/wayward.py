"""Addresses that lead nowhere: no page of the app stands below another.

Streamlit answers any address with its page. At an address of two parts, such as /data/nonsense, the
page looks for its scripts in the wrong place, finds none, and stays white for ever.
"""

from __future__ import annotations

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

STREAMLITS = ("_stcore", "app", "component", "media", "static")
"""Below these Streamlit has scripts, pictures and downloads of its own."""


class Wayward:
    """Send a browser that asks for a page below a page to the first page of the app."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        answer: ASGIApp = RedirectResponse("/") if leads_nowhere(scope) else self.app
        await answer(scope, receive, send)


def leads_nowhere(scope: Scope) -> bool:
    """Return whether a browser asks for a page at an address of several parts."""
    if scope["type"] != "http" or scope["method"] != "GET":
        return False
    first, _, rest = scope["path"].strip("/").partition("/")
    wants_page = any(name == b"accept" and b"text/html" in what for name, what in scope["headers"])
    return wants_page and bool(rest) and first not in STREAMLITS

"""Addresses that lead nowhere: no page of the app stands below another.

Streamlit answers any address with its page. At an address of two parts, such as /data/nonsense, the
page looks for its scripts in the wrong place, finds none, and stays white for ever.

A page that is opened by its address, such as /data, first looks for the server below itself, at
/data/_stcore/health. "Not found" would be an error in the browser's console, and a redirect would
have the page take /data for the server's address.
"""

from __future__ import annotations

from urllib.parse import parse_qs

from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

STREAMLITS = ("_stcore", "app", "component", "media", "static")
"""Below these Streamlit has scripts, pictures and downloads of its own."""


ELSEWHERE = 300
"""The status of what is to be asked for elsewhere. Browsers take it neither for the answer nor for
an error."""

HOMES_OWN = ("period", "student", "frame")
"""The parameters that the first page may have; an address of it with any other is one of the
playground, from before there was a first page."""

PLAYGROUND = "/playground"
"""The page that stood at "/" when there was no home."""

ASKED_FIRST = ("_stcore/health", "_stcore/host-config")
"""The addresses by which a page finds out where the server is."""


class Wayward:
    """Send a browser that asks for a page below a page to the first page of the app, and tell a
    page that looks for the server below itself that it is elsewhere."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        answer: ASGIApp = self.app
        if leads_nowhere(scope):
            answer = RedirectResponse("/")
        elif is_older(scope):
            query = scope["query_string"].decode("latin-1")
            answer = RedirectResponse(f"{PLAYGROUND}?{query}")
        elif looks_below(scope):
            answer = Response(status_code=ELSEWHERE)
        await answer(scope, receive, send)


def leads_nowhere(scope: Scope) -> bool:
    """Return whether a browser asks for a page at an address of several parts."""
    if scope["type"] != "http" or scope["method"] != "GET":
        return False
    first, _, rest = scope["path"].strip("/").partition("/")
    wants_page = any(name == b"accept" and b"text/html" in what for name, what in scope["headers"])
    return wants_page and bool(rest) and first not in STREAMLITS


def is_older(scope: Scope) -> bool:
    """Return whether an address names a view of the playground, as before there was a home."""
    if scope["type"] != "http" or scope["method"] != "GET" or scope["path"] != "/":
        return False
    return bool(parse_qs(scope["query_string"].decode("latin-1")).keys() - set(HOMES_OWN))


def looks_below(scope: Scope) -> bool:
    """Return whether a page looks for the server below its own address."""
    if scope["type"] != "http" or scope["method"] != "GET":
        return False
    page, _, rest = scope["path"].strip("/").partition("/")
    return rest in ASKED_FIRST and page not in STREAMLITS

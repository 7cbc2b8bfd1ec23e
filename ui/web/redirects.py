"""Redirects of addresses that lead nowhere: no page of the app stands below another.

Streamlit answers any address with its page. At an address of two parts, such as /data/nonsense, the
page looks for its scripts in the wrong place, finds none, and stays white for ever.

A page that is opened by its address, such as /data, first looks for the server below itself, at
/data/_stcore/health. "Not found" would be an error in the browser's console, and a redirect would
have the page take /data for the server's address.
"""

from __future__ import annotations

import re
from urllib.parse import parse_qs

from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ui.web.base_path import path_inside

STREAMLITS = ("_stcore", "app", "component", "media", "static")
"""Below these Streamlit has scripts, pictures and downloads of its own."""

SHORT_LINKS = "l"
"""Below this stand short links (``ui.share.routes``), and no pages."""


ELSEWHERE = 300
"""The status of what is to be asked for elsewhere. Browsers take it neither for the answer nor for
an error."""

HOMES_OWN = ("period", "student", "frame", "class", "embed", "embed_options")
"""The parameters that the first page may have; an address of it with any other is one of the
playground, from before there was a first page."""

PLAYGROUND = "playground"
"""The page that stood at "/" when there was no home."""

ASKED_FIRST = ("_stcore/health", "_stcore/host-config")
"""The addresses by which a page finds out where the server is."""


class Redirects:
    """Middleware that redirects requests for pages below a page, and says “elsewhere” to a page
    that looks for the server below its own address.

    Redirects are relative: what stands before the app may be known to a proxy alone.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        answer: ASGIApp = self.app
        if leads_nowhere(scope):
            answer = RedirectResponse(up(scope))
        elif ends_in_slash(scope):
            answer = RedirectResponse(f"{up(scope)}{path_inside(scope).strip('/')}{query(scope)}")
        elif is_older(scope):
            answer = RedirectResponse(f"{PLAYGROUND}{query(scope)}")
        elif looks_below(scope):
            answer = Response(status_code=ELSEWHERE)
        await answer(scope, receive, send)


def query(scope: Scope) -> str:
    """Return the parameters of an address with what stands before them; "" where it has none."""
    text = scope.get("query_string", b"").decode("latin-1")
    return f"?{text}" if text else ""


def up(scope: Scope) -> str:
    """Return the way from an address of several parts to the first page."""
    return "../" * (path_inside(scope).count("/") - 1)


def is_read(scope: Scope) -> bool:
    """Return whether something is asked for that a page may be."""
    return scope["type"] == "http" and scope["method"] == "GET"


def leads_nowhere(scope: Scope) -> bool:
    """Return whether a browser asks for a page at an address of several parts."""
    if not is_read(scope):
        return False
    first, _, rest = path_inside(scope).strip("/").partition("/")
    wants_page = any(name == b"accept" and b"text/html" in what for name, what in scope["headers"])
    return wants_page and bool(rest) and first not in (*STREAMLITS, SHORT_LINKS)


def ends_in_slash(scope: Scope) -> bool:
    """Return whether a page is asked for as if it were a folder, "/data/".

    Streamlit would lead to "/data", which a proxy may know as something else.
    """
    return is_read(scope) and re.fullmatch(r"/[^/]+/", path_inside(scope)) is not None


def is_older(scope: Scope) -> bool:
    """Return whether an address names a view of the playground, as before there was a home."""
    if not is_read(scope) or path_inside(scope) != "/":
        return False
    return bool(parse_qs(query(scope).removeprefix("?")).keys() - set(HOMES_OWN))


def looks_below(scope: Scope) -> bool:
    """Return whether a page looks for the server below its own address."""
    if not is_read(scope):
        return False
    page, _, rest = path_inside(scope).strip("/").partition("/")
    return rest in ASKED_FIRST and page not in STREAMLITS

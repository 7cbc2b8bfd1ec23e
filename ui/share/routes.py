"""The routes of short links and QR codes; all that they need is loaded with the first request.

``POST /l`` keeps the address of a page under a short name, ``GET /l/NAME`` leads there, ``GET /l``
says what can be kept, ``POST /qr`` returns a code. An address that is kept names a page of this app
and its parameters, nothing else: nobody is led to another site.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from ui.web.json_requests import NO_STORE, BadRequest, read_texts, refusal
from ui.web.security_headers import THIS_MACHINE, allowed_hosts

if TYPE_CHECKING:
    from ui.share.link_store import LinkStore
    from ui.share.rate_limit import RateLimit

LINKS, CODES = "/l", "/qr"

MOST_BYTES = 40_000
"""Bytes of a request."""

PER_HOUR, CODES_PER_MINUTE = 60, 60
"""Links that one client may have kept, by one process, and codes that are made for it."""

PAGE = re.compile(r"[a-z][a-z0-9_]*|", re.ASCII)
"""The last part of a page's address, "" for the first page."""

NO_LINK = """<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
<title>Sparsity Lab</title><p>There is no such short link here, or nobody has used it for half a
year. <a href="../">Sparsity Lab</a></p></html>"""


def share_routes(pages: Callable[[], Mapping[str, Any]], base: str = "") -> list[Route]:
    """Return the routes of short links and of QR codes.

    Parameters
    ----------
    pages : returns all pages by their keys; it may take long the first time.
    base : the path before the app that Streamlit itself knows of.
    """
    share = ShareRoutes(pages)
    return [
        Route(base + LINKS, share.about, methods=["GET"], name="links"),
        Route(base + LINKS, share.add, methods=["POST"], name="add_link"),
        Route(f"{base}{LINKS}/{{name}}", share.follow, methods=["GET"], name="link"),
        Route(base + CODES, share.code, methods=["POST"], name="code"),
    ]


class ShareRoutes:
    """What answers the requests, with the limits for each client."""

    def __init__(self, pages: Callable[[], Mapping[str, Any]]) -> None:
        self.pages = pages
        self._limits: dict[str, RateLimit] = {}

    async def about(self, request: Request) -> Response:
        """Say whether links are kept, for how long, and by which names others reach the server."""
        from ui.share.link_store import DAYS, LinkError

        sentence = ""
        try:
            await asyncio.to_thread(_store().check)
        except LinkError as error:
            sentence = str(error)
        hosts = reachable_hosts(allowed_hosts())
        return JSONResponse({"sentence": sentence, "days": DAYS, "hosts": hosts}, headers=NO_STORE)

    async def add(self, request: Request) -> Response:
        """Keep an address: ``{"page", "query", "name"}`` → ``{"name"}``."""
        from ui.share.link_store import LinkError

        try:
            given = await read_texts(request, ("page", "query", "name"), MOST_BYTES)
            if not self._allow("links", PER_HOUR, 3600.0, request):
                sentence = f"You have made {PER_HOUR} links within an hour; wait a while."
                return refusal(sentence, 429)
            known = await asyncio.to_thread(self.pages)
            target = target_of(given["page"], given["query"], known)
            name = await asyncio.to_thread(_store().add, target, given["name"])
        except BadRequest as error:
            return refusal(f"{error}.", 400)
        except LinkError as error:
            return refusal(str(error), error.status)
        return JSONResponse({"name": name}, 201, headers=NO_STORE)

    async def follow(self, request: Request) -> Response:
        """Lead to the page that a name stands for."""
        from ui.share.link_store import LinkError

        try:
            target = await asyncio.to_thread(_store().find, request.path_params["name"])
        except LinkError:
            target = None
        there = None if target is None else way_to(target)
        if there is None:
            return HTMLResponse(NO_LINK, 404, headers=NO_STORE)
        return RedirectResponse(there, 302, headers=NO_STORE)

    async def code(self, request: Request) -> Response:
        """Return the QR code of a text: ``{"text"}`` → ``{"rows"}``."""
        from ui.share.qr import modules

        try:
            given = await read_texts(request, ("text",), MOST_BYTES)
            if not self._allow("codes", CODES_PER_MINUTE, 60.0, request):
                return refusal("Too many codes were asked for; wait a minute.", 429)
            rows = await asyncio.to_thread(modules, given["text"])
        except (BadRequest, ValueError) as error:
            return refusal(f"{error}.", 400)
        return JSONResponse({"rows": rows}, headers=NO_STORE)

    def _allow(self, kind: str, most: int, seconds: float, request: Request) -> bool:
        from ui.share.rate_limit import RateLimit

        limit = self._limits.setdefault(kind, RateLimit(most, seconds))
        return limit.allow(request.client.host if request.client else "")


def _store() -> LinkStore:
    from ui.share.link_store import LinkStore, links_file

    return LinkStore(links_file())


def target_of(page: str, query: str, pages: Mapping[str, Any]) -> str:
    """Return the address of a page and its parameters, written anew.

    Raises
    ------
    BadRequest : this is no page of the app.
    """
    if page not in pages and page not in ("", "sweep"):
        raise BadRequest("This is no page of Sparsity Lab")
    parameters = urlencode(parse_qsl(query, keep_blank_values=True))
    return f"{page}?{parameters}" if parameters else page


def way_to(target: str) -> str | None:
    """Return the way from a short link to its page, relative: it cannot leave the app.

    None where the text is no address of a page, whoever has written it.
    """
    page, _, query = target.partition("?")
    if not PAGE.fullmatch(page):
        return None
    parameters = urlencode(parse_qsl(query, keep_blank_values=True))
    return f"../{page}?{parameters}" if parameters else f"../{page}"


def reachable_hosts(allowed: Sequence[str]) -> list[str]:
    """Return the names by which other machines reach this server, as far as it knows them."""
    return [name for name in allowed if "*" not in name and name not in THIS_MACHINE]

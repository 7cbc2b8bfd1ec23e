"""Scripts, styles and fonts, compressed once and cached by browsers for good.

Streamlit compresses files at each request or not at all, and has browsers ask for ours again at
each visit; a script that comes again is compiled again, too, which takes half a second more. The
addresses of all files here change with their content, so that browsers need never ask again.
"""

from __future__ import annotations

import asyncio
import gzip
import re
from dataclasses import dataclass
from mimetypes import guess_type
from pathlib import Path

import streamlit
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ui.web.base_path import path_inside

A_YEAR = 365 * 24 * 60 * 60
"""Seconds; browsers know no longer age."""
FOREVER = f"public, max-age={A_YEAR}, immutable"
LEVEL = 6
"""The default of gzip; the hardest takes a third longer, for 0.2 % less."""
LARGE = 1_000_000
"""Bytes from which a file is compressed beside the server, which answers others meanwhile."""

STREAMLITS = re.compile(r"static/(css|js|media)/[\w-][\w.-]*", re.ASCII)
"""Files that Streamlit brings along, each with a digest in its name."""
STREAMLITS_FOLDER = Path(streamlit.__file__).parent / "static"
"""The folder in which they lie. A first visit asks for a hundred: to ask Streamlit takes 2 ms more
for each."""
CONDITIONS = (b"accept-encoding", b"if-modified-since", b"if-none-match", b"range")
"""Headers of requests for less than a whole file as it is."""

_files: dict[str, Path] = {}
_contents: dict[str, tuple[bytes, str]] = {}


def register(address: str, file: Path) -> None:
    """Have ``file`` served under ``address``, which must change whenever its content does.

    Parameters
    ----------
    address : relative to the app, without a query.
    """
    _files[address] = file


def register_content(address: str, content: bytes, kind: str) -> None:
    """Have ``content`` served as ``register`` has files; ``kind`` is its media type."""
    _contents[address] = content, kind


def find(address: str) -> Path | None:
    """Return the file that is registered under an address; None for any other address."""
    return _files.get(address)


def _is_ours(address: str) -> bool:
    """Whether the middleware answers for an address."""
    return address in _files or address in _contents or bool(STREAMLITS.fullmatch(address))


class StaticFiles:
    """Middleware that serves the registered files and Streamlit's; all else goes to ``app``."""

    running = False
    """Some server of this process has this middleware."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._responses: dict[tuple[str, bool], Response] = {}
        StaticFiles.running = True

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        response: ASGIApp = self.app
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            address, packed = path_inside(scope).lstrip("/"), accepts_gzip(scope)
            response = self._responses.get((address, packed)) or self.app
            if response is self.app and _is_ours(address):
                response = await self._response(address, packed)
        await response(scope, receive, send)

    async def _response(self, address: str, packed: bool) -> ASGIApp:
        """The response with a file; the app itself where it does not have it."""
        file = find(address) or STREAMLITS_FOLDER / address
        if address in _contents:
            content, kind = _contents[address]
        elif not file.is_file():
            return self.app
        else:
            content, kind = file.read_bytes(), guess_type(file.name)[0]
        if packed and len(content) > LARGE:
            response = await asyncio.to_thread(content_response, content, packed, FOREVER, kind)
        else:
            response = content_response(content, packed, FOREVER, kind)
        self._responses[address, packed] = response
        return response


def accepts_gzip(scope: Scope) -> bool:
    """Return whether the browser reads what gzip has compressed."""
    return "gzip" in Headers(scope=scope).get("accept-encoding", "")


def content_response(content: bytes, packed: bool, age: str, kind: str | None) -> Response:
    """Return a response that holds ``content``.

    Parameters
    ----------
    packed : the browser reads what gzip has compressed.
    age : how long it may be kept, as ``Cache-Control`` has it.
    kind : the media type.
    """
    headers = {"Cache-Control": age, "Vary": "Accept-Encoding"}
    smaller = gzip.compress(content, LEVEL, mtime=0) if packed else content
    if len(smaller) < len(content):
        content, headers["Content-Encoding"] = smaller, "gzip"
    return Response(content, headers=headers, media_type=kind)


@dataclass(frozen=True)
class Answer:
    """The answer of an app to a request, whole."""

    status: int
    headers: Headers
    body: bytes


async def ask(app: ASGIApp, scope: Scope) -> Answer:
    """Return what an app answers to a plain GET request for what is asked for in ``scope``."""
    headers = [each for each in scope["headers"] if each[0] not in CONDITIONS]
    start: Message = {}
    pieces = list[bytes]()

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            start.update(message)
        pieces.append(message.get("body", b""))

    await app({**scope, "method": "GET", "headers": headers}, nothing_more(), send)
    return Answer(start["status"], Headers(raw=start["headers"]), b"".join(pieces))


def nothing_more() -> Receive:
    """Return what a request without a body receives, from somebody who stays to hear the answer."""
    rest: list[Message] = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> Message:
        return rest.pop() if rest else await asyncio.Event().wait()

    return receive

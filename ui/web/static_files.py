"""Scripts, styles and fonts as the server sends them: packed once, and kept by browsers for good.

Streamlit packs our files anew for each request (0.1 s for plotly.js) and sends them without an age,
so that they come again at later visits; a script that comes again is compiled again, too, which
takes half a second more. Its own it does not pack at all, and each of the hundred that a visit asks
for takes it 2 ms. The addresses of all of them are made of what is in them, hence this.
"""

from __future__ import annotations

import asyncio
import gzip
import re
from functools import cache
from mimetypes import guess_type
from pathlib import Path

import streamlit
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from ui.web.base_path import path_inside

A_YEAR = 365 * 24 * 60 * 60
"""Seconds; browsers know no longer age."""
LEVEL = 6
"""As hard as gzip itself packs by default: the hardest takes a third longer, for 0.2 % less."""
LARGE = 1_000_000
"""Bytes from which a file is packed beside the server, which answers others meanwhile."""

STREAMLITS = re.compile(r"static/(css|js|media)/[\w-][\w.-]*", re.ASCII)
"""Files that Streamlit brings along, each with a digest in its name."""
FOLDER = Path(streamlit.__file__).parent / "static"

_files: dict[str, Path] = {}


def register(address: str, file: Path) -> None:
    """Have ``file`` sent under ``address``, which must change whenever its content does.

    Parameters
    ----------
    address : relative to the app, without a query.
    """
    _files[address] = file


class StaticFiles:
    """Middleware that answers for the files that are kept; all else goes to ``app``."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        file = None
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            file = find(path_inside(scope).lstrip("/"))
        if file is None:
            await self.app(scope, receive, send)
            return
        accepted = Headers(scope=scope).get("accept-encoding", "")
        packed = "gzip" in accepted
        if packed and file.stat().st_size > LARGE:
            response = await asyncio.to_thread(file_response, file, packed)
        else:
            response = file_response(file, packed)
        await response(scope, receive, send)


def find(address: str) -> Path | None:
    """Return the file that is kept under an address; None for any other address."""
    if address not in _files and STREAMLITS.fullmatch(address) and (FOLDER / address).is_file():
        register(address, FOLDER / address)
    return _files.get(address)


@cache
def file_response(file: Path, packed: bool) -> Response:
    """Return what is sent for a file: one that is kept never changes under its address."""
    age = f"public, max-age={A_YEAR}, immutable"
    return content_response(file.read_bytes(), packed, age, guess_type(file.name)[0])


def content_response(content: bytes, packed: bool, age: str, kind: str | None) -> Response:
    """Return an answer that holds ``content``.

    Parameters
    ----------
    packed : the browser reads what gzip has packed.
    age : how long it may be kept, as ``Cache-Control`` has it.
    kind : the media type.
    """
    headers = {"Cache-Control": age, "Vary": "Accept-Encoding"}
    smaller = gzip.compress(content, LEVEL, mtime=0) if packed else content
    if len(smaller) < len(content):
        content, headers["Content-Encoding"] = smaller, "gzip"
    return Response(content, headers=headers, media_type=kind)

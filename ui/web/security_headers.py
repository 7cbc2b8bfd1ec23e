"""The names that are answered, and the headers that tell browsers what a page of ours may do.

Another site may give its own name this machine's address; then its scripts would be of the same
origin as the app, and could read and do all that the visitor can. So a request is answered only
where it was sent to a name that is known here. Streamlit asks that of its WebSocket alone. There it
also takes any page of this machine for its own, whatever the port, and asks the internet for this
machine's address before it turns another away: so nothing foreign comes that far.
"""

from __future__ import annotations

import os
import re
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit

import streamlit
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose
from streamlit import config
from streamlit.web.server.starlette.starlette_websocket import is_host_allowed

THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
EVERYWHERE = ("0.0.0.0", "::")
"""Addresses to listen on that are no name by which anybody asks."""

HOSTS = "server.allowedHosts"
"""Streamlit's option for the names to which requests are answered."""

CLOSED = "/_stcore/metrics"
"""Streamlit's counts of sessions and of what they keep. Nobody here reads them, and to add them up
takes the server the longer, the more the sessions keep."""

SAFE = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing."""

INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)
SITE = re.compile(r"https?://(\*\.)?[\w.-]+(:\d+)?", re.ASCII)
PAGE = Path(streamlit.__file__).parent / "static" / "index.html"

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), "
    "payment=(), serial=(), usb=()",
}


def allowed_hosts(address: str) -> list[str]:
    """Return the names to which requests are answered, as ``server.allowedHosts`` has them.

    They are those of this machine, the ``address`` that is listened on, and those of the
    environment variable ALLOWED_HOSTS, with commas or blanks between them: ``*.example.edu`` stands
    for all names below one, ``*`` for any.
    """
    asked = os.environ.get("ALLOWED_HOSTS", "").replace(",", " ").split()
    own = () if address in EVERYWHERE else (address,)
    return list(dict.fromkeys([*THIS_MACHINE, *own, *asked]))


def frame_ancestors() -> list[str]:
    """Return the sites that may show the app in a frame: those of FRAME_ANCESTORS.

    Raises ValueError where the environment variable holds anything but addresses of sites.
    """
    sites = os.environ.get("FRAME_ANCESTORS", "").replace(",", " ").split()
    for site in sites:
        if not SITE.fullmatch(site):
            raise ValueError(
                f"FRAME_ANCESTORS has “{site[:80]}”: give addresses such as "
                "https://course.example.edu, with blanks between them."
            )
    return sites


def policy(sites: Sequence[str] = ()) -> str:
    """Return the Content-Security-Policy of every page.

    Nothing comes from another host and nothing is sent to one. Scripts are the server's files. A
    component's first line is a script that the page makes of text (``blob:``), Streamlit's page has
    a line of its own, whose digest is named, and its reader of messages counts in WebAssembly.
    Styles may stand in the page: Streamlit, KaTeX and Plotly write theirs there.

    Parameters
    ----------
    sites : the other sites that may show the app in a frame.
    """
    lines = INLINE.findall(PAGE.read_text("utf-8"))
    digests = [f"'sha256-{b64encode(sha256(line.encode()).digest()).decode()}'" for line in lines]
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src 'self' blob: 'wasm-unsafe-eval' {' '.join(digests)}".rstrip(),
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            "connect-src 'self'",
            "manifest-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            " ".join(["frame-ancestors 'self'", *sites]),
        ]
    )


class SecurityHeaders:
    """Middleware that answers requests to known names alone, and gives each answer its headers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        # Nothing in this list would mean any name to Streamlit, whose WebSocket looks at it, too.
        if not config.get_option(HOSTS):
            config.set_option(HOSTS, list(THIS_MACHINE))
        headers = HEADERS | {"Content-Security-Policy": policy(frame_ancestors())}
        self.headers = [(name.lower().encode(), text.encode()) for name, text in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = {name for name, _ in message["headers"]}
                more = [header for header in self.headers if header[0] not in own]
                message["headers"] = [*message["headers"], *more]
            await send(message)

        answer, method = self.app, scope.get("method", "")
        if scope.get("path", "").rstrip("/").endswith(CLOSED):
            answer = PlainTextResponse("Nothing is here.", 404)
        if scope["type"] != "lifespan" and (refusal := refused(method, Headers(scope=scope))):
            answer = PlainTextResponse(refusal, 403) if method else WebSocketClose(1008)
        await answer(scope, receive, dressed)


def refused(method: str, headers: Headers) -> str:
    """Return the sentence with which a request is turned away; "" where it is answered.

    Parameters
    ----------
    method : of a request by HTTP; "" for a WebSocket.
    """
    host, origin = headers.get("host"), headers.get("origin")
    if not is_host_allowed(host):
        return (
            "Nobody here answers to this name. Whoever runs the server can allow it by the "
            "environment variable ALLOWED_HOSTS."
        )
    if origin and method not in SAFE and urlsplit(origin).netloc != host:
        return "Another site may not do this."
    return ""

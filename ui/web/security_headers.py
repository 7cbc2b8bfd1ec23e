"""The host names that are answered, and the headers that say what a page of ours may do.

Another site may give its own name this machine's address; then its scripts would be of the same
origin as the app, and could read and do all that the visitor can (DNS rebinding). So a request is
answered only where it was sent to a name that is known here. Streamlit asks that of its WebSocket
alone. There it also takes any page of this machine for its own, whatever the port, and asks the
internet for this machine's address before it turns another away: so nothing foreign comes that far.
"""

from __future__ import annotations

import os
import re
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
EVERYWHERE = ("0.0.0.0", "::")
"""Addresses to listen on that are no name by which anybody asks."""

CLOSED = "/_stcore/metrics"
"""Streamlit's counts of sessions and of what they keep. Nobody here reads them, and to add them up
takes the server the longer, the more the sessions keep."""

SAFE = ("GET", "HEAD", "OPTIONS")
"""Methods that change nothing."""

INLINE = re.compile(r"<script>(.*?)</script>", re.DOTALL)
SITE = re.compile(r"https?://(\*\.)?[\w.-]+(:\d+)?", re.ASCII)

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), "
    "payment=(), serial=(), usb=()",
}


def listening_address() -> str:
    """Return the address that is listened on, that of the environment variable ADDRESS."""
    return os.environ.get("ADDRESS") or "127.0.0.1"


def allowed_hosts() -> list[str]:
    """Return the names to which requests are answered.

    They are those of this machine, the address that is listened on, and those of the environment
    variable ALLOWED_HOSTS, with commas or blanks between them: ``*.example.edu`` stands for all
    names below one, ``*`` for any.
    """
    asked = os.environ.get("ALLOWED_HOSTS", "").replace(",", " ").split()
    address = listening_address()
    own = () if address in EVERYWHERE else (address,)
    return list(dict.fromkeys([*THIS_MACHINE, *own, *asked]))


def is_allowed(host: str | None, allowed: Sequence[str]) -> bool:
    """Return whether a request is answered that was sent to ``host``, as its header has it."""
    try:
        parts = urlsplit(f"//{host or ''}")
        name, _port = parts.hostname, parts.port  # a port that is none raises
    except ValueError:
        return False
    if name is None or parts.netloc != host or "@" in parts.netloc:
        return False
    return any(_matches(name.rstrip("."), pattern.lower().rstrip(".")) for pattern in allowed)


def _matches(name: str, pattern: str) -> bool:
    if pattern.startswith("*."):
        return name.endswith(pattern[1:])
    return pattern in ("*", name)


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


def policy(page: str = "") -> str:
    """Return the Content-Security-Policy of ``page``, a document in HTML, and of all that is none.

    Nothing comes from another host and nothing is sent to one. Scripts are the server's files. A
    component's first line is a script that the page makes of text (``blob:``), the page itself may
    have scripts in it, whose digests are named, and its reader of messages counts in WebAssembly.
    Styles may stand in the page: Streamlit, KaTeX and Plotly write theirs there.
    """
    lines = INLINE.findall(page)
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
            " ".join(["frame-ancestors 'self'", *frame_ancestors()]),
        ]
    )


class SecurityHeaders:
    """Middleware that answers requests to known names alone, and gives each answer its headers.

    An answer that has one of these headers keeps its own.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.hosts = allowed_hosts()
        headers = HEADERS | {"Content-Security-Policy": policy()}
        self.headers = [(name.lower().encode(), text.encode()) for name, text in headers.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""

        async def add_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = {name for name, _ in message["headers"]}
                more = [header for header in self.headers if header[0] not in own]
                message["headers"] = [*message["headers"], *more]
            await send(message)

        answer, method = self.app, scope.get("method", "")
        if scope.get("path", "").rstrip("/").endswith(CLOSED):
            answer = PlainTextResponse("Nothing is here.", 404)
        if scope["type"] != "lifespan" and (sentence := self.refusal(method, Headers(scope=scope))):
            answer = PlainTextResponse(sentence, 403) if method else WebSocketClose(1008)
        await answer(scope, receive, add_headers)

    def refusal(self, method: str, headers: Headers) -> str:
        """Return the sentence with which a request is turned away; "" where it is answered.

        Parameters
        ----------
        method : of a request by HTTP; "" for a WebSocket.
        """
        host, origin = headers.get("host"), headers.get("origin")
        if not is_allowed(host, self.hosts):
            return (
                "Nobody here answers to this name. Whoever runs the server can allow it by the "
                "environment variable ALLOWED_HOSTS."
            )
        if origin and method not in SAFE and urlsplit(origin).netloc != host:
            return "Another site may not do this."
        return ""

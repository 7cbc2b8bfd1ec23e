"""Streamlit's token against forged uploads, for browsers that keep none of its cookies.

In a frame of another site browsers keep no cookie without HTTPS, and some none at all; Streamlit
takes no file then. So uploads that have come this far get a token here. Those of other sites have
been turned away before, by their origin, which needs no cookie (``ui.web.security_headers``).
"""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

from ui.web.base_path import streamlits_path
from ui.web.static_files import ask
from ui.web.upload_quota import UPLOAD

HEALTH = "/_stcore/health"
"""The address at which Streamlit hands out the token, in a cookie."""


class UploadToken:
    """Middleware that adds the token to uploads; all else goes to ``app`` as it is."""

    running = False
    """Some server of this process has this middleware."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        UploadToken.running = True

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        changes = scope["type"] == "http" and scope["method"] in ("PUT", "DELETE")
        if changes and UPLOAD.fullmatch(scope["path"]):
            scope = await self._with_token(scope)
        await self.app(scope, receive, send)

    async def _with_token(self, scope: Scope) -> Scope:
        """The request with a fresh token, which counts where header and cookie agree."""
        others = [each for each in scope["headers"] if each[0] not in (b"cookie", b"x-xsrftoken")]
        health = {**scope, "path": streamlits_path() + HEALTH, "headers": others}
        cookie = (await ask(self.app, health)).headers.get("set-cookie", "").partition(";")[0]
        token = cookie.partition("=")[2]
        added = [(b"cookie", cookie.encode()), (b"x-xsrftoken", token.encode())]
        return {**scope, "headers": [*others, *added]}

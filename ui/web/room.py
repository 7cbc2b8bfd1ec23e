"""Room for what is being uploaded: no session has the server hold more than it may keep.

Streamlit holds each file that a browser sends until a page has read it. It bounds each file, and
not how many of them come: a program could send one after the other, for no page to read.
"""

from __future__ import annotations

from collections import Counter

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from streamlit import runtime

from ui.web.base_path import path_inside

UPLOADS = "/_stcore/upload_file/"
LONGEST = 12
"""Digits of a length that is read."""


class Room:
    """Middleware that turns away uploads for which there is no room; all else goes to ``app``."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.coming: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http" or scope["method"] != "PUT":
            await self.app(scope, receive, send)
            return
        session = path_inside(scope).removeprefix(UPLOADS).partition("/")[0]
        length = Headers(scope=scope).get("content-length", "")
        if not (length.isdecimal() and length.isascii() and len(length) < LONGEST):
            await PlainTextResponse("The length of the file is missing.", 411)(scope, receive, send)
            return
        if not self.has_room(session, int(length)):
            await PlainTextResponse("There is no room for the file.", 413)(scope, receive, send)
            return
        self.coming[session] += int(length)
        try:
            await self.app(scope, receive, send)
        finally:
            self.coming[session] -= int(length)
            self.coming += Counter()  # a session that sends nothing is not counted on

    def has_room(self, session: str, length: int) -> bool:
        """Return whether so many bytes more can be held for a session, and for all of them."""
        most, everybodys = bounds()
        all_held = held()
        mine = all_held[session] + self.coming[session]
        everybody = all_held.total() + self.coming.total()
        # A file comes in a wrapping of some hundred bytes.
        return mine + length <= 1e6 * most + 1e5 and everybody + length <= 1e6 * everybodys


def bounds() -> tuple[int, int]:
    """Return the megabytes that the uploads of a session may have, and those of all sessions."""
    # The pages have it by now; the server, which is to answer at once, does without.
    from ui.shelf import MOST_MEGABYTES, everybodys

    return MOST_MEGABYTES, everybodys()


def held() -> Counter[str]:
    """Return the bytes of files that no page has read yet, by session."""
    if not runtime.exists():
        return Counter()
    files = runtime.get_instance().uploaded_file_mgr.file_storage
    return Counter(
        {
            session: sum(len(file.data) for file in list(by_id.values()))
            for session, by_id in list(files.items())
        }
    )

"""UploadQuota for what is being uploaded: no session has the server hold more than it may keep.

Streamlit holds each file that a browser sends until a page has read it. It bounds each file, and
neither how many of them come nor how long one takes: a program could send one after the other, for
no page to read, or announce large ones and send nothing. So room is taken by the bytes that came
alone, a file that does not come is given up, and one that no page has read is let go.
"""

from __future__ import annotations

import asyncio
import math
import re
import time
from dataclasses import dataclass, field

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit import runtime
from streamlit.runtime.uploaded_file_manager import UploadedFileManager

UPLOAD = re.compile(r".*/_stcore/upload_file/([^/]+)/([^/]+)/?")
"""The address to which a file is sent: its session and its name there."""
LONGEST = 12
"""Digits of a length that is read."""

SILENCE = 15.0
"""Seconds for which nothing comes of a file before it is given up."""
BEGINNING, SLOWEST = 30.0, 20_000
"""Seconds that any file may take, and the bytes a second that come of a longer one at least."""
UNREAD = 120.0
"""Seconds after which a file that no page has read is let go, and one whose page has gone."""
WRAPPING = 1e5
"""Bytes around a file, at most: some hundred, unless its name is long."""


class Refused(OSError):
    """The reason for which no more is read of a file; an OSError has what came of it closed."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.answer = PlainTextResponse(sentence, status, {"Connection": "close"})


@dataclass(eq=False)
class Upload:
    """A file that comes, or one that has come and was not read yet.

    Parameters
    ----------
    session, file : their names.
    address : of the machine that sends it.
    length : the bytes that were announced.
    came : the bytes that are there.
    whole : all has come.
    left : the moment from which its session had no page; infinite while it has one.
    """

    session: str
    file: str
    address: str
    length: int
    came: int = 0
    whole: bool = False
    began: float = field(default_factory=time.monotonic)
    left: float = math.inf

    def patience(self) -> float:
        """Return the seconds for which the next bytes are waited for; 0 or less where none are."""
        spent = time.monotonic() - self.began
        return min(SILENCE, BEGINNING + self.came / SLOWEST - spent)

    def use(self) -> float:
        """Return the seconds for which a page may still read it; its page may have gone before."""
        now = time.monotonic()
        self.left = math.inf if is_here(self.session) else min(self.left, now)
        return UNREAD - (now - min(self.left, now))


class UploadQuota:
    """Middleware that turns away uploads for which there is no room; all else goes to ``app``."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.uploads: set[Upload] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        path = UPLOAD.fullmatch(scope.get("path", ""))
        if scope["type"] != "http" or scope["method"] != "PUT" or path is None:
            await self.app(scope, receive, send)
            return
        length = Headers(scope=scope).get("content-length", "")
        if not (length.isdecimal() and length.isascii() and len(length) < LONGEST):
            refusal = Refused(411, "The length of the file is missing.")
            await refusal.answer(scope, receive, send)
            return
        address = (scope.get("client") or ("",))[0]
        await self._take(Upload(*path.groups(), address, int(length)), scope, receive, send)

    async def _take(self, upload: Upload, scope: Scope, receive: Receive, send: Send) -> None:
        """Have the app take a file in, as long as it comes and there is room for it."""
        status = 0

        async def answer(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        try:
            self._check(upload, upload.length)
            self.uploads.add(upload)
            await self.app(scope, lambda: self._more(upload, receive), answer)
        except Refused as refusal:
            if not status:
                await refusal.answer(scope, receive, send)
        except ClientDisconnect:  # nobody is there to hear an answer
            pass
        finally:
            self.uploads.discard(upload)
            if 200 <= status < 300 and files_of(upload):
                self._hold(upload)

    async def _more(self, upload: Upload, receive: Receive) -> Message:
        """Return what comes next of a file. Raises Refused where it does not come, or may not."""
        if upload.came >= upload.length:  # the end of the request, which may be long in coming
            return await receive()
        try:
            async with asyncio.timeout(upload.patience()):
                message = await receive()
        except TimeoutError:
            raise Refused(408, "The file did not come.") from None
        upload.came += len(message.get("body", b""))
        if upload.use() <= 0.0:
            raise Refused(410, "The page that the file was for has gone.")
        self._check(upload, 0)
        return message

    def _check(self, upload: Upload, more: int) -> None:
        """Raise Refused where there is no room for so many bytes more of a file.

        Its own session has room for all that it has announced, others for what has come.
        """
        self._forget_read()
        most, everybodys = (1e6 * bound for bound in bounds())
        others = [each for each in self.uploads if each is not upload]
        announced = sum(each.length for each in others if each.session == upload.session)
        ours = sum(each.came for each in others if each.address == upload.address)
        all_ = sum(each.came for each in others)
        size = upload.came + more
        share = max(everybodys / 2, most)  # so that one machine leaves room for another
        if (
            announced + size > most + WRAPPING
            or ours + size > share + WRAPPING
            or all_ + size > everybodys
        ):
            raise Refused(413, "There is no room for the file.")

    def _forget_read(self) -> None:
        """Count on no file that a page has read."""
        self.uploads -= {each for each in self.uploads if each.whole and not files_of(each)}

    def _hold(self, upload: Upload) -> None:
        """Count on a file that has come, until it is read, or was not for too long."""
        self.uploads -= {each for each in self.uploads if each.whole and same(each, upload)}
        upload.whole = True
        self.uploads.add(upload)
        asyncio.get_running_loop().call_later(upload.use(), self._let_go, upload)

    def _let_go(self, upload: Upload) -> None:
        if upload in self.uploads:  # and not another one in its place
            self.uploads.discard(upload)
            if (manager := files()) is not None:
                manager.remove_file(upload.session, upload.file)


def same(one: Upload, other: Upload) -> bool:
    """Return whether two files have the same place."""
    return (one.session, one.file) == (other.session, other.file)


def bounds() -> tuple[int, int]:
    """Return the megabytes that the uploads of a session may have, and those of all sessions."""
    # The pages have it by now; the server, which is to answer at once, does without.
    from ui.shelf import MOST_MEGABYTES, everybodys

    return MOST_MEGABYTES, everybodys()


def files() -> UploadedFileManager | None:
    """Return what holds the files that no page has read yet; None where no server runs."""
    return runtime.get_instance().uploaded_file_mgr if runtime.exists() else None


def files_of(upload: Upload) -> list:
    """Return what is held of a file: itself, or nothing."""
    manager = files()
    return manager.get_files(upload.session, [upload.file]) if manager is not None else []


def is_here(session: str) -> bool:
    """Return whether a page of that session is there."""
    return runtime.exists() and runtime.get_instance().is_active_session(session)

"""Upload quota: no session has the server hold more bytes than it may keep.

Streamlit holds each file that a browser sends until its session ends. It bounds each file, and
neither how many of them come nor how long one takes: a program could send one after the other, for
no page to read, or announce large ones and send nothing. So this middleware counts the bytes that
came, gives up a file that does not come, and deletes one that was read, or that no page reads, by
the request with which a browser would.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from dataclasses import dataclass, field
from weakref import WeakSet

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ui.budget.uploads import MOST_MEGABYTES, everybodys
from ui.web.static_files import nothing_more

LOGGER = logging.getLogger(__name__)

UPLOAD = re.compile(r".*/_stcore/upload_file/([^/]+)/([^/]+)/?")
"""The address to which a file is sent: its session and its name there."""
LONGEST = 12
"""Digits of a length that is read."""

SILENCE = 15.0
"""Seconds for which nothing comes of a file before it is given up."""
BEGINNING, SLOWEST = 30.0, 20_000
"""Seconds that any file may take, and the bytes a second that come of a longer one at least."""
UNREAD = 120.0
"""Seconds after which a file that no page has read is deleted."""
WRAPPING = 1e5
"""Bytes around a file, at most: some hundred, unless its name is long."""


class UploadRefusal(OSError):
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
    scope : the request that sends it.
    length : the bytes that were announced.
    came : the bytes that are there.
    whole : all has come.
    began : when it did, by the monotonic clock.
    """

    session: str
    file: str
    scope: Scope
    length: int
    came: int = 0
    whole: bool = False
    began: float = field(default_factory=time.monotonic)

    @property
    def place(self) -> tuple[str, str]:
        """The place at which it is held: its session and its name there."""
        return self.session, self.file

    @property
    def address(self) -> str:
        """The address of the machine that sends it."""
        return (self.scope.get("client") or ("",))[0]

    def patience(self) -> float:
        """Return the seconds for which the next bytes are waited for; 0 or less where none are."""
        spent = time.monotonic() - self.began
        return min(SILENCE, BEGINNING + self.came / SLOWEST - spent)

    def deletion(self) -> Scope:
        """Return the request that deletes it, with the token of the one that sent it."""
        headers = [each for each in self.scope["headers"] if not each[0].startswith(b"content-")]
        return {**self.scope, "method": "DELETE", "headers": headers}


class UploadQuota:
    """Middleware that turns away uploads beyond the quota; all else goes to ``app``."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.uploads: set[Upload] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._tasks: set[asyncio.Task] = set()
        _quotas.add(self)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        path = UPLOAD.fullmatch(scope.get("path", ""))
        method = scope["method"] if scope["type"] == "http" and path is not None else ""
        if method != "PUT":
            await self.app(scope, receive, send)
            if method == "DELETE":
                self._discard(path.groups())
            return
        length = Headers(scope=scope).get("content-length", "")
        if not (length.isdecimal() and length.isascii() and len(length) < LONGEST):
            refusal = UploadRefusal(411, "The length of the file is missing.")
            await refusal.answer(scope, receive, send)
            return
        self._loop = asyncio.get_running_loop()
        # What answers a request writes into its scope.
        await self._take(Upload(*path.groups(), dict(scope), int(length)), scope, receive, send)

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
        except UploadRefusal as refusal:
            if not status:
                await refusal.answer(scope, receive, send)
        except ClientDisconnect:  # nobody is there to hear an answer
            pass
        finally:
            self.uploads.discard(upload)
            if 200 <= status < 300:
                self._hold(upload)

    async def _more(self, upload: Upload, receive: Receive) -> Message:
        """Return what comes next of a file. Raises UploadRefusal where none comes, or may."""
        if upload.came >= upload.length:  # the end of the request, which may be long in coming
            return await receive()
        try:
            async with asyncio.timeout(upload.patience()):
                message = await receive()
        except TimeoutError:
            raise UploadRefusal(408, "The file did not come.") from None
        upload.came += len(message.get("body", b""))
        self._check(upload, 0)
        return message

    def _check(self, upload: Upload, more: int) -> None:
        """Raise UploadRefusal where there is no room for so many bytes more of a file.

        Its own session has room for all that it has announced, others for what has come.
        """
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
            raise UploadRefusal(413, "There is no room for the file.")

    def _hold(self, upload: Upload) -> None:
        """Count a file that has come, and delete it if no page does in time."""
        self._discard(upload.place)
        upload.whole = True
        self.uploads.add(upload)
        asyncio.get_running_loop().call_later(UNREAD, self._delete, upload)

    def _discard(self, place: tuple[str, str]) -> None:
        """Count no longer what came to a place."""
        self.uploads -= {each for each in self.uploads if each.whole and each.place == place}

    def forget(self, file: str) -> None:
        """Delete a file that a page has read; to be called from any thread."""
        for upload in [each for each in list(self.uploads) if each.whole and each.file == file]:
            self._loop.call_soon_threadsafe(self._delete, upload)

    def _delete(self, upload: Upload) -> None:
        if upload in self.uploads:  # and not another one in its place
            self.uploads.discard(upload)
            task = asyncio.get_running_loop().create_task(self._ask_to_delete(upload))
            self._tasks.add(task)  # else nobody would keep it from Python's collector
            task.add_done_callback(self._tasks.discard)

    async def _ask_to_delete(self, upload: Upload) -> None:
        async def send(message: Message) -> None:
            if message.get("status", 200) >= 300:
                LOGGER.warning("An upload was not deleted: Streamlit says %d.", message["status"])

        await self.app(upload.deletion(), nothing_more(), send)


_quotas: WeakSet[UploadQuota] = WeakSet()


def forget(file: str) -> None:
    """Delete a file that a page has read from where Streamlit holds it.

    Parameters
    ----------
    file : its name there, the last part of the address to which it was sent.
    """
    for quota in list(_quotas):
        quota.forget(file)


def bounds() -> tuple[int, int]:
    """Return the megabytes that the uploads of a session may have, and those of all sessions."""
    return MOST_MEGABYTES, everybodys()

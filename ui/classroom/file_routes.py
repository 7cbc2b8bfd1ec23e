"""The route by which a leader gives the class a file: ``POST /class/CODE/file``."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from datasets.errors import DatasetError
from datasets.wording import capitalize
from ui.classroom.errors import ClassError
from ui.classroom.files import ClassFiles, UploadedBytes
from ui.classroom.hub import Hub
from ui.classroom.requests import (
    MISSES,
    MOST_BYTES_OF_A_SEAT,
    PATH,
    code_of,
    in_words,
    key_of,
)
from ui.share.rate_limit import RateLimit
from ui.web.json_requests import NO_STORE, read_texts

SHARES = 10
"""Times that a room may be given a file within a minute."""

FindUpload = Callable[[str, str], UploadedBytes]


def file_routes(hub: Hub, find_upload: FindUpload, base: str = "") -> list[Route]:
    """Return the route of files.

    Parameters
    ----------
    hub : says where the rooms are kept.
    find_upload : returns an upload by the token of its visitor and its key; it raises DatasetError,
        with a sentence, where this process does not have it.
    base : the path before the app that Streamlit itself knows of.
    """
    routes = FileRoutes(ClassFiles(hub.store), find_upload)
    path = f"{base}{PATH}/{{code}}/file"
    return [Route(path, routes.share, methods=["POST"], name="share_file")]


class FileRoutes:
    """What answers the request, with the limits on it."""

    def __init__(self, files: ClassFiles, find_upload: FindUpload) -> None:
        self.files, self.find_upload = files, find_upload
        self.shared = RateLimit(SHARES, 60.0)
        self.misses = RateLimit(MISSES, 60.0)

    @in_words
    async def share(self, request: Request) -> Response:
        """Give the class an upload of the leader's own: ``{"upload", "visit"}`` → ``{"data"}``."""
        given = await read_texts(request, ("upload", "visit"), MOST_BYTES_OF_A_SEAT)
        code = code_of(request)
        key = key_of(request, code)
        if not await asyncio.to_thread(self.files.database.may_lead, code, key):
            raise ClassError("This class is led by somebody else.", 403)
        if not self.shared.allow(code):
            raise ClassError("Slower: the class cannot follow.", 429)
        try:
            upload = self.find_upload(given["visit"], given["upload"])
            data = await asyncio.to_thread(self.files.share, code, key, upload)
        except DatasetError as error:
            raise ClassError(capitalize(str(error)), 409) from None
        return JSONResponse({"data": data}, 201, headers=NO_STORE)

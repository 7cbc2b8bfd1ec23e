"""Requests with JSON that only pages of this app may send."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

NO_STORE = {"Cache-Control": "no-store"}


class RequestError(Exception):
    """Something that is not done; the text is a sentence for whoever tried.

    Parameters
    ----------
    status : of the HTTP answer.
    """

    def __init__(self, sentence: str, status: int = 400) -> None:
        super().__init__(sentence)
        self.status = status


class BadRequest(Exception):
    """A request that no page of ours sends; the text is a sentence without its full stop."""


def refusal(sentence: str, status: int) -> Response:
    """Return an answer that says why something was not done."""
    return JSONResponse({"sentence": sentence}, status, headers=NO_STORE)


def is_own(request: Request) -> bool:
    """Return whether a page of this app sends a request, by what browsers say of it.

    A form of another site could send no JSON by this name without asking first.
    """
    headers = request.headers
    if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        return False
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site == "same-origin"
    return urlsplit(headers.get("origin", "")).netloc == headers.get("host", "")


async def read_object(request: Request, most_bytes: int) -> dict[str, Any]:
    """Return the JSON object of a request.

    Raises
    ------
    BadRequest : it comes from another site, is too long, or is no object.
    """
    if not is_own(request):
        raise BadRequest("Another site may not do this")
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > most_bytes:
            raise BadRequest("This is too long")
    try:
        given = json.loads(body)
    except (ValueError, RecursionError):
        raise BadRequest("This is not well formed") from None
    if not isinstance(given, dict):
        raise BadRequest("This is not well formed")
    return given


async def read_texts(request: Request, names: Sequence[str], most_bytes: int) -> dict[str, str]:
    """Return texts of a request by their names; it raises as ``read_object`` does."""
    given = await read_object(request, most_bytes)
    texts = {name: given.get(name) for name in names}
    if not all(isinstance(text, str) for text in texts.values()):
        raise BadRequest("This is not well formed")
    return texts

"""The parts that all routes of classes share: who asks, and answers in words and as tables."""

from __future__ import annotations

import csv
import io
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import wraps
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ui.classroom.errors import ClassError
from ui.web.base_path import base_path
from ui.web.json_requests import NO_STORE, BadRequest, refusal

PATH = "/class"
MOST_BYTES = 12_000
"""Bytes of a request of a leader, whose address may be long."""
MOST_BYTES_OF_A_SEAT = 4_000

SEAT = "lab_seat"
MISSES = 120
"""Codes and keys without a room that all clients may try within a minute."""

Answer = Callable[[Any, Request], Awaitable[Response]]


def in_words(answer: Answer) -> Answer:
    """Return a route's function whose errors are answers with a sentence.

    What it is a method of has the limit of ``misses``.
    """

    @wraps(answer)
    async def answering(self: Any, request: Request) -> Response:
        try:
            return await answer(self, request)
        except BadRequest as error:
            return refusal(f"{error}.", 400)
        except ClassError as error:
            if error.status in (403, 404, 410) and not self.misses.allow(""):
                return refusal("Too many codes were tried; wait a minute.", 429)
            return refusal(str(error), error.status)

    return answering


def done() -> Response:
    """Return the answer to what was done."""
    return JSONResponse({}, headers=NO_STORE)


def code_of(request: Request) -> str:
    """Return the code of the room that a request names, in capitals."""
    return str(request.path_params["code"]).upper()


def seat_of(request: Request) -> str:
    """Return the seat of whoever asks. Raises ClassError where there is none."""
    seat = request.cookies.get(SEAT, "")
    if not seat:
        raise ClassError("Join the class first.", 409)
    return seat


def key_name(code: str) -> str:
    """Return the name of the cookie with the key of a room."""
    return f"lab_lead_{code}"


def key_of(request: Request, code: str) -> str:
    """Return the key by which a room is led, "" where there is none."""
    return request.cookies.get(key_name(code), "")


def is_by_https(request: Request) -> bool:
    """Return whether a browser asks by https, perhaps of a proxy before this server."""
    return request.url.scheme == "https" or request.headers.get("x-forwarded-proto") == "https"


def address_of(request: Request, page: str) -> str:
    """Return the address of a page, as whoever asks may open it."""
    scheme = "https" if is_by_https(request) else "http"
    return f"{scheme}://{request.url.netloc}{base_path()}/{page}"


def csv_answer(name: str, head: Sequence[str], rows: Iterable[Sequence[Any]]) -> Response:
    """Return a table as a file of this name; no cell of it is a formula.

    It begins with a mark by which spreadsheets know UTF-8; without it they misread "−" and "“".
    """
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow(head)
    for row in rows:
        table.writerow([_harmless(str(cell)) for cell in row])
    headers = NO_STORE | {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text.getvalue().encode("utf-8-sig"), media_type="text/csv", headers=headers)


def _harmless(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell

"""The route of a lesson on paper: ``GET /sheet.html?lesson=KEY``, ``&answers=1``, ``&student=7``.

No page of Streamlit: its address has a stop, so that nothing is put into it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from ui.render_queue import RENDER_QUEUE
from ui.web.static_files import accepts_gzip, content_response

PATH = "/sheet.html"
DIGITS = 4
"""Of a student's number, as in ``ui.lessons.practice``."""

NO_SHEET = """<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
<title>Sparsity Lab</title><p>{sentence} <a href="./">Sparsity Lab</a></p></html>"""


def sheet_of(
    pages: Callable[[], Mapping[str, Any]], key: str, answers: bool, student: int
) -> bytes:
    """Return the sheet of the lesson ``key``, in UTF-8.

    Raises
    ------
    LookupError : there is no such lesson; the text is a sentence.
    ValueError : it cannot be shown; the text is a sentence.
    """
    lesson = getattr(pages().get(key), "lesson", None)
    if lesson is None or lesson.story is None:
        raise LookupError("There is no such lesson here.")
    from ui.sheet.page import sheet

    with RENDER_QUEUE.slot(patient=True):
        return sheet(lesson, answers, student).encode()


def sheet_route(pages: Callable[[], Mapping[str, Any]], base: str = "") -> Route:
    """Return the route of sheets.

    Parameters
    ----------
    pages : returns all pages by their keys.
    base : the path before the app that Streamlit itself knows of.
    """

    async def answer(request: Request) -> Response:
        given = request.query_params
        number = given.get("student", "0")
        student = (
            int(number) if number.isascii() and number.isdigit() and len(number) <= DIGITS else 0
        )
        try:
            key, answers = given.get("lesson", ""), given.get("answers") == "1"
            made = await asyncio.to_thread(sheet_of, pages, key, answers, student)
        except LookupError as error:
            return HTMLResponse(NO_SHEET.format(sentence=error.args[0]), 404)
        except ValueError:
            return HTMLResponse(NO_SHEET.format(sentence="This lesson has no sheet now."), 409)
        packed = accepts_gzip(request.scope)
        return await asyncio.to_thread(content_response, made, packed, "no-cache", "text/html")

    return Route(base + PATH, answer, methods=["GET"], name="sheet")

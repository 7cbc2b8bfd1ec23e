"""The route of a lesson on paper: ``GET /sheet.html?lesson=KEY``, ``&answers=1``, ``&student=7``.

No page of Streamlit: its address has a stop, so that nothing is put into it. The steps of a lesson
are computed once, one sheet at a time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from threading import Lock
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from ui.web.static_files import accepts_gzip, content_response

PATH = "/sheet.html"
MOST_STUDENTS = 9999
"""Student numbers go from 0 to this, as in ``ui.lessons.practice``."""
KEPT = 26
"""Sheets that are kept, as many as the thirteen lessons have without a student's number."""

NO_SHEET = """<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
<title>Sparsity Lab</title><p>{sentence} <a href="./">Sparsity Lab</a></p></html>"""


class SheetMaker:
    """What makes the sheets, and keeps those made last.

    Parameters
    ----------
    pages : returns all pages by their keys; it may take long the first time.
    """

    def __init__(self, pages: Callable[[], Mapping[str, Any]]) -> None:
        self.pages = pages
        self._kept: dict[tuple[str, bool, int], bytes] = {}
        self._lock = Lock()

    def sheet(self, key: str, answers: bool, student: int) -> bytes:
        """Return the sheet of the lesson ``key``, in UTF-8.

        Raises
        ------
        LookupError : there is no such lesson; the text is a sentence.
        ValueError : it cannot be shown; the text is a sentence.
        """
        asked = key, answers, student
        lesson = getattr(self.pages().get(key), "lesson", None)
        if lesson is None or lesson.story is None:
            raise LookupError("There is no such lesson here.")
        with self._lock:
            if asked not in self._kept:
                from ui.sheet.page import sheet

                made = sheet(lesson, answers, student).encode()
                while len(self._kept) >= KEPT:
                    del self._kept[next(iter(self._kept))]
                self._kept[asked] = made
            return self._kept[asked]


def sheet_route(pages: Callable[[], Mapping[str, Any]], base: str = "") -> Route:
    """Return the route of sheets.

    Parameters
    ----------
    pages : returns all pages by their keys.
    base : the path before the app that Streamlit itself knows of.
    """
    maker = SheetMaker(pages)

    async def answer(request: Request) -> Response:
        given = request.query_params
        number = given.get("student", "0")
        student = int(number) if number.isascii() and number.isdigit() and len(number) < 5 else 0
        try:
            made = await asyncio.to_thread(
                maker.sheet, given.get("lesson", ""), given.get("answers") == "1", student
            )
        except LookupError as error:
            return HTMLResponse(NO_SHEET.format(sentence=error.args[0]), 404)
        except ValueError:
            return HTMLResponse(NO_SHEET.format(sentence="This lesson has no sheet now."), 409)
        packed = accepts_gzip(request.scope)
        return await asyncio.to_thread(content_response, made, packed, "no-cache", "text/html")

    return Route(base + PATH, answer, methods=["GET"], name="sheet")

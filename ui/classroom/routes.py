"""The routes of a class: down by server-sent events, up by POST.

``POST /class`` opens a room, ``POST /class/CODE/seat`` takes a seat, ``GET /class/CODE/events`` is
the stream, ``POST /class/CODE/answer`` an answer. By the key of the leader: ``POST …/lead``
changes the room, ``GET …/answers.csv`` is all that was said, ``POST …/end`` deletes it. ``POST
…/key`` makes a second leader of whoever has the key, ``GET …/key`` is the key, for the link of a
second leader. Key and seat are cookies that no script reads. A leader takes no seat.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Callable
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from ui.classroom.answer_table import HEAD, BareWords, ClassWords, table_of
from ui.classroom.database import LIFETIME
from ui.classroom.errors import ClassError
from ui.classroom.hub import Hub, Listener
from ui.classroom.requests import (
    MISSES,
    MOST_BYTES,
    MOST_BYTES_OF_A_SEAT,
    PATH,
    SEAT,
    code_of,
    csv_answer,
    done,
    in_words,
    is_by_https,
    key_name,
    key_of,
    seat_of,
)
from ui.classroom.room import UNCLEAR, ClassSetting, Room, is_round, is_step
from ui.share.rate_limit import RateLimit
from ui.web.json_requests import NO_STORE, BadRequest, read_object

SEAT_BYTES = 12
STREAM_HEADERS = NO_STORE | {"X-Accel-Buffering": "no"}
RETRY_MS = 1000
"""Milliseconds after which a browser whose stream has ended asks for it again."""

ROOMS_PER_HOUR, CHANGES, ANSWERS = 60, 100, 30
"""Rooms that one client may open, and changes of a room and requests of a seat within ten
seconds."""

FindSetting = Callable[[str, str], ClassSetting]


def class_routes(
    hub: Hub, find_setting: FindSetting, base: str = "", words: ClassWords | None = None
) -> list[Route]:
    """Return the routes of classes.

    Parameters
    ----------
    hub : the streams of this process, and where the rooms are kept.
    find_setting : returns what the engine finds at a page's address; it raises ValueError, with a
        sentence, where that shows nothing.
    base : the path before the app that Streamlit itself knows of.
    words : knows those of pages; without it answers are kept as keys and parameters.
    """
    routes = ClassRoutes(hub, find_setting, words or BareWords())
    path = f"{base}{PATH}"
    return [
        Route(path, routes.open, methods=["POST"], name="open_class"),
        Route(f"{path}/{{code}}/seat", routes.seat, methods=["POST"], name="seat"),
        Route(f"{path}/{{code}}/events", routes.events, methods=["GET"], name="class"),
        Route(f"{path}/{{code}}/answer", routes.answer, methods=["POST"], name="answer"),
        Route(f"{path}/{{code}}/lead", routes.lead, methods=["POST"], name="lead"),
        Route(f"{path}/{{code}}/key", routes.key, methods=["POST"], name="key"),
        Route(f"{path}/{{code}}/key", routes.own_key, methods=["GET"], name="own_key"),
        Route(f"{path}/{{code}}/end", routes.end, methods=["POST"], name="end"),
        Route(f"{path}/{{code}}/answers.csv", routes.rows, methods=["GET"], name="answers"),
    ]


class ClassRoutes:
    """What answers the requests, with the limits on them."""

    def __init__(self, hub: Hub, find_setting: FindSetting, words: ClassWords) -> None:
        self.hub, self.store, self.find_setting, self.words = hub, hub.store, find_setting, words
        self.opened = RateLimit(ROOMS_PER_HOUR, 3600.0)
        self.changed = RateLimit(CHANGES, 10.0)
        self.answered = RateLimit(ANSWERS, 10.0)
        self.misses = RateLimit(MISSES, 60.0)

    @in_words
    async def open(self, request: Request) -> Response:
        """Open a room: ``{"page", "query"}`` → ``{"code", "key"}``."""
        given = await read_object(request, MOST_BYTES)
        if not self.opened.allow(request.client.host if request.client else ""):
            raise ClassError("You have opened too many classes; wait a while.", 429)
        room = Room().with_changes(given)
        code, key = await asyncio.to_thread(self.store.open, room)
        answer = JSONResponse({"code": code, "key": key}, 201, headers=NO_STORE)
        return _with_cookie(answer, request, key_name(code), key)

    @in_words
    async def key(self, request: Request) -> Response:
        """Make a leader of whoever has the key: ``{"key"}``."""
        given, code = await read_object(request, MOST_BYTES_OF_A_SEAT), code_of(request)
        key = str(given.get("key", ""))
        if not await asyncio.to_thread(self.store.may_lead, code, key):
            raise ClassError("This link leads no class; perhaps it is over.", 403)
        return _with_cookie(done(), request, key_name(code), key)

    @in_words
    async def own_key(self, request: Request) -> Response:
        """Return the key of the leader who asks: ``{"key"}``."""
        code = code_of(request)
        key = key_of(request, code)
        if not await asyncio.to_thread(self.store.may_lead, code, key):
            raise ClassError("This class is led by somebody else.", 403)
        return JSONResponse({"key": key}, headers=NO_STORE)

    @in_words
    async def seat(self, request: Request) -> Response:
        """Take a seat, or say where one stands: ``{"step", "follows"}``."""
        given, code = await read_object(request, MOST_BYTES_OF_A_SEAT), code_of(request)
        seat = request.cookies.get(SEAT) or secrets.token_urlsafe(SEAT_BYTES)
        self._limit(seat)
        step, follows = given.get("step", 0), given.get("follows", True)
        if not is_step(step) or not isinstance(follows, bool):
            raise BadRequest("This is not well formed")
        if await asyncio.to_thread(self.store.may_lead, code, key_of(request, code)):
            await asyncio.to_thread(self.store.leave_seat, code, seat)
        else:
            await asyncio.to_thread(self.store.take_seat, code, seat, step, follows)
        return _with_cookie(done(), request, SEAT, seat)

    @in_words
    async def answer(self, request: Request) -> Response:
        """Keep an answer: ``{"question", "round", "value"}``, or ``"unclear": true`` for none."""
        given, code = await read_object(request, MOST_BYTES_OF_A_SEAT), code_of(request)
        seat = seat_of(request)
        self._limit(seat)
        asked, value = (str(given.get("question", "")), given.get("round", 1)), given.get("value")
        if not is_round(asked[1]):
            raise BadRequest("This is not well formed")
        if given.get("unclear") is True:
            value = UNCLEAR
        elif isinstance(value, str):
            value = await asyncio.to_thread(self._setting, code, value)
        await asyncio.to_thread(self.store.answer, code, seat, *asked, value)
        return done()

    def _setting(self, code: str, query: str) -> ClassSetting:
        """What a seat has set, where the class stands."""
        kept = self.store.find(code)
        if kept is None:
            raise ClassError("This class is over.", 410)
        if kept.room.question is None or kept.room.question.kind != "setting":
            raise ClassError("The class is asked something else now.", 409)
        if _step_of(query) != _step_of(kept.room.query):
            raise ClassError("The class is at another step.", 409)
        try:
            return self.find_setting(kept.room.page, query)
        except ValueError as error:
            raise ClassError(str(error)) from error

    @in_words
    async def lead(self, request: Request) -> Response:
        """Change the room: some of its values by name → ``{"revision"}``."""
        given, code = await read_object(request, MOST_BYTES), code_of(request)
        if not self.changed.allow(code):
            raise ClassError("Slower: the class cannot follow.", 429)
        kept = await asyncio.to_thread(self.store.lead, code, key_of(request, code), given)
        return JSONResponse({"revision": kept.revision}, headers=NO_STORE)

    @in_words
    async def end(self, request: Request) -> Response:
        """Delete the room and all that was said in it."""
        await read_object(request, MOST_BYTES_OF_A_SEAT)
        code = code_of(request)
        await asyncio.to_thread(self.store.end, code, key_of(request, code))
        return done()

    @in_words
    async def rows(self, request: Request) -> Response:
        """Return all answers as CSV."""
        code = code_of(request)
        kept = await asyncio.to_thread(self.store.rows, code, key_of(request, code))
        rows = await asyncio.to_thread(lambda: list(table_of(kept, self.words)))
        return csv_answer(f"class-{code}.csv", HEAD, rows)

    @in_words
    async def events(self, request: Request) -> Response:
        """Return the stream of a seat, or of the leader."""
        code, seat = code_of(request), seat_of(request)
        if await asyncio.to_thread(self.store.find, code) is None:
            raise ClassError("There is no class with this code.", 404)
        leads = await asyncio.to_thread(self.store.may_lead, code, key_of(request, code))
        lines = _lines(self.hub, Listener(code, seat, leads))
        return StreamingResponse(lines, media_type="text/event-stream", headers=STREAM_HEADERS)

    def _limit(self, seat: str) -> None:
        if not self.answered.allow(seat):
            raise ClassError("That was too fast; wait a moment.", 429)


async def _lines(hub: Hub, listener: Listener) -> AsyncIterator[str]:
    """The lines of a stream: the whole room at first, and again at each change."""
    yield f"retry: {RETRY_MS}\n\n"
    async for news in hub.listen(listener):
        if news:
            yield f"id: {news['revision']}\ndata: {json.dumps(news)}\n\n"
        else:
            yield ": still here\n\n"
    if not hub.is_closed:
        yield "event: over\ndata: {}\n\n"


def _with_cookie(answer: Response, request: Request, name: str, value: str) -> Response:
    """The answer with a cookie that no script of a page can read."""
    answer.set_cookie(
        name, value, int(LIFETIME), secure=is_by_https(request), httponly=True, samesite="lax"
    )
    return answer


def _step_of(query: str) -> str:
    """The step of a story that an address names."""
    return dict(parse_qsl(query)).get("step", "")

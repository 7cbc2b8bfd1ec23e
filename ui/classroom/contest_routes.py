"""The routes of a contest: the leader begins and ends it, each seat enters runs.

By the key of the leader: ``POST /class/CODE/contest`` begins one, ``POST …/contest/end`` ends it,
``GET …/entries.csv`` is all that was entered. ``POST …/features`` counts what a run of a seat
would keep, ``POST …/entry`` enters it, ``GET …/entry`` are the seat's own dots, and ``GET
…/entry/PLACE`` the settings behind a dot, once it is over.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from ui.classroom.contest import LETTERS, ClassContest, ContestJudge, check_most_features
from ui.classroom.entries import SECONDS_BETWEEN, EntryRow, EntryStore
from ui.classroom.errors import ClassError
from ui.classroom.hub import Hub
from ui.classroom.requests import (
    MISSES,
    MOST_BYTES,
    MOST_BYTES_OF_A_SEAT,
    PATH,
    address_of,
    code_of,
    csv_answer,
    done,
    in_words,
    key_of,
    seat_of,
)
from ui.share.rate_limit import RateLimit
from ui.web.json_requests import NO_STORE, BadRequest, read_object

CONTESTS, LOOKS = 20, 60
"""Contests that a room may begin or end within a minute, and own dots or settings that a seat may
ask for within ten seconds."""
COUNTS = len(LETTERS)
"""Runs of a seat whose features are counted within ``SECONDS_BETWEEN``: all those of a page."""
MOST_WAITING = 100
"""Entries that may wait in one process; runs are computed one after the other."""

PLAYGROUND = "playground"
"""The page whose runs are entered."""
HEAD = (
    *("contest", "seat", "entry", "features", "score"),
    *("dataset", "run", "method", "knobs", "address"),
)

Result = TypeVar("Result")


def contest_routes(hub: Hub, judge: Callable[[], ContestJudge], base: str = "") -> list[Route]:
    """Return the routes of contests.

    Parameters
    ----------
    hub : the streams of this process, and where the rooms are kept.
    judge : returns what computes for contests; it may take long, the first time.
    base : the path before the app that Streamlit itself knows of.
    """
    routes = ContestRoutes(hub.entries, judge)
    path = f"{base}{PATH}/{{code}}"
    return [
        Route(f"{path}/contest", routes.begin, methods=["POST"], name="begin_contest"),
        Route(f"{path}/contest/end", routes.end, methods=["POST"], name="end_contest"),
        Route(f"{path}/features", routes.count, methods=["POST"], name="count_features"),
        Route(f"{path}/entry", routes.enter, methods=["POST"], name="enter"),
        Route(f"{path}/entry", routes.own, methods=["GET"], name="own_entries"),
        Route(f"{path}/entry/{{place:int}}", routes.settings, methods=["GET"], name="settings"),
        Route(f"{path}/entries.csv", routes.rows, methods=["GET"], name="entries"),
    ]


class ContestRoutes:
    """What answers the requests, with the limits on them."""

    def __init__(self, entries: EntryStore, judge: Callable[[], ContestJudge]) -> None:
        self.entries, self.judge = entries, judge
        self.begun = RateLimit(CONTESTS, 60.0)
        self.entered = RateLimit(1, SECONDS_BETWEEN)
        self.counts = RateLimit(COUNTS, SECONDS_BETWEEN)
        self.counting: set[str] = set()
        self.looked = RateLimit(LOOKS, 10.0)
        self.misses = RateLimit(MISSES, 60.0)
        self.waiting = 0
        # One at a time: a class that enters all at once leaves the other cores to its pages.
        self._runs = ThreadPoolExecutor(1, "contest")

    @in_words
    async def begin(self, request: Request) -> Response:
        """Begin a contest on the data of an address: ``{"query", "k"}`` → ``{"number"}``."""
        given, code = await read_object(request, MOST_BYTES), code_of(request)
        query, k = _text(given, "query"), check_most_features(given.get("k"))
        await self._check_leader(request, code)
        found = await self._compute(lambda: self.judge().find_data(query))
        begun = await asyncio.to_thread(self.entries.begin, code, key_of(request, code), found, k)
        return JSONResponse({"number": begun.number}, 201, headers=NO_STORE)

    @in_words
    async def end(self, request: Request) -> Response:
        """End the contest."""
        await read_object(request, MOST_BYTES_OF_A_SEAT)
        code = code_of(request)
        await self._check_leader(request, code)
        await asyncio.to_thread(self.entries.end, code, key_of(request, code))
        return done()

    @in_words
    async def count(self, request: Request) -> Response:
        """Count what a run would keep if it were entered: ``{"query", "run"}`` → ``{"features"}``.

        That costs no entry. A run that is entered afterwards is not computed again.
        """
        query, run = await _run_of(request)
        code, seat = code_of(request), seat_of(request)
        contest, secret = await asyncio.to_thread(self.entries.open_contest, code, seat)
        name = f"{code} {seat}"
        # Counts have no end, as entries have: of each seat one waits at most.
        if name in self.counting or not self.counts.allow(name):
            raise ClassError("Slower: count again in a moment.", 429)
        self.counting.add(name)
        try:
            made = await self._compute(lambda: self.judge().score(contest.data, secret, query, run))
        finally:
            self.counting.discard(name)
        return JSONResponse({"features": made.features}, headers=NO_STORE)

    @in_words
    async def enter(self, request: Request) -> Response:
        """Enter a run: ``{"query", "run"}``, a letter → ``{"entry", "features", "score"}``."""
        query, run = await _run_of(request)
        code, seat = code_of(request), seat_of(request)
        contest, secret = await asyncio.to_thread(self.entries.open_contest, code, seat)
        if not self.entered.allow(f"{code} {seat}"):
            raise ClassError(f"Wait {SECONDS_BETWEEN:.0f} seconds between two entries.", 429)
        made = await self._compute(lambda: self.judge().score(contest.data, secret, query, run))
        kept = code, seat, contest.number, run, made
        number = await asyncio.to_thread(self.entries.keep, *kept)
        score = {"entry": number, "features": made.features, "score": made.score}
        return JSONResponse(score, 201, headers=NO_STORE)

    @in_words
    async def own(self, request: Request) -> Response:
        """Return a seat's dots in the present contest: ``{"dots": [[features, score], …]}``."""
        code, seat = code_of(request), self._looking_seat(request)
        contest = await asyncio.to_thread(self._contest, code)
        dots = await asyncio.to_thread(self.entries.own_dots, code, contest.number, seat)
        return JSONResponse({"dots": dots}, headers=NO_STORE)

    @in_words
    async def settings(self, request: Request) -> Response:
        """Return the parameters of the run behind a dot, by its place: ``{"query"}``."""
        self._looking_seat(request)
        asked = code_of(request), int(request.path_params["place"])
        query = await asyncio.to_thread(self.entries.settings_of, *asked)
        return JSONResponse({"query": query}, headers=NO_STORE)

    @in_words
    async def rows(self, request: Request) -> Response:
        """Return all entries as CSV."""
        code = code_of(request)
        kept = await asyncio.to_thread(self.entries.rows, code, key_of(request, code))
        page = address_of(request, PLAYGROUND)
        rows = await asyncio.to_thread(self._in_words, kept, page)
        return csv_answer(f"entries-{code}.csv", HEAD, rows)

    def _in_words(self, kept: list[EntryRow], page: str) -> list[tuple]:
        judge = self.judge()
        known = {query: judge.describe(query) for query in {row.settings for row in kept}}
        return [
            (
                *(row.contest, row.seat, row.entry, row.features, row.score),
                *(known[row.settings].dataset, row.run, *known[row.settings][1:]),
                f"{page}?{row.settings}",
            )
            for row in kept
        ]

    async def _check_leader(self, request: Request, code: str) -> None:
        """That a leader asks, before anything is computed for them."""
        database = self.entries.database
        if not await asyncio.to_thread(database.may_lead, code, key_of(request, code)):
            raise ClassError("This class is led by somebody else.", 403)
        if not self.begun.allow(code):
            raise ClassError("Slower: the class cannot follow.", 429)

    async def _compute(self, ask: Callable[[], Result]) -> Result:
        """What the judge says; its errors in a sentence."""
        if self.waiting >= MOST_WAITING:
            raise ClassError("Many entries wait: enter again in a moment.", 503)
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._runs, ask)
        except ValueError as error:
            raise ClassError(str(error)) from None
        finally:
            self.waiting -= 1

    def _contest(self, code: str) -> ClassContest:
        kept = self.entries.database.find(code)
        if kept is None or kept.room.contest is None:
            raise ClassError("There is no contest.", 409)
        return kept.room.contest

    def _looking_seat(self, request: Request) -> str:
        seat = seat_of(request)
        if not self.looked.allow(seat):
            raise ClassError("That was too fast; wait a moment.", 429)
        return seat


async def _run_of(request: Request) -> tuple[str, str]:
    """The address of a playground and the letter of a run in it."""
    given = await read_object(request, MOST_BYTES)
    query, run = _text(given, "query"), _text(given, "run")
    if run not in list(LETTERS):
        raise BadRequest("This is not well formed")
    return query, run


def _text(given: dict[str, Any], name: str) -> str:
    text = given.get(name)
    if not isinstance(text, str):
        raise BadRequest("This is not well formed")
    return text

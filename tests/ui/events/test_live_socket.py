"""The socket of events: any process answers any of them, in their order, and the newest for all."""

from __future__ import annotations

import asyncio
import gc
import json
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from threading import Event as Signal
from threading import Thread
from time import sleep
from typing import Any

import orjson
import pytest
import uvicorn
from starlette.applications import Starlette
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection as Socket
from websockets.sync.client import connect as connect_here

from algorithms.budget.scheduler import SCHEDULER
from tests.support.browser import free_port, serve
from tests.support.serving.front import listens
from tests.support.serving.services import apart
from tests.support.serving.session import STAGE, entry, live, open_session
from tests.support.serving.visitor import VALUE, Visitor, anybody
from ui.events import live_socket
from ui.events.answer import NeedsFullRun, Updates
from ui.events.live_socket import LONGEST, event_in
from ui.events.route import live_route
from ui.render_queue import RENDER_QUEUE
from ui.session.progress import Progress, progress_of

PLAYGROUND = "data=breast_cancer&data.noise_features=0&a=sgd&b=rounding&c=truncated_gradient"


SOUGHT = "still being sought"
"""Stands in the picture of regret until the best fixed weights are found."""


# A real server -----------------------------------------------------------------------------------


@pytest.fixture
def with_visitor(server) -> Callable[[Callable[[Visitor], Awaitable[None]]], None]:
    """``with_visitor(work)``: do work as somebody with the playground open, without a browser."""

    async def visit(work: Callable[[Visitor], Awaitable[None]]) -> None:
        async with open_session(server.url, anybody(), PLAYGROUND, Visitor) as visitor:
            await visitor.hear_all()  # a page may run again as the best fixed weights are found
            visitor.kinds = ()
            await work(visitor)

    return lambda work: apart(asyncio.run, visit(work))


def of_view(gravity: float, number: int = 1, **more: Any) -> str:
    """An event of somebody who has nothing but an address."""
    log = [entry(number, values={"gravity": gravity}, **more)]
    return json.dumps({"page": "playground", "query": PLAYGROUND, "log": log})


def test_a_movement_comes_to_what_a_page_opened_at_its_address_shows(with_visitor, server):
    async def work(visitor: Visitor) -> None:
        knobs, query = visitor.knobs, visitor.query
        reply = await visitor.turn(0.3, live=True)
        assert list(reply["elements"]) == [STAGE] and visitor.moving and visitor.knobs == knobs
        assert "address" not in reply and visitor.query == query
        reply = await visitor.turn()
        assert "c.gravity=0.12" in visitor.query and not visitor.moving and reply["took"] > 0.0
        await visitor.hear_all()
        assert "delta" not in visitor.kinds, "Streamlit says nothing of it"
        async with open_session(server.url, anybody(), visitor.query, Visitor) as again:
            assert again.shown == visitor.shown and again.knobs == visitor.knobs

    with_visitor(work)


def test_a_class_that_moves_at_once_gets_sketches_first_and_then_all_of_it(server):
    async def work() -> None:
        async with AsyncExitStack() as stack:
            enter = stack.enter_async_context
            visitors = [
                await enter(open_session(server.url, anybody(), PLAYGROUND, Visitor))
                for _ in range(6)
            ]
            places = [number / 20 for number in range(1, 7)]
            moves = zip(visitors, places, strict=True)
            await asyncio.gather(*(each.turn(place) for each, place in moves))
            assert any(each.moving for each in visitors), "a sketch first"
            await asyncio.gather(*(each.hear_rest() for each in visitors))
            for visitor in visitors:
                fresh = await enter(open_session(server.url, anybody(), visitor.query, Visitor))
                assert fresh.shown == visitor.shown

    apart(asyncio.run, work())


def test_what_changes_more_than_elements_is_a_run_and_what_follows_is_answered_again(with_visitor):
    async def work(visitor: Visitor) -> None:
        await visitor.turn()
        reply = await visitor.move("run_2", action="button")
        assert reply == {"n": 2, "run": True} and "new_session" in visitor.kinds
        assert "c.gravity=0.12" in visitor.query, "the run has heard of the address"
        assert len(visitor.shown["score"]["rows"]) == 4 and "d=truncated_gradient" in visitor.query
        await visitor.turn(0.3)
        assert visitor.ran == 1 and "c.gravity=0.3" in visitor.query

    with_visitor(work)


def test_a_warning_on_the_page_stays_as_long_as_it_is_true(with_visitor):
    async def work(visitor: Visitor) -> None:
        await visitor.move("stream", values={"loss": "squared"})
        await visitor.move("common", values={"eta": 50.0})
        assert visitor.ran == 2 and "diverged" in visitor.said
        visitor.said = ""
        await visitor.move("common", values={"eta": 1e-6})
        assert visitor.ran == 3, "to take the warning away"
        assert "diverged" not in visitor.said and "a.eta=1e-06" in visitor.query
        await visitor.move("common", values={"eta": 1e-7})
        assert visitor.ran == 3, "and what follows is answered again"

    with_visitor(work)


def test_a_run_follows_the_end_of_a_movement_whichever_element_reports_it(with_visitor):
    async def work(visitor: Visitor) -> None:
        await visitor.turn()
        visitor.number += 1
        await visitor.report(entry(visitor.number, values={"gravity": 0.3}), by=STAGE)
        assert "c.gravity=0.3" in visitor.query

    with_visitor(work)


def test_movements_that_come_while_one_is_answered_are_answered_after_it(with_visitor):
    async def work(visitor: Visitor) -> None:
        first, second = (entry(n, values={"gravity": n / 10}) for n in (1, 2))
        await visitor.send(first)
        await visitor.ask(first, second)
        assert "c.gravity=0.2" in visitor.query

    with_visitor(work)


@pytest.fixture
def processes(server) -> Iterator[tuple[str, ...]]:
    """The addresses of two processes that know nothing of each other; one is below a path, too."""
    with serve(BASE_PATH="/lab") as other:
        other.wait()
        yield server.url, other.url, f"{other.url}/lab"


def test_any_process_answers_by_the_address_alone(processes):
    async def work() -> None:
        said = []
        for url in processes:
            async with connect(live(url), max_size=None) as socket:
                await socket.send(of_view(VALUE))
                reply = orjson.loads(await socket.recv())
                said.append(await in_full(socket, reply))
        assert said[0] == said[1] == said[2]

    apart(asyncio.run, work())


async def in_full(socket: ClientConnection, reply: dict) -> tuple[dict, dict]:
    """The address and the pictures of an answer, with the best fixed weights in them."""
    address, stage = reply["address"], reply["elements"][STAGE]
    while stage["moving"] or SOUGHT in json.dumps(stage):
        stage = orjson.loads(await socket.recv())["elements"][STAGE]
    return address, stage


JUNK = (
    "nonsense", "7", "[", "{}", "null", '"\\ud800"',
    '{"page": "playground", "query": "", "log": 7}',
    '{"page": "playground", "query": 7, "log": []}',
    '{"page": "playground", "query": "", "log": [], "visit": 7}',
    '{"page": 7, "query": "", "log": []}',
    "[" * (LONGEST // 2),
    of_view(VALUE) + " " * LONGEST,
)  # fmt: skip


@pytest.mark.parametrize("message", JUNK, ids=range(len(JUNK)))
def test_what_no_page_sends_is_no_event(message):
    assert event_in(message) is None


def test_entries_that_no_hand_makes_are_left_out():
    log = [7, {"n": "one"}, entry(2), entry(1)]
    event = event_in(json.dumps({"page": "playground", "query": "", "log": log}))
    assert [each["n"] for each in event.log] == [1, 2] and event.number == 2


def odd_events() -> Iterator[dict]:
    """Events that are well formed, and that no page sends."""
    whole = {"page": "playground", "query": PLAYGROUND, "log": [entry(1)]}
    yield from (whole | {"page": page} for page in ("", "nowhere", "sweep", "\ud800"))
    queries = ("%", "%ff%fe", "a=%00", "&&&==", "x" * 50_000, "a=sgd&" * 2000, "pin1=\ud800")
    yield from (whole | {"query": query} for query in (*queries, "data=" + "9" * 5000))
    yield from (whole | {"visit": "\ud800"}, whole | {"log": []})
    values = (float("nan"), "\ud800", [], {}, None, 10**400)
    yield from (whole | {"log": [entry(1, values={"gravity": value})]} for value in values)
    yield from (whole | {"log": [entry(1, source)]} for source in ("pick", "", "__class__"))
    yield whole | {"log": [entry(1, action="algorithm", value="\ud800")]}


def test_junk_is_left_to_a_run_and_the_next_event_has_its_answer(server):
    before = len(server.log())

    async def work() -> None:
        async with connect(live(server.url), max_size=None) as socket:
            for message in JUNK:
                await socket.send(message)
                assert json.loads(await socket.recv()) == {"n": 0, "run": True}
            for number, event in enumerate(odd_events()):
                await socket.send(json.dumps(event))
                await socket.recv()
                await socket.send(of_view(VALUE, number))
                while orjson.loads(raw := await socket.recv())["n"] != number:
                    pass
                reply = orjson.loads(raw)
                assert number == 0 or reply["address"]["c.gravity"] == "0.12"
        async with connect(live(server.url)) as socket:
            await socket.send(b"\xff\x00")
            with pytest.raises(ConnectionClosed):
                await asyncio.wait_for(socket.recv(), 10)

    apart(asyncio.run, work())
    assert server.log()[before:] == ""


def test_a_page_of_another_site_gets_no_connection(server):
    async def work() -> None:
        with pytest.raises(InvalidStatus):
            await connect(live(server.url), origin="http://evil.example")
        async with connect(live(server.url), origin=server.url, max_size=None) as socket:
            await socket.send(of_view(VALUE))
            assert orjson.loads(await socket.recv())["n"] == 1

    apart(asyncio.run, work())


# Without the app ---------------------------------------------------------------------------------


class Answers:
    """Stands for ``answer``: its work by the number of the event; ``heard`` are those it had."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.work: dict[int, Callable[[], Updates]] = {}
        self.heard: list[int] = []
        monkeypatch.setattr(live_socket, "answer", self)

    def __call__(self, page: Any, event: Any, progress: Progress, memory: Any, hurried: bool):
        self.heard.append(event.number)
        self.progress, self.memory, self.hurried = progress, memory, hurried
        return self.work.get(event.number, lambda: updates_of(event.number))()


def updates_of(number: int, **more: Any) -> Updates:
    return Updates({"stage": {"shows": number}}, **more)


@pytest.fixture
def answers(monkeypatch) -> Answers:
    return Answers(monkeypatch)


@pytest.fixture(scope="module")
def bare() -> Iterator[str]:
    """The address of a server of the route alone, with one page."""
    app = Starlette(routes=[live_route(lambda: {"page": object()})])
    port = free_port()
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="critical"))
    thread = Thread(target=server.run)
    thread.start()
    listens(port)
    yield f"ws://127.0.0.1:{port}/live"
    server.should_exit = True
    thread.join()


@pytest.fixture
def socket(bare) -> Iterator[Socket]:
    with connect_here(bare) as connected:
        yield connected


def tell(socket: Socket, number: int, **more: Any) -> None:
    socket.send(json.dumps({"page": "page", "query": "", "log": [entry(number)]} | more))


def hear(socket: Socket) -> dict:
    reply = json.loads(socket.recv(10))
    reply.pop("took", None)
    return reply


def answer_text(number: int, stage: int = 0) -> dict:
    elements = {"stage": {"shows": stage or number}}
    return {"n": number, "rest": False, "turned": False, "elements": elements}


def test_all_threads_that_answer_are_there_from_the_start():
    names = [each.name.partition("_")[0] for each in threading.enumerate()]
    assert names.count("event") == live_socket.THREADS


def test_of_those_that_wait_the_newest_is_answered_for_all(answers, socket):
    begun, go = Signal(), Signal()
    answers.work[1] = lambda: (begun.set(), go.wait(10), updates_of(1))[2]
    tell(socket, 1)
    assert begun.wait(10)
    for number in (2, 3, 4):
        tell(socket, number)
    tell(socket, 5, page="nowhere")
    socket.send("junk")
    assert hear(socket) == {"n": 0, "run": True}, "so all before it have arrived"
    go.set()
    assert hear(socket) == answer_text(1) and hear(socket) == {"n": 5, "run": True}
    assert answers.heard == [1]


def test_long_work_ends_where_a_newer_event_waits(answers, socket):
    begun = Signal()

    def work() -> Updates:
        begun.set()
        for _ in range(1000):
            SCHEDULER.check()
            sleep(0.01)
        return updates_of(1)

    answers.work[1] = work
    tell(socket, 1)
    assert begun.wait(10)
    tell(socket, 2)
    assert hear(socket) == answer_text(2)


def test_long_work_ends_where_the_browser_has_gone(answers, bare):
    begun, ended = Signal(), Signal()

    def work() -> Updates:
        begun.set()
        try:
            for _ in range(1000):
                SCHEDULER.check()
                sleep(0.01)
        finally:
            ended.set()

    answers.work[1] = work
    with connect_here(bare) as socket:
        tell(socket, 1)
        assert begun.wait(10)
    assert ended.wait(3)


def test_who_is_answered_while_others_wait_is_answered_in_a_hurry(answers, bare, socket):
    hurried = []
    for number in (1, 2):
        answers.work[number] = lambda: (hurried.append(answers.hurried), updates_of(1))[1]
    with connect_here(bare) as other:
        with RENDER_QUEUE.slot():
            tell(socket, 1)
            tell(other, 2)
            while RENDER_QUEUE.waiting < 2:
                sleep(0.001)
        hear(socket), hear(other)
    assert hurried == [True, False]


def test_a_rest_follows_when_nobody_waits(answers, socket):
    answers.work[1] = lambda: updates_of(1, rest=lambda: updates_of(100))
    tell(socket, 1)
    assert hear(socket) == answer_text(1)
    assert hear(socket) == answer_text(1, 100) | {"rest": True}


def test_it_waits_until_it_can_be_made(answers, socket):
    looks = iter((False, False, True))
    answers.work[1] = lambda: updates_of(1, rest=lambda: updates_of(100), ready=lambda: next(looks))
    tell(socket, 1)
    assert hear(socket) == answer_text(1)
    assert hear(socket) == answer_text(1, 100) | {"rest": True}
    assert next(looks, None) is None


def test_it_keeps_no_event_waiting_and_does_not_come_where_the_hand_has_moved_again(
    answers, socket
):
    made = []
    answers.work[1] = lambda: updates_of(1, rest=lambda: made.append(1) or updates_of(100))
    answers.work[2] = lambda: updates_of(2, rest=lambda: made.append(2) or updates_of(200))
    tell(socket, 1)
    assert hear(socket) == answer_text(1)
    first = hear(socket)
    assert first == answer_text(1, 100) | {"rest": True}
    blocked, go = Signal(), Signal()
    answers.work[3] = lambda: updates_of(
        3, rest=lambda: (blocked.set(), go.wait(10), updates_of(300))[2]
    )
    tell(socket, 3)
    assert hear(socket) == answer_text(3) and blocked.wait(10)
    tell(socket, 2)
    assert hear(socket) == answer_text(2), "while a rest is being made"
    go.set()
    assert hear(socket) == answer_text(2, 200) | {"rest": True} and made == [1, 2]


def fails() -> Updates:
    raise ZeroDivisionError


def refuses() -> Updates:
    raise NeedsFullRun


@pytest.mark.parametrize(
    ("work", "said"),
    [
        (refuses, []),
        (fails, ["An event was not answered."]),
        (lambda: Updates({"stage": object()}), ["An event was not answered."]),
    ],
    ids=["needs a run", "a mistake", "no JSON"],
)
def test_what_cannot_be_answered_is_a_run_and_a_mistake_stands_in_the_log(
    work, said, answers, socket, log_messages
):
    answers.work[1] = work
    tell(socket, 1)
    assert hear(socket) == {"n": 1, "run": True} and log_messages == said
    tell(socket, 2)
    assert hear(socket) == answer_text(2)


def test_a_rest_that_fails_is_left_out(answers, socket, log_messages):
    answers.work[1] = lambda: updates_of(1, rest=fails)
    tell(socket, 1)
    assert hear(socket) == answer_text(1)
    tell(socket, 2)
    assert hear(socket) == answer_text(2)
    assert len(log_messages) <= 1


def test_an_event_has_the_progress_of_its_visitor_and_no_other(answers, socket):
    mine = Progress()
    tell(socket, 1, visit="0" * 32)
    hear(socket)
    assert answers.progress is not mine
    tell(socket, 2, visit=mine.token)
    hear(socket)
    assert answers.progress is mine


def test_nothing_of_a_visitor_stays_when_their_browser_has_gone(answers, bare):
    mine = Progress()
    token = mine.token
    answers.work[1] = lambda: updates_of(1, rest=lambda: updates_of(100))
    with connect_here(bare) as socket:
        tell(socket, 1, visit=token)
        assert [hear(socket)["rest"] for _ in range(2)] == [False, True]
    answers.progress = answers.memory = mine = None
    for _ in range(100):
        gc.collect()
        if progress_of(token) is None:
            return
        sleep(0.02)
    raise AssertionError("somebody holds the progress")

"""The line answers a hand that moves, by the element that stands there, and leaves all else."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable

import pytest
from ui.web.line import ADDRESS, LONGEST, MOST, TOO_MANY, UNKNOWN, question_in
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from benchmarks.load import RUN, open_session, stream
from tests.support.serving.services import apart
from tests.support.serving.visitor import Draw, Visitor, find_best_weights

PLAYGROUND = "data=breast_cancer&data.noise_features=0&a=sgd&b=rounding&c=truncated_gradient"


def line(server, session: str, **headers: str) -> connect:
    address = stream(server).replace("/_stcore/stream", f"{ADDRESS}?session={session}")
    return connect(address, max_size=None, additional_headers=headers)


@pytest.fixture
def visited(server):
    """``visited(work)``: do work as somebody who has the playground open, with a line to it."""

    async def visit(work: Callable[[Visitor, ClientConnection], Awaitable[None]]) -> None:
        await find_best_weights(stream(server), PLAYGROUND)
        async with open_session(stream(server), Draw(), PLAYGROUND, Visitor) as visitor:
            await visitor.hear_all()
            visitor.kinds = ()
            async with line(server, visitor.id) as socket:
                await work(visitor, socket)

    return lambda work: apart(asyncio.run, visit(work))


def moved(number: int, gravity: float = 0.3, live: bool = True) -> str:
    entry = {"n": number, "source": RUN, "values": {"gravity": gravity}, "live": live}
    return json.dumps({"log": [entry], "query": PLAYGROUND})


def test_pictures_follow_a_moving_hand_and_streamlit_says_nothing_of_it(visited):
    async def work(visitor: Visitor, socket: ClientConnection) -> None:
        for number, gravity in ((1, 0.3), (2, 0.12)):
            await socket.send(moved(number, gravity))
            told = json.loads(await socket.recv())
            assert told["heard"] == number and told["moving"]
        await visitor.hear_all()
        assert visitor.kinds == ()
        names = [each["name"] for row in told["rows"] for each in row["pictures"]]
        assert names == ["truncation", "regret", "sparsity", "tradeoff"]
        await visitor.change(3, live=True)  # the same by Streamlit
        assert told["headline"] == visitor.shown["headline"]
        assert told["rows"][0]["pictures"][0] == visitor.shown["truncation"]

    visited(work)


def test_two_movements_at_once_are_answered_in_their_order(visited):
    async def work(visitor: Visitor, socket: ClientConnection) -> None:
        for number in (1, 2):
            await socket.send(moved(number, number / 10))
        assert [json.loads(await socket.recv())["heard"] for _ in (1, 2)] == [1, 2]

    visited(work)


@pytest.mark.parametrize(
    "message",
    [
        moved(1, live=False),
        "7",
        "[",
        "{}",
        '{"log": 7, "query": ""}',
        '{"log": [7], "query": ""}',
        '{"log": [{"live": true}], "query": 7}',
        '{"log": {"live": true}, "query": ""}',
        "[" * LONGEST,
        moved(1) + " " * LONGEST,
    ],
)
def test_what_is_not_of_a_moving_hand_is_no_question(message):
    assert question_in(message) is None


def test_what_it_cannot_answer_gets_an_empty_text_and_the_next_its_answer(visited):
    async def work(visitor: Visitor, socket: ClientConnection) -> None:
        odd = json.dumps({"log": [{"live": True, "n": "one"}], "query": PLAYGROUND})
        for message in ("nonsense", moved(1, live=False), odd):
            await socket.send(message)
            assert await socket.recv() == ""
        await socket.send(moved(1))
        assert json.loads(await socket.recv())["heard"] == 1
        await socket.send(moved(1))
        assert await socket.recv() == "", "it was heard"

    visited(work)


def test_who_asks_more_than_a_hand_can_is_not_served(visited):
    async def work(visitor: Visitor, socket: ClientConnection) -> None:
        for number in range(1, 4 * MOST):
            await socket.send(moved(number, number / 100))
        with pytest.raises(ConnectionClosed) as closed:
            for _ in range(4 * MOST):
                await socket.recv()
        assert closed.value.rcvd.code == TOO_MANY

    visited(work)


def test_nobody_has_a_line_to_a_session_that_is_not_there(server):
    async def work() -> None:
        async with line(server, "11111111-2222-3333-4444-555555555555") as socket:
            with pytest.raises(ConnectionClosed) as closed:
                await socket.recv()
            assert closed.value.rcvd.code == UNKNOWN
        with pytest.raises(InvalidStatus):
            await line(server, "any", Origin="http://evil.example").__aenter__()

    apart(asyncio.run, work())

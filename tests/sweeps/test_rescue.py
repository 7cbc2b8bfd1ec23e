"""A cluster that fails, in all its ways, played by a scripted client."""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest

from algorithms import Outcomes
from datasets import DatasetError
from sweeps import Block
from sweeps.cluster import LEAST, Cluster, pack
from sweeps.local import compute_local
from tests.support.sweeps import request

Answer = Callable[[Block], Outcomes]


class FakeFuture:
    """A future that is done, or never will be."""

    def __init__(self, answer: Answer | None, block: Block) -> None:
        self.answer, self.block = answer, block

    def add_done_callback(self, call: Callable[[Any], None]) -> None:
        if self.answer is not None:
            call(self)

    def result(self, timeout: float) -> Outcomes:
        return self.answer(self.block)


class Client:
    """A client of a cluster that answers the i-th block by the i-th of ``answers``, then well."""

    def __init__(self, *answers: Answer | None, threads: int = 1) -> None:
        self.answers, self.threads = list(answers), threads
        self.sent: list[int] = []
        self.closed, self.status = False, "running"
        self.scheduler = SimpleNamespace(ncores=None)

    def subscribe_topic(self, topic: str, handler: Callable) -> None:
        self.handler = handler

    def sync(self, function: Any, **arguments: Any) -> dict[str, int]:
        return {"tcp://10.0.0.2:1": self.threads}

    def submit(self, function: Any, packed: bytes, **arguments: Any) -> FakeFuture:
        block = block_of(packed)
        self.sent.append(block.number)
        self.key = arguments["key"]
        return FakeFuture(self.answers.pop(0) if self.answers else Block.run, block)

    def close(self) -> None:
        self.closed = True


def block_of(packed: bytes) -> Block:
    """The block that would be computed."""
    with patch.object(Block, "run", lambda block: block):
        return pickle.loads(packed)


def failing(error: BaseException) -> Answer:
    def answer(block: Block) -> Outcomes:
        raise error

    return answer


def compute_all(client: Client, **changes: Any) -> tuple[list[int], list[str]]:
    """The numbers of the blocks in the order they came, and the notes; outcomes are checked."""
    blocks = request(orders=12).blocks()
    expected = {block.number: block.run() for block in blocks[:2]}
    notes: list[str] = []
    asked = {"stop": lambda: False, "note": notes.append, "patience": 30.0, **changes}
    numbers = []
    for block, outcomes in Cluster(client, blocks, shares=lambda *_: None, **asked).results():
        numbers.append(block.number)
        if block.number in expected:
            features = expected[block.number].values["features"]
            np.testing.assert_array_equal(outcomes.values["features"], features)
    return numbers, notes


def test_what_is_sent_is_small_and_computes_itself():
    (block,) = request(noise_features=1000).blocks()
    assert len(pack(block)) < 20_000
    np.testing.assert_array_equal(
        pickle.loads(pack(block)).values["features"], block.run().values["features"]
    )


def test_all_blocks_come_once():
    numbers, notes = compute_all(Client())
    assert sorted(numbers) == list(range(12)) and notes == []


def test_no_more_blocks_are_sent_than_there_is_room_for():
    client = Client(*[None] * 12)
    cluster = Cluster(client, request(orders=12).blocks(), lambda: False, print, print)
    cluster._hand_out()
    assert client.sent == list(range(LEAST))


def test_a_block_that_fails_there_is_computed_here():
    numbers, notes = compute_all(Client(failing(DatasetError("data.csv: it is not there."))))
    assert sorted(numbers) == list(range(12))
    assert notes == [
        "Some blocks failed on the cluster and are computed here. data.csv: it is not there."
    ]


@pytest.mark.parametrize("kind", [RuntimeError, OSError, ValueError, CancelledError])
def test_what_dask_says_of_a_failure_is_for_the_log_alone(kind, log_messages):
    error = kind("task sweep-2f1a-3 was lost on tcp://10.0.0.2:8786")
    numbers, notes = compute_all(Client(failing(error), failing(error)))
    assert sorted(numbers) == list(range(12))
    assert notes == ["Some blocks failed on the cluster and are computed here."]
    assert str(log_messages).count("tcp://10.0.0.2:8786") == 1


def test_so_is_one_that_does_not_come_back():
    numbers, notes = compute_all(Client(None), patience=0.05)
    assert sorted(numbers) == list(range(12))
    assert notes == [] or "this machine computes the sweep, too" in notes[0]


def test_a_cluster_without_workers_is_helped():
    numbers, notes = compute_all(Client(*[None] * 12, threads=0), patience=0.05)
    assert sorted(numbers) == list(range(12))
    assert "this machine computes the sweep, too" in notes[0]


def test_a_connection_that_breaks_loses_nothing():
    client = Client(None, None)
    answer = client.submit

    def submit(function: Any, packed: bytes, **arguments: Any) -> FakeFuture:
        if len(client.sent) > 1:
            raise OSError("the connection was closed")
        return answer(function, packed, **arguments)

    client.submit = submit
    numbers, _ = compute_all(client, patience=0.05)
    assert sorted(numbers) == list(range(12))


def test_a_scheduler_that_dies_is_done_without():
    client = Client(None, None, Block.run, None)
    client.sync = lambda *_, **__: setattr(client, "status", "connecting") or {}
    numbers, notes = compute_all(client, patience=30.0)
    assert sorted(numbers) == list(range(12)) and len(client.sent) == LEAST
    assert notes == [
        "The connection to the scheduler was lost, so this machine computes the rest alone."
    ]


def waiting(orders: int) -> Cluster:
    """A cluster that has said nothing for so long that this machine helps."""
    blocks = request(orders=orders).blocks()
    client = Client(*[None] * orders)
    cluster = Cluster(client, blocks, lambda: False, print, print, patience=0.0)
    while cluster._queue and len(cluster._sent) < LEAST:
        cluster._send(cluster._queue.popleft())
    return cluster


def test_while_it_is_silent_blocks_are_computed_here_those_first_that_are_out():
    cluster = waiting(LEAST + 1)
    numbers = []
    while (block := cluster._next_rescue()) is not None:
        cluster._own.add(block.number)
        numbers.append(block.number)
    assert numbers == list(range(LEAST + 1)), "and then those that nobody was sent"


@pytest.mark.parametrize("where", ["is computed here", "is there"])
def test_a_block_that_fails_there_is_not_computed_here_twice(where):
    cluster = waiting(1)
    (block,) = cluster._missing.values()
    if where == "is there":
        cluster._missing.clear()
    else:
        cluster._own.add(block.number)
    assert cluster._outcomes(block, FakeFuture(failing(OSError("gone")), block)) is None
    assert not cluster._lost


def test_the_client_is_closed_when_nobody_waits():
    client = Client(*[None] * 12)
    numbers, _ = compute_all(client, stop=lambda: bool(client.sent))
    assert numbers == []
    end = time.monotonic() + 5.0
    while not client.closed:
        assert time.monotonic() < end
        time.sleep(0.005)


def test_a_worker_that_goes_away_with_blocks_is_noted():
    client, notes = Client(None), []
    cluster = Cluster(client, request().blocks(), lambda: False, print, notes.append)
    cluster._hand_out()
    gone = {"action": "remove-worker", "lost-computed-tasks": set()}
    cluster._on_event((0.0, {**gone, "processing-tasks": ["somebody else's"]}))
    assert notes == []
    cluster._on_event((0.0, {**gone, "processing-tasks": [client.key]}))
    assert "went away during the sweep" in notes[0]


def test_here_a_sweep_ends_with_its_iterator():
    iterator = compute_local(request(orders=12).blocks(), lambda: False, lambda *_: None)
    next(iterator)
    began = time.monotonic()
    iterator.close()
    assert time.monotonic() - began < 0.2

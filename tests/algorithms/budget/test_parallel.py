"""Pieces of work: helpers join after a moment, and nobody works where nobody waits."""

from __future__ import annotations

import gc
import threading
import time
from contextlib import closing, suppress
from weakref import ref

import pytest

from algorithms.budget import parallel
from algorithms.budget.parallel import WorkCancelledError, parallel_map
from algorithms.budget.scheduler import SCHEDULER, Task


@pytest.fixture
def immediate_helpers(monkeypatch):
    """Helpers begin with the first tick."""
    monkeypatch.setattr(parallel, "ALONE", 0.0)


def who_makes(piece, tick):
    """Make a piece that takes longer than a thread takes to begin; return who made it."""
    tick()
    time.sleep(0.01)
    return threading.current_thread()


def test_short_work_is_done_in_order_by_the_thread_that_asks():
    made = list(parallel_map(range(20), lambda piece, tick: threading.current_thread(), 4))
    assert made == [(piece, threading.current_thread()) for piece in range(20)]


def test_helpers_join_after_a_moment_and_each_piece_is_made_once(immediate_helpers):
    made = dict(parallel_map(range(30), who_makes, 3))
    assert sorted(made) == list(range(30))
    workers = set(made.values())
    assert threading.current_thread() in workers and 2 <= len(workers) <= 3
    assert not any(each.is_alive() for each in workers - {threading.current_thread()})


def test_whoever_asks_says_for_how_long_it_works_alone(immediate_helpers):
    made = dict(parallel_map(range(5), who_makes, 3, alone=60.0))
    assert set(made.values()) == {threading.current_thread()}
    made = dict(parallel_map(range(30), who_makes, 3, alone=0.0))
    assert len(set(made.values())) > 1


@pytest.mark.usefixtures("immediate_helpers")
@pytest.mark.parametrize(("threads", "pieces"), [(1, 5), (4, 1), (4, 0)])
def test_nobody_helps_one_thread_or_with_one_piece(threads, pieces):
    made = dict(parallel_map(range(pieces), who_makes, threads))
    assert len(made) == pieces and set(made.values()) <= {threading.current_thread()}


def test_what_fails_in_a_helper_is_raised_where_it_is_waited_for(immediate_helpers):
    caller = threading.current_thread()

    def work(piece, tick):
        tick()
        time.sleep(0.01)
        if threading.current_thread() is not caller:
            raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        list(parallel_map(range(10), work, 2))


@pytest.mark.parametrize("ends", ["closed", "failed"])
def test_helpers_stop_when_nobody_waits(immediate_helpers, ends):
    caller, stopped, helping = threading.current_thread(), threading.Event(), threading.Event()

    def work(piece, tick):
        if threading.current_thread() is caller:
            tick()
            assert helping.wait(10.0)
            if ends == "failed":
                raise ValueError("broken")
            return
        helping.set()
        try:
            while True:
                time.sleep(0.001)
                tick()
        except WorkCancelledError:
            stopped.set()
            raise

    def ask():
        with closing(parallel_map(range(3), work, 2)) as made:
            next(made)

    if ends == "failed":
        with pytest.raises(ValueError, match="broken"):
            ask()
    else:
        ask()
    assert stopped.is_set()


def test_helpers_work_for_whom_the_work_is_and_stop_when_they_leave(immediate_helpers):
    class GoneError(Exception):
        pass

    here, owners = [True], set()

    def check():
        if not here[0]:
            raise GoneError

    def work(piece, tick):
        owners.add((threading.current_thread(), SCHEDULER.task.owner))
        tick()
        time.sleep(0.01)
        here[0] = piece < 5

    with pytest.raises(GoneError), SCHEDULER.assign(Task("a visitor", check)):
        for _ in parallel_map(range(100), work, 2):
            SCHEDULER.check()
    assert len(owners) == 2 and {owner for _, owner in owners} == {"a visitor"}


def test_whoever_asks_is_told_now_and_then_while_this_thread_works_and_while_it_waits(
    immediate_helpers, monkeypatch
):
    monkeypatch.setattr(parallel, "OFTEN", 0.005)
    caller, callers = threading.current_thread(), []

    def work(piece, tick):
        for _ in range(3 if threading.current_thread() is caller else 12):
            time.sleep(0.01)
            tick()

    made = parallel_map(range(2), work, 2, lambda: callers.append(threading.current_thread()))
    assert len(list(made)) == 2
    assert len(callers) >= 6 and set(callers) == {caller}


class Resource:
    """Something that work closes over."""


@pytest.mark.parametrize("fails", [False, True])
def test_work_that_ended_early_does_not_wait_for_the_collector(immediate_helpers, fails):
    def given_up():
        held, caller = Resource(), threading.current_thread()

        def work(piece, tick, _held=held):
            for _ in range(3 if threading.current_thread() is caller else 30):
                time.sleep(0.01)
                tick()
                if fails and threading.current_thread() is not caller:
                    raise ValueError("a helper failed")

        with suppress(ValueError), closing(parallel_map(range(40), work, 2)) as made:
            for _ in range(40 if fails else 1):
                next(made)
        return ref(held)

    gc.collect()
    gc.disable()
    try:
        assert given_up()() is None
    finally:
        gc.enable()

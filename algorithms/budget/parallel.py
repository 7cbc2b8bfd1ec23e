"""A parallel map that starts its threads late: short work is done by the calling thread alone.

Starting threads and waiting for them takes longer than a short run, and the threads of several
visitors with short runs are in each other's way.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from queue import Empty, SimpleQueue
from threading import Event
from time import perf_counter, thread_time
from typing import Any, Generic, TypeVar

from algorithms.budget.scheduler import SCHEDULER, Task

ALONE, OFTEN = 0.01, 0.05
"""Seconds of its own processor time for which a thread works without helpers, where nobody says
otherwise, and seconds between two calls of ``often``."""

Piece = TypeVar("Piece")
Result = TypeVar("Result")
Tick = Callable[[], None]
Work = Callable[[Piece, Tick], Result]


class WorkCancelledError(Exception):
    """The caller no longer waits for the work."""


def parallel_map(
    pieces: Iterable[Piece],
    work: Work[Piece, Result],
    threads: int,
    often: Callable[[], None] | None = None,
    alone: float | None = None,
) -> Iterator[tuple[Piece, Result]]:
    """Work on all pieces, and yield each with its result, in the order of completion.

    Closing the iterator stops the helper threads at their next tick. Raises errors of ``work``.

    Parameters
    ----------
    work : (piece, tick) → result. It calls ``tick`` now and then: in this thread that starts the
        helpers and calls ``often``; in a helper it raises WorkCancelledError once the iterator is
        closed.
    threads : the most that work at once, this one among them.
    often : called in this thread, some twenty times a second.
    alone : seconds of its own processor time for which this thread works without helpers; None for
        ``ALONE``.
    """
    pool = _WorkerPool(pieces, work, threads - 1, often, ALONE if alone is None else alone)
    try:
        yield from pool.results()
    finally:
        pool.shut_down()


class _WorkerPool(Generic[Piece, Result]):
    """This thread and its helpers, the remaining pieces, and the results of helpers."""

    def __init__(
        self,
        pieces: Iterable[Piece],
        work: Work[Piece, Result],
        most: int,
        often: Callable[[], None] | None,
        alone: float,
    ) -> None:
        self.left, self.work, self.most, self.often = deque(pieces), work, most, often
        self.alone = alone
        self.task, self.stop = SCHEDULER.task, Event()
        self.finished: SimpleQueue[Any] = SimpleQueue()
        self.pool: ThreadPoolExecutor | None = None
        self.helping = 0
        self.began, self.called = thread_time(), perf_counter()

    def results(self) -> Iterator[tuple[Piece, Result]]:
        """Work until no piece remains, and yield results as they come."""
        for piece in self._rest():
            yield piece, self.work(piece, self._tick)
            yield from self._take_results()
            self._tick()
        while self.helping:
            yield from self._take_results(OFTEN)
            SCHEDULER.check()
            self._tick()

    def shut_down(self) -> None:
        """Stop all helpers."""
        self.stop.set()
        self.left.clear()
        if self.pool is not None:
            self.pool.shutdown()

    def _rest(self) -> Iterator[Piece]:
        while self.left:
            try:
                yield self.left.popleft()
            except IndexError:  # a helper took the last one
                return

    def _tick(self) -> None:
        alone = self.pool is None and self.left and self.most > 0
        if alone and thread_time() > self.began + self.alone:
            self._begin()
        if self.often is not None and perf_counter() > self.called + OFTEN:
            self.called = perf_counter()
            self.often()

    def _begin(self) -> None:
        self.helping = min(self.most, len(self.left))
        self.pool = ThreadPoolExecutor(self.helping, "helper")
        for _ in range(self.helping):
            self.pool.submit(self._help)

    def _help(self) -> None:
        """Work on pieces in a helper thread; an error goes to the thread that waits."""
        try:
            with _run_for(self.task, self.stop):
                for piece in self._rest():
                    self.finished.put((piece, self.work(piece, self._check)))
        except BaseException as error:
            if not self.stop.is_set():  # else nobody hears it, and its frames hold all of this
                self.finished.put(error)
        else:
            self.finished.put(None)

    def _check(self) -> None:
        if self.stop.is_set():
            raise WorkCancelledError

    def _take_results(self, patience: float = 0.0) -> Iterator[tuple[Piece, Result]]:
        """Yield results of helpers; wait at most ``patience`` seconds for the first."""
        while self.helping:
            try:
                arrived = self.finished.get(patience > 0.0, patience or None)
            except Empty:
                return
            patience = 0.0
            if isinstance(arrived, BaseException):
                try:
                    raise arrived
                finally:
                    del arrived  # in its traceback is this frame
            if arrived is None:
                self.helping -= 1
            else:
                yield arrived


def _run_for(task: Task | None, stop: Event) -> AbstractContextManager:
    """Assign this thread to the caller's task, until ``stop`` is set."""
    if task is None:
        return nullcontext()

    def check() -> None:
        if stop.is_set():
            raise WorkCancelledError

    return SCHEDULER.assign(replace(task, check=check))

"""Pieces of work that one thread makes, and after a moment helpers, too.

To begin threads and to wait for them takes longer than a short run, and the threads of visitors who
ask for short runs at once are in each other's way. So whoever asks begins alone.
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
    """Nobody waits for the work any more."""


def parallel_map(
    pieces: Iterable[Piece],
    work: Work[Piece, Result],
    threads: int,
    often: Callable[[], None] | None = None,
    alone: float | None = None,
) -> Iterator[tuple[Piece, Result]]:
    """Make all pieces, and yield each with its result, in the order in which they are done.

    Closing it stops the helpers, as soon as they tick. Raises what ``work`` raises.

    Parameters
    ----------
    work : makes one piece. It calls the function that it is given now and then: in this thread
        helpers begin by it, and ``often`` is called; in a helper it raises Stopped when nobody
        waits any more.
    threads : how many work at most, this one among them.
    often : called in this thread, some twenty times a second.
    alone : seconds of its own processor time for which this thread works without helpers; None for
        ``ALONE``.
    """
    crew = _WorkerPool(pieces, work, threads - 1, often, ALONE if alone is None else alone)
    try:
        yield from crew.done()
    finally:
        crew.dismiss()


class _WorkerPool(Generic[Piece, Result]):
    """This thread and its helpers, the pieces that are left, and those that helpers have made."""

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
        self.made: SimpleQueue[Any] = SimpleQueue()
        self.pool: ThreadPoolExecutor | None = None
        self.helping = 0
        self.began, self.called = thread_time(), perf_counter()

    def done(self) -> Iterator[tuple[Piece, Result]]:
        """Work until nothing is left, and yield what is done."""
        for piece in self._rest():
            yield piece, self.work(piece, self._tick)
            yield from self._arrived()
            self._tick()
        while self.helping:
            yield from self._arrived(OFTEN)
            SCHEDULER.check()
            self._tick()

    def dismiss(self) -> None:
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
        """Make pieces for this crew, in another thread; an error goes to the one that waits."""
        try:
            with _run_for(self.task, self.stop):
                for piece in self._rest():
                    self.made.put((piece, self.work(piece, self._look)))
        except BaseException as error:
            if not self.stop.is_set():  # else nobody hears it, and its frames hold all of this
                self.made.put(error)
        else:
            self.made.put(None)

    def _look(self) -> None:
        if self.stop.is_set():
            raise WorkCancelledError

    def _arrived(self, patience: float = 0.0) -> Iterator[tuple[Piece, Result]]:
        """Yield what helpers have made, waiting for the first of it for so many seconds."""
        while self.helping:
            try:
                arrived = self.made.get(patience > 0.0, patience or None)
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
    """Have this thread compute for whoever had that errand, until ``stop`` is set."""
    if task is None:
        return nullcontext()

    def check() -> None:
        if stop.is_set():
            raise WorkCancelledError

    return SCHEDULER.assign(replace(task, check=check))

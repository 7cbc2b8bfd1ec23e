"""A round-robin scheduler of long runs: a bounded number of threads compute, in short time slices.

A server has visitors whose runs take minutes. All of them at once would take the cores from those
who turn a knob. A thread that has computed for longer than a moment needs a place, of which there
is one less than there are cores. After a time slice of a tenth of a second it queues again where
others wait, behind one run of each other visitor. Between two chunks of a run it also checks
whether anybody still waits for the result. Threads without a task are not scheduled at all.
"""

from __future__ import annotations

import math
import os
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event, Lock, local
from time import perf_counter

MOMENT, QUANTUM = 0.1, 0.1
"""Seconds that a thread computes without a place, and the time slice of one while others wait."""

OFTEN, SELDOM = 0.05, 0.02
"""Seconds between two checks whether anybody waits: in the queue, and at least while computing."""


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def workers() -> int:
    """Return the number of threads for long runs: one core stays free for the rest."""
    return max(cores() - 1, 1)


@dataclass
class Task:
    """Work of one owner, on which a thread computes.

    Parameters
    ----------
    owner : a session or a service; owners take turns, however many runs each of them has.
    check : raises an exception where nobody waits any more.
    limit : seconds that one run may take.
    spent : seconds computed so far by all its threads together; a list of one number.
    """

    owner: Hashable
    check: Callable[[], None]
    limit: float = math.inf
    spent: list[float] = field(default_factory=lambda: [0.0])


class Scheduler:
    """Places for long runs, and the queue for them.

    Parameters
    ----------
    places : the number of threads that compute long runs at once.
    clock : returns seconds.
    """

    def __init__(self, places: int, clock: Callable[[], float] = perf_counter) -> None:
        self.places, self.clock = places, clock
        self._free, self._lock, self._thread = places, Lock(), _ThreadState()
        self._queue: OrderedDict[Hashable, deque[Event]] = OrderedDict()

    @property
    def task(self) -> Task | None:
        """The task of this thread, or None."""
        return self._thread.task

    @property
    def busy_places(self) -> int:
        """The number of places in use."""
        return self.places - self._free

    @contextmanager
    def assign(self, task: Task) -> Iterator[None]:
        """Have this thread compute for ``task``, if it has none yet."""
        own = self._thread
        if own.task is not None:
            yield
            return
        own.task = task
        try:
            yield
        finally:
            own.task = None

    @contextmanager
    def work(self) -> Iterator[None]:
        """Compute one run, which calls ``pause`` now and then. May be nested."""
        own = self._thread
        if own.task is None or own.working:
            yield
            return
        own.working, own.began = True, self.clock()
        own.checked = own.since = own.began
        try:
            yield
        finally:
            own.task.spent[0] += self.clock() - own.began
            own.working = False
            self._leave()

    def check(self) -> None:
        """Raise an exception where nobody waits for what this thread computes."""
        if self._thread.task is not None:
            self._thread.task.check()

    def pause(self) -> None:
        """Queue again at the end of a time slice, and raise where nobody waits for the run."""
        own = self._thread
        if not own.working:
            return
        now = self.clock()
        if own.task.spent[0] + now - own.began < MOMENT:
            return
        if now - own.checked >= SELDOM:
            own.checked = now
            own.task.check()
        if not own.has_place:
            self._enter()
        elif now - own.since >= QUANTUM and self._queue:
            self._leave()
            self._enter()
        else:
            return
        # Time in the queue does not count as computing.
        own.since = own.checked = self.clock()
        own.began += own.since - now

    def _enter(self) -> None:
        """Take a place, after waiting in the queue where none is free."""
        task, ticket = self._thread.task, Event()
        with self._lock:
            if self._free:
                self._free -= 1
                self._thread.has_place = True
                return
            self._queue.setdefault(task.owner, deque()).append(ticket)
        try:
            while not ticket.wait(OFTEN):
                task.check()
        except BaseException:
            self._withdraw(task.owner, ticket)
            raise
        self._thread.has_place = True

    def _leave(self) -> None:
        """Release the place of this thread, if it has one, to the next in the queue."""
        if self._thread.has_place:
            self._thread.has_place = False
            with self._lock:
                self._hand_over()

    def _hand_over(self) -> None:
        if not self._queue:
            self._free += 1
            return
        owner, tickets = self._queue.popitem(last=False)
        tickets.popleft().set()
        if tickets:
            self._queue[owner] = tickets

    def _withdraw(self, owner: Hashable, ticket: Event) -> None:
        with self._lock:
            if ticket.is_set():  # in the same moment it was its turn
                self._hand_over()
                return
            self._queue[owner].remove(ticket)
            if not self._queue[owner]:
                del self._queue[owner]


class _ThreadState(local):
    """The state of one thread: its task, whether it has a place, and the times of both."""

    task: Task | None = None
    working = has_place = False
    began = checked = since = 0.0


SCHEDULER = Scheduler(workers())
"""The places of this process."""

"""Turns: so many threads compute long runs at once, and each leaves its place after a moment.

A server has visitors whose runs take minutes. All of them computed at once would take the cores
from those who turn a knob. So whoever has computed for longer than a moment needs a place, of which
there is one less than there are cores; who has had one for a tenth of a second and is waited for
stands in line again, behind one run of each other visitor. Between two stretches of a run it is
asked, too, whether anybody still waits for it. None of that concerns a thread without an errand.
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
"""Seconds that are computed without a place, whoever waits, and for which a place is had while
others are in line."""

OFTEN, SELDOM = 0.05, 0.02
"""Seconds between two looks whether anybody waits: while in line, and while computing at least."""


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def workers() -> int:
    """Return how many long runs are computed at once: a core is left for all else."""
    return max(cores() - 1, 1)


@dataclass
class Task:
    """The reason why a thread computes.

    Parameters
    ----------
    owner : whose it is; owners take turns, however many runs each of them has.
    check : raises an exception where nobody waits any more.
    limit : seconds that one run may take.
    spent : seconds that were computed so far, by all threads together; one number.
    """

    owner: Hashable
    check: Callable[[], None]
    limit: float = math.inf
    spent: list[float] = field(default_factory=lambda: [0.0])


class Scheduler:
    """Places for long runs, and the line before them.

    Parameters
    ----------
    places : how many there are.
    clock : tells seconds.
    """

    def __init__(self, places: int, clock: Callable[[], float] = perf_counter) -> None:
        self.places, self.clock = places, clock
        self._free, self._lock, self._mine = places, Lock(), _ThreadState()
        self._line: OrderedDict[Hashable, deque[Event]] = OrderedDict()

    @property
    def task(self) -> Task | None:
        """The errand of this thread, if it has one."""
        return self._mine.task

    @property
    def busy_places(self) -> int:
        """The number of places that are taken."""
        return self.places - self._free

    @contextmanager
    def assign(self, task: Task) -> Iterator[None]:
        """Have this thread compute for ``task``, if it has none yet."""
        mine = self._mine
        if mine.task is not None:
            yield
            return
        mine.task = task
        try:
            yield
        finally:
            mine.task = None

    @contextmanager
    def work(self) -> Iterator[None]:
        """Compute one run, which calls ``pause`` now and then. It may be nested."""
        mine = self._mine
        if mine.task is None or mine.working:
            yield
            return
        mine.working, mine.began = True, self.clock()
        mine.checked = mine.since = mine.began
        try:
            yield
        finally:
            mine.task.spent[0] += self.clock() - mine.began
            mine.working = False
            self._leave()

    def check(self) -> None:
        """Raise an exception where nobody waits for what this thread computes."""
        if self._mine.task is not None:
            self._mine.task.check()

    def pause(self) -> None:
        """Go on if somebody still waits for it, and when it is one's turn again."""
        mine = self._mine
        if not mine.working:
            return
        now = self.clock()
        if mine.task.spent[0] + now - mine.began < MOMENT:
            return
        if now - mine.checked >= SELDOM:
            mine.checked = now
            mine.task.check()
        if not mine.placed:
            self._enter()
        elif now - mine.since >= QUANTUM and self._line:
            self._leave()
            self._enter()
        else:
            return
        # What is waited for in line is not computed.
        mine.since = mine.checked = self.clock()
        mine.began += mine.since - now

    def _enter(self) -> None:
        """Take a place, and wait for one before if there is none."""
        task, ticket = self._mine.task, Event()
        with self._lock:
            if self._free:
                self._free -= 1
                self._mine.placed = True
                return
            self._line.setdefault(task.owner, deque()).append(ticket)
        try:
            while not ticket.wait(OFTEN):
                task.check()
        except BaseException:
            self._withdraw(task.owner, ticket)
            raise
        self._mine.placed = True

    def _leave(self) -> None:
        """Give one's place, if one has one, to the next."""
        if self._mine.placed:
            self._mine.placed = False
            with self._lock:
                self._pass_on()

    def _pass_on(self) -> None:
        if not self._line:
            self._free += 1
            return
        owner, tickets = self._line.popitem(last=False)
        tickets.popleft().set()
        if tickets:
            self._line[owner] = tickets

    def _withdraw(self, owner: Hashable, ticket: Event) -> None:
        with self._lock:
            if ticket.is_set():  # in the same moment it was its turn
                self._pass_on()
                return
            self._line[owner].remove(ticket)
            if not self._line[owner]:
                del self._line[owner]


class _ThreadState(local):
    """The state of one thread: since when it works, was asked and has a place."""

    task: Task | None = None
    working = placed = False
    began = checked = since = 0.0


SCHEDULER = Scheduler(workers())
"""The places of this process."""

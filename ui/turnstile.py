"""The turnstile before the pages of all sessions: they are made one after the other, as they came.

Python runs one thread at a time. Thirty pages made at once take turns every few milliseconds, all
of them are ready last, and each has thrown the other's data out of the processor's cache. One after
the other the first is ready at once, and the last no later.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock, local
from time import perf_counter

PATIENCE = 0.2
"""Seconds for which one page may keep the others waiting; then it goes on beside the next."""

A_MOMENT = 0.01
"""Seconds between two looks at one that takes longer."""


class Turnstile:
    """Lets threads pass one at a time, in the order in which they came.

    Parameters
    ----------
    patience : in seconds. Whoever takes longer is waited for no more.
    clock : tells seconds.
    """

    def __init__(
        self, patience: float = PATIENCE, clock: Callable[[], float] = perf_counter
    ) -> None:
        self.patience, self.clock = patience, clock
        self._lock, self._mine = Lock(), local()
        self._queue: deque[Event] = deque()
        self._passing: Event | None = None
        self._since = 0.0

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for one's turn, and let the next one pass at the end. It may be nested."""
        if getattr(self._mine, "ticket", None) is not None:
            yield
            return
        self._mine.ticket = ticket = Event()
        try:
            self._wait(ticket)
            yield
        finally:
            self._pass_on(ticket)
            self._mine.ticket = None

    def give_way(self) -> None:
        """Let the next one pass already, for what follows is waiting, or long."""
        ticket = getattr(self._mine, "ticket", None)
        if ticket is not None:
            self._pass_on(ticket)

    @property
    def waiting(self) -> int:
        """The number of those who wait."""
        return len(self._queue)

    def _wait(self, ticket: Event) -> None:
        with self._lock:
            if self._passing is None:
                self._let_pass(ticket)
                return
            self._queue.append(ticket)
        while not ticket.wait(max(self._left(), A_MOMENT)):
            with self._lock:
                if self._queue and self._queue[0] is ticket and self._left() <= 0.0:
                    self._let_pass(self._queue.popleft())

    def _left(self) -> float:
        """The seconds for which the one who passes is still waited for."""
        return max(self._since + self.patience - self.clock(), 0.0)

    def _let_pass(self, ticket: Event) -> None:
        self._passing, self._since = ticket, self.clock()
        ticket.set()

    def _pass_on(self, ticket: Event) -> None:
        with self._lock:
            if ticket in self._queue:  # somebody who left before it was their turn
                self._queue.remove(ticket)
            if self._passing is not ticket:
                return
            self._passing = None
            if self._queue:
                self._let_pass(self._queue.popleft())


TURNSTILE = Turnstile()
"""The one before all pages."""

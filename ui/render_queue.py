"""A queue for rendering: pages of all sessions are made one after the other, as they came.

Python runs one thread at a time. Thirty pages made at once take turns every few milliseconds, all
of them are ready last, and each has thrown the other's data out of the processor's cache. One after
the other the first is ready at once, and the last no later.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from threading import Event, Lock, local
from time import perf_counter

PATIENCE = 0.2
"""Seconds for which one page may keep the others waiting; then it goes on beside the next."""

POLITE = 2.0
"""Seconds for which a patient one lets others go first, at most."""

A_MOMENT = 0.01
"""Seconds between two looks at one that takes longer."""


class RenderQueue:
    """A first-in, first-out queue that lets one thread render at a time.

    Parameters
    ----------
    patience : in seconds. A thread that takes longer no longer holds back the others.
    clock : returns seconds.
    """

    def __init__(
        self, patience: float = PATIENCE, clock: Callable[[], float] = perf_counter
    ) -> None:
        self.patience, self.clock = patience, clock
        self._lock, self._mine = Lock(), local()
        self._queue: deque[Event] = deque()
        self._polite: deque[Event] = deque()
        self._passing: Event | None = None
        self._since = 0.0

    @contextmanager
    def slot(self, patient: bool = False) -> Iterator[None]:
        """Wait for the render slot, and release it at the end. It may be nested.

        Parameters
        ----------
        patient : let all others go first, those who come later, too, for ``POLITE`` at most.
        """
        if getattr(self._mine, "ticket", None) is not None:
            yield
            return
        self._mine.ticket = ticket = Event()
        try:
            if patient:
                self._wait(ticket, self._polite, POLITE)
            self._wait(ticket, self._queue)
            yield
        finally:
            self._pass_on(ticket)
            self._mine.ticket = None

    def release(self) -> None:
        """Release the slot early, before waiting or long work."""
        ticket = getattr(self._mine, "ticket", None)
        if ticket is not None:
            self._pass_on(ticket)

    @property
    def waiting(self) -> int:
        """The number of those who wait, the patient ones apart."""
        return len(self._queue)

    @property
    def patient(self) -> int:
        """The number of those who let others go first."""
        return len(self._polite)

    def _wait(self, ticket: Event, queue: deque[Event], most: float = inf) -> None:
        """Wait in ``queue`` until ``ticket`` has the slot, or ``most`` seconds have passed."""
        end = self.clock() + most
        with self._lock:
            if self._passing is ticket:
                return
            if self._passing is None:
                self._let_pass(ticket)
                return
            queue.append(ticket)
        while not ticket.wait(max(min(self._grace(), end - self.clock()), A_MOMENT)):
            with self._lock:
                first = not ticket.is_set() and queue[0] is ticket
                alone = queue is self._queue or not self._queue
                if first and alone and self._grace() <= 0.0:
                    self._let_pass(queue.popleft())
                elif self.clock() >= end and not ticket.is_set():
                    queue.remove(ticket)
                    return

    def _grace(self) -> float:
        """The seconds for which the one who passes is still waited for."""
        return max(self._since + self.patience - self.clock(), 0.0)

    def _let_pass(self, ticket: Event) -> None:
        self._passing, self._since = ticket, self.clock()
        ticket.set()

    def _pass_on(self, ticket: Event) -> None:
        with self._lock:
            for queue in (self._queue, self._polite):
                if ticket in queue:  # somebody who left before they had the slot
                    queue.remove(ticket)
            if self._passing is not ticket:
                return
            self._passing = None
            queue = self._queue or self._polite
            if queue:
                self._let_pass(queue.popleft())


RENDER_QUEUE = RenderQueue()
"""The queue of all pages."""

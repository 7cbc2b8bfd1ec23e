"""One run of a page at a time for one visitor.

Streamlit starts a run at once when something is asked for, and stops the one before it at its next
call of Streamlit. Until then both would change what is shown to the same visitor, and the older one
could undo what the newer one has done.
"""

from __future__ import annotations

from threading import Lock, Thread, current_thread
from weakref import WeakSet

from ui.render_queue import RENDER_QUEUE

PATIENCE = 2.0
"""Seconds for which a run waits for the one before it, which may be in the midst of learning."""


class OneRun:
    """The runs of one visitor, each of them a thread, in the order in which they began."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self.patience = patience
        self._lock = Lock()
        self._newest: Thread | None = None
        self._older = WeakSet[Thread]()

    def enter(self) -> bool:
        """Wait for the run before; return False where a newer one than this has begun."""
        run = current_thread()
        with self._lock:
            before = self._newest
            if before is None or before is run:
                self._newest = run
                return True
            if run in self._older:
                return False
            self._newest = run
            self._older.add(before)
        if before.is_alive():
            RENDER_QUEUE.release()  # the run before may be waiting for it
            before.join(self.patience)
        return self._newest is run

"""Stretches: a run is cut into pieces short enough to be asked between whether to go on.

The work of a step differs by a factor of ten thousand from one algorithm and dataset to another. So
the first stretch is small, each one after is as long as the ones before say that it may be, and the
next run of the same kind begins with what the last one came to.
Where a run is cut changes nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from time import thread_time

FIRST, MOST = 100_000.0, 2_000_000.0
"""The work of the first stretch, and of any, in entries of the matrix."""

LONG = 0.03
"""Seconds that a stretch takes, about."""

FASTER = 4.0
"""A stretch holds at most so many times the work of the one before."""

SURE = 0.5
"""Seconds after which it is said how long a run will take."""

CHECKPOINT_WORK = 0.25
"""A look reads each weight, which takes a quarter of the time that an entry does."""


class ChunkSizer:
    """The pace of one run: the work that fits into a stretch, and how long all will take.

    Parameters
    ----------
    steps : all that there are to take; of a batch run the entries to read.
    looks : all that there are to take.
    rooms : by kind, the work that fitted into a stretch of the last run; it is kept up to date.
    kind : of this run.
    clock : tells seconds.
    """

    def __init__(
        self,
        steps: int,
        looks: int,
        known_work: dict[Hashable, float] | None = None,
        kind: Hashable = None,
        clock: Callable[[], float] = thread_time,
    ) -> None:
        self.clock, self._known_work, self._kind = (
            clock,
            {} if known_work is None else known_work,
            kind,
        )
        self.chunk_work = min(self._known_work.get(kind, FIRST), MOST)
        self._all, self._done, self._seconds = (steps, looks), [0, 0], [0.0, 0.0]

    def add(
        self,
        work: float,
        steps: int = 0,
        learning: float = 0.0,
        looks: int = 0,
        looking: float = 0.0,
    ) -> None:
        """Note a stretch: its work, its steps and looks, and the seconds that these took."""
        self._done[0] += steps
        self._done[1] += looks
        self._seconds[0] += learning
        self._seconds[1] += looking
        if work > 0.0:
            seconds = learning + looking
            fits = work * LONG / seconds if seconds > 0.0 else MOST
            self.chunk_work = self._known_work[self._kind] = min(
                fits, FASTER * self.chunk_work, MOST
            )

    @property
    def seconds(self) -> float:
        """The seconds that all of the run will take; 0 while it is too early to say."""
        if sum(self._seconds) < SURE:
            return 0.0
        parts = zip(self._all, self._done, self._seconds, strict=True)
        return sum(spent * whole / done for whole, done, spent in parts if done)

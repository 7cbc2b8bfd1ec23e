"""Chunks of a run, each short enough to check in between whether to go on.

The work of a step differs by a factor of ten thousand from one algorithm and dataset to another. So
the first chunk is small, the size of each next one follows from the seconds that the ones before it
took, and the next run of the same kind begins with the last size. The cuts change no result.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from time import thread_time

FIRST, MOST = 100_000.0, 2_000_000.0
"""The work of the first chunk, and the most of any, in entries of the matrix."""

LONG = 0.03
"""Seconds that a chunk takes, about."""

FASTER = 4.0
"""The largest ratio of the work of a chunk to that of the one before."""

SURE = 0.5
"""Seconds after which the time that a run will take is estimated."""

CHECKPOINT_WORK = 0.25
"""A checkpoint reads each weight, in a quarter of the time that an entry takes."""


class ChunkSizer:
    """The size of the next chunk of a run, and an estimate of the seconds that all of it takes.

    Parameters
    ----------
    steps : of the whole run; of a batch run the entries to read.
    looks : checkpoints of the whole run.
    known_work : by kind, the work of a chunk of the last run; kept up to date here.
    kind : of this run.
    clock : returns seconds.
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
        """Add a chunk: its work, its steps and checkpoints, and the seconds that these took."""
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
        """The estimated seconds of the whole run; 0 while it is too early for an estimate."""
        if sum(self._seconds) < SURE:
            return 0.0
        parts = zip(self._all, self._done, self._seconds, strict=True)
        return sum(spent * whole / done for whole, done, spent in parts if done)

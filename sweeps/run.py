"""A sweep that is being worked on, in the background."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections import deque
from collections.abc import Iterator
from typing import Any

import numpy as np

from algorithms import Outcomes
from sweeps.blocks import Block
from sweeps.cluster import PATIENCE, Cluster, Unreachable, connected
from sweeps.local import computed_here
from sweeps.request import Request

log = logging.getLogger(__name__)

SCHEDULER = "SPARSITY_LAB_SCHEDULER"

PACE = 32
"""The time left follows from so many blocks that were done last."""


class Run:
    """One request being worked on; what is there can be read at any time, from any thread.

    Parameters
    ----------
    request : the question.
    scheduler : the address of a Dask scheduler that blocks are sent to, such as
        tcp://10.0.0.1:8786; by default that of the environment variable SPARSITY_LAB_SCHEDULER.
        Empty: this machine alone computes.
    patience : seconds that the scheduler is given to answer.
    """

    def __init__(
        self, request: Request, scheduler: str | None = None, patience: float = PATIENCE
    ) -> None:
        self.request, self.patience = request, patience
        self.scheduler = os.environ.get(SCHEDULER, "") if scheduler is None else scheduler
        self._shape = len(request.settings), request.repeats
        self._values: dict[str, np.ndarray] = {}
        self._diverged = np.zeros(self._shape, dtype=bool)
        self._finished, self._under_way = 0, {}
        self._notes: list[str] = []
        self._lock, self._stop = threading.Lock(), threading.Event()
        self._marks: deque[tuple[float, float]] = deque(maxlen=PACE)
        self._began: float | None = None
        self._ended: float | None = None
        self._thread = threading.Thread(target=self._work, name="sweep", daemon=True)
        self.failed = False

    def start(self) -> Run:
        """Begin to work and return at once."""
        self._thread.start()
        return self

    @property
    def outcomes(self) -> Outcomes:
        """The outcomes that are there so far, (s, r); nan where nothing is yet."""
        with self._lock:
            values = {name: array.copy() for name, array in self._values.items()}
            diverged = self._diverged.copy()
        for name in ("features", "features held", "loss"):
            values.setdefault(name, np.full(self._shape, np.nan))
        return Outcomes(self.request.settings, values, diverged)

    @property
    def share(self) -> float:
        """The share of all runs that is done; 1 in the end unless it was cancelled or failed."""
        with self._lock:
            done = self._finished + sum(self._under_way.values())
        return min(done / self._diverged.size, 1.0)

    @property
    def left(self) -> float | None:
        """The seconds left, by the pace of the last blocks; None before, and 0 when it is over.

        The first block is not counted: its data are read and its kernels compiled meanwhile.
        """
        if self.done:
            return 0.0
        share, now = self.share, time.monotonic()
        with self._lock:
            then, before = self._marks[0] if self._marks else (now, share)
        if share <= before:
            return None
        return (now - then) * (1.0 - share) / (share - before)

    @property
    def seconds(self) -> float:
        """The seconds that it has worked."""
        if self._began is None:
            return 0.0
        return (self._ended or time.monotonic()) - self._began

    @property
    def notes(self) -> tuple[str, ...]:
        """The sentences on whatever a reader of the outcomes should know, an error among them."""
        with self._lock:
            return tuple(self._notes)

    @property
    def done(self) -> bool:
        """True when nobody works on it any more."""
        return self._ended is not None

    @property
    def cancelled(self) -> bool:
        """True when it was told to stop before its end."""
        return self._stop.is_set()

    def cancel(self) -> None:
        """Stop within a fifth of a second; what is there stays."""
        if not self.done:
            self._stop.set()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until it is over, so many seconds at most; return whether it is."""
        if self._thread.ident is not None:
            self._thread.join(timeout)
        return self.done

    def _work(self) -> None:
        """Compute all blocks, in the background thread."""
        try:
            self._began = time.monotonic()
            held = self.request.dataset()  # so that it is made once, whoever else sweeps
            if held.in_time and self.request.orders > 1:
                self._note("The rows stand in time, so each fold is gone through in one order.")
            for block, outcomes in self._computed(self.request.blocks()):
                self._take(block, outcomes)
        except ValueError as error:
            self._fail(str(error))
        except Exception:
            log.exception("a sweep failed")
            self._fail(
                "The sweep stopped on an error that was not foreseen; the details are in the "
                "server's log. Start it again."
            )
        finally:
            with self._lock:
                self._under_way.clear()
            self._ended = time.monotonic()

    def _computed(self, blocks: list[Block]) -> Iterator[tuple[Block, Outcomes]]:
        """Blocks with their outcomes, as they are done."""
        client = self._client()
        if client is None:
            return computed_here(blocks, self._stop.is_set, self._report)
        doors = self._stop.is_set, self._report, self._note
        return Cluster(client, blocks, *doors, self.patience).computed()

    def _client(self) -> Any:
        """A client of the cluster, or None, with a note, where this machine has to do."""
        if not self.scheduler:
            return None
        if self.request.recipe.family == "upload":
            self._note(
                "An upload is not sent to other machines, so this machine computes the sweep alone."
            )
            return None
        try:
            return connected(self.scheduler, self._stop.is_set, self.patience)
        except Unreachable as error:
            if not self.cancelled:
                self._note(f"{error}, so this machine computes the sweep alone.")
            return None

    def _take(self, block: Block, outcomes: Outcomes) -> None:
        """Enter the outcomes of a block."""
        rows, column = list(block.places), block.repeat
        with self._lock:
            for name, values in outcomes.values.items():
                if name not in self._values:
                    self._values[name] = np.full(self._shape, np.nan)
                self._values[name][rows, column] = values[:, 0]
            self._diverged[rows, column] = outcomes.diverged[:, 0]
            self._under_way.pop(block.number, None)
            self._finished += len(block.settings)
            self._marks.append((time.monotonic(), self._finished / self._diverged.size))

    def _report(self, block: Block, share: float) -> None:
        """Note the share of a block that is done."""
        with self._lock:
            self._under_way[block.number] = share * len(block.settings)

    def _note(self, sentence: str) -> None:
        """Add a sentence, once."""
        with self._lock:
            if sentence not in self._notes:
                self._notes.append(sentence)

    def _fail(self, sentence: str) -> None:
        self.failed = True
        self._note(sentence)

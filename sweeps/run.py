"""A sweep that runs in the background."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from algorithms import ON_DEMAND, Algorithm, Outcomes
from datasets.recipes import SHORT_LIVED
from sweeps.blocks import Block
from sweeps.cluster import PATIENCE, Cluster, UnreachableError, connect
from sweeps.local import compute_local
from sweeps.request import Request

log = logging.getLogger(__name__)

SCHEDULER_VARIABLE = "SPARSITY_LAB_SCHEDULER"

LAST_BLOCKS = 32
"""The number of last blocks from which the remaining time is estimated."""

FIRST_ROUND = 0.8
"""The share that the settings of the request have of all where more may be added to them."""


class Run:
    """A sweep in progress; its outcomes so far can be read at any time, from any thread.

    Parameters
    ----------
    request : the question. When all of it is there, ``refine`` may add settings to it, round by
        round; the attribute ``request`` is always the whole of what was asked so far.
    scheduler : the address of a Dask scheduler that blocks are sent to, such as
        tcp://10.0.0.1:8786; by default that of the environment variable SPARSITY_LAB_SCHEDULER.
        Empty: this machine alone computes.
    patience : seconds that the scheduler is given to answer.
    known : outcomes of the same examples, orders and folds; settings that are complete in them are
        not run again. Measures on demand count as missing where they were not taken, and are left
        out where they are not asked for.
    refine : (request, its outcomes) → a request with more settings, or None when it is enough. What
        it returns has to depend on these two alone.

    Examples
    --------
    >>> from algorithms import CATALOGUE
    >>> from datasets import split_options, recipe
    >>> from sweeps import Method, Request
    >>> settings = Method(CATALOGUE["truncated_gradient"](), (("gravity", (0.0, 0.1, 10.0)),))
    >>> examples = split_options(recipe("breast_cancer"), {"scaling": "unit variance"})
    >>> run = Run(Request(*examples, (settings,))).start()
    >>> run.wait()
    True
    >>> run.outcomes.values["features"].ravel()
    array([30., 28.,  0.])
    """

    def __init__(
        self,
        request: Request,
        scheduler: str | None = None,
        patience: float = PATIENCE,
        *,
        known: Outcomes | None = None,
        refine: Callable[[Request, Outcomes], Request | None] | None = None,
    ) -> None:
        self.patience, self._refine = patience, refine
        self.scheduler = os.environ.get(SCHEDULER_VARIABLE, "") if scheduler is None else scheduler
        self._rows: dict[Algorithm, int] = {}
        self._values: dict[str, np.ndarray] = {}
        self._diverged = np.zeros((0, request.repeats), dtype=bool)
        self._finished, self._under_way = 0, {}
        self._round, self._before = 0, 0
        self._notes: list[str] = []
        self._lock, self._stop = threading.Lock(), threading.Event()
        self._marks: deque[tuple[float, float]] = deque(maxlen=LAST_BLOCKS)
        self._began: float | None = None
        self._ended: float | None = None
        self._thread = threading.Thread(target=self._work, name="sweep", daemon=True)
        self.failed = self._complete = False
        self._new = self._extend(request)
        if known is not None:
            self._new = self._fill(known)

    def start(self) -> Run:
        """Start the background thread and return."""
        self._thread.start()
        return self

    def _extend(self, request: Request) -> list[Algorithm]:
        """Add rows for all settings of a request, and return the new ones."""
        with self._lock:
            new = [setting for setting in request.settings if setting not in self._rows]
            self._rows |= {setting: len(self._rows) + i for i, setting in enumerate(new)}
            below = (len(new), request.repeats)
            self._diverged = np.vstack([self._diverged, np.zeros(below, dtype=bool)])
            self._values = {
                name: np.vstack([array, np.full(below, np.nan)])
                for name, array in self._values.items()
            }
            self._before = self._finished
            self.request = request
        return new

    def _fill(self, known: Outcomes) -> list[Algorithm]:
        """Copy complete settings from other outcomes, and return the remaining ones."""
        there = {setting: row for row, setting in enumerate(known.algorithms)}
        complete = (np.isfinite(known.values["features"]) | known.diverged).all(axis=1)
        complete &= all(name in known.values for name in self.request.on_demand)
        known = _without(known, ON_DEMAND.keys() - self.request.on_demand)
        taken = [s for s in self._new if s in there and complete[there[s]]]
        if taken and known.repeats == self.request.repeats:
            rows = [self._rows[setting] for setting in taken]
            self._enter(rows, slice(None), known.take([there[setting] for setting in taken]))
            self._before = self._finished = len(taken) * known.repeats
            return [setting for setting in self._new if setting not in taken]
        return self._new

    def _enter(self, rows: list[int], columns: Any, outcomes: Outcomes) -> None:
        """Write outcomes into their rows and columns."""
        for name, values in outcomes.values.items():
            if name not in self._values:
                self._values[name] = np.full(self._diverged.shape, np.nan)
            self._values[name][rows, columns] = values
        self._diverged[rows, columns] = outcomes.diverged

    @property
    def outcomes(self) -> Outcomes:
        """The outcomes that are there so far, (s, r); nan where nothing is yet."""
        return self.snapshot()[1]

    def snapshot(self) -> tuple[Request, Outcomes]:
        """Return the request as it is now, and the outcomes of its settings."""
        with self._lock:
            request = self.request
            rows = [self._rows[setting] for setting in request.settings]
            values = {name: array[rows] for name, array in self._values.items()}
            diverged = self._diverged[rows]
        for name in ("features", "features held", "loss"):
            values.setdefault(name, np.full(diverged.shape, np.nan))
        return request, Outcomes(request.settings, values, diverged)

    @property
    def share(self) -> float:
        """The share of all runs that is done; 1 in the end unless it was cancelled or failed.

        As nobody knows how many settings are added, a round of them has half of what is left.
        """
        if self.done and self._complete:
            return 1.0
        with self._lock:
            return self._share()

    def _share(self) -> float:
        done, size = self._finished + sum(self._under_way.values()), self._diverged.size
        if self._refine is None or not self._round:
            return (1.0 if self._refine is None else FIRST_ROUND) * min(done / size, 1.0)
        left = (1.0 - FIRST_ROUND) / 2.0 ** (self._round - 1)
        part = (done - self._before) / max(size - self._before, 1)
        return 1.0 - left * (1.0 - min(part, 1.0) / 2.0)

    @property
    def seconds_left(self) -> float | None:
        """The estimated remaining seconds; None before the second block, and 0 when it is over.

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
        """Sentences for readers of the outcomes, errors among them."""
        with self._lock:
            return tuple(self._notes)

    @property
    def done(self) -> bool:
        """True when the run has ended, by completion, cancellation or failure."""
        return self._ended is not None

    @property
    def cancelled(self) -> bool:
        """True when it was cancelled before its end."""
        return self._stop.is_set()

    def cancel(self) -> None:
        """Stop within a fifth of a second; outcomes so far remain."""
        if not self.done:
            self._stop.set()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until it is over, at most ``timeout`` seconds; return whether it is."""
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
            while self._computes_all() and self._refine is not None:
                request = self._refine(*self.snapshot())
                if request is None:
                    break
                self._new = self._extend(request)
                self._round += 1
            self._complete = not self.cancelled
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

    def _computes_all(self) -> bool:
        """Compute the settings that are new; return whether nobody ended it."""
        if self._new:
            for block, outcomes in self._compute(self.request.blocks(self._new)):
                self._take(block, outcomes)
        return not self.cancelled

    def _compute(self, blocks: list[Block]) -> Iterator[tuple[Block, Outcomes]]:
        """Blocks with their outcomes, as they are done."""
        client = self._client()
        if client is None:
            return compute_local(blocks, self._stop.is_set, self._report)
        doors = self._stop.is_set, self._report, self._note
        return Cluster(client, blocks, *doors, self.patience).results()

    def _client(self) -> Any:
        """A client of the cluster, or None, with a note, where this machine has to do."""
        if not self.scheduler:
            return None
        if self.request.recipe.family in SHORT_LIVED:
            self._note(
                "An upload is not sent to other machines, so this machine computes the sweep alone."
            )
            return None
        try:
            return connect(self.scheduler, self._stop.is_set, self.patience)
        except UnreachableError as error:
            if not self.cancelled:
                self._note(f"{error}, so this machine computes the sweep alone.")
            return None

    def _take(self, block: Block, outcomes: Outcomes) -> None:
        """Enter the outcomes of a block, which are one repeat of its settings."""
        with self._lock:
            rows = [self._rows[setting] for setting in block.settings]
            self._enter(rows, slice(block.repeat, block.repeat + 1), outcomes)
            self._under_way.pop(block.number, None)
            self._finished += len(block.settings)
            self._marks.append((time.monotonic(), self._share()))

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


def _without(outcomes: Outcomes, names: Collection[str]) -> Outcomes:
    """The same without some of its values: other settings of the run would not have them."""
    values = {name: array for name, array in outcomes.values.items() if name not in names}
    return replace(outcomes, values=values)

"""Claims that are computed again, here and now: one thread a claim, shared by all visitors."""

from __future__ import annotations

import logging
import threading
from time import perf_counter

from papers.catalogue import find_claim
from papers.compute import compute_rows, open_tasks
from papers.results import Results, load_results

QUICK = 2.0
"""Seconds up to which a claim is computed on the spot, without being asked."""

LOG = logging.getLogger(__name__)


class Recomputation:
    """A claim that is being computed again, or has been.

    Attributes
    ----------
    results : the stored rows, with those that were computed here in their place.
    done, total : tasks.
    problem : why it ended before its end, in a sentence; "" where it did not.
    """

    def __init__(self, name: str) -> None:
        self.name, self.results = name, load_results(name)
        self.done, self.total, self.problem = 0, 0, ""
        self.began, self.ended = perf_counter(), False
        self.thread = threading.Thread(target=self._work, name=f"papers {name}", daemon=True)
        self.thread.start()

    @property
    def seconds_left(self) -> float | None:
        """Seconds until its end, as those before went; None as long as nobody knows."""
        if not self.done or self.ended:
            return None
        return (perf_counter() - self.began) / self.done * (self.total - self.done)

    def _work(self) -> None:
        try:
            claim = find_claim(self.name)
            tasks, missing = open_tasks(claim, Results({}))
            self.total = len(tasks)
            if missing and not tasks:
                self.problem = next(iter(missing.values()))
            for task in tasks:
                for row in compute_rows(claim, task):
                    self.results = self.results.with_row(row)
                self.done += 1
        except Exception as error:
            LOG.exception("%s could not be computed again", self.name)
            self.problem = f"It could not be computed: {error}."
        finally:
            self.ended = True


_LOCK = threading.Lock()
_ALL: dict[str, Recomputation] = {}


def recomputation(name: str) -> Recomputation | None:
    """Return the last recomputation of a claim in this process; None where there was none."""
    return _ALL.get(name)


def recompute(name: str) -> Recomputation:
    """Compute a claim again, unless that is under way."""
    with _LOCK:
        known = _ALL.get(name)
        if known is None or known.ended:
            _ALL[name] = known = Recomputation(name)
        return known


def current_results(name: str) -> Results:
    """Return the rows of a claim: those computed here where all are done, else the stored ones."""
    here = recomputation(name)
    if here is None or not here.ended:
        return load_results(name)
    return here.results

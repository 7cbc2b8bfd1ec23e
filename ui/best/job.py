"""Searches for the best with at most k features: one for each question, shared by all visitors."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Hashable
from weakref import WeakSet

from algorithms.budget.scheduler import SCHEDULER, Task
from algorithms.checks import RunOptions
from algorithms.feature_search import Question, SearchResult, finding_best
from sweeps.local import lower_priority
from ui.budget.audience import Audience
from ui.engine import Material
from ui.memo import Memo
from ui.view import View

LOG = logging.getLogger(__name__)


_ALL: WeakSet[SearchJob] = WeakSet()


class SearchCancelledError(Exception):
    """Nobody waits for the search any more."""


class SearchJob:
    """A search in a thread of its own.

    Attributes
    ----------
    answer : the last one so far; None before the first.
    share : of the search that is done.
    problem : why it cannot be made, in a sentence; "" where it can.
    ended : nothing more will come.
    cancelled : it ended before its end.
    audience : who waits for it.
    """

    def __init__(self, key: Hashable, question: Question) -> None:
        self.key, self.question = key, question
        self.answer: SearchResult | None = None
        self.share, self.problem, self.ended, self.cancelled = 0.0, "", False, False
        self.audience, self.began = Audience(), time.monotonic()
        self._thread = threading.Thread(target=self._work, name="search", daemon=True)
        self._once = threading.Lock()
        _ALL.add(self)

    def start(self) -> None:
        """Begin, the first time that it is called."""
        if self._once.acquire(blocking=False):
            self.began = time.monotonic()
            self._thread.start()

    @property
    def nbytes(self) -> int:
        """The bytes of the dataset, which would go from memory without this search."""
        return self.question.dataset.nbytes

    @property
    def seconds_left(self) -> float | None:
        """Seconds until its end, as it went so far; None before a tenth is done."""
        if self.share < 0.1 or self.ended:
            return None
        return (time.monotonic() - self.began) * (1.0 - self.share) / self.share

    def cancel(self) -> None:
        """End it within some hundredths of a second; what was found stays."""
        self.cancelled = not self.ended

    def finish(self, answer: SearchResult) -> None:
        """End it, before it was started, with an answer that is known."""
        self._once.acquire(blocking=False)
        self.answer, self.share, self.ended = answer, 1.0, True

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for its end, at most so long; return whether it has come."""
        if self._thread.ident is not None:
            self._thread.join(seconds)
        return self.ended

    def _work(self) -> None:
        lower_priority()
        try:
            with SCHEDULER.assign(Task("sweeps", self._check)):
                for answer in finding_best(self.question, progress=self._note):
                    self.answer, self.share = answer, answer.share
        except SearchCancelledError:
            self.cancelled = True
        except ValueError as error:
            self.problem = str(error)
        except Exception:
            LOG.exception("a search failed")
            self.problem = (
                "The search stopped on an error that was not foreseen; the details are in the "
                "server's log."
            )
        finally:
            self.ended = True

    def _note(self, share: float) -> None:
        self.share = max(self.share, share)
        self._check()

    def _check(self) -> None:
        if self.cancelled or not self.audience.waiting or JOBS.lookup(self.key) is not self:
            raise SearchCancelledError


MOST_BYTES = 2e8
"""The bytes of the datasets that remembered searches hold, beside those that the engine has."""

JOBS = Memo(8, most_bytes=MOST_BYTES)


def current(view: View) -> SearchJob | None:
    """Return the search of what a view asks, if it was begun."""
    return JOBS.lookup(_key(view))


def begin(view: View, viewer: str) -> SearchJob:
    """Return the search of what a view asks, begun if it is not there or was cancelled.

    Raises ValueError, in a sentence, for what cannot be searched.
    """
    key, known = _key(view), current(view)
    if known is not None and known.cancelled:
        JOBS.drop(key)
        known = None
    if known is None:
        question = _question(view)
        known = JOBS.get(key, lambda: SearchJob(key, question))
    for other in list(_ALL):
        if other is not known:
            other.audience.leave(viewer)  # who asks for another number waits for that one
    known.audience.look(viewer)
    known.start()
    return known


def take_up(view: View, read: Callable[[Question], SearchResult | None]) -> bool:
    """Show an answer that a viewer has kept of what a view asks; return whether it is one.

    Only of an upload: its key is its session's own, so nobody else is shown what this viewer says.

    Parameters
    ----------
    read : returns the answer to the question; None where it is none.
    """
    if view.recipe.family != "upload":
        return False
    key, question = _key(view), _question(view)
    answer = read(question)
    if answer is None:
        return False
    job = SearchJob(key, question)
    job.finish(answer)
    JOBS.drop(key)  # a search that has just begun ends by itself
    JOBS.put(key, job)
    return True


def _question(view: View) -> Question:
    material, stream = Material.of(view), view.stream
    options = RunOptions(passes=stream.passes, intercept=stream.intercept)
    return Question(material.data, view.sweep.look.at_most, stream.loss, options)


def _key(view: View) -> Hashable:
    stream = view.stream
    asked = stream.loss, stream.passes, stream.intercept
    return Material.of(view).key, asked, view.sweep.look.at_most

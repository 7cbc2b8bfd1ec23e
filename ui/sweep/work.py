"""The work of sweeps: one run for each question, shared by all who ask it.

Who asks what another has asked sees the same run, finished or not. A run at which nobody has looked
for a while is stopped, and so is one whose upload is gone.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Hashable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from weakref import WeakSet

import numpy as np
from streamlit.runtime.scriptrunner import get_script_run_ctx

from algorithms import Algorithm, Trace, ladder, sweep
from algorithms.budget.refusal import TooLong, in_words, rounded_down
from algorithms.budget.turns import workers
from datasets import Dataset
from sweeps import Method, Request, Run, lend
from ui import engine
from ui.budget.runs import slowness
from ui.memo import Memo
from ui.sweep.asked import FOLDS, Swept
from ui.view import View

PATIENCE, OFTEN = 60.0, 1.0
"""Seconds for which a run goes on that nobody looks at, and after which it is looked again."""

MOST_WEIGHTS, MOST_SECONDS = 25_000_000, 30.0
"""Weights that are kept to draw a path, all its settings together, and the time for them."""

MOST_WORK = 6 * 3600.0
"""Seconds that a sweep may take."""

STARTING, PACE = 0.3, 3e8
"""Seconds before the first block, and entries per second and core before any was measured."""

QUESTIONS, RUNS, PATHS = Memo(16), Memo(8), Memo(16)


@dataclass(eq=False)
class Watched:
    """A run, and who looks at it: by session, the moment of the last look."""

    run: Run
    key: Hashable
    looks: dict[str, float] = field(default_factory=dict)

    def look(self) -> None:
        """Note that this session is still there."""
        self.looks[_session()] = time.monotonic()

    def leave(self) -> None:
        """Note that this session waits no longer, and stop the run where nobody else does."""
        self.looks.pop(_session(), None)
        if not self.lively():
            self.run.cancel()

    def lively(self) -> bool:
        """Return whether somebody has looked at it lately."""
        return any(time.monotonic() - moment < PATIENCE for moment in list(self.looks.values()))

    def guard(self) -> None:
        """Stop the run when nobody looks at it any more, or its data are to be forgotten."""
        while not self.run.wait(OFTEN):
            if not self.lively() or RUNS.known(self.key) is not self:
                self.run.cancel()
        if self.run.share == 1.0:
            _learn_pace(self.run)


_all: WeakSet[Watched] = WeakSet()
_pace: list[float] = []


def question(view: View) -> Request:
    """Return what a view asks.

    Raises ValueError, or DatasetError, with a sentence; TooLong, a ValueError, for what has not
    been begun and would take too long.
    """
    key = _key(view)
    request = QUESTIONS.get(key, lambda: _request(view))
    if RUNS.known(key) is None:
        _check_length(request)
    return request


def _check_length(request: Request) -> None:
    """Raise TooLong, with what would fit, for a sweep that would take more than ``MOST_WORK``."""
    needed = seconds(request)
    if needed <= MOST_WORK:
        return
    runs = rounded_down(runs_of(request) * MOST_WORK / needed)
    remedy = f"at most {runs:,} of its {runs_of(request):,} runs" if runs else "fewer rows"
    raise TooLong(
        f"This sweep would take {in_words(needed)} here, and a sweep may take "
        f"{in_words(MOST_WORK, about=False)}. Take {remedy}: fewer settings, orders, folds or "
        "passes, or quicker methods."
    )


def _request(view: View) -> Request:
    data = engine.dataset(view.recipe, view.preparation)
    lend(view.recipe, view.preparation, data)
    stream, plan = view.stream, view.sweep.plan
    return Request(
        view.recipe,
        view.preparation,
        tuple(_method(swept) for swept in view.sweep.methods),
        stream.loss,
        stream.intercept,
        stream.passes,
        plan.orders,
        FOLDS[plan.tested],
    )


def _method(swept: Swept) -> Method:
    return Method(swept.algorithm, ladders(swept))


def ladders(swept: Swept) -> tuple[tuple[str, tuple[float, ...]], ...]:
    """Return the knobs that are swept with their values, each value once."""
    return tuple(
        (
            one.knob,
            tuple(dict.fromkeys(ladder(swept.algorithm, one.knob, one.low, one.high, one.n))),
        )
        for one in swept.ladders
    )


def _key(view: View) -> Hashable:
    """All that the outcomes depend on; not the way in which they are shown."""
    stream, sweep = view.stream, view.sweep
    asked = stream.loss, stream.passes, stream.intercept
    return engine.examples(view.recipe, view.preparation), sweep.methods, sweep.plan, asked


def current(view: View) -> Watched | None:
    """Return the run of what a view asks where there is one, finished or not."""
    with suppress(ValueError):  # a file that is gone: the page says so
        return RUNS.known(_key(view))
    return None


def begin(view: View) -> None:
    """Start the run of what a view asks, or join the one that is there.

    What this session waited for before it waits for no longer. Raises ValueError.
    """
    key, request = _key(view), question(view)
    for other in list(_all):
        if other.key != key:
            other.leave()
    known = RUNS.known(key)
    if known is not None and known.run.done and known.run.share < 1.0:
        RUNS.drop(key)
    RUNS.get(key, lambda: _started(request, key)).look()


def _started(request: Request, key: Hashable) -> Watched:
    watched = Watched(Run(request), key)
    watched.look()
    _all.add(watched)
    watched.run.start()
    threading.Thread(target=watched.guard, name="sweep guard", daemon=True).start()
    return watched


def _session() -> str:
    context = get_script_run_ctx(suppress_warning=True)
    return context.session_id if context else ""


def runs_of(request: Request) -> int:
    """Return the number of runs of a sweep."""
    return len(request.settings) * request.repeats


def seconds(request: Request) -> float:
    """Return about how long a sweep will take, by the pace of the last one that ended here."""
    return STARTING + _entries(request) / _current_pace()


def _current_pace() -> float:
    return _pace[-1] if _pace else PACE * workers()


def _entries(request: Request) -> float:
    """About how many entries its runs read; those of slow methods count as often."""
    data = request.dataset()
    kept = 1.0 - 1.0 / request.folds if request.folds > 1 else 1.0
    once = data.X.nnz * max(len(data.classes), 1) * request.passes * kept
    times = sum(method.count * slowness(method.base, data) for method in request.methods)
    return float(once * times * request.repeats)


def _learn_pace(run: Run) -> None:
    # A sweep of a moment says nothing of one of an hour.
    if run.seconds > STARTING:
        _pace[:] = [_entries(run.request) / run.seconds]


@dataclass(frozen=True, eq=False)
class Path:
    """The weights of one method along its first knob.

    Parameters
    ----------
    algorithms : the settings (n,).
    weights : shape (n, d), of a multiclass task all classes behind each other; nan where the run
        diverged.
    """

    algorithms: tuple[Algorithm, ...]
    weights: np.ndarray


def path(view: View, slot: int, best: Algorithm) -> Path:
    """Return the weights of method ``slot`` along its first knob, all else as in ``best``.

    They are those of one run each, over the first order of all the examples. Raises ValueError
    where these are too many weights to be kept, or would take too long.
    """
    name, values = ladders(view.sweep.methods[slot])[0]
    line = tuple(replace(best, **{name: value}) for value in values)
    data, stream = engine.dataset(view.recipe, view.preparation), view.stream
    size = len(line) * data.n_features * max(len(data.classes), 1)
    if size > MOST_WEIGHTS:
        raise ValueError(
            f"The path of {size:,} weights is not drawn; at most {MOST_WEIGHTS:,} are kept for it."
        )
    entries = len(line) * data.X.nnz * max(len(data.classes), 1) * stream.passes
    if entries / _current_pace() > MOST_SECONDS:
        raise ValueError(
            f"The path of the weights is not drawn: its {len(line)} runs would take longer than "
            f"{MOST_SECONDS:.0f} seconds."
        )
    asked = stream.loss, stream.passes, stream.intercept
    key = engine.examples(view.recipe, view.preparation), line, asked
    return PATHS.get(key, lambda: _path(line, data, *asked))


def _path(
    line: tuple[Algorithm, ...], data: Dataset, loss: str, passes: int, intercept: bool
) -> Path:
    traces = sweep(line, data, loss, passes=passes, checkpoints=1, intercept=intercept)
    return Path(line, np.stack([_final(trace) for trace in traces]))


def _final(trace: Trace) -> np.ndarray:
    weights = trace.final_weights.ravel()
    return np.full(weights.shape, np.nan) if trace.diverged_at is not None else weights

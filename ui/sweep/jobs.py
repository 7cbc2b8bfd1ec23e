"""Jobs of sweeps: one run for each query, shared by all visitors who ask it.

Who asks what another has asked sees the same run, finished or not. A run at which nobody has looked
for a while is stopped, and so is one whose upload is gone.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from weakref import WeakSet

import numpy as np

from algorithms import ON_DEMAND, Algorithm, Outcomes, Trace, sweep
from algorithms.budget.scheduler import workers
from algorithms.budget.time_limit import TooLongError, duration_text, round_down
from datasets import Dataset
from knobs import knobs_of
from sweeps import Method, Request, Run, lend
from ui import engine
from ui.budget.audience import Audience
from ui.budget.runs import slowness
from ui.engine import Material
from ui.memo import Memo
from ui.sweep import ranges
from ui.sweep.query import FOLDS, MEASURES, SweepDisplay, SweptMethod, measures_on_demand
from ui.sweep.refinement import Refinement
from ui.view import View, opening

OFTEN = 1.0
"""Seconds after which it is looked again whether anybody waits."""

MOST_WEIGHTS, MOST_SECONDS = 25_000_000, 30.0
"""Weights that are kept to draw a path, all its settings together, and the time for them."""

MOST_WORK = 6 * 3600.0
"""Seconds that a sweep may take."""

STARTING, PACE = 0.3, 3e8
"""Seconds before the first block, and entries per second and core before any was measured."""

QUESTIONS, RUNS, PATHS, ANSWERED = Memo(16), Memo(8), Memo(16), Memo(8)
"""Questions, runs and paths of weights; ``ANSWERED`` has the run that answered a question last,
whatever it was looked at for."""


@dataclass(eq=False)
class Job:
    """A run, and who looks at it.

    Parameters
    ----------
    run : of the sweep.
    key : under which ``RUNS`` has it.
    refinement : what the run adds to what it was asked for.
    audience : those who look at it; without any it is stopped.
    """

    run: Run
    key: Hashable
    refinement: Refinement
    audience: Audience = field(default_factory=Audience)

    def leave(self, viewer: str) -> None:
        """Note that this viewer waits no longer, and stop the run where nobody else does."""
        self.audience.leave(viewer)
        if not self.audience.waiting:
            self.run.cancel()

    def guard(self) -> None:
        """Stop the run when nobody looks at it any more, or its data are to be forgotten."""
        while not self.run.wait(OFTEN):
            if not self.audience.waiting or RUNS.lookup(self.key) is not self:
                self.run.cancel()
        if self.run.share == 1.0:
            _learn_pace(self.run)


_all: WeakSet[Job] = WeakSet()
_pace: list[float] = []


def question(view: View) -> Request:
    """Return what a view asks.

    Raises ValueError, or DatasetError, with a sentence; TooLongError, a ValueError, for what has
    not been begun and would take too long.
    """
    request = QUESTIONS.get(_key(view), lambda: _request(view))
    if ANSWERED.lookup(_key(view)) is None and RUNS.lookup(_looked_at(view)) is None:
        _check_length(request)
    return request


def _check_length(request: Request) -> None:
    """Raise TooLongError, with what would fit, for a sweep of more than ``MOST_WORK``."""
    needed = seconds(request)
    if needed <= MOST_WORK:
        return
    runs = round_down(runs_of(request) * MOST_WORK / needed)
    remedy = f"at most {runs:,} of its {runs_of(request):,} runs" if runs else "fewer rows"
    raise TooLongError(
        f"This sweep would take {duration_text(needed)} here, and a sweep may take "
        f"{duration_text(MOST_WORK, about=False)}. Take {remedy}: fewer settings, orders, folds or "
        "passes, or quicker methods."
    )


def _request(view: View) -> Request:
    data = engine.dataset(view.recipe, view.preparation)
    lend(view.recipe, view.preparation, data)
    stream, plan = view.stream, view.sweep.plan
    return Request(
        view.recipe,
        view.preparation,
        refinement_of(view, data.n_features).requested_methods(),
        stream.loss,
        stream.intercept,
        stream.passes,
        plan.orders,
        FOLDS[plan.tested],
        _on_demand(view),
    )


def refinement_of(view: View, n_features: int) -> Refinement:
    """Return what the sweep of a view is asked for, and what it adds to that by itself."""
    return Refinement(view.sweep.methods, beside(view), view.sweep.look, n_features)


def beside(view: View) -> list[tuple[Algorithm, ...]]:
    """Return the settings of each method that are tried beside those of its ladders.

    These are the one at which it stands, if the ladders go around that, and where it stands as the
    page opened, the settings of it with which the playground opens on these data.
    """
    opened = _opening_settings(view)
    found = []
    for method in view.sweep.methods:
        own = [method.algorithm] if _goes_around(method) else []
        if method.algorithm in opened:
            own += opened[method.algorithm]
        found.append(tuple(dict.fromkeys(own)))
    return found


def _opening_settings(view: View) -> dict[Algorithm, list[Algorithm]]:
    """The settings with which the playground opens, by the method that stands as it opened."""
    asked = {method.algorithm.key for method in view.sweep.methods}
    if not asked & {run.key for run in opening().runs}:
        return {}
    usual = {method.algorithm for method in ranges.usual(view)}
    if not usual & {method.algorithm for method in view.sweep.methods}:
        return {}
    with suppress(ValueError):  # the opening's methods know no such loss
        runs = ranges.of_playground(view)
        return {each: [run for run in runs if type(run) is type(each)] for each in usual}
    return {}


def _goes_around(method: SweptMethod) -> bool:
    """Return whether the place at which a method stands is within its ladders."""
    return all(
        min(one.low, one.high) <= getattr(method.algorithm, one.knob) <= max(one.low, one.high)
        for one in method.ladders
    )


def _key(view: View) -> Hashable:
    """Key of the outcomes; the way in which they are shown is no part of it."""
    stream, sweep = view.stream, view.sweep
    asked = stream.loss, stream.passes, stream.intercept
    data = engine.dataset_key(view.recipe, view.preparation)
    return data, sweep.methods, tuple(beside(view)), sweep.plan, asked, _on_demand(view)


def _on_demand(view: View) -> tuple[str, ...]:
    """Return all measures on demand where the view is compared by one of them; else none.

    They cost about as much together as one, and who looks at one may look at the next.
    """
    sweep = view.sweep
    if MEASURES[sweep.look.measure] not in ON_DEMAND:
        return ()
    words = measures_on_demand(sweep, engine.dataset(view.recipe, view.preparation))
    return tuple(MEASURES[word] for word in words) if sweep.look.measure in words else ()


def _without_demand(view: View) -> View:
    """Return the view compared by the usual measures."""
    sweep = view.sweep
    look = replace(sweep.look, measure=SweepDisplay().measure)
    return replace(view, sweep=replace(sweep, look=look))


def _looked_at(view: View) -> Hashable:
    """The same, and for what it is looked at: settings are added for that."""
    look = view.sweep.look
    return _key(view), look.measure, look.counted, look.at_most


def current(view: View, viewer: str = "") -> Job | None:
    """Return the run of what a view asks where there is one, finished or not.

    What was answered before, and is looked at for another number of features, or in another
    measure, goes on from what is known; in a measure on demand all settings run once more.

    Parameters
    ----------
    viewer : the name of the visit that looks at it.
    """
    with suppress(ValueError):  # a file that is gone: the page says so
        known = RUNS.lookup(_looked_at(view))
        answered = ANSWERED.lookup(_key(view)) or ANSWERED.lookup(_key(_without_demand(view)))
        if known is None and answered is not None and answered.run.share == 1.0:
            known = _begin_job(view, viewer)
        return known
    return None


def view_of_job(view: View, job: Job) -> View:
    """Return the view with the ranges that were swept in the end, under which the run is found."""
    methods = job.refinement.methods
    if not job.run.done or methods == view.sweep.methods:
        return view
    wider = replace(view, sweep=replace(view.sweep, methods=methods))
    RUNS.put(_looked_at(wider), job)
    _remember(wider, job)
    return wider


def begin(view: View, viewer: str = "") -> None:
    """Start the run of what a view asks, or join the one that is there.

    What this viewer waited for before it waits for no longer. Raises ValueError.
    """
    key, _ = _looked_at(view), question(view)
    for other in list(_all):
        if other.key != key:
            other.leave(viewer)
    known = RUNS.lookup(key)
    if known is not None and known.run.done and known.run.share < 1.0:
        RUNS.drop(key)
        ANSWERED.drop(_key(view))
    _begin_job(view, viewer)


def take_up(view: View, viewer: str, known: Outcomes) -> bool:
    """Show outcomes that this viewer has kept of what a view asks; return whether they are such.

    Only of an upload: its key in all memories is its session's own, so nobody else is shown what
    this viewer says. Nothing is added to them. Raises ValueError, in a sentence.
    """
    if view.recipe.family != "upload" or current(view, viewer) is not None:
        return False
    request = question(view)
    there = set(known.algorithms)
    if known.repeats != request.repeats or not there.issuperset(request.settings):
        return False
    whole = replace(request, methods=_with_added(request, known.algorithms))
    RUNS.get(_looked_at(view), lambda: _start_run(view, viewer, lambda _: Run(whole, known=known)))
    return True


def _with_added(request: Request, settings: Sequence[Algorithm]) -> tuple[Method, ...]:
    """The methods of a request with those of other settings that differ in what is swept alone."""
    left = [setting for setting in settings if setting not in set(request.settings)]
    methods = []
    for method in request.methods:
        named = [name for name, _ in method.values]
        own = [each for each in left if _differs_in(each, method.base, named)]
        left = [each for each in left if each not in own]
        methods.append(replace(method, extra=(*method.extra, *own)))
    return tuple(methods)


def _differs_in(setting: Algorithm, base: Algorithm, names: Sequence[str]) -> bool:
    """Return whether a setting differs from ``base``, of the same method, in ``names`` alone."""
    others = [name for name in knobs_of(base) if name not in names]
    return type(setting) is type(base) and all(
        getattr(setting, name) == getattr(base, name) for name in others
    )


def _begin_job(view: View, viewer: str) -> Job:
    """The run of what a view asks, begun if it is not there."""
    job = RUNS.get(_looked_at(view), lambda: _start_job(view, viewer))
    job.audience.look(viewer)
    return job


def _start_job(view: View, viewer: str) -> Job:
    request, before = question(view), ANSWERED.lookup(_key(view))
    known = before.run.outcomes if before is not None else None
    return _start_run(view, viewer, lambda refine: Run(request, known=known, refine=refine))


def _start_run(view: View, viewer: str, make: Callable[[Refinement], Run]) -> Job:
    """Start the run that ``make`` returns, given what a sweep of the view adds to its request."""
    features = engine.dataset(view.recipe, view.preparation).n_features
    refinement = refinement_of(view, features)
    job = Job(make(refinement), _looked_at(view), refinement)
    job.audience.look(viewer)
    _all.add(job)
    job.run.start()
    ANSWERED.drop(_key(view))
    _remember(view, job)
    threading.Thread(target=job.guard, name="sweep guard", daemon=True).start()
    return job


def _remember(view: View, job: Job) -> None:
    """Note which run answers a question, and, with more measures, the one that asks for fewer."""
    for asked in (view, _without_demand(view)):
        ANSWERED.put(_key(asked), job)


def usual_outcomes(view: View) -> Outcomes | None:
    """Return the outcomes in the usual measures of a view that asks for more, or None."""
    if not _on_demand(view):
        return None
    known = ANSWERED.lookup(_key(_without_demand(view)))
    return known.run.outcomes if known is not None and known.run.share == 1.0 else None


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


def path(material: Material, name: str, values: Sequence[float], best: Algorithm) -> Path:
    """Return the weights of a method along the values of one knob, all else as in ``best``.

    They are those of one run each, over the first order of all the examples. Raises ValueError
    where these are too many weights to be kept, or would take too long.
    """
    line = tuple(replace(best, **{name: value}) for value in values)
    data, stream = material.data, material.stream
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
    return PATHS.get((material.key, line, asked), lambda: _path(line, data, *asked))


def _path(
    line: tuple[Algorithm, ...], data: Dataset, loss: str, passes: int, intercept: bool
) -> Path:
    traces = sweep(line, data, loss, passes=passes, checkpoints=1, intercept=intercept)
    return Path(line, np.stack([_final(trace) for trace in traces]))


def _final(trace: Trace) -> np.ndarray:
    weights = trace.final.weights.ravel()
    return np.full(weights.shape, np.nan) if trace.final.diverged_at is not None else weights

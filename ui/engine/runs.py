"""Runs: their traces, and whether they take long."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress

from algorithms import Algorithm, Trace, record
from algorithms.budget.time_limit import TooLongError
from ui.engine.material import Material
from ui.memo import Memo
from ui.view import View

CHECKPOINTS, SKETCHED = 200, 100
"""Number of checkpoints of a run: at rest, and while a hand moves a knob."""

SLOW_WORK = 3e7
"""Runs that read more nonzeros than this show how far they are."""

RUN_BYTES = 2e8
"""The bytes of all traces that are remembered."""

TRACES = Memo(64, in_keys=False, most_bytes=RUN_BYTES)
TOO_LONG = Memo(64, in_keys=False)


def traces(
    material: Material,
    view: View,
    checkpoints: int = CHECKPOINTS,
    progress: Callable[[float], None] | None = None,
) -> list[Trace]:
    """Return the traces of all runs of a view.

    Raises ValueError when the loss does not fit the data, TooLongError or TooLarge, both
    ValueErrors, for a run that would take too much time or memory.

    Parameters
    ----------
    material : what they learn from.
    checkpoints : how often a run is looked at, about.
    progress : is called with the share that is done.
    """

    def progress_of(i: int) -> Callable[[float], None]:
        return lambda share: progress and progress((i + share) / len(view.runs))

    asked = checkpoints, view.measures_objective
    return [
        _trace(material, algorithm, *asked, progress_of(i)) for i, algorithm in enumerate(view.runs)
    ]


def _trace(
    material: Material,
    algorithm: Algorithm,
    checkpoints: int,
    fit: bool,
    progress: Callable[[float], None],
) -> Trace:
    stream = material.stream

    def run() -> Trace:
        return record(
            algorithm,
            material.data,
            stream.loss,
            order=material.order,
            seed=stream.order,
            checkpoints=checkpoints,
            progress=progress,
            intercept=stream.intercept,
            fit=fit,
        )

    key = run_key(material, algorithm)
    if refused := TOO_LONG.lookup(key):
        raise TooLongError(refused)
    try:
        return TRACES.get((*key, checkpoints, fit), run)
    except TooLongError as error:  # each time the page asks it would be tried for a while
        TOO_LONG.put(key, str(error))
        raise


def run_key(material: Material, algorithm: Algorithm) -> tuple[Hashable, ...]:
    """Return the key of a run, however often it is looked at."""
    return material.key, algorithm, material.stream.of_runs


def shows_progress(view: View) -> bool:
    """Return whether ``is_slow`` holds; not where there are no such data."""
    with suppress(ValueError):  # the page says why
        return is_slow(Material.of(view), view)
    return False


def is_slow(material: Material, view: View) -> bool:
    """Return whether the runs of a view take so long that the page should say how far they are."""
    data = material.data
    work = data.X.nnz * max(len(data.classes), 1) * material.stream.passes * len(view.runs)
    return work > SLOW_WORK

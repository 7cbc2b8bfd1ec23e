"""Comparators: the best fixed weights in hindsight, and what they suffered."""

from __future__ import annotations

from collections.abc import Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from threading import Lock
from time import monotonic

import numpy as np

from algorithms import Comparator, Trace, comparator_loss, find_comparator, row_losses
from algorithms.budget.parallel import WorkCancelledError
from algorithms.budget.scheduler import SCHEDULER, Task, workers
from algorithms.cache.compile_queue import COMPILE_QUEUE
from sweeps.local import lower_priority
from ui.engine.material import Material
from ui.memo import Memo
from ui.render_queue import RENDER_QUEUE

PATIENCE, STALE = 0.3, 5.0
"""Seconds that pictures wait for the best fixed weights; then they are drawn without. And seconds
after which these are sought no more, if nobody has asked for them since."""

COMPARATORS, SUFFERED = Memo(64, in_keys=False), Memo(8, in_keys=False)
SOUGHT: dict[Hashable, Future] = {}
ASKED: dict[Hashable, float] = {}
"""The comparators that are being sought, by key, and until when each was waited for last."""
SEEKERS = ThreadPoolExecutor(workers(), "comparators", initializer=lower_priority)
SEEKERS_LOCK = Lock()


def comparator(material: Material) -> Comparator:
    """Return the best weights in hindsight; whole passes hold every example equally often."""
    return COMPARATORS.get(
        _key(material), lambda: find_comparator(material.data, *_problem(material))
    )


def _problem(material: Material) -> tuple[str, float, bool]:
    """The loss, the price λ, and whether there is an intercept."""
    stream = material.stream
    return stream.loss, stream.comparator, stream.intercept


def _key(material: Material) -> Hashable:
    return material.key, *_problem(material)


def suffered_key(material: Material) -> tuple[Hashable, ...]:
    """Return the key of what the comparator suffers: neither it nor the examples move with runs."""
    return *material.order_key, *_problem(material)


def comparator_soon(material: Material, patience: float | None = None) -> Comparator | None:
    """Return the best weights in hindsight, or None where they take longer than somebody waits.

    They are sought on in the background, once for all who ask; but not while a server's first
    pictures wait for the compiler, for seconds of which this would take it. Raises ValueError when
    the loss does not fit the data.

    Parameters
    ----------
    patience : in seconds; ``PATIENCE`` where it is None.
    """
    key = _key(material)
    known = COMPARATORS.lookup(key)
    if known is not None or COMPILE_QUEUE.urgent:
        return known
    patience = PATIENCE if patience is None else patience
    with SEEKERS_LOCK:
        ASKED[key] = max(monotonic() + patience, ASKED.get(key, 0.0))
        if key not in SOUGHT:
            SOUGHT[key] = SEEKERS.submit(_find_comparator, key, material)
        seeking = SOUGHT[key]
    if not seeking.done():
        RENDER_QUEUE.release()
    with suppress(TimeoutError, WorkCancelledError):
        return seeking.result(patience)
    return None


def _find_comparator(key: Hashable, material: Material) -> Comparator:
    """The comparator, as long as anybody asks for it. A knob that is dragged wants many."""

    def check() -> None:
        if monotonic() - ASKED[key] > STALE:
            raise WorkCancelledError

    try:
        check()
        with SCHEDULER.assign(Task("comparators", check)):
            # What is computed from an upload that has gone meanwhile would be kept.
            return comparator(material.renew())
    finally:
        with SEEKERS_LOCK:
            del SOUGHT[key], ASKED[key]


def comparator_losses(material: Material, u: Comparator, runs: list[Trace]) -> list[np.ndarray]:
    """Return for each run what the comparator suffered up to each of its checkpoints."""
    total = suffered_so_far(material, u)
    return [total[run.steps - 1] for run in runs]


def suffered_so_far(material: Material, u: Comparator) -> np.ndarray:
    """Return what the comparator suffered up to each step of the order, float64 (steps,)."""

    def sum_losses() -> np.ndarray:
        rows, data = material.order, material.data
        steps = np.arange(1, len(rows) + 1)
        return comparator_loss(u.weights, data, material.stream.loss, rows, steps, u.intercept)

    return SUFFERED.get(suffered_key(material), sum_losses)


def outdone(
    material: Material, u: Comparator, runs: list[Trace], suffered: list[np.ndarray]
) -> bool:
    """Return whether the last weights of a run, held fixed, lose less than the comparator.

    Then it is not the best of all fixed weights, for its λ keeps it small. A run that suffered
    less than it did is what raises the question.

    Parameters
    ----------
    suffered : what the comparator suffered up to each checkpoint, of each run.
    """
    less = [t for t, fixed in zip(runs, suffered, strict=True) if t.loss[-1] < fixed[-1]]
    if not less:
        return False
    data, loss = material.data, material.stream.loss
    least = float(row_losses(u.weights, data, loss, u.intercept).mean())
    return any(
        row_losses(t.final.weights, data, loss, t.final.intercept).mean() < least for t in less
    )

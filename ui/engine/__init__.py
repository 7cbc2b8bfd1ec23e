"""Datasets, runs and comparators, each computed once and shared by all sessions.

Keys are what was asked for, never the data itself; every memory is bounded.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np

from algorithms import (
    Algorithm,
    Comparator,
    Several,
    Spread,
    Trace,
    comparator_loss,
    evaluate,
    find_comparator,
    order_of,
    over_orders,
    record,
    row_losses,
)
from algorithms.budget.helpers import Stopped
from algorithms.budget.refusal import TooLong
from algorithms.budget.turns import TURNS, Errand, workers
from algorithms.cache.postponed import POSTPONED
from algorithms.evaluation.frontier import usual_measure
from algorithms.losses import loss_values
from datasets import (
    Dataset,
    DatasetError,
    Preparation,
    Recipe,
    TooLarge,
    describe,
    made_within,
)
from sweeps.local import give_way
from ui import shelf
from ui.budget.runs import check_memory, slowness
from ui.memo import Memo
from ui.turnstile import TURNSTILE
from ui.view import View

SLOW_WORK = 3e7
"""Runs that read more nonzeros than this show how far they are."""

if TYPE_CHECKING:
    import pandas as pd

CHECKPOINTS, SKETCHED = 200, 100
"""How often a run is looked at: at rest, and while a hand moves a knob."""

ORDERS_TRIED, SPREAD_CHECKPOINTS = 10, 25
"""Orders of the examples over which runs are spread, and how often a run is looked at in each."""

SPREAD_WORK = 1e8
"""Nonzeros that the runs over all those orders may read: a third of a second on two cores."""

PATIENCE, STALE = 0.3, 5.0
"""Seconds that pictures wait for the best fixed weights; then they are drawn without. And seconds
after which these are sought no more, if nobody has asked for them since."""

MOST_BYTES = 1e9
"""The bytes of all datasets that are remembered; one that takes more alone is remembered alone."""
RUN_BYTES, ORDER_BYTES = 2e8, 1e8
"""The bytes of all traces that are remembered, and of all orders of examples of each kind."""

# Datasets alone occur in keys: to look for all else there, too, would take milliseconds each time.
DATASETS = Memo(8, most_bytes=MOST_BYTES)
COLUMNS, DESCRIBED, REFUSED = (Memo(most, in_keys=False) for most in (8, 8, 64))
IDLE, ORDERS = Memo(64, in_keys=False), Memo(16, in_keys=False, most_bytes=ORDER_BYTES)
TRACES = Memo(64, in_keys=False, most_bytes=RUN_BYTES)
TOO_LONG = Memo(64, in_keys=False)
COMPARATORS, SUFFERED = Memo(64, in_keys=False), Memo(8, in_keys=False)
HELD_OUT: WeakKeyDictionary[Trace, float] = WeakKeyDictionary()
SOUGHT: dict[Hashable, Future] = {}
ASKED: dict[Hashable, float] = {}
"""The comparators that are being sought, by key, and until when each was waited for last."""
SEEKERS, SEEKERS_LOCK = ThreadPoolExecutor(workers(), "comparators", initializer=give_way), Lock()
SPREADS, SUFFERED_IN_ORDERS = Memo(64, in_keys=False), Memo(16, in_keys=False)
OTHER_ORDERS = Memo(2, in_keys=False, most_bytes=ORDER_BYTES)


def examples(recipe: Recipe, preparation: Preparation) -> Hashable:
    """Return the key of a dataset: what it is made of, and the state of what it is read from.

    Raises DatasetError for a file that is gone.
    """
    try:
        return recipe, preparation, recipe.stamps()
    except OSError:
        raise DatasetError(
            f"{recipe.title}: the file cannot be read: check that it is there."
        ) from None


def dataset(recipe: Recipe, preparation: Preparation) -> Dataset:
    """Load and prepare. Raises DatasetError or ValueError, each a sentence."""
    key = examples(recipe, preparation)
    if refused := REFUSED.known(key):
        raise TooLarge(refused)
    try:
        return DATASETS.get(key, lambda: made_within(recipe, preparation))
    except TooLarge as error:  # a page asks several times, and each time part of it would be made
        sentence = str(error)
        REFUSED.get(key, lambda: sentence)
        raise


def test_file(view: View) -> str:
    """Return the name of the file that the test rows come from, if they do come from one."""
    if hasattr(view.recipe, "test_file"):
        with suppress(ValueError):  # the page says what is wrong
            return dataset(view.recipe, view.preparation).test_name
    return ""


def columns(recipe: Recipe, preparation: Preparation) -> list[str]:
    """Return all columns of the table a file holds; none where it is no table."""
    if not hasattr(recipe, "target"):
        return []
    try:
        data = dataset(recipe, preparation)
        return [*(column.name for column in data.columns), data.target_name]
    except ValueError:  # the page says what is wrong; what is there to choose from still helps
        with suppress(ValueError):
            key = examples(recipe, preparation)
            return COLUMNS.get(key, lambda: _columns_read(recipe))
        return []


def tasks(view: View) -> tuple[str, ...]:
    """Return the tasks that the target of a view allows, classes first."""
    with suppress(ValueError):  # the page says what is wrong; this may be the remedy
        return dataset(view.recipe, view.preparation).tasks
    return "multiclass", "regression"


def _columns_read(recipe: Recipe) -> list[str]:
    try:
        return [str(name) for name in recipe.content().frame.columns]
    except ValueError:
        return []


def described(recipe: Recipe, preparation: Preparation) -> tuple[pd.DataFrame, str]:
    """Return a row per feature, and the name of the column on how it goes with the target."""
    key = examples(recipe, preparation)
    table = DESCRIBED.get(key, lambda: describe(dataset(recipe, preparation)))
    return table, next(name for name in table if name.startswith("correlation"))


def fitted(view: View) -> View:
    """Return the view with a loss and runs that fit its data, where there is such data here."""
    if not shelf.absent(view.recipe):
        with suppress(ValueError):  # the page says why there is none
            return view.fitted_to(dataset(view.recipe, view.preparation).task)
    return view


def order(view: View) -> np.ndarray:
    """Return the order of the examples, shared by all runs of a view."""

    def drawn() -> np.ndarray:
        data = dataset(view.recipe, view.preparation)
        check_memory(data, view.stream)
        rows = order_of(data, view.stream.passes, view.stream.order)
        rows.flags.writeable = False
        return rows

    return ORDERS.get(_order_key(view), drawn)


def _order_key(view: View) -> Hashable:
    return examples(view.recipe, view.preparation), view.stream.passes, view.stream.order


def traces(
    view: View,
    checkpoints: int = CHECKPOINTS,
    progress: Callable[[float], None] | None = None,
) -> list[Trace]:
    """Return the traces of all runs of a view.

    Raises ValueError when the loss does not fit the data, TooLong or TooLarge, both ValueErrors,
    for a run that would take too much time or memory.

    Parameters
    ----------
    checkpoints : how often a run is looked at, about.
    progress : is told the share that is done.
    """

    def progress_of(i: int) -> Callable[[float], None]:
        return lambda share: progress and progress((i + share) / len(view.runs))

    return [
        _trace(view, algorithm, checkpoints, progress_of(i))
        for i, algorithm in enumerate(view.runs)
    ]


def _trace(
    view: View, algorithm: Algorithm, checkpoints: int, progress: Callable[[float], None]
) -> Trace:
    data, stream = dataset(view.recipe, view.preparation), view.stream

    def run() -> Trace:
        return record(
            algorithm,
            data,
            stream.loss,
            order=order(view),
            seed=stream.order,
            checkpoints=checkpoints,
            progress=progress,
            intercept=stream.intercept,
            fit=view.measures_objective,
        )

    key = examples(view.recipe, view.preparation), algorithm, stream.of_runs
    if refused := TOO_LONG.known(key):
        raise TooLong(refused)
    try:
        return TRACES.get((*key, checkpoints, view.measures_objective), run)
    except TooLong as error:  # each time the page asks it would be tried for a while
        sentence = str(error)
        TOO_LONG.get(key, lambda: sentence)
        raise


def comparator(view: View) -> Comparator:
    """Return the best weights in hindsight; whole passes hold every example equally often."""
    recipe, preparation, stream = view.recipe, view.preparation, view.stream
    asked = (stream.loss, stream.comparator, stream.intercept)
    return COMPARATORS.get(
        _comparator_key(view),
        lambda: find_comparator(dataset(recipe, preparation), *asked),
    )


def _comparator_key(view: View) -> Hashable:
    stream = view.stream
    asked = (stream.loss, stream.comparator, stream.intercept)
    return examples(view.recipe, view.preparation), *asked


def comparator_soon(view: View, patience: float | None = None) -> Comparator | None:
    """Return the best weights in hindsight, or None where they take longer than somebody waits.

    They are sought on in the background, once for all who ask; but not while a server's first
    pictures wait for the compiler, for seconds of which this would take it. Raises ValueError when
    the loss does not fit the data.

    Parameters
    ----------
    patience : in seconds; ``PATIENCE`` where it is None.
    """
    key = _comparator_key(view)
    known = COMPARATORS.known(key)
    if known is not None or POSTPONED.urgent:
        return known
    patience = PATIENCE if patience is None else patience
    with SEEKERS_LOCK:
        ASKED[key] = max(monotonic() + patience, ASKED.get(key, 0.0))
        if key not in SOUGHT:
            SOUGHT[key] = SEEKERS.submit(_sought, key, view)
        seeking = SOUGHT[key]
    if not seeking.done():
        TURNSTILE.give_way()
    with suppress(TimeoutError, Stopped):
        return seeking.result(patience)
    return None


def _sought(key: Hashable, view: View) -> Comparator:
    """The comparator, as long as anybody asks for it. A knob that is dragged wants many."""

    def check() -> None:
        if monotonic() - ASKED[key] > STALE:
            raise Stopped

    try:
        check()
        with TURNS.on(Errand("comparators", check)):
            return comparator(view)
    finally:
        with SEEKERS_LOCK:
            del SOUGHT[key], ASKED[key]


def comparator_losses(view: View, u: Comparator, runs: list[Trace]) -> list[np.ndarray]:
    """Return for each run what the comparator suffered up to each of its checkpoints."""

    def suffered() -> np.ndarray:
        rows = order(view)
        steps = np.arange(1, len(rows) + 1)
        data = dataset(view.recipe, view.preparation)
        return comparator_loss(u.weights, data, view.stream.loss, rows, steps, u.intercept)

    # Neither u nor the examples move with the runs.
    stream = view.stream
    key = _order_key(view), stream.loss, stream.comparator, stream.intercept
    total = SUFFERED.get(key, suffered)
    return [total[run.steps - 1] for run in runs]


def outdone(view: View, u: Comparator, runs: list[Trace], suffered: list[np.ndarray]) -> bool:
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
    data, loss = dataset(view.recipe, view.preparation), view.stream.loss
    least = float(row_losses(u.weights, data, loss, u.intercept).mean())
    return any(
        row_losses(t.final_weights, data, loss, t.final_intercept).mean() < least for t in less
    )


def spread(view: View, u: Comparator | None = None) -> Spread | None:
    """Return the runs of a view over ten orders of the examples, its own the first of them.

    None where there are not as many orders, or where it would take long; see ``spread_note``.

    Parameters
    ----------
    u : the best weights in hindsight; without them the spread has no regret.
    """
    data, stream = dataset(view.recipe, view.preparation), view.stream
    batch = any(run.kind == "batch" for run in view.runs)
    if batch or data.in_time or _spread_work(view, data) > SPREAD_WORK:
        return None
    orders = _other_orders(view)
    examples_key = examples(view.recipe, view.preparation)

    def compute(keys: list) -> list[Several]:
        runs = [algorithm for _, algorithm, _ in keys]
        firsts = [TRACES.known((*key, CHECKPOINTS, view.measures_objective)) for key in keys]
        numbers = stream.loss, orders, SPREAD_CHECKPOINTS, stream.intercept, firsts
        return over_orders(runs, data, *numbers)

    several = SPREADS.get_all([(examples_key, run, stream.of_runs) for run in view.runs], compute)
    regret = [] if u is None else [_regret_in_orders(view, u, run) for run in several]
    numbers = (np.array([getattr(run, name) for run in several]) for name in _SPREAD)
    return Spread(*numbers, regret, usual_measure(data))


_SPREAD = ("features", "losses", "values")


def spread_note(view: View) -> str:
    """Return a sentence on why no spread over orders is shown, or an empty text."""
    data = dataset(view.recipe, view.preparation)
    if any(run.kind == "batch" for run in view.runs):
        return ""
    if data.in_time:
        return "The rows stand in time: there is no other order to compare with."
    if _spread_work(view, data) > SPREAD_WORK:
        return "The spread over orders is left out: it would take long here."
    return ""


def _spread_work(view: View, data: Dataset) -> float:
    """The nonzeros that runs over all orders read; a slow algorithm counts as so many runs."""
    # An example costs something even where it has no entry.
    once = (data.X.nnz + 20 * data.n_rows) * max(len(data.classes), 1) * view.stream.passes
    return once * ORDERS_TRIED * sum(slowness(run, data) for run in view.runs)


def _other_orders(view: View) -> list[np.ndarray]:
    """The orders of a spread, the view's own the first."""

    def drawn() -> list[np.ndarray]:
        data, stream = dataset(view.recipe, view.preparation), view.stream
        seeds = range(stream.order, stream.order + ORDERS_TRIED)
        orders = [order_of(data, stream.passes, seed) for seed in seeds]
        for rows in orders:
            rows.flags.writeable = False
        return orders

    return OTHER_ORDERS.get(_order_key(view), drawn)


def _regret_in_orders(view: View, u: Comparator, run: Several) -> tuple[np.ndarray, np.ndarray]:
    """The checkpoints of a run, and its regret at them in each order of a spread: (orders, c)."""
    stream, steps = view.stream, run.steps

    def suffered() -> np.ndarray:
        data = dataset(view.recipe, view.preparation)
        losses = row_losses(u.weights, data, stream.loss, u.intercept)
        return np.stack([np.cumsum(losses[rows])[steps - 1] for rows in _other_orders(view)])

    key = _order_key(view), stream.loss, stream.comparator, stream.intercept, steps.tobytes()
    return steps, run.suffered - SUFFERED_IN_ORDERS.get(key, suffered)


def held_out(trace: Trace, data: Dataset) -> float:
    """Return the measure of a run of ``data`` on the rows kept back, by ``usual_measure``.

    Of several runs a hand moves one: the others are not tried on those rows again.
    """
    known = HELD_OUT.get(trace)
    if known is None:
        name = usual_measure(data)
        learned = trace.final_weights, data, trace.loss_name, trace.final_intercept
        known = HELD_OUT[trace] = evaluate(*learned, names=[name])[name]
    return known


def idle_loss(view: View) -> float:
    """Return the loss per example of weights that stay 0."""
    data, loss = dataset(view.recipe, view.preparation), view.stream.loss

    def suffered() -> float:
        shape = (data.n_rows, len(data.classes)) if data.classes else data.n_rows
        return float(loss_values(loss, np.zeros(shape), data.y).mean())

    return IDLE.get((examples(view.recipe, view.preparation), loss), suffered)


def shows_progress(view: View) -> bool:
    """Return whether ``is_slow`` holds; not where there are no such data."""
    with suppress(ValueError):  # the page says why
        return is_slow(view, dataset(view.recipe, view.preparation))
    return False


def is_slow(view: View, data: Dataset) -> bool:
    """Return whether the runs of a view take so long that the page should say how far they are."""
    work = data.X.nnz * max(len(data.classes), 1) * view.stream.passes * len(view.runs)
    return work > SLOW_WORK

"""The spread of a run: the same algorithm over the same examples in several orders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from threading import Event
from typing import Any

import numpy as np

from algorithms.budget.turns import TURNS, cores
from algorithms.evaluation.frontier import usual_measure
from algorithms.evaluation.measures import quartiles
from algorithms.evaluation.outcomes import Outcomes
from algorithms.losses import Loss
from algorithms.orders import checkpoint_steps
from algorithms.record import record
from algorithms.sweep import OFTEN, helping
from algorithms.trace import Trace
from datasets import Dataset


@dataclass(frozen=True, eq=False)
class Several:
    """One online algorithm over r orders; nan stands where a run diverged.

    Parameters
    ----------
    steps : int64 (c,), the checkpoints, the same in all orders.
    suffered : float64 (r, c), the progressive loss up to each of them.
    features : float64 (r,), the nonzero weights at the end.
    losses : float64 (r,), the progressive loss per example.
    values : float64 (r,), the measure by ``usual_measure``.
    """

    steps: np.ndarray
    suffered: np.ndarray
    features: np.ndarray
    losses: np.ndarray
    values: np.ndarray


@dataclass(frozen=True, eq=False)
class Spread:
    """Several runs, each over the same r orders; nan stands where a run diverged.

    Parameters
    ----------
    features : float64 (runs, r), the nonzero weights at the end.
    losses : float64 (runs, r), the progressive loss per example.
    values : float64 (runs, r), the measure.
    regret : for each run its checkpoints, int64 (c,), and its regret at them, float64 (r, c); empty
        where the comparator is not known.
    measure : the name of the measure, by ``usual_measure``.
    """

    features: np.ndarray
    losses: np.ndarray
    values: np.ndarray
    regret: list[tuple[np.ndarray, np.ndarray]]
    measure: str

    @property
    def orders(self) -> int:
        """The number of orders, r."""
        return self.features.shape[1]

    def quartiles(self, name: str) -> np.ndarray:
        """Return lower quartile, median and upper quartile over the orders: (3, runs).

        Parameters
        ----------
        name : "features", "losses" or "values".
        """
        return quartiles(getattr(self, name))


def over_orders(
    algorithms: Sequence[Any],
    dataset: Dataset,
    loss: str | Loss,
    orders: Sequence[np.ndarray],
    seed: int = 0,
    checkpoints: int = 25,
    intercept: bool = False,
) -> list[Several]:
    """Run each of ``algorithms`` over each of ``orders``.

    Raises ValueError as ``record`` does.

    Parameters
    ----------
    algorithms : online ones of the catalogue.
    loss : the loss they suffer and learn from.
    orders : r arrays of row numbers, all of the same length.
    seed : of the first order; the next one has the next.
    checkpoints : how often a run is looked at, about.
    intercept : learn a constant term too.
    """

    def run(place: int, algorithm: Any) -> Trace:
        asked = dict(seed=seed + place, checkpoints=checkpoints, intercept=intercept)
        return record(algorithm, dataset, loss, orders[place], **asked)

    # Order by order, for what an order holds is remembered of the last ones.
    traces = _made(run, [(place, each) for place in range(len(orders)) for each in algorithms])
    n = len(algorithms)
    return [_several(traces[i::n], dataset, len(orders[0]), checkpoints) for i in range(n)]


def _made(run: Callable[..., Trace], tasks: Sequence[tuple]) -> list[Trace]:
    """The traces of all tasks, made by this thread and helpers, unless nobody waits any more."""
    errand, stop = TURNS.errand, Event()
    made, left = dict[int, Trace](), iter(range(len(tasks)))

    def take() -> None:
        for place in left:
            made[place] = run(*tasks[place])

    def helped() -> None:
        with helping(errand, stop):
            take()

    # Short runs are made before a thread for each core has begun and been waited for.
    with ThreadPoolExecutor(cores(), "orders") as pool:
        helpers = [pool.submit(helped) for _ in range(min(cores(), len(tasks)) - 1)]
        try:
            take()
            for each in helpers:
                _awaited(each)
        except BaseException:
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    return [made[place] for place in range(len(tasks))]


def _awaited(helper: Future[None]) -> None:
    """Wait until a helper is ready, unless nobody waits for it any more."""
    while True:
        try:
            return helper.result(OFTEN)
        except TimeoutError:
            if helper.done():
                raise
            TURNS.check()


def _several(traces: list[Trace], dataset: Dataset, n_steps: int, checkpoints: int) -> Several:
    """The numbers of one algorithm, gathered from its run over each order."""
    steps = checkpoint_steps(n_steps, checkpoints, traces[0].algorithm.stride)
    suffered = np.full((len(traces), len(steps)), np.nan)
    for row, trace in zip(suffered, traces, strict=True):
        if trace.diverged_at is None:
            row[:] = trace.loss
    outcomes = Outcomes.of(traces, dataset).values
    columns = (outcomes[name][:, 0] for name in ("features", "loss", usual_measure(dataset)))
    return Several(steps, suffered, *columns)

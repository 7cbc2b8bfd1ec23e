"""The spread of a run: the same algorithm over examples in several orders.

They are the same examples, or each order has a training set of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from algorithms.budget.parallel import Tick, parallel_map
from algorithms.budget.scheduler import SCHEDULER, cores
from algorithms.checks import RunOptions, as_list, check_count, checked_loss, checked_order
from algorithms.dataset_stats import DatasetStats
from algorithms.evaluation.frontier import usual_measure
from algorithms.evaluation.measures import quartiles
from algorithms.evaluation.scores import evaluate_many
from algorithms.losses import Loss
from algorithms.orders import checkpoint_steps
from algorithms.record import Job, first_pass, groups_of, loss_columns
from algorithms.trace import Trace
from datasets import Dataset

ALONE = 0.03
"""Seconds of processor time without helpers. A knob that is let go asks for 5 to 10 ms. On a slow
machine, which took a little longer, helpers began for the last orders, and all of the answer cost
the server 23 to 38 ms, in place of 24 to 29."""


@dataclass(frozen=True, eq=False)
class OrderRuns:
    """The results of one online algorithm over r orders; nan where a run diverged.

    Parameters
    ----------
    steps : int64 (c,), the checkpoints, the same in all orders.
    cumulative_loss : float64 (r, c), the progressive loss up to each of them.
    features : float64 (r,), the nonzero weights at the end.
    losses : float64 (r,), the progressive loss per example of the first pass.
    values : float64 (r,), the measure by ``usual_measure``.
    """

    steps: np.ndarray
    cumulative_loss: np.ndarray
    features: np.ndarray
    losses: np.ndarray
    values: np.ndarray

    def __repr__(self) -> str:
        return f"Several({len(self.losses)} orders, {len(self.steps)} looks)"


@dataclass(frozen=True, eq=False)
class Spread:
    """The results of several runs, each over the same r orders; nan where a run diverged.

    Parameters
    ----------
    features : float64 (runs, r), the nonzero weights at the end.
    losses : float64 (runs, r), the progressive loss per example of the first pass.
    values : float64 (runs, r), the measure.
    regret : for each run its checkpoints, int64 (c,), and its regret at them, float64 (r, c); empty
        where the comparator is not known.
    measure : the name of the measure, by ``usual_measure``.
    splits : each order has a training set of its own, and other held-out rows.
    """

    features: np.ndarray
    losses: np.ndarray
    values: np.ndarray
    regret: list[tuple[np.ndarray, np.ndarray]]
    measure: str
    splits: bool = False

    def __repr__(self) -> str:
        return f"Spread({len(self.features)} runs × {self.orders} orders: {self.measure})"

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
    dataset: Dataset | tuple | list[Dataset],
    loss: str | Loss | None,
    orders: Sequence[np.ndarray],
    checkpoints: int = 25,
    intercept: bool = False,
    firsts: Sequence[Trace | None] = (),
) -> list[OrderRuns]:
    """Run each of ``algorithms`` over each of ``orders``; the numbers are those of single runs.

    Parameters
    ----------
    algorithms : online ones of the catalogue; ValueError as from ``record``.
    dataset, loss, intercept : as in ``record``, but no stream; the dataset may be a list, one for
        each order, of as many rows and features.
    orders : r arrays of row numbers, all of the same length.
    checkpoints : how often the loss so far is noted, about.
    firsts : of each algorithm its run over the first order where that is there already.
    """
    algorithms, orders = as_list("algorithms", algorithms), as_list("orders", orders)
    check_count("checkpoints", checkpoints)
    datasets = _datasets_of(dataset, orders)
    codes = [checked_loss(algorithm, datasets[0], loss) for algorithm in algorithms]
    orders = _check_orders(orders, datasets)
    steps = [checkpoint_steps(len(orders[0]), checkpoints, each.stride) for each in algorithms]
    ends, groups = _ends_of(firsts, steps, len(orders[0])), groups_of(None, datasets[0])
    options = RunOptions(checkpoints=checkpoints, intercept=intercept, groups=groups)

    def run(place: tuple[int, int], tick: Tick) -> End:
        k, i = place
        asked = codes[i], orders[k], options
        return _end(Job(algorithms[i], datasets[k], *asked, lambda _share: tick()), steps[i])

    # Order by order, for what an order holds is remembered of the last ones.
    places = product(range(len(orders)), range(len(algorithms)))
    ends |= dict(parallel_map((p for p in places if p not in ends), run, cores(), alone=ALONE))
    values = _measure(ends, datasets, codes)
    by_run = [[ends[k, i] for k in range(len(orders))] for i in range(len(algorithms))]
    return [_collect_orders(*each) for each in zip(by_run, steps, values, strict=True)]


def _datasets_of(dataset: Any, orders: Sequence[np.ndarray]) -> list[Dataset]:
    """Return the dataset of each order; raise ValueError where they do not go together."""
    if not orders:
        raise ValueError("orders: give one at least")
    if not isinstance(dataset, list):
        return [Dataset.of(dataset)] * len(orders)
    if len(dataset) != len(orders) or len({each.X.shape for each in dataset}) > 1:
        raise ValueError("dataset: give one for each order, of as many rows and features")
    return dataset


def _check_orders(orders: Sequence[np.ndarray], datasets: Sequence[Dataset]) -> list[np.ndarray]:
    """Return the cached orders; raise ValueError for one that does not fit its dataset."""
    return [
        DatasetStats.of(dataset).checked_order(each, partial(checked_order, each, dataset))
        for each, dataset in zip(orders, datasets, strict=True)
    ]


class End(NamedTuple):
    """The end of a run over one order; None in its fields where it diverged."""

    cumulative_loss: np.ndarray | None
    first_loss: float = np.nan
    features: int = 0
    weights: np.ndarray | None = None
    intercept: np.ndarray | None = None


DIVERGED = End(None)


def _end(job: Job, at: np.ndarray) -> End:
    """Learn from all examples of ``job``, with one checkpoint, at the end.

    The loss up to each of the steps ``at`` follows from the predictions alone.
    """
    algorithm, state = job.algorithm, job.initial_state()
    with SCHEDULER.work():
        predictions = _predictions(job, state)
    if len(predictions) < len(job.order):
        return DIVERGED
    algorithm.finish(state)
    w, b = algorithm.weights(state), algorithm.intercept(state)
    features = np.count_nonzero(w if w.ndim == 1 else w.any(axis=0))
    first = first_pass(job, predictions).mean_loss
    return End(loss_columns(job, predictions, at)["loss"], first, features, w, b)


def _predictions(job: Job, state: Any) -> np.ndarray:
    """Learn from all examples in stretches: the predictions, fewer where the run diverged."""
    algorithm, order, rows, y = job.algorithm, job.order, job.rows, job.dataset.y
    entries, sizer = (
        DatasetStats.of(job.dataset).order_stats(order).entries,
        job.chunk_sizer(len(order), 0),
    )
    stretches, done = [], 0
    while done < len(order):
        behind, ticked = entries[done - 1] if done else 0, sizer.clock()
        stop = max(int(entries.searchsorted(behind + sizer.chunk_work, "right")), done + 1)
        stretch = order[done:stop]
        stretches.append(algorithm.advance(state, rows, y, stretch, job.code, check_input=False))
        made = len(stretches[-1])
        # A step takes something even where it has no entry.
        work = max(entries[stop - 1] - behind, made)
        sizer.add(work, made, sizer.clock() - ticked)
        done += made
        job.report(done / len(order), sizer.seconds)
        if done < stop:
            break
    return stretches[0] if len(stretches) == 1 else np.concatenate(stretches)


def _ends_of(
    firsts: Sequence[Trace | None], steps: Sequence[np.ndarray], n_steps: int
) -> dict[tuple[int, int], End]:
    """The ends of the runs that are there, by (order, algorithm), if all that is asked is known."""
    ends = {}
    for i, trace in enumerate(firsts):
        if trace is not None and (end := _end_of(trace, steps[i], n_steps)):
            ends[0, i] = end
    return ends


def _end_of(trace: Trace, at: np.ndarray, n_steps: int) -> End | None:
    """The end of a run that was looked at more often; None where it was not at all steps ``at``."""
    if trace.final.diverged_at is not None:
        return DIVERGED
    places = np.minimum(np.searchsorted(trace.steps, at), len(trace.steps) - 1)
    if trace.loss is None or trace.steps[-1] != n_steps or (trace.steps[places] != at).any():
        return None
    first, final = trace.costs.first_pass.mean_loss, trace.final
    return End(trace.loss[places], first, int(trace.used[-1]), final.weights, final.intercept)


def _measure(
    ends: dict[tuple[int, int], End], datasets: Sequence[Dataset], codes: Sequence[Loss]
) -> Sequence[np.ndarray | None]:
    """The measure of each algorithm in each order, (r,), nan where it diverged.

    It is that of ``usual_measure``; None where no rows are held out.

    The rows of a dataset are read once for all weights that are tried on them.
    """
    if datasets[0].test is None:
        return [None] * len(codes)
    values = np.full((len(codes), len(datasets)), np.nan)
    together: dict[tuple[int, Loss], list[tuple[int, int]]] = {}
    for (k, i), end in ends.items():
        if end.weights is not None:
            together.setdefault((id(datasets[k]), codes[i]), []).append((k, i))
    for (_, code), places in together.items():
        dataset = datasets[places[0][0]]
        measure = usual_measure(dataset)
        weights, intercepts = (
            [getattr(ends[place], name) for place in places] for name in _LEARNED
        )
        found = evaluate_many(weights, dataset, code, intercepts, [measure])[measure]
        for (k, i), value in zip(places, found, strict=True):
            values[i, k] = value
    return values


def _collect_orders(ends: list[End], steps: np.ndarray, values: np.ndarray | None) -> OrderRuns:
    """The numbers of one algorithm, gathered from its run over each order.

    Parameters
    ----------
    values : float64 (r,), the measure on held-out rows; None where there are none.
    """
    cumulative = np.full((len(ends), len(steps)), np.nan)
    features, losses = np.full((2, len(ends)), np.nan)
    for place, end in enumerate(ends):
        if end.cumulative_loss is not None:
            cumulative[place], features[place] = end.cumulative_loss, end.features
            losses[place] = end.first_loss
    if values is None:
        values = cumulative[:, -1] / steps[-1]
    return OrderRuns(steps, cumulative, features, losses, values)


_LEARNED = ("weights", "intercept")

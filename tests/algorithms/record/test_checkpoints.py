"""Runs looked at within compiled code are the runs looked at from outside."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter

import numpy as np
import pytest

from algorithms import CATALOGUE, checkpoints, record
from algorithms.budget import chunks
from algorithms.checkpoints import CheckpointLoop
from algorithms.checks import RunOptions
from algorithms.dataset_stats import DatasetStats
from algorithms.losses import Loss
from algorithms.orders import order_of
from algorithms.record import Job, _learn_in_python
from tests.support.grids import GRID
from tests.support.many.turns import in_turn
from tests.support.views import toy

WATCHED = sorted(key for key, kind in CATALOGUE.items() if getattr(kind, "weight", None))
COLUMNS = ("nonzeros", "l1_norm", "weights", "last")


def both(algorithm, data, order, at):
    """The predictions and columns of one run looked at in the two ways."""
    options = RunOptions(checkpoints=len(at), intercept=True)
    job = Job(algorithm, data, Loss.logistic, order, options)
    started = [job.initial_state() for _ in range(2)]
    predictions, columns, (weights, _) = _learn_in_python(job, started[0], at)
    outside = predictions, columns | {"last": weights}
    loop = CheckpointLoop(at, job.tracked_weights, job.counted_features, data.n_features)
    examples = data.X.indptr, data.X.indices, data.X.data, data.y, int(Loss.logistic)
    entries = DatasetStats.of(data).order_stats(order).entries
    predictions = loop.run(
        algorithm,
        started[1],
        examples,
        order,
        entries,
        job.chunk_sizer(len(order), len(at)),
        job.report,
    )
    return outside, (predictions, loop.columns() | {"last": loop.weights})


@pytest.mark.parametrize("key", WATCHED)
def test_looks_within_compiled_code_see_the_same_to_the_last_bit(key, monkeypatch):
    for name in ("FIRST", "MOST"):  # several calls, some of which end before the next look
        monkeypatch.setattr(chunks, name, 50)
    data = toy(d=11, n=60)
    order = order_of(data, 2)
    at = np.array([1, 2, 3, 10, 11, 64, 99, 120])
    settings = GRID[key].knobs
    for knobs in settings[:: max(1, len(settings) // 9)]:
        outside, within = both(CATALOGUE[key](**knobs), data, order, at)
        np.testing.assert_array_equal(outside[0], within[0])
        for name in COLUMNS:
            np.testing.assert_allclose(within[1][name], outside[1][name], rtol=1e-14, err_msg=name)
        np.testing.assert_array_equal(within[1]["weights"] == 0, outside[1]["weights"] == 0)


@in_turn("key", WATCHED)
def test_a_run_whose_looks_are_not_compiled_yet_is_looked_at_from_outside(monkeypatch, key):
    data, algorithm = toy(d=11, n=60), CATALOGUE[key]()
    expected = record(algorithm, data, checkpoints=9, fit=True)
    monkeypatch.setattr(checkpoints, "compile_loop", lambda *kernels: None)
    monkeypatch.setattr(checkpoints.COMPILE_QUEUE, "is_ready", lambda compiled, given: False)
    trace = record(algorithm, data, checkpoints=9)
    for name in ("steps", "weights", "final.weights", "sparsity.nonzeros", "sparsity.l1_norm"):
        column = attrgetter(name)
        np.testing.assert_array_equal(column(trace), column(expected), err_msg=name)


def test_a_run_that_diverges_ends_at_the_same_step():
    data = toy(d=5, n=50)
    wild = replace(CATALOGUE["sgd"](), eta=1e60)
    squared = replace(data, task="regression")
    trace = record(wild, squared, "squared", checkpoints=20)
    unwatched = record(wild, squared, "squared", checkpoints=20, fit=True)
    assert trace.final.diverged_at == unwatched.final.diverged_at is not None
    np.testing.assert_array_equal(trace.steps, unwatched.steps)
    np.testing.assert_array_equal(trace.weights, unwatched.weights)
    np.testing.assert_array_equal(trace.sparsity.seen, unwatched.sparsity.seen)


def test_time_goes_on_from_look_to_look():
    data = toy(d=30, n=400)
    trace = record(CATALOGUE["sgd"](), data, checkpoints=50)
    assert (np.diff(trace.costs.seconds) >= 0).all() and trace.costs.seconds[0] > 0


def test_facts_are_found_once_for_an_order_and_anew_for_another():
    data = toy(d=30, n=40)
    stats = DatasetStats.of(data)
    order = order_of(data, 1)
    first = stats.order_stats(order)
    assert stats.order_stats(order.copy()) is first
    order[0], order[1] = order[1], order[0]
    assert stats.order_stats(order) is not first, "its owner has changed it meanwhile"
    met = [np.count_nonzero((data.X[order[:t]] != 0).sum(axis=0)) for t in (1, 5, 40)]
    assert stats.order_stats(order).distinct_features(np.array([1, 5, 40])).tolist() == met


def test_an_order_is_looked_through_once_if_nobody_may_write_to_it():
    data, looked = toy(d=8, n=40), []
    stats, order = DatasetStats.of(data), order_of(data, 1)

    def check_order():
        looked.append(order.copy())
        return looked[-1]

    order[:2] = order[1], order[0]
    free = stats.checked_order(order, check_order)
    order[:2] = order[1], order[0]
    assert not np.array_equal(stats.checked_order(order, check_order), free), (
        "its owner has changed it"
    )
    order.flags.writeable = False
    kept = [stats.checked_order(order, check_order) for _ in range(3)]
    assert len(looked) == 3 and kept[1] is kept[0] and kept[2] is kept[0]
    assert np.array_equal(kept[0], order) and stats.order_stats(kept[0]).order is kept[0]


def test_of_all_orders_of_a_spread_it_is_remembered_what_they_hold(monkeypatch):
    data = toy(d=8, n=40)
    stats, drawn = DatasetStats.of(data), [order_of(data, 1, seed) for seed in range(11)]
    first = [stats.order_stats(order) for order in drawn]
    assert [stats.order_stats(order) for order in drawn] == first
    monkeypatch.setattr("algorithms.dataset_stats.SHORT", 39)
    long = [stats.order_stats(order_of(data, 1, seed)) for seed in (20, 21, 22)]
    again = [stats.order_stats(order_of(data, 1, seed)) for seed in (22, 21, 20)]
    assert again[:2] == long[:0:-1] and again[2] is not long[0]

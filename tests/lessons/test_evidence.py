"""Evidence that lessons share: remembered a while, counted, within a budget, and no divergence."""

from __future__ import annotations

import gc
from threading import Barrier, Thread
from time import sleep
from weakref import ref

import numpy as np
import pytest

from algorithms import CATALOGUE
from datasets import Dataset
from tests.support.many.turns import in_turn
from tests.support.views import toy
from ui.lessons.evidence import (
    KeptFeatures,
    affordable,
    count_kept,
    features_met,
    remember,
    remembered_each,
    run_or_say,
    runs_or_say,
)
from ui.memo import forget


def counting(most: int):
    """A remembered sum, and the arguments it was computed for."""
    calls = []

    @remember(most)
    def total(a, b=0):
        calls.append((a, b))
        return a + b

    return total, calls


def test_a_value_is_computed_once_and_the_least_recent_is_forgotten():
    total, calls = counting(2)
    assert [total(1), total(1), total(1, b=2), total(1)] == [1, 1, 3, 1]
    assert calls == [(1, 0), (1, 2)]
    total(5)
    total(1, b=2)
    assert calls == [(1, 0), (1, 2), (5, 0), (1, 2)]


def test_an_error_is_not_remembered():
    answers = iter([ValueError("no"), 7])

    @remember(1)
    def sometimes():
        answer = next(answers)
        if isinstance(answer, ValueError):
            raise answer
        return answer

    with pytest.raises(ValueError, match="no"):
        sometimes()
    assert sometimes() == 7


def test_two_who_ask_at_once_compute_once():
    calls, start = [], Barrier(2)

    @remember(1)
    def slow():
        calls.append(1)
        sleep(0.05)

    def ask():
        start.wait()
        slow()

    threads = [Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(calls) == 1


def test_a_dataset_counts_as_itself_and_its_values_go_with_it():
    calls = []

    @remember(8)
    def rows(data):
        calls.append(data.n_rows)
        return data.n_rows

    one, other = toy(n=5), toy(n=6)
    assert [rows(one), rows(other), rows(one)] == [5, 6, 5]
    assert calls == [5, 6]
    forget(one)
    assert [rows(one), rows(other)] == [5, 6]
    assert calls == [5, 6, 5]
    gone = ref(one)
    forget(one)
    del one
    gc.collect()
    assert gone() is None


def test_values_of_many_are_remembered_each_by_itself():
    calls = []

    @remembered_each(most=8)
    def rows(times, data, more=0):
        calls.append((times, data.n_rows, more))
        return [time * data.n_rows + more for time in times]

    one, other = toy(n=5), toy(n=6)
    assert rows((1, 2), one) == [5, 10] and rows([2, 3, 1], one) == [10, 15, 5]
    assert rows([3], other) == [18] and rows([3], one, more=1) == [16]
    assert calls == [([1, 2], 5, 0), ([3], 5, 0), ([3], 6, 0), ([3], 5, 1)]
    calls.clear()
    forget(one)
    assert rows([3, 1], one) == [15, 5] and rows([3], other) == [18]
    assert calls == [([3, 1], 5, 0)]


def test_real_and_random_features_are_counted():
    data = toy(d=6, n_noise=2)
    assert count_kept(np.array([1.0, 0.0, 2.0, 0.0, 0.0, 3.0]), data) == KeptFeatures(
        real=2, random=1
    )
    # Weights known to be 0 are real features all the same: only added ones are random.
    known = toy(d=3, true_weights=np.array([1.0, 0.0, 0.0]))
    assert count_kept(np.ones(3), known) == KeptFeatures(real=3, random=0)


@in_turn(
    ("asked", "pieces"),
    [((100, 7), 14), ((100, 0), 100), ((3, 7), 1), ((3, 7, 5), 5), ((1e6, 2, 1, 30), 30)],
)
def test_a_budget_buys_so_many(asked, pieces):
    assert affordable(*asked) == pieces


def test_a_run_that_diverged_says_so_and_any_other_is_returned():
    sane = toy()
    trace = run_or_say(CATALOGUE["sgd"](), sane, checkpoints=3)
    assert trace.final.diverged_at is None and len(trace.steps) == 3
    wild = Dataset.from_arrays(sane.X * 1e60, sane.y)
    with pytest.raises(ValueError, match=r"diverged at step \d+: take a smaller step size, or"):
        run_or_say(CATALOGUE["sgd"](), wild)


def test_runs_of_one_sweep_are_the_single_runs():
    data, gravities = toy(), (0.0, 0.05, 1.0)
    learners = [CATALOGUE["truncated_gradient"](gravity=g) for g in gravities]
    order = np.arange(data.n_rows)
    for learner, trace in zip(
        learners, runs_or_say(learners, data, order=order, checkpoints=3), strict=True
    ):
        alone = run_or_say(learner, data, order=order, checkpoints=3)
        np.testing.assert_allclose(trace.weights, alone.weights, rtol=1e-12, atol=1e-15)
        np.testing.assert_array_equal(trace.used, alone.used)
    assert runs_or_say([], data) == []


def test_one_of_many_that_diverged_says_so():
    sane = toy()
    wild = Dataset.from_arrays(sane.X * 1e60, sane.y)
    learners = [CATALOGUE["sgd"](eta=eta) for eta in (0.1, 0.2)]
    with pytest.raises(ValueError, match=r"SGD diverged at step \d+: take a smaller step size, or"):
        runs_or_say(learners, wild)


def test_features_that_no_example_has_are_told_apart():
    X = np.zeros((30, 5))
    X[:, :3] = np.random.default_rng(0).standard_normal((30, 3))
    data = Dataset.from_arrays(X, np.where(X[:, 0] > 0, 1.0, -1.0))
    trace = run_or_say(CATALOGUE["sgd"](), data)
    assert features_met(trace) == "3 features that occur in the examples (2 more do not)"
    assert features_met(run_or_say(CATALOGUE["sgd"](), toy())) == "6 features"

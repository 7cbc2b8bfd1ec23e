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
from tests.support.views import toy
from ui.lessons.evidence import Kept, affordable, kept, remembered, run_or_say
from ui.memo import forget


def counting(most: int):
    """A remembered sum, and the arguments it was computed for."""
    calls = []

    @remembered(most)
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

    @remembered(1)
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

    @remembered(1)
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

    @remembered(8)
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


def test_real_and_random_features_are_counted():
    data = toy(d=6, n_noise=2)
    assert kept(np.array([1.0, 0.0, 2.0, 0.0, 0.0, 3.0]), data) == Kept(real=2, random=1)
    # Weights known to be 0 are real features all the same: only added ones are random.
    known = toy(d=3, true_weights=np.array([1.0, 0.0, 0.0]))
    assert kept(np.ones(3), known) == Kept(real=3, random=0)


@pytest.mark.parametrize(
    ("asked", "pieces"),
    [((100, 7), 14), ((100, 0), 100), ((3, 7), 1), ((3, 7, 5), 5), ((1e6, 2, 1, 30), 30)],
)
def test_a_budget_buys_so_many(asked, pieces):
    assert affordable(*asked) == pieces


def test_a_run_that_diverged_says_so_and_any_other_is_returned():
    sane = toy()
    trace = run_or_say(CATALOGUE["sgd"](), sane, checkpoints=3)
    assert trace.diverged_at is None and len(trace.steps) == 3
    wild = Dataset.from_arrays(sane.X * 1e60, sane.y)
    with pytest.raises(ValueError, match=r"diverged at step \d+: take a smaller step size, or"):
        run_or_say(CATALOGUE["sgd"](), wild)

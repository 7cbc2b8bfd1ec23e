"""Batch runs as ``record`` sees them: what is counted, where they end, and that looking is free."""

from __future__ import annotations

from operator import attrgetter

import numpy as np
import pytest

from algorithms import CATALOGUE, random_order, record
from tests import naive
from tests.support.many.turns import in_turn
from tests.support.twins import check_equal_traces

# Columns of 1, 2, 0 and 2 entries, rows of 3, 1 and 1.
X = [[1.0, 2.0, 0.0, 3.0], [0.0, 0.0, 0.0, 1.0], [0.0, -1.0, 0.0, 0.0]]
SMALL = naive.dataset(X, [1.0, -1.0, 1.0])
PARTS = "sparsity.nonzeros", "sparsity.l1_norm", "sparsity.seen", "costs.accesses"
KNOBS = {
    "scd": ({"l1": 0.02},),
    "greedy_cd": ({"l1": 0.02},),
    "subgradient_descent": ({"l1": 0.02}, {"l1": 0.02, "batch_size": 1}, {"batch_size": 7}),
    "batch_projected_gradient": ({"radius": 0.7}, {"radius": 0.7, "line_search": False}),
}
ALGORITHMS = [CATALOGUE[key](**knobs) for key in KNOBS for knobs in KNOBS[key]]
each_algorithm = in_turn("algorithm", ALGORITHMS)


@pytest.fixture(scope="module")
def data():
    draw = np.random.default_rng(11)
    sparse = draw.standard_normal((40, 9)) * (draw.random((40, 9)) < 0.4)
    return naive.dataset(sparse, draw.choice([-1.0, 1.0], 40))


def counts(key, passes=4, loss="squared", intercept=False, **knobs):
    """(steps, accesses, evaluations) at each step of a run over ``SMALL``."""
    trace = record(
        CATALOGUE[key](**knobs), SMALL, loss, seed=3, passes=passes, checkpoints=10**6,
        intercept=intercept,
    )  # fmt: skip
    return trace.steps.tolist(), trace.costs.accesses.tolist(), trace.costs.evaluations.tolist()


@pytest.mark.parametrize(("intercept", "sizes"), [(False, [1, 2, 0, 2]), (True, [1, 2, 0, 2, 3])])
def test_a_step_of_scd_reads_its_column(intercept, sizes):
    steps, accesses, evaluations = counts("scd", 30, intercept=intercept)
    drawn = np.random.default_rng(3).integers(2 * len(sizes), size=steps[-1])
    read = np.cumsum(np.array(sizes * 2)[drawn])
    assert accesses == evaluations == read[np.array(steps) - 1].tolist()
    assert accesses[-2] < 30 * 5 <= accesses[-1]


def test_a_step_of_greedy_cd_reads_everything():
    steps, accesses, evaluations = counts("greedy_cd", 4)
    assert (steps, accesses, evaluations) == ([1, 2, 3, 4], [5, 10, 15, 20], [3, 6, 9, 12])
    _, accesses, _ = counts("greedy_cd", 4, intercept=True)
    assert accesses == [8, 16, 24]


@pytest.mark.parametrize("loss", ["squared", "logistic"])
def test_a_full_step_is_a_pass_and_the_first_is_two(loss):
    steps, accesses, evaluations = counts("subgradient_descent", 4, loss)
    assert (steps, accesses, evaluations) == ([1, 2, 3], [10, 15, 20], [6, 9, 12])


def test_with_b_or_without_the_same_is_counted():
    """12 ones in 3 columns: B is no larger than X and stands for it. With a zero row less, too."""
    full = naive.dataset(np.ones((4, 3)), [1.0, -1.0, 1.0, 1.0])
    algorithm = CATALOGUE["subgradient_descent"]()
    runs = [record(algorithm, full, loss, passes=5) for loss in ("squared", "logistic")]
    for trace in runs:
        assert trace.costs.accesses.tolist() == [24, 36, 48, 60]
        assert trace.costs.evaluations.tolist() == [8, 12, 16, 20]


@pytest.mark.parametrize("m", [1, 2])
def test_a_mini_batch_reads_its_examples(m):
    steps, accesses, evaluations = counts("subgradient_descent", 4, batch_size=m)
    read = np.array([3, 1, 1])[random_order(3, 4, 3)].reshape(-1, m).sum(axis=1)
    assert accesses == np.cumsum(read)[: len(steps)].tolist()
    assert evaluations == [m * t for t in steps]
    assert accesses[-1] == 20


def test_without_line_search_a_step_is_a_pass():
    steps, accesses, evaluations = counts("batch_projected_gradient", 4, line_search=False)
    assert (steps, accesses, evaluations) == ([1, 2, 3, 4], [5, 10, 15, 20], [3, 6, 9, 12])


def test_each_trial_of_a_line_search_is_a_pass():
    """f = ½(w − 1)² from 0: η = 8, 4 and 2 go too far, 1 hits the minimum; and one for ∇f(0)."""
    one = naive.dataset([[1.0]], [1.0])
    trace = record(CATALOGUE["batch_projected_gradient"](eta=8.0), one, "squared", passes=9)
    assert (trace.steps.tolist(), trace.costs.accesses.tolist()) == ([1], [5])
    assert trace.final.weights.tolist() == [1.0]


@each_algorithm
@pytest.mark.parametrize("passes", [1, 2, 9])
def test_the_budget_is_kept(algorithm, data, passes):
    """A step is begun only while fewer entries than those of so many passes have been read."""
    trace = record(algorithm, data, passes=passes, checkpoints=10**6)
    budget = passes * data.X.nnz
    assert trace.costs.accesses[-1] >= budget
    assert len(trace.steps) == 1 or trace.costs.accesses[-2] < budget
    assert trace.steps[0] >= 1


@each_algorithm
@pytest.mark.parametrize("intercept", [False, True])
def test_looking_changes_nothing(algorithm, data, intercept):
    every = record(algorithm, data, passes=8, checkpoints=10**6, intercept=intercept)
    for checkpoints in (1, 2, 5, 33):
        some = record(algorithm, data, passes=8, checkpoints=checkpoints, intercept=intercept)
        at = np.searchsorted(every.steps, some.steps)
        for name in ("steps", "fit", "weights", "costs.evaluations", *PARTS):
            assert np.array_equal(attrgetter(name)(some), attrgetter(name)(every)[at]), name
        assert np.array_equal(some.final.weights, every.final.weights)
        assert np.array_equal(some.final.intercept, every.final.intercept)


@each_algorithm
def test_two_runs_are_equal_bit_for_bit(algorithm, data):
    one, two = (record(algorithm, data, seed=5, passes=6, intercept=True) for _ in range(2))
    check_equal_traces(one, two)


@each_algorithm
@pytest.mark.parametrize("loss", ["squared", "logistic"])
def test_a_trace_says_what_happened(algorithm, data, loss):
    trace = record(algorithm, data, loss, passes=7, checkpoints=9, intercept=True)
    assert trace.loss is trace.mistakes is trace.final.diverged_at is None
    assert np.array_equal(trace.final.weights, trace.weights[-1])
    assert np.array_equal(trace.sparsity.nonzeros, (trace.weights != 0.0).sum(axis=1))
    assert np.allclose(
        trace.sparsity.l1_norm, np.abs(trace.weights).sum(axis=1), rtol=1e-14, atol=0.0
    )
    assert trace.sparsity.seen.tolist() == [9] * len(trace.steps)
    p = data.X.toarray() @ trace.final.weights + trace.final.intercept
    each = [naive.value(loss, *pair) for pair in zip(p.tolist(), data.y.tolist(), strict=True)]
    assert trace.fit[-1] == pytest.approx(np.mean(each), rel=1e-12)
    assert trace.final.intercept[0] != 0.0

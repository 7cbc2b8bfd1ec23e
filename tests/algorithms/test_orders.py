"""Orders are permutations by seed; checkpoints increase, end the run, and fit the period."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from algorithms import CATALOGUE, order_of, random_order, record, sweep
from algorithms.orders import checkpoint_steps
from algorithms.trace import LATELY, median_used
from tests import naive


def test_each_pass_is_a_permutation_of_its_own():
    order = random_order(50, passes=3, seed=4).reshape(3, 50)
    assert np.array_equal(np.sort(order, axis=1), np.tile(np.arange(50), (3, 1)))
    assert not np.array_equal(order[0], order[1])


def test_the_seed_is_the_order():
    assert np.array_equal(random_order(50, 2, seed=4), random_order(50, 2, seed=4))
    assert not np.array_equal(random_order(50, 2, seed=4), random_order(50, 2, seed=5))
    assert np.array_equal(random_order(50, 1, seed=4), random_order(50, 9, seed=4)[:50])
    assert random_order(3).dtype == np.int64


@pytest.mark.parametrize("stride", [1, 2, 3, 7, 50, 1000])
def test_checkpoints_increase_and_end_the_run(stride):
    for n in [*range(1, 70), 1000, 99_991]:
        for c in [*range(1, 25), 200]:
            steps = checkpoint_steps(n, c, stride)
            assert steps[-1] == n
            assert (np.diff(steps, prepend=0) > 0).all()
            assert len(steps) <= c
            assert (steps[:-1] % stride == 0).all() or c >= n


def test_checkpoints_are_those_of_whoever_asked():
    steps = checkpoint_steps(1000, 10)
    kept = steps.copy()
    steps[:] = 0
    assert np.array_equal(checkpoint_steps(1000, 10), kept)


def test_with_enough_checkpoints_every_step_is_looked_at():
    assert checkpoint_steps(6, 6, stride=4).tolist() == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize(("n", "c", "stride"), [(1000, 200, 10), (12, 30, 1), (997, 1, 10)])
def test_the_beginning_of_a_run_may_be_left_out(n, c, stride):
    every = checkpoint_steps(n, c, stride)
    late = checkpoint_steps(n, c, stride, since=0.75)
    assert late.tolist() == [step for step in every if step >= 0.75 * n]
    assert late[-1] == n


@pytest.mark.parametrize("key", ["rounding", "truncated_gradient", "exponentiated_gradient"])
def test_looks_are_the_same_alone_and_beside_others(key):
    """Those in the last quarter of a run, whoever else is run and looked at before."""
    draw = np.random.default_rng(0)
    data = naive.dataset(draw.standard_normal((90, 5)), draw.choice([-1.0, 1.0], 90))
    runs = [CATALOGUE[key](eta=eta) for eta in (0.01, 0.02, 0.05, 0.1)]
    whole = [record(run, data, checkpoints=20) for run in runs]
    for trace, late in zip(whole, sweep(runs, data, checkpoints=20, since=0.75), strict=True):
        last = trace.steps >= 0.75 * 90
        assert late.steps.tolist() == trace.steps[last].tolist()
        assert late.used.tolist() == trace.used[last].tolist()


def test_a_run_mostly_keeps_the_middle_number_of_its_last_quarter():
    steps = np.arange(1, 101)
    used = np.where(steps < 75, 50, np.where(steps % 10 == 0, 7, 30))
    assert median_used(used, steps) == 30
    assert median_used(used, steps, stride=10) == 7, "just after zeros were made"
    assert median_used(used[:74], steps[:74]) == 50
    assert median_used(np.where(steps < 94, used, 9), steps, since=LATELY) == 9
    assert median_used(np.array([4]), np.array([0])) == 4, "a batch run may have nothing to do"


def test_a_periodic_algorithm_is_looked_at_just_after_its_zeros_are_made():
    draw = np.random.default_rng(0)
    data = naive.dataset(draw.standard_normal((90, 5)), draw.choice([-1.0, 1.0], 90))
    for algorithm in (
        CATALOGUE["rounding"](threshold=0.05, period=10),
        CATALOGUE["truncated_gradient"](gravity=0.1, period=10),
    ):
        assert algorithm.stride == 10
        trace = record(algorithm, data, checkpoints=5)
        assert (trace.steps % 10 == 0).all()


def test_checkpoints_are_dense_at_the_beginning():
    """Quadratic: half of them in the first quarter, 2/checkpoints of the run between the last."""
    steps = checkpoint_steps(1_000_000, 100)
    assert steps[49] == 250_000
    assert steps[0] == 100
    assert steps[-1] - steps[-2] == pytest.approx(20_000, rel=0.01)


def test_rows_that_stand_in_time_come_as_they_stand():
    """Whatever the seed, again in every pass; and so a run goes through them."""
    data = naive.dataset(np.eye(3), [1.0, -1.0, 1.0])
    in_time = dataclasses.replace(data, in_time=True)
    assert order_of(in_time, 2, seed=5).tolist() == [0, 1, 2, 0, 1, 2]
    assert order_of(data, 2, seed=5).tolist() == random_order(3, 2, 5).tolist()
    sgd = CATALOGUE["sgd"](eta=0.1)
    drawn, given = record(sgd, in_time, passes=2), record(sgd, data, order=order_of(in_time, 2))
    assert np.array_equal(drawn.weights, given.weights) and np.array_equal(drawn.loss, given.loss)

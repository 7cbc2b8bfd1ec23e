"""Step sizes: η, η/√t, η/t, the same number in a kernel, in an array and asked for alone."""

from __future__ import annotations

import math

import numpy as np
import pytest

from algorithms import CATALOGUE
from algorithms.schedules import NAMES, pace, step_size, step_sizes
from tests.support.many.turns import in_turn

ETAS = (1e-3, 0.1, 0.3, 1.0, 7.7, 1)


def test_by_definition():
    assert step_sizes(pace("constant", 0.3), 3).tolist() == [0.3, 0.3, 0.3]
    assert step_sizes(pace("inv", 0.3), 3).tolist() == [0.3, 0.3 / 2.0, 0.3 / 3.0]
    assert step_sizes(pace("inv_sqrt", 0.3), 3).tolist() == [0.3, 0.3 / 2**0.5, 0.3 / 3**0.5]
    assert set(NAMES) == {"constant", "inv_sqrt", "inv"}


@in_turn("schedule", NAMES)
@in_turn("eta", ETAS)
def test_compiled_and_array_agree_bit_for_bit(schedule, eta):
    compiled = [step_size(pace(schedule, eta), t) for t in range(1, 3001)]
    array = step_sizes(pace(schedule, eta), 3000)
    assert array.dtype == np.float64
    assert np.array_equal(array, compiled)
    algorithm = CATALOGUE["sgd"](eta, schedule)
    assert [algorithm.step_size(t) for t in (1, 2, 3000)] == [array[0], array[1], array[-1]]


@pytest.mark.parametrize("schedule", NAMES)
def test_late_in_a_long_run(schedule):
    t = 10**9
    expected = {"constant": 0.1, "inv_sqrt": 0.1 / math.sqrt(t), "inv": 0.1 / t}[schedule]
    assert step_size(pace(schedule, 0.1), t) == expected


@in_turn("schedule", NAMES)
@in_turn("decay", [0.5, 0.9, 1e-3])
def test_decay_multiplies_after_each_pass(schedule, decay):
    plain, decayed = pace(schedule, 0.3), pace(schedule, 0.3, decay, 4)
    for t in range(1, 61):
        expected = step_size(plain, t) * decay ** ((t - 1) // 4)
        assert step_size(decayed, t) == pytest.approx(expected, rel=1e-13)
    assert np.array_equal(step_sizes(decayed, 60), [step_size(decayed, t) for t in range(1, 61)])


@in_turn("n", [1, 3, 9, 49, 569])
@in_turn("m", [1, 2, 7, 10, 59, 1000])
def test_of_mini_batches_the_examples_before_one_count(n, m):
    decayed = pace("constant", 1.0, 0.5, n, m)
    passes = np.minimum(np.arange(2000) * m // n, 1100)
    assert np.array_equal(step_sizes(decayed, 2000), np.ldexp(1.0, -passes))


@pytest.mark.parametrize("decay", [0.9, 0.63, 0.999])
def test_a_decay_is_a_power_to_the_last_bit(decay):
    sizes = step_sizes(pace("constant", 1.0, decay, 1), 500)
    assert sizes.tolist() == [math.pow(decay, k) for k in range(500)]


def test_a_decay_of_one_changes_no_bit():
    plain, undecayed = pace("inv_sqrt", 0.3), pace("inv_sqrt", 0.3, 1.0, 4)
    assert np.array_equal(step_sizes(undecayed, 99), step_sizes(plain, 99))


def test_after_very_many_passes_the_step_is_zero():
    assert step_size(pace("constant", 0.3, 0.5, 1), 10**6) == 0.0


def test_without_the_length_of_a_pass_there_is_no_decay():
    assert step_sizes(pace("constant", 0.3, 0.5), 50).tolist() == [0.3] * 50


def test_an_algorithm_is_asked_for_its_step_size_in_the_first_pass():
    algorithm = CATALOGUE["sgd"](0.3, "inv", decay=0.5)
    assert [algorithm.step_size(t) for t in (1, 2, 100)] == [0.3, 0.15, 0.3 / 100]


@in_turn("decay", [0.0, -0.5, 1.01, math.nan, "1"])
def test_a_decay_out_of_range(decay):
    with pytest.raises(ValueError, match=f"decay = {decay!r}: it must be a number > 0"):
        CATALOGUE["sgd"](decay=decay)


def test_a_decay_is_given_by_name():
    """So that the knobs of an algorithm may follow η and the schedule."""
    with pytest.raises(TypeError):
        CATALOGUE["sgd"](0.1, "constant", 0.5)

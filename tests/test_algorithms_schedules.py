"""Step sizes: η, η/√t, η/t, the same number in a kernel, in an array and asked for alone."""

from __future__ import annotations

import math

import numpy as np
import pytest

from algorithms import CATALOGUE
from algorithms.schedules import NAMES, Schedule, step_size, step_sizes

ETAS = (1e-3, 0.1, 0.3, 1.0, 7.7, 1)


def test_by_definition():
    assert step_sizes("constant", 0.3, 3).tolist() == [0.3, 0.3, 0.3]
    assert step_sizes("inv", 0.3, 3).tolist() == [0.3, 0.3 / 2.0, 0.3 / 3.0]
    assert step_sizes("inv_sqrt", 0.3, 3).tolist() == [0.3, 0.3 / 2**0.5, 0.3 / 3**0.5]
    assert set(NAMES) == {"constant", "inv_sqrt", "inv"}


@pytest.mark.parametrize("schedule", NAMES)
@pytest.mark.parametrize("eta", ETAS)
def test_compiled_and_array_agree_bit_for_bit(schedule, eta):
    compiled = [step_size(int(Schedule[schedule]), float(eta), t) for t in range(1, 3001)]
    array = step_sizes(schedule, eta, 3000)
    assert array.dtype == np.float64
    assert np.array_equal(array, compiled)
    algorithm = CATALOGUE["sgd"](eta, schedule)
    assert [algorithm.step_size(t) for t in (1, 2, 3000)] == [array[0], array[1], array[-1]]


@pytest.mark.parametrize("schedule", NAMES)
def test_late_in_a_long_run(schedule):
    t = 10**9
    expected = {"constant": 0.1, "inv_sqrt": 0.1 / math.sqrt(t), "inv": 0.1 / t}[schedule]
    assert step_size(int(Schedule[schedule]), 0.1, t) == expected

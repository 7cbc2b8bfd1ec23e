"""Grids hold every combination once; ladders are spaced as sliders are."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms import CATALOGUE, grid, ladder
from knobs import knobs_of

ROUNDING = CATALOGUE["rounding"](eta=0.5)
TRUNCATED = CATALOGUE["truncated_gradient"]()


def test_every_combination_with_the_last_knob_fastest():
    settings = grid(ROUNDING, threshold=(0.1, 0.2), period=(1, 10))
    assert [(s.threshold, s.period) for s in settings] == [(0.1, 1), (0.1, 10), (0.2, 1), (0.2, 10)]
    assert {s.eta for s in settings} == {0.5}


def test_a_class_stands_for_its_defaults():
    assert grid(CATALOGUE["rounding"], period=3) == [CATALOGUE["rounding"](period=3)]


def test_one_point():
    assert grid(ROUNDING) == grid(ROUNDING, eta=0.5) == grid(ROUNDING, eta=[0.5]) == [ROUNDING]
    assert grid(ROUNDING, schedule="inv")[0].schedule == "inv"


def test_repeated_points_are_taken_once():
    assert len(grid(ROUNDING, threshold=(0.1, 0.1, 0.2), period=(1, 1.0, np.int64(1)))) == 2


def test_values_of_numpy_become_plain():
    (setting,) = grid(ROUNDING, threshold=np.array([0.25]), period=np.array([7.0]))
    assert type(setting.threshold) is float and type(setting.period) is int


def test_too_many_settings_are_refused_with_their_count():
    with pytest.raises(ValueError, match=r"10,100 settings, and at most 10,000"):
        grid(ROUNDING, threshold=np.linspace(0.0, 1.0, 101), period=range(1, 101))


def test_ten_thousand_settings_are_not_too_many():
    values = np.linspace(0.0, 1.0, 100)
    assert len(grid(ROUNDING, threshold=values, period=range(1, 101))) == 10_000


def test_repeated_points_do_not_count():
    assert len(grid(ROUNDING, threshold=[0.1] * 200, period=[1] * 200)) == 1


def test_a_name_that_is_no_knob_is_refused():
    with pytest.raises(ValueError, match="'gravity' is no knob of Rounding; its knobs are eta"):
        grid(ROUNDING, gravity=(0.1,))


def test_a_knob_without_a_value_is_refused():
    with pytest.raises(ValueError, match="period: give it one value at least"):
        grid(ROUNDING, period=())


def test_a_value_out_of_range_is_refused():
    with pytest.raises(ValueError, match=r"threshold = -1\.0: it must be"):
        grid(ROUNDING, threshold=(0.1, -1.0))


def test_a_ladder_goes_from_end_to_end_of_the_slider():
    values = ladder(ROUNDING, "threshold", n=5)
    assert values == (0.001, 0.01, 0.1, 1.0, 10.0)
    assert ladder(CATALOGUE["rounding"], "threshold", n=5) == values


def test_reversed_ends_are_put_in_order():
    assert ladder(TRUNCATED, "gravity", 0.1, 0.01, 3) == ladder(TRUNCATED, "gravity", 0.01, 0.1, 3)


def test_one_value_is_the_middle_one():
    assert ladder(ROUNDING, "threshold", n=1) == (0.1,)
    assert ladder(TRUNCATED, "gravity", 0, 1, n=1) == (0.0032,)


def test_equal_ends_are_one_value():
    assert ladder(TRUNCATED, "gravity", 0.123456, 0.123456, 5) == (0.123456,)


def test_the_ends_0_and_infinity_are_values_of_their_own():
    assert ladder(ROUNDING, "threshold", 0, math.inf, 4) == (0, 0.001, 10.0, math.inf)
    assert ladder(ROUNDING, "threshold", 0, math.inf, 3) == (0, 0.1, math.inf)
    assert ladder(ROUNDING, "threshold", 0, math.inf, 2) == (0, math.inf)
    assert ladder(TRUNCATED, "gravity", 0, 1, 2) == (0, 1)
    assert ladder(ROUNDING, "threshold", 1.0, math.inf, 2) == (1.0, math.inf)
    assert ladder(ROUNDING, "threshold", math.inf, math.inf) == (math.inf,)


def test_whole_numbers_are_whole_and_come_once():
    assert ladder(ROUNDING, "period", 1, 5, 20) == (1, 2, 3, 4, 5)


def test_a_choice_has_all_its_values():
    assert ladder(ROUNDING, "schedule") == ("constant", "inv_sqrt", "inv")


def test_a_switch_has_two():
    assert ladder(CATALOGUE["fobos"], "rounds") == (False, True)


NUMBERS = [
    (algorithm, name)
    for algorithm in CATALOGUE.values()
    for name, declared in knobs_of(algorithm).items()
    if not declared.flag and not declared.choices
]


@given(st.sampled_from(NUMBERS), st.floats(0.0, 1.0), st.floats(0.0, 1.0), st.integers(1, 50))
def test_values_are_allowed_rise_and_stay_between_the_ends(which, share, other, n):
    algorithm, name = which
    declared = knobs_of(algorithm)[name]
    stops = declared.stops()
    low, high = (stops[round(each * (len(stops) - 1))] for each in (share, other))
    values = ladder(algorithm, name, low, high, n)
    low, high = min(low, high), max(low, high)
    assert 1 <= len(values) <= n and list(values) == sorted(set(values))
    assert low <= values[0] and values[-1] <= high
    assert all(declared.allows(value) for value in values)
    if n > 1 and low < high:
        assert values[0] == low and values[-1] == high
        assert declared.integer or len(values) == n


@pytest.mark.parametrize("n", [0, -1, 2.5, True])
def test_a_ladder_without_a_rung_is_refused(n):
    with pytest.raises(ValueError, match="must be a whole number >= 1"):
        ladder(ROUNDING, "threshold", n=n)


@pytest.mark.parametrize("end", [-1.0, math.nan, "0.1"])
def test_an_end_out_of_range_is_refused(end):
    with pytest.raises(ValueError, match="it must be a number >= 0"):
        ladder(TRUNCATED, "gravity", end, 1.0)


def test_a_ladder_of_no_knob_is_refused():
    with pytest.raises(ValueError, match="'width' is no knob of Rounding"):
        ladder(ROUNDING, "width")

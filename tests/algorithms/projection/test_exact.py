"""Every projection against rational numbers, however far apart the scales lie."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from algorithms.projection import (
    METHODS,
    project_l1_ball,
    project_simplex,
    project_weighted_l1_ball,
)
from tests.naive.balls import exact_ball, exact_simplex, exact_weighted
from tests.support.many.examples import examples

each_method = pytest.mark.parametrize("method", METHODS)


def spread_over(power: int) -> st.SearchStrategy:
    """Numbers of any size between 10 to minus this power and to the power."""
    digits = st.floats(1.0, 10.0, exclude_max=True)
    sizes = st.integers(-power, power - 1) | st.sampled_from([-power, 0, power - 1])
    return st.builds(lambda digit, size: digit * 10.0**size, digits, sizes)


def with_signs(sizes: st.SearchStrategy) -> st.SearchStrategy:
    return st.just(0.0) | sizes | sizes.map(lambda x: -x)


VECTORS = st.lists(with_signs(spread_over(300)), min_size=1, max_size=9)
RADII = spread_over(300)
# Of a weight and an entry both their product and their ratio are numbers.
PAIRS = st.lists(st.tuples(with_signs(spread_over(140)), spread_over(140)), min_size=1, max_size=9)
SMALL_RADII = spread_over(160)
NEAR = st.integers(0, 6).map(lambda k: 1.0 + k * 2.0**-52)
"""Numbers that differ in their last bits: ties, and what rounding makes of them."""


def check(w, expected, a, z) -> None:
    """To 1e-12 of the radius, in what each entry takes of it; or to the smallest number."""
    off = np.abs(w - expected)
    assert ((a * off <= 1e-12 * z) | (off <= 5e-324)).all(), (w, expected)


@each_method
@examples(150)
@given(v=VECTORS, z=RADII)
@example(v=[1e300, -1e300, 1e-300], z=1e-300)
@example(v=[1e300, 1e299, 1.0], z=1e299)
@example(v=[1.7e308, 1.7e308], z=1.7e308)
@example(v=[-1.7e308, -1.7e308], z=1.7e308)
@example(v=[1.0, 1e-20], z=1e-25)
@example(v=[0.0, -1e289], z=1e-293)
def test_ball_and_simplex(method, v, z):
    check(project_l1_ball(v, z, method), exact_ball(v, z), 1.0, z)
    check(project_simplex(v, z, method), exact_simplex(v, z), 1.0, z)


@each_method
@examples(60)
@given(v=st.lists(NEAR, min_size=1, max_size=9), z=spread_over(30))
def test_entries_that_differ_in_their_last_bits(method, v, z):
    check(project_l1_ball(v, z, method), exact_ball(v, z), 1.0, z)
    check(project_simplex(v, z, method), exact_simplex(v, z), 1.0, z)


@examples(300)
@given(pairs=PAIRS, z=SMALL_RADII)
@example(pairs=[(1.0, 1.0), (1e-8, 1e-9)], z=1e-17)
@example(pairs=[(3.0, 3.0), (1.0, 1.0), (-0.1, 0.1)], z=1e-30)
@example(pairs=[(1.0, 1.0), (1.0, 1e-100)], z=1e-150)
@example(pairs=[(1e200, 1e-100), (1e-100, 1e200)], z=1e-3)
def test_the_weighted_ball(pairs, z):
    v, a = (np.array(part) for part in zip(*pairs, strict=True))
    check(project_weighted_l1_ball(v, a, z), exact_weighted(v.tolist(), a.tolist(), z), a, z)


@examples(100)
@given(
    pairs=st.lists(st.tuples(NEAR, st.sampled_from([1.0, 0.1, 1 / 3])), min_size=1, max_size=9),
    z=spread_over(60),
)  # fmt: skip
def test_ratios_that_differ_in_their_last_bits(pairs, z):
    v, a = (np.array(part) for part in zip(*pairs, strict=True))
    v = v * a
    check(project_weighted_l1_ball(v, a, z), exact_weighted(v.tolist(), a.tolist(), z), a, z)


def test_many_equal_entries_in_a_small_ball():
    """The sum of many is off by more than the radius, and no entry may be lost to that."""
    n = 8_000
    for project in (project_l1_ball, project_simplex):
        for method in METHODS:
            w = project(np.full(n, 0.1), 1e-9, method)
            assert w == pytest.approx(np.full(n, 1e-9 / n), rel=1e-9)
    w = project_weighted_l1_ball(np.full(n, 0.1), np.full(n, 0.3), 1e-9)
    assert w == pytest.approx(np.full(n, 1e-9 / n / 0.3), rel=1e-9)


SHIFTS = st.integers(-3, 3)


@each_method
@examples(60)
@given(
    v=st.lists(st.floats(-5.0, 5.0), min_size=1, max_size=6), z=st.sampled_from([0.3, 1.0, 100.0]),
    shift=SHIFTS, large=st.booleans(),
)  # fmt: skip
def test_out_may_lie_anywhere_in_the_memory_of_v(method, v, z, shift, large):
    v = np.array(v) * (1e300 if large else 1.0)
    z = z * (1e300 if large else 1.0)
    for project in (project_l1_ball, project_simplex):
        expected = project(v, z, method)
        memory = np.full(v.size + 6, 7.0)
        given, out = memory[3:][: v.size], memory[3 + shift :][: v.size]
        given[:] = v
        assert project(given, z, method, out=out) is out
        assert np.array_equal(out, expected)
        beside = np.ones(memory.size, np.bool_)
        for part in (3, 3 + shift):
            beside[part : part + v.size] = False
        assert (memory[beside] == 7.0).all()


@examples(80)
@given(
    v=st.lists(st.floats(-5.0, 5.0), min_size=1, max_size=6), z=st.sampled_from([1e-20, 0.3, 99.0]),
    at=st.integers(0, 14), shift=st.integers(0, 14),
)  # fmt: skip
def test_out_may_lie_anywhere_in_the_memory_of_v_and_of_the_weights(v, z, at, shift):
    v = np.array(v)
    a = np.linspace(0.5, 2.0, v.size)
    expected = project_weighted_l1_ball(v, a, z)
    memory = np.ones(32)
    given, weights, out = (memory[begin:][: v.size] for begin in (8, 8 + v.size, at + shift % 3))
    given[:], weights[:] = v, a
    assert project_weighted_l1_ball(given, weights, z, out=out) is out
    assert np.array_equal(out, expected)

"""The weighted L1 ball Σ a_i |w_i| ≤ z."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from algorithms.projection import project_l1_ball, project_weighted_l1_ball
from tests.naive.balls import exact_weighted as exact
from tests.support.many.examples import examples

few = examples(200)
ENTRIES = st.floats(-10.0, 10.0) | st.sampled_from([0.0, 1.0, -1.0, 5e-324, 1e12, -1e9])
WEIGHTS = st.floats(0.1, 10.0) | st.sampled_from([1.0, 1e-3, 1e3])
PAIRS = st.lists(st.tuples(ENTRIES, WEIGHTS), min_size=1, max_size=12)
RADII = st.floats(0.01, 100.0)


@few
@given(pairs=PAIRS, z=RADII)
@example(pairs=[(1.0, 1.0), (1.0, 1.0)], z=2.0)
@example(pairs=[(2.0, 1.0), (2.0, 3.0)], z=2.0)
def test_equal_to_rational_arithmetic(pairs, z):
    v, a = (np.array(part) for part in zip(*pairs, strict=True))
    w = project_weighted_l1_ball(v, a, z)
    expected = exact(v.tolist(), a.tolist(), z)
    assert (np.abs(w - expected) <= 1e-12 * max(z, np.abs(v).max())).all()


@few
@given(pairs=PAIRS, z=RADII)
def test_what_a_projection_is(pairs, z):
    v, a = (np.array(part) for part in zip(*pairs, strict=True))
    w = project_weighted_l1_ball(v, a, z)
    assert a @ np.abs(w) <= z * (1.0 + 1e-12)
    assert np.allclose(project_weighted_l1_ball(w, a, z), w, rtol=0.0, atol=1e-12 * z / a.min())
    assert (w * v >= 0.0).all() and (np.abs(w) <= np.abs(v)).all()
    # (v − w)·(u − w) ≤ 0 for every vertex u = ±(z/a_j) e_j.
    left, scale = v - w, max(np.abs(v).max(), 1e-300)
    reach = np.abs(left) / a
    assert reach.max() * z <= left @ w + 1e-11 * scale * z * (1.0 / a).max()


@few
@given(v=st.lists(ENTRIES, min_size=1, max_size=12).map(np.array), z=RADII)
def test_equal_weights_are_the_plain_ball(v, z):
    w = project_l1_ball(v, z)
    assert np.allclose(project_weighted_l1_ball(v, np.ones(v.size), z), w, rtol=0, atol=1e-12 * z)
    double = project_weighted_l1_ball(v, np.full(v.size, 2.0), 2.0 * z)
    assert np.allclose(double, w, rtol=0.0, atol=1e-12 * z)


def test_weights_that_spread_over_all_numbers():
    """Squares of the small ones underflow, ratios to them overflow."""
    v, a = np.array([1e-200, 1.0, 1.0]), np.array([1.0, 1e-170, 1e-170])
    w = project_weighted_l1_ball(v, a, 1e-170)
    assert np.allclose(w, [0.0, 0.5, 0.5], rtol=1e-12)
    w = project_weighted_l1_ball(np.array([1.0, 1e300]), np.array([1e300, 1e-300]), 1e-3)
    assert np.allclose(w, [0.0, 1e297], rtol=1e-12, atol=0.0)
    w = project_weighted_l1_ball(np.full(3, 1.5e308), np.ones(3), 3e307)
    assert np.allclose(w / 1e307, 1.0, rtol=1e-12)
    assert not project_weighted_l1_ball(np.full(3, 1.5), np.full(3, 1e308), 5e-324).any()


def test_inside_the_ball_nothing_changes():
    v, a = np.array([0.5, -0.0, -0.25]), np.array([1.0, 1e300, 2.0])
    for z in (1.0, math.nextafter(1.0, 2.0), 1e308):
        w = project_weighted_l1_ball(v, a, z)
        assert w.tobytes() == v.tobytes() and w is not v


def test_out_is_where_the_result_goes_even_in_place():
    for v in (np.array([3.0, -2.0, 0.5]), np.array([3e20, -2.0, 3e20])):
        a = np.array([1.0, 2.0, 3.0])
        expected, out = project_weighted_l1_ball(v, a, 2.0), np.full(3, 7.0)
        assert project_weighted_l1_ball(v, a, 2.0, out=out) is out
        assert np.array_equal(out, expected)
        assert project_weighted_l1_ball(v, a, 2.0, out=v) is v
        assert np.array_equal(v, expected)

"""Projections are what defines them: exact to the last digits of z, by every way."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from algorithms.projection import (
    CONDAT,
    METHODS,
    PIVOT,
    SORT,
    project_l1_ball,
    project_simplex,
    threshold,
)
from tests.support.many.examples import examples

few = examples(120)
each_method = pytest.mark.parametrize("method", METHODS)
TINY, BELOW = 5e-324, 1e-310
ENTRIES = (
    st.floats(-10.0, 10.0)
    | st.sampled_from([0.0, -0.0, 1.0, -1.0, 0.1, TINY, BELOW, 1e17, -1e17, 1e-17])
    | st.floats(-1e280, 1e280)
)
VECTORS = st.lists(ENTRIES, min_size=1, max_size=12).map(np.array)
RADII = st.sampled_from([1.0, 0.1, 3.0, 1e-12, 1e12]) | st.floats(1e-280, 1e280)


def exact_theta(x: list, z: float) -> Fraction:
    """Duchi et al., Lemma 2, in rational numbers."""
    mu, z, total = sorted(map(Fraction, x), reverse=True), Fraction(z), Fraction(0)
    for j, entry in enumerate(mu, 1):
        total += entry
        if entry > (total - z) / j:
            theta = (total - z) / j
    return theta


def exact_simplex(v: list, z: float) -> np.ndarray:
    theta = exact_theta(v, z)
    return np.array([float(max(Fraction(x) - theta, 0)) for x in v])


def exact_ball(v: list, z: float) -> np.ndarray:
    if sum(map(abs, map(Fraction, v))) <= Fraction(z):
        return np.array(v)
    size = exact_simplex([abs(x) for x in v], z)
    return np.array([math.copysign(w, x) for w, x in zip(size, v, strict=True)])


def close(a: np.ndarray, b: np.ndarray, z: float) -> bool:
    """Equal to 1e-12 of z: however large v is, w is not."""
    return bool((np.abs(a - b) <= 1e-12 * z).all())


@each_method
@few
@given(v=VECTORS, z=RADII)
@example(v=np.array([1e17, 1e17 + 16]), z=24.0)
@example(v=np.array([0.1, 0.1, 0.1]), z=1e-280)
@example(v=np.array([TINY]), z=TINY)
@example(v=np.array([TINY, BELOW, -BELOW, 0.0]), z=BELOW)
@example(v=np.array([1e280, -1e-280, 1.0]), z=1e-200)
@example(v=np.full(12, -3.0), z=1.0)
def test_equal_to_rational_arithmetic(method, v, z):
    before = v.copy()
    assert close(project_l1_ball(v, z, method), exact_ball(v.tolist(), z), z)
    assert close(project_simplex(v, z, method), exact_simplex(v.tolist(), z), z)
    assert np.array_equal(v, before)


@each_method
@few
@given(v=VECTORS, z=RADII)
def test_what_a_projection_is(method, v, z):
    """Feasible, idempotent, order- and sign-preserving, and no vertex of the ball is nearer."""
    w = project_l1_ball(v, z, method)
    assert np.abs(w).sum() <= z * (1.0 + 1e-12)
    assert close(project_l1_ball(w, z, method), w, z)
    order = np.argsort(np.abs(v), kind="stable")
    assert (np.diff(np.abs(w)[order]) >= 0.0).all()
    assert (w * np.sign(v) >= 0.0).all() and (np.abs(w) <= np.abs(v)).all()
    # (v − w)·(u − w) ≤ 0 for every vertex u = ±z e_j, so for all u in the ball.
    left = (v - w) / max(np.abs(v).max(), TINY)
    assert np.abs(left).max() * z <= left @ w + 1e-12 * z * v.size


@each_method
def test_inside_the_ball_nothing_changes(method):
    v = np.array([0.5, -0.0, -0.25, TINY])
    for z in (0.75 + 2**-40, 1.0, 1e300):
        w = project_l1_ball(v, z, method)
        assert w.tobytes() == v.tobytes() and w is not v


@each_method
def test_largest_numbers_do_not_overflow(method):
    v = np.array([1.7e308, -1.7e308, 1.6e308, 1.0])
    w = project_l1_ball(v, 1e308, method)
    assert np.allclose(w / 1e308, [1.1 / 3, -1.1 / 3, 0.8 / 3, 0.0], rtol=0.0, atol=1e-12)
    w = project_simplex(np.array([-1.7e308]), 1.7e308, method)
    assert w.tolist() == [1.7e308]
    assert np.isfinite(project_l1_ball(v, 1e-300, method)).all()


def test_a_kernel_gets_the_threshold_alone():
    v, scratch = np.array([3.0, -2.0, 0.5]), np.empty(5)
    for method in (SORT, PIVOT, CONDAT):
        assert threshold(v, True, 2.0, method, scratch) == (1.5, 2.0)
        assert threshold(v, False, 2.0, method, scratch) == (1.0, 1.0)
        assert threshold(v, True, 6.0, method, scratch)[0] <= 0.0
        assert threshold(np.zeros(3), True, 6.0, method, scratch)[0] <= 0.0


@each_method
def test_out_is_where_the_result_goes_even_in_place(method):
    for v in (np.array([3.0, -2.0, 0.5]), np.array([3e20, -2.0, 3e20])):
        expected, out = project_l1_ball(v, 2.0, method), np.full(3, 7.0)
        assert project_l1_ball(v, 2.0, method, out=out) is out
        assert np.array_equal(out, expected)
        assert project_l1_ball(v, 2.0, method, out=v) is v
        assert np.array_equal(v, expected)

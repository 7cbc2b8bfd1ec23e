"""The maps that make zeros are what defines them, as arrays, as scalars and as one update."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms import CATALOGUE
from algorithms.shrinkage import group_shrink, rounding, soft_threshold, truncation
from tests import naive
from tests.support.many.examples import examples
from tests.support.many.turns import in_turn

NUMBERS = st.floats(-1e6, 1e6)
AMOUNTS = st.floats(0.0, 1e6)
V = np.r_[np.linspace(-3.0, 3.0, 601), 0.5, -0.5, 1e-300, -0.0]
few = examples(150)


@pytest.mark.parametrize("alpha", [0.0, 0.3, 1.0, 5.0])
def test_soft_threshold_minimises_its_objective(alpha):
    """½(w − v)² + α|w| is nowhere smaller than at S(v, α)."""
    w = np.linspace(-4.0, 4.0, 8001)[:, None]
    objective = 0.5 * (w - V) ** 2 + alpha * np.abs(w)
    s = soft_threshold(V, alpha)
    assert (0.5 * (s - V) ** 2 + alpha * np.abs(s) <= objective.min(axis=0) + 1e-15).all()


@few
@given(v=NUMBERS, alpha=AMOUNTS, theta=AMOUNTS | st.just(inf))
def test_arrays_equal_the_scalar_definitions(v, alpha, theta):
    v_array = np.array([v])
    assert rounding(v_array, theta)[0] == naive.T0(v, theta)
    assert soft_threshold(v_array, alpha)[0] == naive.T1(v, alpha)
    assert truncation(v_array, alpha, theta)[0] == naive.T1(v, alpha, theta)


@few
@given(v=NUMBERS, alpha=AMOUNTS, theta=AMOUNTS | st.just(inf))
def test_odd_shrinking_and_never_past_zero(v, alpha, theta):
    for shrink in (lambda u: truncation(u, alpha, theta), lambda u: rounding(u, theta)):
        after = shrink(np.array([v]))[0]
        assert shrink(np.array([-v]))[0] == -after
        assert abs(after) <= abs(v)
        assert after * v >= 0.0


@pytest.mark.parametrize("theta", [0.0, 0.5, 2.0])
def test_outside_the_threshold_nothing_changes(theta):
    outside = np.abs(V) > theta
    for after in (truncation(V, 0.7, theta), rounding(V, theta)):
        assert np.array_equal(after[outside], V[outside])
    assert (rounding(V, theta)[~outside] == 0.0).all()
    assert np.array_equal(truncation(V, 0.7, theta)[~outside], soft_threshold(V[~outside], 0.7))


def test_zero_is_exactly_zero():
    assert soft_threshold(np.array([0.3, -0.3, 1e-320]), 0.3).tolist() == [0.0, 0.0, 0.0]
    assert not truncation(V, 3.0, inf).any()


def test_many_small_pulls_are_one_large_one():
    """The law that lets a lazy kernel settle at once, θ < ∞ included."""
    once, again = truncation(V, 0.75, 1.25), V
    for _ in range(3):
        again = truncation(again, 0.25, 1.25)
    assert np.allclose(once, again, rtol=0.0, atol=1e-15)


UPDATES = [
    CATALOGUE["sgd"](0.5),
    CATALOGUE["rounding"](0.5, "inv", threshold=0.5),
    CATALOGUE["subgradient"](0.5, "inv_sqrt", l1=0.5),
    CATALOGUE["truncated_gradient"](0.5, "inv", gravity=0.5, threshold=1.25, period=3),
    CATALOGUE["truncated_gradient"](0.5, gravity=0.5),
    CATALOGUE["fobos"](0.5, "inv_sqrt", l1=0.5),
]


@in_turn("algorithm", UPDATES)
@in_turn("t", [3, 6])
def test_shrink_is_what_an_update_does_to_weights_without_a_gradient(algorithm, t):
    """A weight is made by one example, left alone until step t − 1, and looked at after t."""
    steps = np.ones(t, np.int64)
    steps[0] = 0
    quiet = algorithm.__class__(**{**vars(algorithm)})
    for target in (-3.0, -0.4, 0.2, 0.9, 1.1, 4.0):
        # Row 1 has no entry in column 0: only the shrink moves that weight.
        data = naive.dataset([[1.0, 0.0], [0.0, 1.0]], [target, 0.0], "regression")
        walk = naive.run(quiet, data, steps, "squared")
        before, after = np.array(walk.weights)[[t - 2, t - 1], 0]
        assert quiet.shrink(np.array([before]), t)[0] == pytest.approx(after, abs=1e-15)


@in_turn("algorithm", UPDATES)
@in_turn("t", [1, 4])
def test_between_its_kinks_a_shrink_is_straight(algorithm, t):
    v = np.linspace(0.001, 3.0, 3000)
    after = algorithm.shrink(v, t)
    kinks = np.array(algorithm.kinks(t)).reshape(-1, 1)
    bent = np.flatnonzero(np.abs(np.diff(after, 2)) > 1e-9) + 1
    assert all((np.abs(v[i] - kinks) <= 0.0011).any() for i in bent)
    assert len(bent) or algorithm.key in ("sgd", "subgradient")


@in_turn("size", [1e-320, 1e-200, 1e-160, 1.0, 1e160, 1e200, 1.7e308])
@in_turn("share", [0.0, 0.3, 1.0, 1.0 + 1e-9, 1e300])
def test_a_group_shrinks_by_its_length_whatever_its_size(size, share):
    """Of v = size (0.6, −0.8), whose length is ``size``: 1 − share of it is left."""
    v = np.array([0.6, -0.8]) * size
    alpha = min(share * size, 1.7e308)
    expected = max(1.0 - alpha / size, 0.0) * v
    within = size * (1e-3 if size < 1e-300 else 1e-15)
    assert (np.abs(group_shrink(v, alpha) - expected) <= within).all()
    assert group_shrink(v.tolist(), alpha).tolist() == group_shrink(v, alpha).tolist()


def test_a_group_may_be_longer_than_any_number():
    v = np.full(4, 1.7e308)  # of length 3.4e308
    assert group_shrink(v, 1.7e308) == pytest.approx(v / 2.0, rel=1e-15)
    assert not group_shrink(np.zeros(3), 0.0).any() and group_shrink(np.zeros(0), 1.0).size == 0

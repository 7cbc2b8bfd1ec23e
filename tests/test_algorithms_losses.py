"""Losses are convex, slopes are their derivatives, and nothing overflows."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.losses import Loss, loss_slopes, loss_values, slope
from tests import naive

LOSSES = tuple(Loss.__members__)
P = np.r_[np.linspace(-6.0, 6.0, 481), -1.0, 1.0]
each_loss = pytest.mark.parametrize("loss", LOSSES)
each_label = pytest.mark.parametrize("y", [-1.0, 1.0])


def targets(loss):
    return (-1.0, 1.0, 0.0, -2.75, 1e3) if loss == "squared" else (-1.0, 1.0)


@each_loss
def test_the_slope_is_the_derivative(loss):
    for y in targets(loss):
        p, h = P[np.abs(y * P - 1.0) > 1e-4] if loss == "hinge" else P, 1e-5
        numeric = (loss_values(loss, p + h, y) - loss_values(loss, p - h, y)) / (2.0 * h)
        assert np.allclose(loss_slopes(loss, p, y), numeric, rtol=1e-6, atol=1e-8)


@each_label
def test_at_the_kink_of_the_hinge_the_slope_is_zero(y):
    assert loss_slopes("hinge", np.array([y]), y)[0] == 0.0 == slope(Loss.hinge, y, y)
    nearly = np.nextafter(y, 0.0)
    assert loss_slopes("hinge", np.array([nearly]), y)[0] == -y == slope(Loss.hinge, nearly, y)


@each_loss
@settings(max_examples=100, deadline=None, derandomize=True)
@given(p=st.floats(-1e4, 1e4), q=st.floats(-1e4, 1e4), at=st.sampled_from([-1.0, 1.0]))
def test_convex(loss, p, q, at):
    """The loss lies above each of its tangents."""
    tangent = loss_values(loss, p, at) + loss_slopes(loss, p, at) * (q - p)
    assert loss_values(loss, q, at) >= tangent - 1e-12 * max(1.0, abs(tangent))


@each_loss
def test_the_compiled_slope_equals_the_array_of_slopes(loss):
    p = np.r_[P, -1e100, -1e4, -745.2, -37.0, 0.0, -0.0, 1e-300, 37.0, 745.2, 1e4, 1e100]
    for y in targets(loss):
        compiled = np.array([slope(int(Loss[loss]), each, y) for each in p])
        # NumPy's exp may differ from the kernel's in the last bits.
        assert np.allclose(compiled, loss_slopes(loss, p, y), rtol=1e-15, atol=0.0)
        assert np.array_equal(compiled, [naive.slope(loss, each, y) for each in p.tolist()])


@each_loss
@each_label
def test_nothing_overflows(loss, y):
    with np.errstate(all="raise", under="ignore"):
        p = np.array([-1e100, -1e4, -800.0, 800.0, 1e4, 1e100])
        values, slopes = loss_values(loss, p, y), loss_slopes(loss, p, y)
        assert np.isfinite(values).all()
        assert (values >= 0.0).all()
        if loss != "squared":
            wrong, right = p * y < 0.0, p * y > 0.0
            assert np.array_equal(slopes[wrong], np.full(3, -y))
            assert np.allclose(slopes[right], 0.0, atol=1e-300)
            assert np.allclose(values[wrong], np.abs(p[wrong]) + (loss == "hinge"), rtol=1e-15)


@each_loss
def test_values_equal_the_plain_ones(loss):
    for y in targets(loss):
        plain = [naive.value(loss, p, y) for p in P.tolist()]
        assert np.allclose(loss_values(loss, P, y), plain, rtol=1e-14, atol=1e-16)


def test_arguments_broadcast():
    p, y = np.linspace(-2, 2, 5)[:, None], np.array([-1.0, 1.0])
    for loss in LOSSES:
        assert loss_values(loss, p, y).shape == loss_slopes(loss, p, y).shape == (5, 2)

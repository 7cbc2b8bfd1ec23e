"""Losses of one prediction are convex, slopes are their derivatives, and nothing overflows."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms.losses import SCALAR_LOSSES, Loss, loss_slopes, loss_values, slope
from tests import naive
from tests.support.many.examples import examples

LOSSES = tuple(loss.name for loss in SCALAR_LOSSES)
P = np.r_[np.linspace(-6.0, 6.0, 481), -1.0, 1.0]
each_loss = pytest.mark.parametrize("loss", LOSSES)
each_label = pytest.mark.parametrize("y", [-1.0, 1.0])


def targets(loss):
    others = {"squared": (0.0, -2.75, 1e3), "clipped": (0.0, 0.3, -0.85)}
    return (-1.0, 1.0, *others.get(loss, ()))


@each_loss
def test_the_slope_is_the_derivative(loss):
    h = 1e-5
    for y in targets(loss):
        bends = {"hinge": np.abs(y * P - 1.0), "clipped": np.abs(np.abs(P) - 1.0)}
        p = P[bends[loss] > 1e-4] if loss in bends else P
        numeric = (loss_values(loss, p + h, y) - loss_values(loss, p - h, y)) / (2.0 * h)
        assert np.allclose(loss_slopes(loss, p, y), numeric, rtol=1e-6, atol=1e-8)


@each_label
def test_at_the_kink_of_the_hinge_the_slope_is_zero(y):
    assert loss_slopes("hinge", np.array([y]), y)[0] == 0.0 == slope(Loss.hinge, y, y)
    nearly = np.nextafter(y, 0.0)
    assert loss_slopes("hinge", np.array([nearly]), y)[0] == -y == slope(Loss.hinge, nearly, y)


@pytest.mark.parametrize("end", [-1.0, 1.0])
def test_beyond_the_range_of_the_labels_the_clipped_loss_goes_on_straight(end):
    """Squared within [−1, 1]; outside, the tangent at the end, to which it is continuous."""
    for y in targets("clipped"):
        beyond = end * np.array([1.0, np.nextafter(1.0, 2.0), 1.5, 40.0, 1e100])
        assert (loss_slopes("clipped", beyond, y) == end - y).all()
        tangent = 0.5 * (end - y) ** 2 + (end - y) * (beyond - end)
        assert np.array_equal(loss_values("clipped", beyond, y), tangent)
        within = end * np.array([0.0, 0.4, np.nextafter(1.0, 0.0)])
        assert np.array_equal(loss_slopes("clipped", within, y), within - y)
        assert np.array_equal(loss_values("clipped", within, y), 0.5 * (within - y) ** 2)


@each_loss
@examples(100)
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
            steep, more = {"clipped": (2.0, 0.0), "hinge": (1.0, 1.0), "logistic": (1.0, 0.0)}[loss]
            assert np.array_equal(slopes[wrong], np.full(3, -steep * y))
            assert np.allclose(slopes[right], 0.0, atol=1e-300)
            assert np.allclose(values[wrong], steep * np.abs(p[wrong]) + more, rtol=1e-15)
            assert np.allclose(values[right], 0.0, atol=1e-300)


@each_loss
def test_values_equal_the_plain_ones(loss):
    for y in targets(loss):
        plain = [naive.value(loss, p, y) for p in P.tolist()]
        assert np.allclose(loss_values(loss, P, y), plain, rtol=1e-14, atol=1e-16)


def test_arguments_broadcast():
    p, y = np.linspace(-2, 2, 5)[:, None], np.array([-1.0, 1.0])
    for loss in LOSSES:
        assert loss_values(loss, p, y).shape == loss_slopes(loss, p, y).shape == (5, 2)

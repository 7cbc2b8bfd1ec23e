"""The softmax loss: many predictions an example, one class; its slopes, bounds and twins."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from algorithms.losses import loss_slopes, loss_values
from tests.support.many.examples import examples

few = examples(100)


def problems(size: float):
    """Predictions (n, k) up to ``size`` and a class for each row."""
    shapes = st.tuples(st.integers(1, 5), st.integers(2, 6))
    rows = shapes.flatmap(
        lambda shape: hnp.arrays(np.float64, shape, elements=st.floats(-size, size))
    )
    return rows.flatmap(
        lambda p: st.tuples(
            st.just(p),
            hnp.arrays(np.float64, len(p), elements=st.sampled_from(range(p.shape[1]))),
        )
    )


def plain(p: list, c: int) -> tuple[float, list]:
    """Loss and slopes of one example by the definition, for predictions of a moderate size."""
    shares = [math.exp(v) / sum(map(math.exp, p)) for v in p]
    return -math.log(shares[c]), [share - (i == c) for i, share in enumerate(shares)]


@few
@given(problems(30.0))
def test_values_and_slopes_are_those_of_the_definition(problem):
    p, y = problem
    values, slopes = loss_values("softmax", p, y), loss_slopes("softmax", p, y)
    assert values.shape == y.shape
    assert slopes.shape == p.shape
    for row, c, value, slope in zip(p.tolist(), y.astype(int), values, slopes, strict=True):
        expected, along = plain(row, c)
        assert value == pytest.approx(expected, rel=1e-12, abs=1e-12)
        assert np.allclose(slope, along, rtol=1e-12, atol=1e-14)


@few
@given(problems(8.0))
def test_the_slopes_are_the_derivatives(problem):
    (p, y), h = problem, 1e-5
    for c in range(p.shape[1]):
        step = h * (np.arange(p.shape[1]) == c)
        numeric = (loss_values("softmax", p + step, y) - loss_values("softmax", p - step, y)) / (
            2.0 * h
        )
        assert np.allclose(loss_slopes("softmax", p, y)[:, c], numeric, rtol=1e-6, atol=1e-9)


@few
@given(problems(1e4), st.integers(0, 99))
def test_convex(problem, seed):
    """The loss lies above each of its tangent planes."""
    p, y = problem
    q = p + np.random.default_rng(seed).standard_normal(p.shape) * 10.0 ** (seed % 9 - 4)
    tangent = loss_values("softmax", p, y) + (loss_slopes("softmax", p, y) * (q - p)).sum(axis=1)
    assert (
        loss_values("softmax", q, y) >= tangent - 1e-10 * np.maximum(1.0, np.abs(p).max())
    ).all()


@few
@given(problems(700.0))
def test_the_slopes_of_an_example_add_up_to_nothing(problem):
    p, y = problem
    slopes = loss_slopes("softmax", p, y)
    assert np.allclose(slopes.sum(axis=1), 0.0, atol=1e-14)
    own = slopes[np.arange(len(y)), y.astype(int)]
    assert (own <= 0.0).all()
    assert ((slopes >= 0.0).sum(axis=1) >= p.shape[1] - 1).all()


@few
@given(problems(100.0), st.floats(-100.0, 100.0))
def test_only_differences_of_predictions_count(problem, shift):
    p, y = problem
    moved = loss_values("softmax", p + shift, y)
    assert np.allclose(moved, loss_values("softmax", p, y), rtol=1e-9, atol=1e-12)


def test_two_classes_are_the_logistic_loss_of_their_difference():
    margin = np.linspace(-50.0, 50.0, 1001)
    p = np.stack([np.zeros_like(margin), margin], axis=1)
    for c, y in ((0.0, -1.0), (1.0, 1.0)):
        labels = np.full(len(p), c)
        logistic = loss_values("logistic", margin, y)
        assert np.allclose(loss_values("softmax", p, labels), logistic, rtol=1e-12, atol=1e-14)
        slopes = loss_slopes("softmax", p, labels)[:, 1]
        assert np.allclose(slopes, loss_slopes("logistic", margin, y), rtol=1e-12, atol=1e-14)


def test_nothing_overflows():
    """A class ahead of the others by 2e100, right and wrong, and a tie at the end of the range."""
    p = np.array([[1e100, -1e100, 0.0], [1e100, -1e100, 0.0], [1e100, 1e100, 1e100]])
    y = np.array([0.0, 1.0, 2.0])
    with np.errstate(all="raise", under="ignore"):
        values, slopes = loss_values("softmax", p, y), loss_slopes("softmax", p, y)
    assert values[:2].tolist() == [0.0, 2e100]
    # ln 3, but for what 1e100 + ln 3 loses.
    assert 0.0 <= values[2] <= math.log(3.0)
    assert slopes[0].tolist() == [0.0, 0.0, 0.0]
    assert slopes[1].tolist() == [1.0, -1.0, 0.0]
    assert np.allclose(slopes[2], [1 / 3, 1 / 3, -2 / 3])


def test_arguments_stay_as_they_are():
    p, y = np.arange(6.0).reshape(2, 3), np.array([2.0, 0.0])
    loss_slopes("softmax", p, y)
    assert np.array_equal(p, np.arange(6.0).reshape(2, 3))

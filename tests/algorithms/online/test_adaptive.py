"""Adaptive methods and dual averaging, held to each other and to gradients all of a size."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms import CATALOGUE, record
from algorithms.online.adaptive.coordinate_steps import grow_root, shrink_over, shrink_over_all
from tests import naive
from tests.support.many.examples import examples
from tests.support.many.turns import in_turn

LOSSES = ("squared", "logistic", "hinge", "clipped")


def problem(scale=1.0):
    draw = np.random.default_rng(11)
    X = draw.standard_normal((30, 6)) * (draw.random((30, 6)) < 0.5)
    return naive.dataset(X * scale, draw.choice([-1.0, 1.0], 30))


def record_path(algorithm, loss, scale=1.0):
    return record(algorithm, problem(scale), loss, passes=2, checkpoints=60).weights


def steady(c, steps=50):
    """One feature of size c, labels of both signs, and steps too short to leave the hinge's slope:
    every gradient is ±c. Returns the data and the sum of −g after each step."""
    y = np.random.default_rng(3).choice([-1.0, 1.0], steps, p=[0.3, 0.7])
    data = naive.dataset(np.full((steps, 1), c), y)
    return data, np.cumsum(c * y)


def run_once(algorithm, data):
    trace = record(algorithm, data, "hinge", order=np.arange(data.n_rows), checkpoints=data.n_rows)
    margins = np.r_[0.0, trace.weights[:-1, 0]] * data.X.toarray()[:, 0] * data.y
    assert (margins < 1.0).all()
    return trace.weights[:, 0]


@in_turn("c", [0.5, 1.0, 3.0])
@in_turn("delta", [0.0, 0.4])
def test_adagrad_of_gradients_all_of_a_size_in_closed_form(c, delta):
    data, descent = steady(c)
    eta, t = 1e-3, np.arange(1, 51)
    h = delta + c * np.sqrt(t)
    w = run_once(CATALOGUE["adagrad_fobos"](eta, delta, 0.0), data)
    assert np.allclose(w, np.cumsum(eta * np.diff(descent, prepend=0.0) / h), rtol=1e-12)
    for l1 in (0.0, 0.1 * c, 0.5 * c):
        w = run_once(CATALOGUE["adagrad_rda"](eta, delta, l1), data)
        shrunk = np.sign(descent) * np.maximum(np.abs(descent) - l1 * t, 0.0)
        assert np.allclose(w, eta * shrunk / h, rtol=1e-11, atol=1e-15)


@in_turn("c", [0.5, 1.0, 3.0])
@in_turn("l1", [0.0, 0.05, 0.3])
def test_with_gradients_all_of_a_size_adagrad_is_the_plain_method(c, l1):
    """h_t = c√t is then no more than a schedule: FOBOS with η/√t, RDA with γ."""
    data, _ = steady(c)
    one = run_once(CATALOGUE["adagrad_fobos"](1e-3, 0.0, l1), data)
    two = run_once(CATALOGUE["fobos"](1e-3 / c, "inv_sqrt", l1), data)
    assert np.allclose(one, two, rtol=1e-11, atol=1e-15)
    one = run_once(CATALOGUE["adagrad_rda"](1e-3, 0.0, l1), data)
    two = run_once(CATALOGUE["rda"](c / 1e-3, l1), data)
    assert np.allclose(one, two, rtol=1e-11, atol=1e-15)


@in_turn("loss", LOSSES)
@in_turn("rate", [0.1, 1.0])
@in_turn("offset", [0.0, 0.7])
def test_ftrl_proximal_without_penalties_is_adagrad(loss, rate, offset):
    leader = CATALOGUE["ftrl_proximal"](rate, offset, l1=0.0, l2=0.0)
    step = CATALOGUE["adagrad_fobos"](rate, offset, l1=0.0)
    one, two = (record(a, problem(), loss, passes=2, intercept=True) for a in (leader, step))
    assert np.allclose(one.weights, two.weights, rtol=1e-11, atol=1e-13)
    assert np.allclose(one.final.intercept, two.final.intercept, rtol=1e-11)


# What becomes of the knobs when features are measured in another unit, x ← cx: powers of c.
UNITS = {
    "rda": {"gamma": (2.0, 2), "l1": (0.03, 1)},
    "ftrl_proximal": {"alpha": (0.3, -1), "beta": (0.4, 1), "l1": (0.2, 1), "l2": (0.7, 2)},
    "adagrad_fobos": {"eta": (0.3, -1), "delta": (0.4, 1), "l1": (0.03, 1)},
    "adagrad_rda": {"eta": (0.3, -1), "delta": (0.4, 1), "l1": (0.03, 1)},
}


@in_turn("loss", LOSSES)
@in_turn("key", UNITS)
def test_the_unit_of_the_features_can_be_made_up_for(key, loss):
    """With c a power of two no rounding is in it: weights become w/c, predictions stay."""
    plain = record_path(CATALOGUE[key](**{name: at for name, (at, _) in UNITS[key].items()}), loss)
    assert np.count_nonzero(plain) > 50
    for c in (2.0, 2.0**-9, 2.0**60):
        knobs = {name: at * c**power for name, (at, power) in UNITS[key].items()}
        assert np.array_equal(record_path(CATALOGUE[key](**knobs), loss, c) * c, plain)


# Where k/t times t is less than k: a sum of k lies above λt though the mean of it equals λ.
TIES = [(k, t) for t in range(2, 99) for k in range(1, t) if k / t * t < k]


@pytest.mark.parametrize("key", ["rda", "adagrad_rda"])
def test_a_mean_that_equals_the_penalty_leaves_zero(key):
    """Gradients of −1 in k steps, then none up to step t, and λ = k/t: 0 then, and read as 0."""
    assert len(TIES) > 50
    slow = {"gamma": 1e6} if key == "rda" else {"eta": 1e-6}
    for k, t in TIES:
        algorithm, state = CATALOGUE[key](l1=k / t, **slow), CATALOGUE[key]().start(1, t + 1)
        data = naive.dataset(np.r_[np.ones(k), np.zeros(t - k), 1.0][:, None], np.ones(t + 1))
        algorithm.advance(state, data.X, data.y, np.arange(t), "hinge")
        assert algorithm.weights(state).tolist() == [0.0], (k, t)
        assert algorithm.advance(state, data.X, data.y, np.array([t]), "hinge") == [0.0], (k, t)


def test_a_step_undone_by_its_shrinks_leaves_zero():
    """One gradient of −1 and λ = 1/t: after t shrinks of ηλ/h nothing of η/h is there."""
    for t in range(2, 99):
        data = naive.dataset(np.r_[1.0, np.zeros(t - 1), 1.0][:, None], np.ones(t + 1))
        for eta, delta in ((0.1, 0.0), (0.3, 0.7), (1e-3, 0.1)):
            algorithm = CATALOGUE["adagrad_fobos"](eta, delta, 1.0 / t)
            state = algorithm.start(1, t + 1)
            algorithm.advance(state, data.X, data.y, np.arange(t), "hinge")
            assert algorithm.weights(state).tolist() == [0.0], (t, eta)
            assert algorithm.advance(state, data.X, data.y, np.array([t]), "hinge") == [0.0]


SIZES = st.floats(-250.0, 250.0).map(lambda power: 10.0**power) | st.just(0.0)


@given(SIZES, SIZES | SIZES.map(lambda size: -size))
@examples(200)
def test_a_root_grows_without_overflow_and_without_loss(root, g):
    assert grow_root(root, g) == pytest.approx(np.hypot(root, g), rel=4e-16, abs=0.0)


def test_what_lies_within_the_edge_is_zero_over_nothing_too():
    cases = [(0.0, 0.0, 0.0), (0.5, 0.5, 0.0), (-0.5, 0.5, 0.0), (2.0, 0.5, 3.0), (-2.0, 0.5, 3.0)]
    values = [shrink_over(*case) for case in cases]
    assert values == [0.0, 0.0, 0.0, 0.5, -0.5]
    for (v, edge, height), value in zip(cases, values, strict=True):
        assert shrink_over_all(np.array([v]), edge, np.array([height])) == [value]

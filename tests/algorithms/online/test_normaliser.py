"""The normaliser of exponentiated gradient: right after any moves, however far and however many."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms import CATALOGUE, random_order
from algorithms.online.common import normaliser
from tests import naive
from tests.support.many.examples import examples
from tests.support.many.turns import in_turn
from tests.support.twins import walk_kernel

EG = CATALOGUE["exponentiated_gradient"]


def log_normaliser(theta) -> float:
    """ln Σ 2 cosh θ_j, from scratch."""
    size = np.abs(theta)
    return size.max() + math.log(math.fsum(np.exp(size - size.max()) + np.exp(-size - size.max())))


def log_sum_of_one_sign(theta) -> float:
    """ln Σ e^θ_j, from scratch."""
    return theta.max() + math.log(math.fsum(np.exp(theta - theta.max())))


def held_sums(frame) -> float:
    return frame[normaliser.PEAK] * math.log(2.0) + math.log(frame[normaliser.TOTAL])


def move(theta, sums, frame, j, to, by_sign=None) -> bool:
    """Move one θ_j as the kernel does; whether all had to be summed anew."""
    normaliser.enter(sums, frame, theta[j], -1, by_sign)
    theta[j] = to
    fits = normaliser.enter(sums, frame, to, 1, by_sign)
    if normaliser.read(sums, frame) and fits:
        return False
    normaliser.sum_anew(theta, sums, frame, by_sign)
    return True


SIZES = st.one_of(
    st.floats(-1.0, 1.0), st.floats(-60.0, 60.0), st.floats(-900.0, 900.0), st.floats(-1e5, 1e5)
)
MOVES = st.lists(st.tuples(st.integers(0, 6), SIZES), min_size=1, max_size=60)


@examples(150)
@given(moves=MOVES, d=st.integers(1, 7))
def test_with_one_sign_each_it_is_the_sum_of_what_is_left(moves, d):
    (sums,), (frame,) = normaliser.zeros(1, d, True)
    theta = np.zeros(d)
    assert held_sums(frame) == pytest.approx(math.log(d), abs=1e-14)
    for j, to in moves:
        move(theta, sums, frame, j % d, to, True)
        log_sum = log_sum_of_one_sign(theta)
        assert held_sums(frame) == pytest.approx(log_sum, rel=1e-14, abs=1e-13)
        shares = normaliser.shares(theta[None], frame[None], True)[0]
        assert shares == pytest.approx(np.exp(theta - log_sum), rel=1e-9, abs=1e-300)
        assert shares.tolist() == pytest.approx([normaliser.share(x, frame, True) for x in theta])


@examples(150)
@given(moves=MOVES, d=st.integers(1, 7))
def test_it_is_the_sum_from_scratch_after_any_moves(moves, d):
    (sums,), (frame,) = normaliser.zeros(1, d)
    theta = np.zeros(d)
    assert held_sums(frame) == pytest.approx(math.log(2 * d), abs=1e-14)
    for j, to in moves:
        move(theta, sums, frame, j % d, to)
        log_sum = log_normaliser(theta)
        assert held_sums(frame) == pytest.approx(log_sum, rel=1e-14, abs=1e-13)
        shares = normaliser.shares(theta[None], frame[None])[0]
        assert shares.tolist() == pytest.approx([normaliser.share(x, frame) for x in theta])
        expected = np.exp(theta - log_sum) - np.exp(-theta - log_sum)
        assert np.abs(shares - expected).max() <= 1e-13 + 1e-15 * np.abs(theta).max()
        seen = np.abs(expected) > 1e-300
        assert np.array_equal(np.sign(shares[seen]), np.sign(theta[seen]))
        assert (shares[theta == 0.0] == 0.0).all()


def test_it_forgets_nothing_and_keeps_no_error():
    """Back at 0 after so many moves, to the bit what it was at the start."""
    (sums,), (frame,) = normaliser.zeros(1, 3)
    before, theta = sums.copy(), np.zeros(3)
    for to in np.random.default_rng(0).uniform(-300.0, 300.0, 20_000):
        assert not move(theta, sums, frame, 1, to)
    move(theta, sums, frame, 1, 0.0)
    assert np.array_equal(sums, before)
    assert frame[normaliser.TOTAL] == 6.0


@in_turn("power", [10, 40, 52, 53, 60, 61, 62, 63, 64, 80, 300, 1000])
def test_exponents_so_large_that_they_are_rounded(power):
    for theta in np.nextafter(2.0**power * math.log(2.0), np.inf) * np.linspace(1.0, 1.9, 20):
        (sums,), (frame,) = normaliser.zeros(1, 3)
        weights = np.zeros(3)
        for j, to in enumerate((theta, 1.0, -theta)):
            move(weights, sums, frame, j, to)
        assert normaliser.shares(weights[None], frame[None])[0] == pytest.approx([0.5, 0.0, -0.5])


def test_all_is_summed_anew_only_after_a_long_way():
    """Up and down by 10⁴ in steps of 1: once in some 300 steps."""
    (sums,), (frame,) = normaliser.zeros(1, 4)
    theta, anew = np.zeros(4), 0
    way = np.r_[np.arange(1, 10_001), np.arange(9_999, -1, -1)]
    for to in way:
        anew += move(theta, sums, frame, 2, float(to))
        assert held_sums(frame) == pytest.approx(log_normaliser(theta), rel=1e-14, abs=1e-13)
    assert 20 <= anew <= len(way) / 250


@pytest.mark.parametrize("eta", [0.1, 10.0, 1e3, 1e10, 1e100])
def test_the_weights_fill_the_ball_whatever_the_step_size(eta):
    draw = np.random.default_rng(1)
    X = draw.standard_normal((30, 6)) * (draw.random((30, 6)) < 0.5)
    X[:, 4] = 0.0
    data = naive.dataset(X, draw.choice([-1.0, 1.0], 30))
    for loss in ("logistic", "squared", "hinge", "clipped"):
        algorithm, order = EG(eta, radius=3.0), random_order(30, 10)
        weights = walk_kernel(algorithm, data, order, loss).weights
        state = algorithm.start(6, 300)
        algorithm.advance(state, data.X, data.y, order, loss)
        theta, frame = state.theta[:, 0], state.frame[0]
        assert np.isfinite(weights).all()
        assert np.abs(weights).sum(axis=1).max() <= 3.0 * (1.0 + 1e-12)
        assert held_sums(frame) == pytest.approx(log_normaliser(theta), rel=1e-14, abs=1e-13)
        assert (weights[:, 4] == 0.0).all()


@pytest.mark.parametrize("eta", [0.1, 1e3, 1e10, 1e100])
def test_weights_of_one_sign_each_weigh_as_much_at_any_step_size(eta):
    draw = np.random.default_rng(1)
    data = naive.dataset(draw.standard_normal((30, 6)), draw.choice([-1.0, 1.0], 30))
    for loss in ("logistic", "squared", "hinge", "clipped"):
        algorithm = EG(eta, radius=3.0, signs="none negative")
        weights = walk_kernel(algorithm, data, random_order(30, 10), loss).weights
        assert weights.min() >= 0.0
        assert weights.sum(axis=1) == pytest.approx(3.0, rel=1e-12)


def test_each_step_is_exact_from_where_the_run_stands():
    """Steps so long that runs are chaotic: one step at a time, against 40 digits."""
    draw = np.random.default_rng(2)
    X = draw.standard_normal((20, 5))
    data = naive.dataset(X, draw.choice([-1.0, 1.0], 20))
    algorithm = EG(20.0, radius=10.0)
    state = algorithm.start(5, 100)
    for row in draw.integers(0, 20, 100):
        algorithm.advance(state, data.X, data.y, np.array([row]), "logistic")
        with localcontext() as context:
            context.prec = 40
            grown = [Decimal(x).exp() for x in state.theta[:, 0].tolist()]
            total = sum(e + 1 / e for e in grown)
            expected = [float(10 * (e - 1 / e) / total) for e in grown]
        assert np.abs(algorithm.weights(state) - expected).max() <= 1e-11

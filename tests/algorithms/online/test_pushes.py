"""Many missed pushes at once: what an eager loop gives, push by push."""

from __future__ import annotations

import math
from functools import cache
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms import CATALOGUE
from algorithms.online.lazy.pushes import REPLAYED, drift, drift_all, pushes
from algorithms.schedules import NAMES, pace
from tests import naive
from tests.support.many.examples import examples
from tests.support.many.turns import in_turn

N = 6000
EPS = 2.0**-52


@cache
def table_of(schedule: str, eta: float, l1: float) -> np.ndarray:
    return pushes(pace(schedule, eta), l1, N)


def eager(w: float, s: int, t: int, schedule: str, eta: float, l1: float) -> float:
    for step in range(s + 1, t + 1):
        w -= naive.rate(schedule, eta, step) * l1 * naive.sign(w)
    return w


SETTINGS = list(product(NAMES, (0.1, 1.0, 10.0), (0.0, 0.003, 0.5)))
WEIGHTS = st.sampled_from([0.0, 1e-300, 0.1, -0.3, 0.05, 1.0, -2.5, 1e6]) | st.floats(-30, 30)


@pytest.mark.parametrize("schedule", NAMES)
def test_the_table_of_pushes(schedule):
    alpha, descent = pushes(pace(schedule, 0.5), 0.3, 50)
    assert alpha[0] == descent[0] == 0.0
    plain = [naive.rate(schedule, 0.5, t) * 0.3 for t in range(1, 51)]
    assert np.array_equal(alpha[1:], plain)
    assert np.allclose(descent[1:], np.cumsum(plain), rtol=1e-14)


@examples(150)
@given(
    w=WEIGHTS,
    table=st.sampled_from(SETTINGS),
    s=st.integers(0, N - REPLAYED),
    missed=st.integers(0, REPLAYED),
)
def test_exact_up_to_the_pushes_that_are_replayed(w, table, s, missed):
    assert drift(w, s, s + missed, table_of(*table)) == eager(w, s, s + missed, *table)


@examples(150)
@given(
    w=WEIGHTS,
    table=st.sampled_from(SETTINGS),
    s=st.integers(0, N - REPLAYED - 2),
    share=st.floats(0.0, 1.0),
)
def test_beyond_them_within_two_pushes(w, table, s, share):
    t = s + REPLAYED + 1 + round(share * (N - s - REPLAYED - 1))
    alpha = table_of(*table)[0]
    # Besides, each eager subtraction rounds to the precision of w.
    allowed = 2.0 * alpha[t] + EPS * abs(w) * (t - s)
    assert abs(drift(w, s, t, table_of(*table)) - eager(w, s, t, *table)) <= allowed


@in_turn("schedule", NAMES)
@in_turn("w", [0.7, -3.0, 25.0, 1e-9])
def test_every_missed_number_of_pushes_in_turn(schedule, w):
    """No step where gliding hands over to zigzagging, or replay to the closed form, is skipped."""
    table, plain = table_of(schedule, 0.1, 0.5), w
    for t in range(1, N + 1):
        plain -= naive.rate(schedule, 0.1, t) * 0.5 * naive.sign(plain)
        lazy = drift(w, 0, t, table)
        assert lazy == plain or t > REPLAYED
        assert abs(lazy - plain) <= 2.0 * table[0, t] + EPS * abs(w) * t, t


@pytest.mark.parametrize("w", [11 / 32, -5.0 / 32, 100.0 + 1 / 32, -301.0 - 3 / 32])
def test_beyond_them_the_right_side_of_zero(w):
    """With numbers that are exact the closed form is the eager loop, sign and all."""
    table = pushes(pace("constant", 1.0), 0.125, N)
    plain = w
    for t in range(1, N + 1):
        plain -= 0.125 * naive.sign(plain)
        assert drift(w, 0, t, table) == plain, t


@in_turn("schedule", NAMES)
@in_turn("per_pass", [7, 1000, 2500])
@in_turn("w", [0.7, -3.0, 25.0, 1e-9])
def test_with_a_decay_per_pass_too(schedule, per_pass, w):
    """Exact while pushes are replayed; after, to within the last one replayed and one of today."""
    table, plain = pushes(pace(schedule, 0.1, 0.5, per_pass), 0.5, N), w
    for t in range(1, N + 1):
        eta = 0.1 * 0.5 ** ((t - 1) // per_pass)
        plain -= naive.rate(schedule, eta, t) * 0.5 * naive.sign(plain)
        lazy = drift(w, 0, t, table)
        assert lazy == plain or t > REPLAYED
        allowed = table[0, min(t, REPLAYED)] + table[0, t] + EPS * abs(w) * t
        assert abs(lazy - plain) <= allowed, t


def test_a_weight_of_zero_stays():
    assert drift(0.0, 3, N, table_of("inv", 1.0, 0.5)) == 0.0


def test_all_at_once():
    push = table_of("inv_sqrt", 0.1, 0.5)
    table = np.array([[0.4, 0.0], [-2.0, 17.0], [0.0, 5.0], [3.0, 3000.0]])
    each = [drift(w, int(s), 3000, push) for w, s in table]
    assert np.array_equal(drift_all(table, 3000, push), each)


def test_in_a_run_a_feature_unseen_for_long_stays_within_two_pushes():
    """One feature is met at the beginning and never again, for 5,000 steps."""
    data = naive.dataset([[1.0, 0.0], [0.0, 1.0]], [5.0, 0.3], "regression")
    order = np.r_[0, 0, 0, np.ones(5000, np.int64)]
    for schedule in NAMES:
        algorithm = CATALOGUE["subgradient"](0.2, schedule, l1=0.01)
        state = algorithm.start(2, len(order))
        algorithm.advance(state, data.X, data.y, order, "squared")
        expected = naive.run(algorithm, data, order, "squared").weights[-1]
        off = np.abs(algorithm.weights(state) - expected)
        alpha = naive.rate(schedule, 0.2, len(order)) * 0.01
        assert math.isclose(off[1], 0.0, abs_tol=1e-15)
        assert off[0] <= 2.0 * alpha + 1e-12


@pytest.mark.parametrize("eta", [0.1, 0.3, 1.0, 0.25, 2.7])
@pytest.mark.parametrize("l1", [0.0, 1e-9, 1e-5, 1e-3, 0.01, 0.1, 0.5, 1.0])
def test_equal_pushes_are_exact_over_any_gap(eta, l1):
    """With a constant step size no push is approximate: bit for bit, ties and all."""
    draw = np.random.default_rng(0)
    table = pushes(pace("constant", eta), l1, 3000)
    begins = [*eta * np.arange(-4, 5), *draw.standard_normal(20), *2.0 ** draw.integers(-6, 6, 6)]
    for w in begins:
        eager = float(w)
        for t in range(1, 3001):
            eager -= math.copysign(table[0, t], eager) if eager else 0.0
            if t in (1, 2, 5, 100, 1023, 1024, 1025, 2999, 3000):
                assert drift(float(w), 0, t, table) == eager

"""The elastic net paid late: without a ridge truncated gradient, and with one right for ever."""

from __future__ import annotations

from itertools import product
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms import CATALOGUE, record
from algorithms.online.lazy.ridge import NOTHING, demand, settle_share, settled_shares, share
from algorithms.online.storage.cache_lines import whole_rows
from tests import naive
from tests.support.many.examples import examples
from tests.support.many.turns import in_turn

ElasticNet = CATALOGUE["elastic_net_truncated_gradient"]
SCHEDULES = ("constant", "inv_sqrt", "inv")
STRENGTHS = st.sampled_from([0.0, 1e-9, 0.01, 0.1, 0.25, 0.5, 3.0, 1e6])


def problem(n=60, d=6, density=0.4, task="classification"):
    draw = np.random.default_rng(31)
    X = draw.standard_normal((n, d)) * (draw.random((n, d)) < density)
    return naive.dataset(X, draw.choice([-1.0, 1.0], n), task)


@pytest.mark.parametrize("loss", ["squared", "logistic", "hinge", "clipped"])
@pytest.mark.parametrize("schedule", SCHEDULES)
def test_without_a_ridge_it_is_truncated_gradient_bit_for_bit(schedule, loss):
    for gravity, threshold, period in product((0.0, 0.01, 0.3), (0.0, 0.1, inf), (1, 3)):
        knobs = {"gravity": gravity, "threshold": threshold, "period": period}
        one = ElasticNet(0.1, schedule, **knobs, l2=0.0)
        two = CATALOGUE["truncated_gradient"](0.1, schedule, **knobs)
        one, two = (
            record(algorithm, problem(), loss, passes=2, intercept=True) for algorithm in (one, two)
        )
        assert np.array_equal(one.weights, two.weights)
        assert np.array_equal(one.loss, two.loss)
        assert np.array_equal(one.final.intercept, two.final.intercept)
        assert one.algorithm.kinks(3) == two.algorithm.kinks(3)
        assert np.array_equal(*(run.algorithm.shrink(one.final.weights, 2) for run in (one, two)))


@examples(300)
@given(
    v=st.sampled_from([0.0, 1.0, -0.3, 0.1, 2.5, -40.0, 1e-9, 1e6]),
    theta=st.sampled_from([0.0, 0.3, 1.0, 50.0, inf]),
    early=st.lists(st.tuples(STRENGTHS, STRENGTHS), max_size=40),
    late=st.lists(st.tuples(STRENGTHS, STRENGTHS), max_size=40),
)
def test_truncations_at_once_equal_the_single_ones(v, theta, early, late):
    due = np.array(NOTHING)
    for pull, l2 in early:
        demand(due, pull, 1.0 + l2)
    paid, eager = due.copy(), v
    for pull, l2 in late:
        demand(due, pull, 1.0 + l2)
        eager = naive.T1(eager, pull) / (1.0 + l2) if abs(eager) <= theta else eager
    lazy = settle_share(v, share(*paid[1:], *due[1:]), due[0], paid[0], theta)
    assert abs(lazy - eager) <= 1e-13 * max(1.0, abs(v), due[0])
    assert lazy == 0.0 or eager != 0.0
    assert settled_shares(np.array([[v, *paid]]), due, theta)[0] == lazy


@in_turn("seed", range(40))
def test_what_step_by_step_is_zero_is_zero(seed):
    """Whatever came before: a weight of 0 stays, and a pull of just its size takes a weight."""
    draw = np.random.default_rng(seed)
    due = np.array(NOTHING)
    for pull, l2 in draw.exponential(1.0, (draw.integers(1, 30), 2)):
        demand(due, pull, 1.0 + l2)
    before, pull = due.copy(), draw.exponential(0.1)
    for v, pulls in ((0.0, np.zeros(draw.integers(1, 50))), (pull, [pull]), (-pull, [pull])):
        due[:] = before
        for a in pulls:
            demand(due, a, 1.0 + draw.exponential(0.1))
        rho = share(*before[1:], *due[1:])
        assert settle_share(v, rho, due[0], before[0], inf) == 0.0
        assert settled_shares(np.array([[v, *before]]), due, inf).tolist() == [0.0]


def test_the_product_of_the_divisors_outgrows_any_float():
    """2^9000 after 3000 steps, with features seen now and again, rarely, and once."""
    draw = np.random.default_rng(5)
    rows = draw.standard_normal((40, 5)) * (draw.random((40, 5)) < [0.9, 0.5, 0.1, 0.03, 0.0])
    rows[0, 4] = 1.0
    data = naive.dataset(rows, draw.choice([-1.0, 1.0], 40))
    order = np.r_[0, draw.integers(1, 40, 2999)]
    for gravity, theta in ((0.05, inf), (0.0, inf), (0.05, 0.05)):
        algorithm = ElasticNet(0.5, gravity=gravity, threshold=theta, l2=14.0)
        twin = naive.run(algorithm, data, order, "logistic")
        trace = record(algorithm, data, "logistic", order=order, checkpoints=3000)
        assert np.allclose(trace.weights, twin.weights, rtol=0.0, atol=1e-13)
        assert (trace.weights[np.array(twin.weights) == 0.0] == 0.0).all()
        state = algorithm.start(5, 3000)
        algorithm.advance(state, data.X, data.y, order, "logistic")
        assert np.isfinite(state.due).all() and np.isfinite(state.table).all()
        assert state.due[2] == pytest.approx(9000, abs=1)
    assert twin.weights[-1][4] != 0.0


def test_the_strongest_ridge_leaves_no_more_than_the_last_step():
    data = problem()
    for period in (1, 10**9):
        trace = record(ElasticNet(1e100, l2=1e100, period=period), data, "hinge", checkpoints=60)
        assert np.isfinite(trace.weights).all()
    assert not record(ElasticNet(1.0, l2=1e100, gravity=1e100), data, "hinge").weights.any()


@in_turn("gravity", [0.0, 0.1])
@in_turn("l2", [0.0, 0.1, 10.0])
def test_the_map(gravity, l2):
    v = np.linspace(-1.0, 1.0, 41)
    algorithm = ElasticNet(0.1, "inv", gravity=gravity, threshold=0.7, period=2, l2=l2)
    inside = np.abs(v) <= 0.7
    for t in (1, 4):
        expected = [
            naive.T1(x, 0.2 / t * gravity) / (1.0 + 0.2 / t * l2) for x in v[inside].tolist()
        ]
        after = algorithm.shrink(v, t)
        assert np.allclose(after[inside], expected, rtol=1e-14, atol=1e-17)
        assert np.array_equal(after[~inside], v[~inside])


@in_turn(
    ("knobs", "kinks"),
    [
        ({"gravity": 0.5, "threshold": inf}, (0.1,)),
        ({"gravity": 0.5, "threshold": 0.3}, (0.1, 0.3)),
        ({"gravity": 0.5, "threshold": 0.05}, (0.05,)),
        ({"gravity": 0.0, "threshold": 0.3}, (0.3,)),
        ({"gravity": 0.0, "threshold": 0.3, "l2": 0.0}, ()),
        ({"gravity": 0.0, "threshold": inf}, ()),
        ({"gravity": 0.5, "threshold": 0.0}, ()),
    ],
)
def test_the_map_bends_at_its_kinks(knobs, kinks):
    algorithm = ElasticNet(0.1, period=2, **{"l2": 3.0, **knobs})
    assert algorithm.kinks(1) == pytest.approx(kinks)
    assert algorithm.stride == 2


@pytest.mark.parametrize("n", [1, 5, 1000, 10**6])
def test_no_row_lies_across_two_cache_lines(n):
    for width in (1, 2, 4, 8):
        table = whole_rows(n, width)
        assert table.shape == (n, width) and table.flags.c_contiguous and not table.any()
        assert table.ctypes.data % 64 == 0

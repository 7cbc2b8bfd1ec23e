"""Projected gradient: each step from where it stands, its ball, and steps far out of it."""

from __future__ import annotations

import math
import os
from time import thread_time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import random_array

from algorithms import CATALOGUE, random_order, record
from algorithms.online.common.balls import confine
from tests import naive
from tests.naive.ball import project
from tests.naive.base import normalise
from tests.support.cases import runs
from tests.support.many.examples import examples
from tests.support.many.turns import in_turn
from tests.support.twins import walk_kernel

PROJECTED, SGD = CATALOGUE["projected_gradient"], CATALOGUE["sgd"]
LOSSES = ("squared", "logistic", "hinge", "clipped")
# Interpreted, kernels are some hundred times slower.
INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
WAYS = ("sort", "pivot", "condat", "tree")
each_method = in_turn("way", WAYS)


def norms(weights) -> np.ndarray:
    return np.abs(weights).sum(axis=1)


@examples(100)
@given(
    run=runs(), z=st.sampled_from([1e-3, 0.25, 1.0, 7.0]), eta=st.sampled_from([0.1, 0.25, 10.0])
)
def test_each_step_is_right_from_where_the_run_stands(run, z, eta):
    """On any data, ties and overshooting included, every way and every step by itself."""
    data, order, loss = run
    algorithms = [PROJECTED(eta, radius=z, way=way) for way in WAYS]
    for algorithm in algorithms:
        walk = walk_kernel(algorithm, data, order, loss)
        made, weights = walk.predictions, walk.weights
        before = np.vstack([np.zeros(data.n_features), weights])
        X = data.X.toarray()
        if loss == "clipped":
            X = np.array([normalise(x) for x in X])
        for t, p in enumerate(made):
            x, y = X[order[t]], data.y[order[t]]
            v = before[t] - eta * naive.slope(loss, p, y) * x
            expected = project(v.tolist(), z)
            lost = 4e-16 * np.abs(v).max() if algorithm.way == "tree" else 0.0
            assert np.abs(weights[t] - expected).max() <= 1e-12 * max(1.0, z) + lost
            assert np.abs(weights[t]).sum() <= z * (1.0 + 1e-12)


@each_method
def test_in_the_end_the_ball_is_full_of_the_weights_that_matter(way):
    draw = np.random.default_rng(5)
    X = draw.standard_normal((60, 20)) * (draw.random((60, 20)) < 0.3)
    data = naive.dataset(X, np.sign(X[:, 0] - X[:, 1] + 0.1 * draw.standard_normal(60)))
    algorithm, order = PROJECTED(0.1, "inv_sqrt", radius=0.3, way=way), random_order(60, 20)
    weights = walk_kernel(algorithm, data, order, "logistic").weights
    assert norms(weights).max() <= 0.3 * (1.0 + 1e-12)
    assert norms(weights)[-1] == pytest.approx(0.3, rel=1e-12)
    assert (weights[-1] == 0.0).any()
    assert set(np.argsort(-np.abs(weights[-1]))[:2]) == {0, 1}


@each_method
def test_in_a_ball_it_never_leaves_it_is_sgd(way):
    draw = np.random.default_rng(6)
    data = naive.dataset(draw.standard_normal((40, 6)), draw.choice([-1.0, 1.0], 40))
    one = record(PROJECTED(radius=1e6, way=way), data, passes=2, checkpoints=80, intercept=True)
    two = record(SGD(), data, passes=2, checkpoints=80, intercept=True)
    assert np.abs(one.weights - two.weights).max() <= 1e-14
    assert np.abs(one.final.intercept - two.final.intercept).max() <= 1e-14


@pytest.mark.parametrize("z", [1e-3, 1.0, 50.0])
def test_the_ways_stay_together_over_a_long_run(z):
    """Many features, most steps sparse, thousands of projections: Θ of the tree may not drift."""
    draw = np.random.default_rng(7)
    X = draw.standard_normal((500, 300)) * (draw.random((500, 300)) < 0.03)
    data = naive.dataset(X, np.sign(X[:, :9].sum(axis=1) + 0.3 * draw.standard_normal(500)))
    traces = [
        record(PROJECTED(0.2, radius=z, way=way), data, passes=20, checkpoints=100) for way in WAYS
    ]
    for trace in traces:
        assert np.abs(trace.weights - traces[-1].weights).max() <= 1e-12 * max(1.0, z)
        assert np.array_equal(trace.sparsity.nonzeros, traces[-1].sparsity.nonzeros)
        assert trace.sparsity.l1_norm.max() <= z * (1.0 + 1e-12)


@pytest.mark.parametrize("by", [(True, None, None), (None, True, None), (None, None, True)])
def test_at_the_surface_rounding_wakes_no_zeros(by):
    draw = np.random.default_rng(9)
    for _ in range(300):
        w = draw.standard_normal(30) * (draw.random(30) < 0.5)
        norm = float(sum(abs(w)))
        for z in (norm, math.fsum(abs(w)), np.nextafter(norm, 0.0), np.nextafter(norm, np.inf)):
            v = w.copy()
            confine(v, np.empty((2, 30)), *by, z)
            assert np.array_equal(v == 0.0, w == 0.0)
            assert np.abs(v - w).max() <= 1e-14


def test_zeros_have_no_part_in_the_threshold():
    w, room = np.zeros(500), np.full((2, 500), np.nan)
    w[[3, 400]] = -1.0, 2.0
    confine(w, room, None, None, True, 2.0)
    assert list(w[[3, 400]]) == [-0.5, 1.5] and np.count_nonzero(w) == 2
    assert np.isnan(room[:, 3:]).all(), "room was taken for them"


@pytest.mark.skipif(INTERPRETED, reason="it says what compiled code costs")
def test_the_projection_of_few_weights_costs_a_few_steps():
    """It once cleared and added up a thousand lanes for each bound of the threshold."""
    X = random_array((4000, 60), density=0.05, format="csr", rng=np.random.default_rng(1))
    y, order = np.sign(X.sum(axis=1) - 1.5), np.arange(4000)
    taken = {0.5: [], 1e9: []}
    for radius in [*taken] * 6:
        algorithm = PROJECTED(radius=radius, way="condat")
        state = algorithm.start(60, 4000)
        began = thread_time()
        algorithm.advance(state, X, y, order, "logistic")
        taken[radius].append(thread_time() - began)
    assert min(taken[0.5]) < 7 * min(taken[1e9])


@each_method
@pytest.mark.parametrize("eta", [1e3, 1e30, 1e100])
@pytest.mark.parametrize("loss", LOSSES)
def test_steps_of_any_size_end_in_the_ball(way, eta, loss):
    draw = np.random.default_rng(8)
    data = naive.dataset(draw.standard_normal((20, 4)), draw.choice([-1.0, 1.0], 20))
    weights = walk_kernel(
        PROJECTED(eta, radius=2.0, way=way), data, random_order(20, 3), loss
    ).weights
    assert len(weights) == 60
    assert np.isfinite(weights).all()
    assert norms(weights).max() <= 2.0 * (1.0 + 1e-12)


@in_turn("radius", [0.0, -1.0, np.nan, np.inf, "1"])
def test_no_radius(radius):
    for key in ("projected_gradient", "exponentiated_gradient"):
        with pytest.raises(ValueError, match=r"radius = .*: it must be a number > 0"):
            CATALOGUE[key](radius=radius)


def test_no_way():
    with pytest.raises(ValueError, match="way = 'bisection': it must be one of sort, pivot"):
        PROJECTED(way="bisection")

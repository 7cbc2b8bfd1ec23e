"""Softmax: k weight vectors, each in an L1 ball of its own (Duchi et al. 2008, (12))."""

from __future__ import annotations

import math

import numpy as np
import pytest

from algorithms import CATALOGUE, record
from algorithms.losses import Loss
from tests import naive
from tests.support.grids import SCHEDULES, pairwise
from tests.support.many.turns import in_turn
from tests.support.twins import assert_finite, hold_to_twin, walk_kernel

PROJECTED, EG = CATALOGUE["projected_gradient"], CATALOGUE["exponentiated_gradient"]
WAYS = [PROJECTED(way=way) for way in ("tree", "condat", "pivot", "sort")]
BOTH = [WAYS[0], EG()]
KNOBS = pairwise(radius=(0.2, 1.0, 30.0), eta=(0.07, 0.9), schedule=SCHEDULES)
each_of = pytest.mark.parametrize("algorithm", [*WAYS, EG()], ids=str)


def problem(k: int, seed: int, n: int = 40, d: int = 7, density: float = 0.6):
    draw = np.random.default_rng(seed)
    X = draw.standard_normal((n, d)) * (draw.random((n, d)) < density)
    y = np.argmax(X @ draw.standard_normal((d, k)) + 0.3 * draw.standard_normal((n, k)), axis=1)
    y[:k] = np.arange(k)
    return naive.dataset(X, y, "multiclass", classes=tuple("abcdefgh"[:k]))


def having(algorithm, **knobs):
    return type(algorithm)(**{**vars(algorithm), **knobs})


@each_of
@pytest.mark.parametrize("k", [1, 2, 3, 6])
def test_the_kernel_equals_its_twin(algorithm, k):
    data, order = problem(k, k), np.random.default_rng(k).integers(0, 40, 70)
    for knobs in KNOBS:
        for intercept in (False, True):
            one = having(algorithm, decay=0.8, **knobs)
            hold_to_twin(one, data, order, "softmax", intercept)


@each_of
def test_the_trace_of_a_multiclass_run(algorithm):
    data, order = problem(4, 9), np.random.default_rng(9).integers(0, 40, 90)
    algorithm = having(algorithm, radius=2.0)
    twin = naive.run(algorithm, data, order, "softmax", True)
    trace = record(algorithm, data, "softmax", order=order, checkpoints=90, intercept=True)
    weights = np.array(twin.weights)
    assert trace.loss_name == "softmax"
    assert trace.final.weights.shape == (4, 7)
    assert trace.final.intercept.shape == (4,)
    assert trace.weights.shape == (90, 28)
    assert np.abs(trace.weights - weights.reshape(90, 28)).max() <= 1e-9
    assert np.abs(trace.final.intercept - twin.biases[-1]).max() <= 1e-9
    p, y = np.array(twin.predictions), data.y[order].astype(int)
    best = p >= p.max(axis=1, keepdims=True) - 1e-12
    mistakes = 1.0 - best[np.arange(90), y] / best.sum(axis=1)
    assert trace.mistakes == pytest.approx(np.cumsum(mistakes), rel=1e-12)
    assert trace.mistakes[0] == 0.75, "a guess among four"
    assert 0 < trace.mistakes[-1] < 60
    suffered = [math.log(np.exp(each - each[c]).sum()) for each, c in zip(p, y, strict=True)]
    assert trace.loss == pytest.approx(np.cumsum(suffered), rel=1e-9)
    assert trace.sparsity.l1_norm == pytest.approx(np.abs(weights).sum(axis=(1, 2)), rel=1e-9)


@each_of
def test_each_class_stays_in_its_own_ball(algorithm):
    data, order = problem(3, 5), np.random.default_rng(5).integers(0, 40, 200)
    for eta in (0.3, 20.0, 1e30):
        one = having(algorithm, radius=1.5, eta=eta)
        weights = walk_kernel(one, data, order, "softmax").weights
        norms = np.abs(weights).sum(axis=2)
        assert norms.max() <= 1.5 * (1.0 + 1e-12)
        assert (norms[-1] > 1.4).all() or eta < 1.0


@each_of
def test_two_classes_are_logistic_regression(algorithm):
    """p₁ − p₀ = 2p: the same run as the logistic one with twice the example and half the η."""
    two = problem(2, 6)
    one = naive.dataset(2.0 * two.X.toarray(), 2.0 * two.y - 1.0)
    order = np.random.default_rng(6).integers(0, 40, 120)
    both = walk_kernel(having(algorithm, radius=1.2, eta=0.4), two, order, "softmax").weights
    single = walk_kernel(having(algorithm, radius=1.2, eta=0.2), one, order, "logistic").weights
    assert np.abs(both[:, 1] - single).max() <= 1e-11
    assert np.abs(both[:, 0] + single).max() <= 1e-11


def test_a_large_prediction_does_not_overflow_the_softmax():
    X = np.array([[1e3, 0.0], [0.0, 1e3], [1e3, 1e3]] * 6)
    data = naive.dataset(X, [0, 1, 2] * 6, "multiclass", classes=("a", "b", "c"))
    for algorithm in BOTH:
        trace = record(having(algorithm, eta=10.0, radius=100.0), data, "softmax")
        assert trace.final.diverged_at is None
        assert np.isfinite(trace.final.weights).all()
        assert np.isfinite(trace.loss).all()


@in_turn("key", ["projected_gradient", "exponentiated_gradient"])
@in_turn("loss", ["squared", "logistic", "hinge", "clipped", "softmax"])
@in_turn("checkpoints", [1, 27])
def test_the_largest_values_end_a_run_and_stay_finite(key, loss, checkpoints):
    X, y = [[1e100, 1e100], [1e100, -1e100], [1e-100, 1.0]] * 9, [1.0, -1.0, 1.0] * 9
    data = naive.dataset(X, y)
    if loss == "softmax":
        data = naive.dataset(X, [0.0, 1.0, 2.0] * 9, "multiclass", classes=("a", "b", "c"))
    algorithm, order = CATALOGUE[key](eta=10.0), np.arange(27)
    trace = record(algorithm, data, loss, order=order, checkpoints=checkpoints)
    assert trace.final.diverged_at == naive.run(algorithm, data, order, loss).diverged_at
    assert trace.final.diverged_at is not None or loss in ("hinge", "clipped")
    assert_finite(trace)


def test_only_softmax_goes_with_classes_and_only_classes_with_softmax():
    for algorithm in BOTH:
        assert Loss.softmax in algorithm.losses
        with pytest.raises(ValueError, match="the target here is multiclass; take softmax"):
            record(algorithm, problem(3, 0), "logistic")
        with pytest.raises(ValueError, match="the target here is classification"):
            record(algorithm, naive.dataset(np.eye(2), [1.0, -1.0]), "softmax")

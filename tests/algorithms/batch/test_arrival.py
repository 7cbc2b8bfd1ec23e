"""Batch algorithms arrive at the optimum that scikit-learn finds, and never uphill."""

from __future__ import annotations

import numpy as np
import pytest

from algorithms import CATALOGUE, record
from tests import naive
from tests.naive.plain import Plain
from tests.support.many.turns import in_turn
from tests.support.problems.batch import problem_of
from tests.support.problems.lasso import objective, peer, problem

DESCENTS = ("scd", "greedy_cd")


def last_trace(key, data, loss, l1, intercept=False):
    """The last look at a run of as many passes as it takes."""
    passes = {"scd": 3000, "greedy_cd": 6000}[key]
    return record(
        CATALOGUE[key](l1=l1), data, loss, passes=passes, checkpoints=1, intercept=intercept
    )


@in_turn("key", DESCENTS)
@in_turn("loss", ["squared", "logistic"])
@in_turn("l1", [0.03, 0.1])
@in_turn("seed", range(3))
def test_it_arrives_where_scikit_learn_does(key, loss, l1, seed):
    data = problem(seed, loss)
    trace = last_trace(key, data, loss, l1)
    w = trace.final.weights
    assert objective(w, data, loss, l1) <= objective(peer(data, loss, l1), data, loss, l1) + 1e-8
    assert 0 < trace.sparsity.nonzeros[-1] < len(w)


@in_turn("key", DESCENTS)
@in_turn("loss", ["squared", "logistic"])
@in_turn("seed", range(3))
def test_the_intercept_is_free_and_zero_is_a_subgradient(key, loss, seed):
    data, l1 = problem(seed, loss), 0.05
    data = naive.dataset(data.X.toarray() + 0.3, data.y + (loss == "squared"), data.task)
    trace = last_trace(key, data, loss, l1, intercept=True)
    w = np.r_[trace.final.weights, trace.final.intercept]
    plain = Plain(data.X.toarray(), data.y, loss, intercept=True)
    gradient, nonzero = plain.gradient(w), np.flatnonzero(trace.final.weights)
    assert abs(gradient[-1]) <= 1e-6
    assert np.abs(gradient[:-1]).max() <= l1 + 1e-6
    assert np.allclose(gradient[nonzero], -l1 * np.sign(w[nonzero]), atol=1e-6)


@in_turn("key", DESCENTS)
@in_turn("loss", ["squared", "logistic"])
@in_turn("intercept", [False, True])
@in_turn("scale", [1e-3, 1.0, 1e4])
def test_no_step_leads_uphill(key, loss, intercept, scale):
    """Of SCD it is the sum over both halves of the weights that never rises."""
    data, l1 = problem(1, loss), 0.02 * scale
    data = naive.dataset(scale * data.X.toarray(), data.y, data.task)
    plain = Plain(data.X.toarray(), data.y, loss, intercept)
    algorithm = CATALOGUE[key](l1=l1)
    state = algorithm.start(problem_of(data, loss, intercept))
    penalty, values = plain.penalties(l1), []
    for _ in range(150):
        sizes = state.halves.sum(axis=0) if key == "scd" else np.abs(state.w)
        values.append(plain.fit(state.w) + penalty @ sizes)
        algorithm.advance(state, int(state.count[1]) + 1)
    assert (np.diff(values) <= 1e-14 * values[0]).all()
    assert values[-1] < 0.99 * values[0]


def test_a_half_may_be_positive_with_the_other():
    """Hence the objective of the difference may rise for a step; at the end one of them is 0."""
    data = problem(1, "logistic")
    algorithm = CATALOGUE["scd"](l1=0.02)
    state, both = algorithm.start(problem_of(data, "logistic", False)), []
    for _ in range(60):
        algorithm.advance(state, int(state.count[1]) + 50)
        both.append(int((state.halves > 0.0).all(axis=0).sum()))
    assert max(both) > 0
    algorithm.advance(state, 10**6)
    assert not (state.halves > 0.0).all(axis=0).any()


@pytest.mark.parametrize("key", DESCENTS)
@pytest.mark.parametrize("loss", ["squared", "logistic"])
def test_from_lambda_max_on_nothing_moves(key, loss):
    data = problem(4, loss)
    plain = Plain(data.X.toarray(), data.y, loss)
    largest = np.abs(plain.gradient(np.zeros(15))).max()
    for l1, moves in ((1.000001 * largest, False), (0.99 * largest, True)):
        trace = record(CATALOGUE[key](l1=l1), data, loss, passes=40, checkpoints=1)
        assert trace.final.weights.any() == moves


def test_greedy_cd_ends_at_the_optimum():
    """Orthogonal columns: a step a weight, and nothing left to do."""
    data = naive.dataset(np.eye(4), [3.0, -2.0, 1.0, 0.1], "regression")
    trace = record(CATALOGUE["greedy_cd"](l1=0.125), data, "squared", passes=50, checkpoints=99)
    assert trace.final.weights.tolist() == [2.5, -1.5, 0.5, 0.0]
    assert trace.steps.tolist() == [1, 2, 3]
    assert trace.sparsity.nonzeros.tolist() == [1, 2, 3]

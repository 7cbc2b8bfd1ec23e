"""The recorded coordinate descent: step by step its plain twin, and never uphill."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms import Loss, record
from algorithms.batch.coordinate_descent import CoordinateDescent
from algorithms.batch.problem import Problem
from tests import naive
from tests.support.cases import CASES
from tests.support.many.examples import examples
from tests.support.many.turns import in_turn
from tests.support.problems.smooth import LOSSES, SLOPE, VALUE, plain, problem_of


def objective(problem: Problem, w, l1: float) -> float:
    A, y, loss, penalised = plain(problem)
    return float(VALUE[loss](A @ w, y).mean() + l1 * penalised @ np.abs(w))


@in_turn("loss", LOSSES)
@in_turn("case", CASES)
def test_no_step_goes_uphill(case, loss):
    problem, algorithm = problem_of(CASES[case], loss, True), CoordinateDescent(l1=0.05)
    state, before = algorithm.start(problem), np.inf
    while algorithm.advance(state, int(state.count[1]) + 1) and state.count[0] < 100:
        now = objective(problem, state.w, 0.05)
        assert now <= before + 1e-15 * max(1.0, before if before < np.inf else 0.0)
        before = now


@pytest.mark.parametrize("loss", LOSSES)
def test_it_arrives_and_stays(loss):
    problem, algorithm = problem_of(CASES["sparse"], loss), CoordinateDescent(l1=0.01)
    state = algorithm.start(problem)
    assert not algorithm.advance(state, 10**9)
    A, y, *_ = plain(problem)
    gradient = A.T @ SLOPE[loss](A @ state.w, y) / len(y)
    inside = state.w != 0.0
    assert 0 < inside.sum() < len(inside)
    assert np.abs(gradient[inside] + 0.01 * np.sign(state.w[inside])).max() <= 1e-13
    assert np.abs(gradient).max() <= 0.01 + 1e-13
    w, steps = state.w.copy(), state.count[0]
    assert not algorithm.advance(state, 10**10)
    assert np.array_equal(state.w, w)
    assert state.count[0] == steps


@given(st.integers(0, 10**6), st.sampled_from(LOSSES), st.lists(st.integers(1, 400), max_size=12))
@examples(40)
def test_where_a_run_is_cut_changes_nothing(seed, loss, cuts):
    draw = np.random.default_rng(seed)
    X = draw.standard_normal((7, 5)) * (draw.random((7, 5)) < 0.6)
    problem, algorithm = problem_of(X, loss, bool(seed % 2), seed), CoordinateDescent(l1=0.02)
    whole, cut = algorithm.start(problem), algorithm.start(problem)
    algorithm.advance(whole, 400)
    for until in (*sorted(cuts), 400):
        algorithm.advance(cut, until)
    assert np.array_equal(whole.w, cut.w)
    assert np.array_equal(whole.count, cut.count)


def test_a_step_reads_one_column():
    X = CASES["sparse"]
    problem, algorithm = problem_of(X, "squared"), CoordinateDescent(l1=0.01)
    sizes = [size for size in (X != 0.0).sum(axis=0) if size]
    state = algorithm.start(problem)
    for t, read in enumerate(np.cumsum(2 * sizes), start=1):
        algorithm.advance(state, int(state.count[1]) + 1)
        assert state.count.tolist() == [t, read, read]


def test_overflow_ends_the_run_before_the_step():
    problem = Problem.of(
        naive.dataset([[1.0], [1e60]], [1e60, 0.0]).X, np.array([1e60, 0.0]), Loss.squared, [1, 0]
    )
    state = CoordinateDescent(l1=0.0).start(problem)
    assert not CoordinateDescent(l1=0.0).advance(state, 10)
    assert state.diverged[0]
    assert state.count[0] == 0
    assert np.array_equal(state.w, [0.0])


def test_it_is_recorded():
    data = naive.dataset(CASES["dense"], np.resize([1.0, -1.0, 1.0], 20))
    trace = record(CoordinateDescent(l1=0.05), data, "logistic", passes=20, intercept=True)
    assert (np.diff(trace.fit + 0.05 * trace.sparsity.l1_norm) <= 1e-15).all()
    assert trace.final.diverged_at is None

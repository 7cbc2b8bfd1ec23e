"""``group_coordinate_descent`` finds the optimum that celer finds, and says how close it is."""

from __future__ import annotations

import numpy as np
import pytest
from celer import GroupLasso
from hypothesis import given
from hypothesis import strategies as st

from algorithms import Loss
from algorithms.batch.group_coordinate_descent import GroupCoordinateDescent
from algorithms.batch.problem import Problem
from algorithms.optimum import working_set
from tests import naive
from tests.support.many.examples import examples
from tests.support.many.turns import in_turn
from tests.support.problems.smooth import LOSSES, SLOPE, VALUE, make_data


def grouped_data(seed: int, loss: str, n: int = 40, d: int = 24):
    """``make_data`` with its features in groups of all sizes from 1 to 5, in no order."""
    data, draw = make_data(seed, loss, n, max(d, 4)), np.random.default_rng(seed)
    groups = np.repeat(np.arange(d), draw.integers(1, 6, d))[:d]
    groups = np.unique(draw.permutation(groups), return_inverse=True)[1]
    return naive.dataset(data.X.toarray()[:, :d], data.y, data.task, groups=groups)


def norms(v, groups) -> np.ndarray:
    return np.sqrt(np.bincount(groups, v**2))


def root_sizes(groups) -> np.ndarray:
    return np.sqrt(np.bincount(groups))


def largest(data, loss) -> float:
    gradient = data.X.T @ SLOPE[loss](0.0 * data.y, data.y) / len(data.y)
    return float((norms(gradient, data.groups) / root_sizes(data.groups)).max())


def objective(data, loss, l1, w, b=0.0) -> float:
    cost = root_sizes(data.groups) @ norms(w, data.groups)
    return float(VALUE[loss](data.X.toarray() @ w + b, data.y).mean() + l1 * cost)


@in_turn("intercept", [False, True])
@in_turn("seed", range(4))
def test_it_is_the_optimum_that_celer_finds(seed, intercept):
    data = grouped_data(seed, "squared")
    lists = [np.flatnonzero(data.groups == g).tolist() for g in range(data.groups.max() + 1)]
    for share in (3.0, 30.0):
        l1 = largest(data, "squared") / share
        solver = GroupCoordinateDescent(l1=l1, tolerance=1e-8)
        found = solver.solve(data, intercept=intercept)
        assert found.converged
        w, b = found.weights, found.intercept[0]
        assert found.objective == pytest.approx(objective(data, "squared", l1, w, b), rel=1e-13)
        peer = GroupLasso(
            lists, l1, weights=root_sizes(data.groups), fit_intercept=intercept,
            tol=1e-12, max_iter=1000, max_epochs=10**6,
        ).fit(np.asfortranarray(data.X.toarray()), data.y)  # fmt: skip
        best = objective(data, "squared", l1, peer.coef_, float(peer.intercept_))
        assert found.objective - found.gap <= best + 1e-13
        assert best - 1e-6 <= found.objective <= best + 1e-8


@given(
    st.integers(0, 10**6), st.integers(1, 30), st.integers(1, 40), st.sampled_from(LOSSES),
    st.floats(1.0, 300.0), st.sampled_from([1e-6, 1.0, 1e6]), st.booleans(),
)  # fmt: skip
@examples(60)
def test_the_solution_obeys_what_defines_it(seed, n, d, loss, share, scale, intercept):
    """∇_g = −λ√d_g w_g/‖w_g‖ where w_g ≠ 0, ‖∇_g‖ ≤ λ√d_g elsewhere."""
    data = grouped_data(seed, loss, n, d)
    data = naive.dataset(scale * data.X.toarray(), data.y, data.task, groups=data.groups)
    top = largest(data, loss)
    l1 = max(top / share, 1e-12)
    found = GroupCoordinateDescent(l1=l1, tolerance=1e-13).solve(data, loss, intercept=intercept)
    assert found.gap <= 1e-8 * max(1.0, float(data.y @ data.y) / n)
    w, groups = found.weights, data.groups
    slopes = SLOPE[loss](data.X.toarray() @ w + found.intercept, data.y) / n
    gradient, size = data.X.toarray().T @ slopes, norms(w, groups)
    inside, held = size > 0.0, l1 * root_sizes(groups)
    slack = 1e-4 * max(l1, top)
    assert (norms(gradient, groups) <= held + slack).all()
    pull = np.where(inside, held / np.where(inside, size, 1.0), 0.0)[groups] * w
    assert (norms(gradient + pull, groups)[inside] <= slack).all()
    filled = data.X.toarray().any(axis=0)
    assert np.array_equal(w != 0.0, inside[groups] & filled)


@pytest.mark.parametrize("loss", LOSSES)
def test_the_gap_is_true_however_early_it_stops(loss, monkeypatch):
    monkeypatch.setattr(working_set, "LEAST", 3)
    monkeypatch.setattr(working_set, "ADDED", 1)
    for seed, rounds in ((0, 1), (1, 2), (2, 3), (3, 1)):
        data = grouped_data(seed, loss)
        l1 = largest(data, loss) / 20.0
        early = GroupCoordinateDescent(l1=l1, max_iterations=rounds, tolerance=1e-12)
        best = GroupCoordinateDescent(l1=l1, tolerance=1e-12).solve(data, loss)
        found = early.solve(data, loss)
        assert found.objective - found.gap <= best.objective + 1e-14
        assert best.gap <= 1e-10
        assert rounds > 1 or not found.converged


@in_turn("structure", ["blocks", "overlapping", "chain"])
@in_turn("loss", LOSSES)
def test_solving_and_stepping_meet(loss, structure):
    """Copies of features have weights of their own, which only their sum shows."""
    data = make_data(4, loss, n=30, d=9)
    X = data.X.toarray()
    data = naive.dataset(X / np.abs(X).max(axis=0), data.y, data.task)
    solver = GroupCoordinateDescent(l1=0.02, structure=structure, group_size=4, tolerance=1e-10)
    found = solver.solve(data, loss, intercept=True)
    state = solver.start(Problem.of(data.X, data.y, Loss[loss], None, True))
    solver.advance(state, 3_000_000)
    assert found.converged
    p = data.X @ found.weights + found.intercept
    assert np.abs(p - data.X @ solver.weights(state) - solver.intercept(state)).max() <= 1e-3


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("seed", range(3))
def test_descent_on_the_residual_meets_descent_on_the_gram_matrix(seed, loss, monkeypatch):
    data = grouped_data(seed, loss, n=20)
    solver = GroupCoordinateDescent(l1=largest(data, loss) / 10.0, tolerance=1e-10)
    gram = solver.solve(data, loss)
    monkeypatch.setattr(working_set, "SMALL", 0)
    monkeypatch.setattr(working_set, "LARGEST", 0)
    residual = solver.solve(data, loss)
    assert residual.converged
    assert gram.converged
    assert residual.objective == pytest.approx(gram.objective, abs=1e-10)


@pytest.mark.parametrize("loss", LOSSES)
def test_from_lambda_max_on_nothing_is_left(loss):
    data = grouped_data(1, loss)
    for factor, left in ((1.0, False), (1.001, False), (1e3, False), (0.9, True)):
        found = GroupCoordinateDescent(l1=factor * largest(data, loss)).solve(data, loss)
        assert found.converged
        assert found.weights.any() == left
    nothing = naive.dataset(np.zeros((3, 2)), [1.0, -1.0, 1.0])
    assert not GroupCoordinateDescent().solve(nothing, loss, intercept=True).weights.any()

"""``interior_point`` arrives where others do, and never says that it is nearer than it is."""

from __future__ import annotations

import numpy as np
import pytest

from algorithms import CATALOGUE, record
from tests import naive
from tests.naive.plain import Plain
from tests.support.many.turns import in_turn
from tests.support.problems.batch import problem_of, unit_of
from tests.support.problems.lasso import peer as peer_without
from tests.support.problems.lasso import peer_with_intercept as peer
from tests.support.problems.lasso import problem, uncentred_problem

Newton, Proximal = CATALOGUE["interior_point"], CATALOGUE["proximal_gradient"]
LOSSES = ("squared", "logistic")
FOREVER = 10**12


def solve(data, loss, l1, intercept, tolerance=1e-8):
    """The state at the end, and its objective by hand."""
    algorithm = Newton(l1=l1, tolerance=tolerance)
    state = algorithm.start(problem_of(data, loss, intercept))
    assert not algorithm.advance(state, FOREVER)
    plain = Plain(data.X.toarray(), data.y, loss, intercept)
    return state, plain.objective(state.w, l1), plain


def make_shape(shape: str, loss: str):
    """Data of all shapes, a tenth of the features at work."""
    n, d, density = {"n ≪ d": (12, 90, 1.0), "d ≪ n": (90, 6, 1.0), "sparse": (60, 50, 0.1)}[shape]
    draw = np.random.default_rng(0)
    X = draw.standard_normal((n, d)) * (draw.random((n, d)) < density)
    y = X[:, ::10].sum(axis=1) + 0.3 * draw.standard_normal(n) + 0.5
    task = "regression" if loss == "squared" else "classification"
    return naive.dataset(X, y if loss == "squared" else np.where(y > 0.0, 1.0, -1.0), task)


@in_turn("loss", LOSSES)
@in_turn("intercept", [False, True])
@in_turn("l1", [0.01, 0.05])
@in_turn("seed", range(4))
def test_it_is_the_optimum_scikit_learn_finds(loss, intercept, l1, seed):
    data = uncentred_problem(seed, loss) if intercept else problem(seed, loss)
    state, objective, plain = solve(data, loss, l1, intercept)
    best = plain.objective((peer if intercept else peer_without)(data, loss, l1), l1)
    unit = unit_of(data, loss, intercept)
    assert state.gap <= 1e-8 * unit
    assert objective - state.gap <= best + 1e-13
    assert objective <= best + 1e-8 * unit


@in_turn("loss", LOSSES)
@in_turn("intercept", [False, True])
@in_turn("shape", ["n ≪ d", "d ≪ n", "sparse"])
def test_two_algorithms_meet(loss, intercept, shape):
    data = make_shape(shape, loss)
    state, objective, _ = solve(data, loss, 0.02, intercept)
    found = Proximal(l1=0.02, tolerance=1e-8).solve(data, loss, intercept=intercept)
    assert found.converged and state.gap <= 1e-8
    assert abs(found.objective - objective) <= 1e-8
    assert np.allclose(data.X @ found.weights, data.X @ state.w[: data.n_features], atol=0.1)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("intercept", [False, True])
def test_the_gap_certifies_at_every_step(loss, intercept):
    for seed, l1 in ((0, 0.03), (1, 0.2), (2, 1e-3)):
        data = uncentred_problem(seed, loss)
        _, best, plain = solve(data, loss, l1, intercept, tolerance=1e-12)
        algorithm = Newton(l1=l1, tolerance=1e-10)
        state, gaps, going = algorithm.start(problem_of(data, loss, intercept)), [], True
        while going:
            objective = plain.objective(state.w, l1)
            going = algorithm.advance(state, int(state.count[1]) + 1)
            gaps.append(state.gap)
            assert objective - state.gap <= best + 1e-14
        assert gaps[-1] <= 1e-10 * unit_of(data, loss, intercept) < gaps[-2]


@pytest.mark.parametrize("loss", LOSSES)
def test_it_ends_at_any_gap_asked_for(loss):
    data, steps = make_shape("sparse", loss), []
    for tolerance in (1e-1, 1e-4, 1e-8, 1e-12):
        state, _, _ = solve(data, loss, 0.02, True, tolerance)
        assert state.gap <= tolerance and not state.diverged[0]
        steps.append(int(state.count[0]))
    assert steps == sorted(set(steps)) and steps[-1] < 60, "t about doubles with each step"


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize(
    "X",
    [np.zeros((4, 3)), [[2.0]], np.ones((5, 2)), np.tile(np.eye(3), 2), 1e-8 * np.eye(4),
     1e6 * np.eye(4), 1e100 * np.eye(4), np.diag([1e-6, 1.0, 1e6])],
)  # fmt: skip
def test_degenerate_data(loss, intercept, X):
    data = naive.dataset(X, np.resize([1.0, -1.0, 1.0], len(X)))
    for l1 in (1e-6, 0.01, 1.0, 100.0):
        state, objective, _ = solve(data, loss, l1, intercept)
        assert state.gap <= 1e-8 and np.isfinite(state.w).all()
        found = Proximal(l1=l1, tolerance=1e-8, max_iterations=300).solve(
            data, loss, None, None, intercept
        )
        assert objective - state.gap <= found.objective + 1e-13


@pytest.mark.parametrize("loss", LOSSES)
def test_duplicated_columns_share_their_weight(loss):
    data = problem(1, loss)
    twice = naive.dataset(np.tile(data.X.toarray(), 2), data.y, data.task)
    one, two = (solve(each, loss, 0.05, False, 1e-12)[0].w for each in (data, twice))
    assert np.allclose(two[:15], two[15:], atol=1e-9)
    assert np.allclose(two[:15] + two[15:], one, atol=1e-4)


@pytest.mark.parametrize("loss", LOSSES)
def test_from_lambda_max_on_nothing_moves_and_below_nothing_stays_0(loss):
    data = problem(3, loss)
    plain = Plain(data.X.toarray(), data.y, loss)
    largest = np.abs(plain.gradient(np.zeros(15))).max()
    for l1, moves in ((1.001 * largest, False), (0.9 * largest, True)):
        trace = record(Newton(l1=l1, tolerance=1e-9), data, loss, passes=2000, checkpoints=3)
        assert (trace.steps[-1] > 0) == moves
        assert trace.sparsity.nonzeros[-1] == 15 * moves
        found = Proximal(l1=l1, tolerance=1e-9).solve(data, loss)
        assert np.abs(trace.final.weights[found.weights == 0.0]).max() <= 1e-4

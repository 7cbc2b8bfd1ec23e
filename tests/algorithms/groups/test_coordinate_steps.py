"""The recorded group coordinate descent: step by step its plain twin, and never uphill."""

from __future__ import annotations

import numpy as np
import pytest

from algorithms import record
from algorithms.batch.coordinate_descent import CoordinateDescent
from algorithms.batch.group_coordinate_descent import GroupCoordinateDescent
from algorithms.groups import Groups
from tests import naive
from tests.support.cases import CASES
from tests.support.many.turns import in_turn
from tests.support.problems.smooth import LOSSES, VALUE, make_data, problem_of

SHAPES = (
    {},
    {"structure": "blocks", "group_size": 3},
    {"structure": "overlapping", "group_size": 4},
)
SHAPES += ({"structure": "chain"}, {"structure": "blocks", "group_size": 1})


def lists_of(shape: dict, d: int) -> list:
    """The features of each group, spelled out."""
    kind, size = shape.get("structure", "data"), shape.get("group_size", 10)
    if kind == "chain":
        return [[j, j + 1] for j in range(d - 1)] or [[0]]
    step = size - size // 2 if kind == "overlapping" else size
    shared = size - step
    return [list(range(j, min(j + size, d))) for j in range(0, max(d - shared, 1), step)]


@in_turn("shape", SHAPES)
@in_turn("loss", LOSSES)
def test_no_step_goes_uphill_until_it_arrives(loss, shape):
    X, l1 = CASES["sparse"], 0.02
    problem, lists = problem_of(X, loss, True), lists_of(shape, X.shape[1])
    algorithm, before = GroupCoordinateDescent(l1=l1, **shape), np.inf
    state = algorithm.start(problem)
    for _ in range(200):
        going = algorithm.advance(state, int(state.count[1]) + 1)
        p = X @ algorithm.weights(state) + algorithm.intercept(state)
        ends = np.cumsum([len(members) for members in lists])
        groups = np.split(state.w[: ends[-1]], ends[:-1])
        cost = sum(len(v) ** 0.5 * np.linalg.norm(v) for v in groups)
        now = VALUE[loss](p, problem.y).mean() + l1 * cost
        assert now <= before + 1e-15
        before = now
        if not going:
            break
    assert not state.diverged[0]


@pytest.mark.parametrize("loss", LOSSES)
def test_groups_of_one_are_the_lasso(loss):
    problem = problem_of(CASES["sparse"], loss, True)
    lasso = CoordinateDescent(l1=0.02)
    ones = GroupCoordinateDescent(l1=0.02, structure="blocks", group_size=1)
    a, b = lasso.start(problem), ones.start(problem)
    for until in range(20, 2000, 20):
        lasso.advance(a, until)
        ones.advance(b, until)
        assert np.abs(a.w - b.w).max() <= 1e-13
        assert np.array_equal(a.count, b.count)


@pytest.mark.parametrize("loss", LOSSES)
def test_solving_for_groups_of_one_solves_the_lasso(loss):
    data = make_data(1, loss)
    lasso = CoordinateDescent(l1=0.05).solve(data, loss)
    ones = GroupCoordinateDescent(l1=0.05).solve(data, loss, groups=np.arange(60))
    assert lasso.objective == pytest.approx(ones.objective, abs=1e-14)
    assert np.array_equal(lasso.weights, ones.weights)


def test_whole_groups_are_zero_and_it_is_recorded():
    draw = np.random.default_rng(0)
    X, groups = draw.standard_normal((40, 12)), np.arange(12) % 4
    y = X[:, groups == 2] @ [2.0, -1.0, 1.0] + 0.1 * draw.standard_normal(40)
    data = naive.dataset(X, y, "regression", groups=groups)
    trace = record(GroupCoordinateDescent(l1=0.3), data, "squared", passes=30)
    assert trace.final.weights[groups == 2].all()
    assert not trace.final.weights[groups != 2].any()
    assert trace.steps[-1] <= 30 * 4
    other = record(GroupCoordinateDescent(l1=0.3), data, "squared", passes=30, groups=np.arange(12))
    assert np.count_nonzero(other.final.weights) in (2, 3)


def test_groups_that_are_none_are_refused():
    data = naive.dataset(np.eye(4), [1.0, -1.0, 1.0, 1.0])
    for groups in ([0, 1, 2], [0, 0, 2, 2], [[0, 1], [2]]):
        with pytest.raises(ValueError, match="groups"):
            record(GroupCoordinateDescent(), data, "squared", groups=groups)
        with pytest.raises(ValueError, match="groups"):
            GroupCoordinateDescent().solve(data, groups=groups)
    assert isinstance(GroupCoordinateDescent().effective_groups(4, None), Groups)

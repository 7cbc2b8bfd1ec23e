"""Solvers do not care in what targets and features are measured: weights are measured likewise."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms import BATCH, Loss, find_comparator, record
from algorithms.batch.problem import Problem
from datasets import Dataset
from tests import naive
from tests.support.many.examples import examples
from tests.support.many.turns import in_turn
from tests.support.problems.batch import unit_of

TENS = st.integers(-6, 6)
PENALISED = (
    "coordinate_descent",
    "group_coordinate_descent",
    "proximal_gradient",
    "interior_point",
    "greedy_cd",
    "scd",
)
SOLVED = ("coordinate_descent", "group_coordinate_descent", "proximal_gradient")


def in_units(y_unit: float, X_unit: float, loss: str, seed: int = 0) -> Dataset:
    """Forty examples of six features, the target away from 0, in these units."""
    draw = np.random.default_rng(seed)
    X = draw.standard_normal((40, 6))
    y = X @ np.r_[2.0, -1.0, 0.5, np.zeros(3)] + 0.3 * draw.standard_normal(40) + 0.7
    if loss == "squared":
        return naive.dataset(X_unit * X, y_unit * y, "regression")
    return naive.dataset(X_unit * X, np.where(y > 0.0, 1.0, -1.0))


def units(loss: str, y_power: int, X_power: int) -> tuple[float, float]:
    """10 to these powers; labels have one unit."""
    return 10.0 ** (y_power if loss == "squared" else 0), 10.0**X_power


def check(found, plain, y_unit: float, X_unit: float, within: float) -> None:
    """Both are (weights, intercept, objective), the first in the units."""
    w, b, value = found
    size = max(np.abs(plain[0]).max(), np.abs(plain[1]).max())
    assert w * X_unit / y_unit == pytest.approx(plain[0], rel=0.0, abs=within * size)
    assert b / y_unit == pytest.approx(plain[1], rel=0.0, abs=within * size)
    assert value / y_unit**2 == pytest.approx(plain[2], rel=within)


@pytest.mark.parametrize("key", SOLVED)
@examples(24)
@given(
    y_power=TENS, X_power=TENS, loss=st.sampled_from(["squared", "logistic"]),
    intercept=st.booleans(), l1=st.sampled_from([1e-4, 0.03]),
)  # fmt: skip
def test_a_solver_in_any_units(key, y_power, X_power, loss, intercept, l1):
    def solve_in_units(y_unit, X_unit):
        solver = BATCH[key](l1=l1 * y_unit * X_unit, tolerance=1e-9)
        found = solver.solve(in_units(y_unit, X_unit, loss), loss, intercept=intercept)
        assert found.converged
        return found.weights, found.intercept, found.objective

    y_unit, X_unit = units(loss, y_power, X_power)
    check(solve_in_units(y_unit, X_unit), solve_in_units(1.0, 1.0), y_unit, X_unit, 1e-3)


@pytest.mark.parametrize("key", PENALISED)
@examples(24)
@given(
    y_power=TENS, X_power=TENS, loss=st.sampled_from(["squared", "logistic"]),
    intercept=st.booleans(),
)  # fmt: skip
def test_a_run_in_any_units(key, y_power, X_power, loss, intercept):
    def run(y_unit, X_unit):
        data = in_units(y_unit, X_unit, loss)
        algorithm = BATCH[key](l1=0.03 * y_unit * X_unit)
        trace = record(algorithm, data, loss, passes=400, checkpoints=3, intercept=intercept)
        assert trace.final.diverged_at is None
        value = trace.fit[-1] + algorithm.l1 * np.abs(trace.final.weights).sum()
        return trace.final.weights, trace.final.intercept, value

    y_unit, X_unit = units(loss, y_power, X_power)
    check(run(y_unit, X_unit), run(1.0, 1.0), y_unit, X_unit, 1e-3)


@examples(40)
@given(
    y_power=TENS, X_power=TENS, intercept=st.booleans(),
    loss=st.sampled_from(["squared", "logistic", "hinge"]), l1=st.sampled_from([0.0, 1e-5, 0.03]),
)  # fmt: skip
def test_the_comparator_in_any_units(y_power, X_power, loss, intercept, l1):
    def best(y_unit, X_unit):
        data = in_units(y_unit, X_unit, loss)
        u = find_comparator(data, loss, l1 * y_unit * X_unit, intercept)
        return u.objective, u.gap

    y_unit, X_unit = units(loss, y_power, X_power)
    (value, gap), (plain, plain_gap) = best(y_unit, X_unit), best(1.0, 1.0)
    room = plain_gap if l1 else 1e-6 * plain  # without a penalty no gap is promised
    assert value / y_unit**2 == pytest.approx(plain, abs=max(room, 1e-4 * plain, 1e-9))
    assert l1 == 0.0 or gap / y_unit**2 <= 5e-5 * unit_of(in_units(1.0, 1.0, loss), loss, intercept)


@in_turn("loss", ["squared", "clipped", "logistic", "hinge", "softmax"])
@in_turn("intercept", [False, True])
def test_the_unit_of_gaps_is_the_objective_of_weights_0(loss, intercept):
    data = in_units(1.0, 1.0, "squared" if loss == "squared" else "logistic")
    if loss == "softmax":
        X, y = np.eye(6), np.arange(6.0) % 3
        data = naive.dataset(X, y, "multiclass", classes=("a", "b", "c"))
    problem = Problem.over(data, loss, None, intercept)
    assert problem.scale == pytest.approx(unit_of(data, loss, intercept), rel=1e-12)


def test_a_target_that_is_0_or_constant_has_a_unit():
    for y in (np.zeros(4), np.full(4, 0.1)):
        problem = Problem.of(in_units(1.0, 1.0, "squared").X[:4], y, Loss.squared, None, True)
        found = BATCH["coordinate_descent"](l1=0.1).reach(problem)
        assert found.converged and not found.weights.any()
        assert found.intercept[0] == pytest.approx(y[0], rel=1e-12)

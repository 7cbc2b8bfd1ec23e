"""``coordinate_descent`` finds the optimum that scikit-learn finds, and says how close it is."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.linear_model import Lasso, LogisticRegression

from algorithms import Loss
from algorithms.batch.coordinate_descent import CoordinateDescent
from algorithms.batch.problem import Problem
from algorithms.optimum import working_set
from tests import naive
from tests.support.many.examples import examples
from tests.support.many.turns import in_turn
from tests.support.problems.batch import unit_of
from tests.support.problems.smooth import LOSSES, SLOPE, largest, make_data, objective


def peer(data, loss, l1, intercept) -> tuple:
    """Weights and intercept that scikit-learn finds."""
    X, y = data.X.toarray(), data.y
    if loss == "squared":
        model = Lasso(l1, fit_intercept=intercept, tol=1e-13, max_iter=10**6).fit(X, y)
        return model.coef_, float(model.intercept_)
    model = LogisticRegression(
        l1_ratio=1.0, C=1.0 / (len(y) * l1), solver="saga",
        fit_intercept=intercept, tol=1e-9, max_iter=20_000,
    )  # fmt: skip
    model.fit(X, y)
    return model.coef_.ravel(), float(np.ravel(model.intercept_)[0])


def check_conditions(data, loss, l1, found, slack) -> None:
    """∇_j = −λ sgn(w_j) where w_j ≠ 0, |∇_j| ≤ λ elsewhere, and the slopes add up to 0 with b."""
    slopes = SLOPE[loss](data.X.toarray() @ found.weights + found.intercept, data.y) / len(data.y)
    gradient, inside = data.X.toarray().T @ slopes, found.weights != 0.0
    assert np.abs(gradient).max(initial=0.0) <= l1 + slack
    signs = np.sign(found.weights[inside])
    assert np.abs(gradient[inside] + l1 * signs).max(initial=0.0) <= slack


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("seed", range(4))
def test_it_is_the_optimum_that_scikit_learn_finds(seed, loss, intercept):
    data = make_data(seed, loss, d=60 if loss == "squared" else 15)
    for share in (3.0, 30.0):
        l1 = largest(data, loss) / share
        found = CoordinateDescent(l1=l1, tolerance=1e-8).solve(data, loss, intercept=intercept)
        assert found.converged
        unit = unit_of(data, loss, intercept)
        assert found.gap <= 1e-8 * unit
        w, b = found.weights, found.intercept[0]
        assert found.objective == pytest.approx(objective(data, loss, l1, w, b), rel=1e-13)
        best = objective(data, loss, l1, *peer(data, loss, l1, intercept))
        assert found.objective - found.gap <= best + 1e-13
        assert best - 1e-5 <= found.objective <= best + 1e-8 * unit


@given(
    st.integers(0, 10**6), st.integers(1, 30), st.integers(1, 40), st.sampled_from(LOSSES),
    st.floats(1.0, 1000.0), st.sampled_from([1e-6, 1.0, 1e6]), st.booleans(),
)  # fmt: skip
@examples(60)
def test_the_solution_obeys_what_defines_it(seed, n, d, loss, share, scale, intercept):
    data = make_data(seed, loss, n, max(d, 4))
    data = naive.dataset(scale * data.X.toarray()[:, :d], data.y, data.task)
    l1 = max(largest(data, loss) / share, 1e-12)
    found = CoordinateDescent(l1=l1, tolerance=1e-13).solve(data, loss, intercept=intercept)
    assert found.gap <= 1e-8 * max(1.0, float(data.y @ data.y) / n)
    # A gap of ε leaves slopes about √ε from where they belong, in the unit of the slopes.
    check_conditions(data, loss, l1, found, 1e-4 * max(l1, largest(data, loss)))


@in_turn("loss", LOSSES)
@in_turn("form", ["rows", "columns", "fortran", "c", "half empty"])
def test_what_x_is_stored_in_changes_nothing(form, loss):
    data = make_data(6 if form != "half empty" else 7, loss)
    X = data.X.toarray()
    if form == "half empty":
        X[np.random.default_rng(0).random(X.shape) < 0.4] = 0.0
        data = naive.dataset(X, data.y, data.task)
    stored = {"rows": data.X, "columns": data.X.tocsc(), "fortran": np.asfortranarray(X), "c": X}
    solver = CoordinateDescent(l1=largest(data, loss) / 10.0, tolerance=1e-12)
    found = solver.reach(Problem.of(stored.get(form, data.X), data.y, Loss[loss]))
    expected = solver.reach(Problem.of(X, data.y, Loss[loss]))
    assert found.converged
    assert found.objective == pytest.approx(expected.objective, abs=2e-12)
    check_conditions(data, loss, solver.l1, found, 1e-4 * solver.l1)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("seed", range(3))
def test_descent_on_the_residual_meets_descent_on_the_gram_matrix(seed, loss, monkeypatch):
    data = make_data(seed, loss, n=20)
    solver = CoordinateDescent(l1=largest(data, loss) / 10.0, tolerance=1e-10)
    gram = solver.solve(data, loss)
    monkeypatch.setattr(working_set, "SMALL", 0)
    monkeypatch.setattr(working_set, "LARGEST", 0)
    residual = solver.solve(data, loss)
    assert residual.converged
    assert gram.converged
    assert residual.objective == pytest.approx(gram.objective, abs=1e-10)

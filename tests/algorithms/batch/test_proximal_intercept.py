"""``proximal_gradient.solve`` with an intercept: others' optima, and a gap that certifies."""

from __future__ import annotations

import numpy as np
import pytest

from algorithms import CATALOGUE
from tests import naive
from tests.naive.plain import Plain
from tests.support.many.turns import in_turn
from tests.support.problems.batch import unit_of
from tests.support.problems.lasso import peer_with_intercept, uncentred_problem

Solver = CATALOGUE["proximal_gradient"]
SCALAR = ("squared", "logistic", "hinge", "clipped")


def objective(found, data, loss, l1) -> float:
    plain = Plain(data.X.toarray(), data.y, loss, intercept=True)
    return plain.objective(np.r_[found.weights, found.intercept], l1)


@in_turn("loss", ["squared", "logistic", "hinge"])
@in_turn("l1", [0.01, 0.05])
@in_turn("seed", range(3))
def test_it_is_the_optimum_others_find(loss, l1, seed):
    data = uncentred_problem(seed, loss)
    found = Solver(l1=l1, tolerance=1e-9).solve(data, loss, intercept=True)
    assert found.converged and found.gap <= 1e-9 * unit_of(data, loss, True)
    assert found.intercept.shape == (1,) and found.intercept != 0.0
    assert found.objective == pytest.approx(objective(found, data, loss, l1), rel=1e-13)
    plain = Plain(data.X.toarray(), data.y, loss, intercept=True)
    assert found.objective == pytest.approx(
        plain.objective(peer_with_intercept(data, loss, l1), l1), abs=2e-9
    )
    without = Solver(l1=l1, tolerance=1e-9).solve(data, loss)
    assert found.objective < without.objective and without.intercept.tolist() == [0.0]


@in_turn("loss", ["squared", "logistic", "clipped"])
@in_turn("intercept", [False, True])
def test_zero_is_a_subgradient(loss, intercept):
    data, l1 = uncentred_problem(1, loss), 0.02
    found = Solver(l1=l1, tolerance=1e-11).solve(data, loss, intercept=intercept)
    plain = Plain(data.X.toarray(), data.y, loss, intercept)
    w = np.r_[found.weights, found.intercept][: plain.d]
    gradient, nonzero = plain.gradient(w), np.flatnonzero(found.weights)
    assert np.abs(gradient[:15]).max() <= l1 + 1e-5
    assert np.allclose(gradient[nonzero], -l1 * np.sign(w[nonzero]), atol=1e-5)
    assert np.abs(gradient[15:]).max(initial=0.0) <= 1e-5
    assert 0 < len(nonzero) < 15


@pytest.mark.parametrize("loss", SCALAR)
@pytest.mark.parametrize("iterations", [1, 2, 5, 20])
def test_the_gap_certifies_however_early_it_stops(loss, iterations):
    for seed, l1 in ((0, 0.03), (1, 0.2), (2, 1e-3)):
        data = uncentred_problem(seed, loss)
        early = Solver(l1=l1, max_iterations=iterations).solve(data, loss, intercept=True)
        best = Solver(l1=l1, tolerance=1e-11).solve(data, loss, intercept=True)
        assert early.objective - early.gap <= best.objective + 1e-12
        assert early.gap >= 0.0 and early.iterations <= iterations


@pytest.mark.parametrize("loss", SCALAR)
def test_with_one_class_the_intercept_does_it_all(loss):
    data = naive.dataset(np.eye(6), np.ones(6))
    found = Solver(l1=0.2, tolerance=1e-4).solve(data, loss, intercept=True)
    assert found.converged and found.objective <= 1e-4
    assert not found.weights.any() and found.intercept[0] > 0.9


@pytest.mark.parametrize("loss", SCALAR)
def test_a_shift_of_the_features_moves_only_the_intercept(loss):
    """Orthogonally to what is penalised, so that the objective is the same."""
    data = uncentred_problem(2, loss)
    if loss == "clipped":  # its rows are divided by √‖x‖₀, and a shift fills up zeros
        data = naive.dataset(data.X.toarray() + 0.123, data.y)
    shifted = naive.dataset(data.X.toarray() + 5.0, data.y, data.task)
    one, two = (
        Solver(l1=0.05, tolerance=1e-9).solve(each, loss, intercept=True)
        for each in (data, shifted)
    )
    assert one.objective == pytest.approx(two.objective, abs=2e-9)
    assert abs(one.intercept - two.intercept) > 1e-3


def test_clipped_wants_labels_in_range():
    data = naive.dataset(np.eye(2), [0.5, 1.5], "regression")
    with pytest.raises(ValueError, match=r"y = 1.5: for the clipped loss it must be within"):
        Solver().solve(data, "clipped")


@pytest.mark.parametrize("start", [np.zeros(3), np.zeros((1, 2)), 0.0])
def test_weights_to_start_from_of_another_shape(start):
    with pytest.raises(ValueError, match=r"start: its shape is .*; it must be \(2,\)"):
        Solver().solve(naive.dataset(np.eye(2), [1.0, -1.0]), start=start)

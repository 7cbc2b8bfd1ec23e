"""Bounds that hold in expectation: Langford Theorem 3.2 and the rate of SCD, over many draws."""

from __future__ import annotations

import numpy as np
import pytest

from algorithms import CATALOGUE, record
from algorithms.batch.common.curvature import curvatures
from algorithms.batch.problem import Problem
from algorithms.bounds import (
    Constants,
    averaged_iterate_bound,
    averaged_weights,
    gradient_constants,
    scd_bound,
)
from tests import naive
from tests.support.many.turns import in_turn
from tests.support.problems.bounds import problem

DRAWS = 25
TruncatedGradient, Solver = CATALOGUE["truncated_gradient"], CATALOGUE["proximal_gradient"]


@in_turn("seed", range(12))
def test_the_averaged_iterate_is_below_its_bound(seed):
    data, loss, _, draw = problem(seed)
    known = gradient_constants(loss, data.X)
    eta = float(draw.choice([0.03, 0.3, 0.9])) * (2.0 / known.A if known.A else 1.0)
    algorithm = TruncatedGradient(eta=eta, gravity=float(draw.choice([0.0, 0.02, 0.2])))
    best = Solver(l1=max(algorithm.gravity, 1e-3), max_iterations=300).solve(data, loss).weights
    for u in (np.zeros(data.n_features), best):
        found = []
        for _ in range(DRAWS):
            drawn = draw.integers(0, data.n_rows, 50)
            w = record(algorithm, data, loss, order=drawn, checkpoints=50).weights
            found.append(averaged_iterate_bound(algorithm, known, data, loss, w, u))
        measured = np.mean([both.measured for both in found], axis=0)
        assert (measured <= found[0].bound * (1 + 1e-9)).all()


def test_both_sides_of_theorem_3_2_by_hand():
    data, loss, order, _ = problem(1)
    algorithm, known = TruncatedGradient(eta=0.1, gravity=0.05), Constants(0.5, 2.0)
    w = record(algorithm, data, loss, order=order, checkpoints=len(order)).weights
    u = np.ones(data.n_features)
    both = averaged_iterate_bound(algorithm, known, data, loss, w, u)

    def R(v, g):
        each = [naive.value(loss, p, y) for p, y in zip(data.X @ v, data.y, strict=True)]
        return np.mean(each) + g * np.abs(v).sum()

    keep, T = 1.0 - 0.5 * 0.5 * 0.1, len(order)
    mean, recursion = np.vstack([np.zeros_like(u), w[:-1]]).mean(axis=0), np.zeros_like(u)
    for t in range(1, T):  # as printed: ŵ_{t+1} = ŵ_t + (w_{t+1} − ŵ_t)/(t + 1)
        recursion += (w[t - 1] - recursion) / (t + 1)
    np.testing.assert_allclose(averaged_weights(w)[-1], recursion, atol=1e-14)
    assert both.measured[-1] == pytest.approx(keep * R(mean, 0.05 / keep))
    price = 0.1 * 2.0 / 2.0 + (u @ u) / (2 * 0.1 * T)
    assert both.bound[-1] == pytest.approx(price + R(u, 0.05))


@pytest.mark.parametrize("knobs", [{"threshold": 1.0}, {"period": 2}])
def test_theorem_3_2_is_silent_about_thresholds_and_periods(knobs):
    data, loss, _, _ = problem(0)
    with pytest.raises(ValueError, match=r"Theorem 3\.2 needs"):
        averaged_iterate_bound(
            TruncatedGradient(**knobs), Constants(0.0, 1.0), data, loss, np.zeros((1, 1)), 0
        )


@pytest.mark.parametrize("loss", ["squared", "logistic"])
@pytest.mark.parametrize("seed", range(6))
def test_scd_is_below_its_bound(seed, loss):
    draw = np.random.default_rng(seed)
    n, d = int(draw.integers(2, 30)), int(draw.integers(1, 8))
    X = draw.standard_normal((n, d)) * (draw.random((n, d)) < 0.7)
    X[0, 0] = 1.0
    y = X @ draw.standard_normal(d) + draw.standard_normal(n)
    data = naive.dataset(X, y if loss == "squared" else np.sign(y), "classification")
    if loss == "squared":
        data = naive.dataset(X, y, "regression")
    l1 = float(draw.choice([0.001, 0.05, 0.3]))
    beta = curvatures(Problem.over(data, loss))
    at_zero = np.mean([naive.value(loss, 0.0, t) for t in data.y])
    runs = [
        record(CATALOGUE["scd"](l1=l1), data, loss, seed=s, passes=60, checkpoints=60)
        for s in range(DRAWS)
    ]
    # Runs read columns of different length: they are compared after the fewest steps of all.
    best = Solver(l1=l1, tolerance=1e-9).solve(data, loss)
    for u, F in ((best.weights, best.objective), (np.zeros(d), at_zero)):
        found = [
            scd_bound(run.steps, run.fit + l1 * run.sparsity.l1_norm, beta, u, F, at_zero)
            for run in runs
        ]
        for steps in (1, 3, 10, int(min(run.steps[-1] for run in runs))):
            at = [min(np.searchsorted(both.steps, steps), len(both.steps) - 1) for both in found]
            measured = np.mean([both.measured[c] for both, c in zip(found, at, strict=True)])
            bound = np.mean([both.bound[c] for both, c in zip(found, at, strict=True)])
            assert measured <= bound + 1e-12


def test_scd_bound_by_hand():
    both = scd_bound(
        np.array([1, 9]),
        np.array([3.0, 2.0]),
        np.array([1.0, 4.0]),
        np.array([2.0, -1.0]),
        1.5,
        5.0,
    )
    assert both.measured.tolist() == [1.5, 0.5]
    assert both.bound.tolist() == [4 * (0.5 * 8.0 + 5.0) / 2, 4 * (0.5 * 8.0 + 5.0) / 10]

"""Langford et al., Theorem 3.1: no run is ever above its bound, and a bound of another run is."""

from __future__ import annotations

from dataclasses import replace
from math import inf

import numpy as np
import pytest

from algorithms import CATALOGUE
from algorithms.bounds import Constants, gradient_constants, truncated_gradient_bound
from datasets import load
from tests import naive
from tests.support.many.turns import in_turn
from tests.support.problems.bounds import excess, sides

TruncatedGradient, Solver = CATALOGUE["truncated_gradient"], CATALOGUE["proximal_gradient"]
LOSSES = ("squared", "logistic", "hinge")


def random_problem(seed: int):
    """Data, loss, algorithm and order; η up to nearly 2/A for the squared loss."""
    draw = np.random.default_rng(seed)
    n, d, loss = draw.integers(1, 40), draw.integers(1, 12), LOSSES[seed % 3]
    X = draw.standard_normal((n, d)) * (draw.random((n, d)) < draw.choice([0.3, 1.0]))
    X[0, 0] = 1.0
    truth = draw.standard_normal(d) * (draw.random(d) < 0.5)
    y = X @ truth + 0.3 * draw.standard_normal(n)
    data = naive.dataset(X, y, "regression")
    if loss != "squared":
        data = naive.dataset(X, np.where(y > 0.0, 1.0, -1.0))
    A = gradient_constants(loss, data.X).A
    algorithm = TruncatedGradient(
        eta=float(draw.choice([0.02, 0.3, 0.99])) * (2.0 / A if A else 1.0),
        gravity=float(draw.choice([0.0, 0.01, 0.1, 1.0])),
        threshold=float(draw.choice([0.05, 0.5, inf])),
        period=int(draw.choice([1, 2, 5])),
    )
    return data, loss, algorithm, draw.integers(0, n, draw.integers(1, 120)), truth


def comparators(data, loss, algorithm, order, truth):
    """0, the optimum of the same objective over the examples seen, the truth, random ones."""
    d = data.X.shape[1]
    seen = np.bincount(order, minlength=data.X.shape[0]).astype(float)
    solver = Solver(l1=algorithm.gravity, max_iterations=300)
    draw = np.random.default_rng(d)
    yield np.zeros(d)
    yield solver.solve(data, loss, row_weights=seen).weights
    yield truth
    yield from draw.standard_normal((3, d))


@pytest.mark.parametrize("first", range(0, 120, 30))
def test_no_run_is_above_its_bound(first):
    for seed in range(first, first + 30):
        data, loss, algorithm, order, truth = random_problem(seed)
        for u in comparators(data, loss, algorithm, order, truth):
            assert excess(sides(algorithm, data, loss, order, u)) <= 1e-9, seed


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("threshold", [0.05, inf])
def test_nor_on_the_breast_cancer_data(loss, threshold):
    data = load("breast_cancer", scaling="unit variance")
    A = gradient_constants(loss, data.X).A
    algorithm = TruncatedGradient(
        eta=0.5 * 2.0 / A if A else 0.05, gravity=0.02, threshold=threshold, period=5
    )
    order = np.random.default_rng(1).permutation(data.n_rows)
    for u in comparators(data, loss, algorithm, order, np.ones(data.n_features)):
        assert excess(sides(algorithm, data, loss, order, u)) <= 1e-9


@in_turn("seed", range(6))
def test_both_sides_are_the_sums_of_the_theorem(seed):
    data, loss, algorithm, order, u = random_problem(seed)
    both, known = sides(algorithm, data, loss, order, u), gradient_constants(loss, data.X)
    eta, theta, K, g = algorithm.eta, algorithm.threshold, algorithm.period, algorithm.gravity
    walk, left, right = naive.run(algorithm, data, order, loss), 0.0, 0.0
    for T, (i, p, w) in enumerate(zip(order, walk.predictions, walk.weights, strict=True), 1):
        pull = K * g if T % K == 0 else 0.0
        left += (1.0 - 0.5 * known.A * eta) * naive.value(loss, p, data.y[i])
        left += pull * sum(abs(v) for v in w if abs(v) <= theta)
        right += naive.value(loss, (data.X @ u)[i], data.y[i])
        right += pull * sum(abs(c) for c, v in zip(u, w, strict=True) if abs(v) <= theta)
        price = eta * known.B / 2.0 + sum(u * u) / (2.0 * eta * T)
        assert both.measured[T - 1] == pytest.approx(left / T, rel=1e-9, abs=1e-12)
        assert both.bound[T - 1] == pytest.approx(price + right / T, rel=1e-9, abs=1e-12)


def test_a_pull_that_was_not_made_is_caught():
    """The gravity in the bound has to be that of the run."""
    caught = 0
    for seed in range(60):
        data, loss, algorithm, order, _ = random_problem(seed)
        claimed = replace(algorithm, gravity=10.0 * algorithm.gravity)
        zero = np.zeros(data.X.shape[1])
        caught += excess(sides(algorithm, data, loss, order, zero, claimed=claimed)) > 1e-9
    assert caught > 5


def test_where_the_theorem_is_silent_it_says_so():
    none = np.zeros(1), np.zeros((1, 1)), np.zeros(1), np.zeros(1)
    with pytest.raises(ValueError, match="constant step size"):
        truncated_gradient_bound(TruncatedGradient(schedule="inv"), Constants(0.0, 1.0), *none)
    with pytest.raises(ValueError, match=r"eta = 0\.5: Theorem 3\.1 needs eta < 0\.5"):
        truncated_gradient_bound(TruncatedGradient(eta=0.5), Constants(4.0, 0.0), *none)

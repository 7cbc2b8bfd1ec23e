"""``proximal_gradient.solve`` of many classes, and the dual of the softmax loss."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.linear_model import LogisticRegression

from algorithms import CATALOGUE, Loss
from algorithms.optimum.duality import balanced_classes, balanced_signs, conjugate
from tests import naive
from tests.support.many.examples import examples
from tests.support.many.turns import in_turn
from tests.support.problems.batch import unit_of

Solver = CATALOGUE["proximal_gradient"]


def multiclass(seed=0, n=45, d=8, k=3):
    draw = np.random.default_rng(seed)
    X = draw.standard_normal((n, d)) * (draw.random((n, d)) < 0.7) + 0.3
    W = 2.0 * draw.standard_normal((k, d)) * (draw.random((k, d)) < 0.4)
    y = (X @ W.T + draw.gumbel(size=(n, k)) + np.linspace(0.0, 1.0, k)).argmax(axis=1)
    return naive.dataset(X, y, "multiclass", classes=tuple("abcdefgh"[:k]))


def share(P, y) -> np.ndarray:
    """softmax(P) − e_y, row by row."""
    E = np.exp(P - P.max(axis=1, keepdims=True))
    return E / E.sum(axis=1, keepdims=True) - np.eye(P.shape[1])[y.astype(int)]


def objective(W, b, data, l1) -> float:
    P = data.X.toarray() @ np.asarray(W).T + b
    own = P[np.arange(len(P)), data.y.astype(int)]
    return float((np.log(np.exp(P).sum(axis=1)) - own).mean() + l1 * np.abs(W).sum())


@in_turn("intercept", [False, True])
@in_turn("k", [2, 3, 5])
def test_it_is_the_optimum_scikit_learn_finds(k, intercept):
    data, l1 = multiclass(seed=k, k=k), 0.02
    found = Solver(l1=l1, tolerance=1e-9).solve(data, "softmax", intercept=intercept)
    assert found.converged and found.gap <= 1e-9 * unit_of(data, "softmax")
    assert found.weights.shape == (k, 8) and found.intercept.shape == (k,)
    assert found.intercept.any() == intercept
    by_hand = objective(found.weights, found.intercept, data, l1)
    assert found.objective == pytest.approx(by_hand, rel=1e-12)
    if k > 2:  # scikit-learn fits two classes with one weight vector
        model = LogisticRegression(
            l1_ratio=1.0, C=1 / (45 * l1), solver="saga",
            tol=1e-9, max_iter=50_000, fit_intercept=intercept,
        )  # fmt: skip
        model.fit(data.X.toarray(), data.y)
        best = objective(model.coef_, model.intercept_ if intercept else 0.0, data, l1)
        assert found.objective == pytest.approx(best, abs=2e-9)


@pytest.mark.parametrize("intercept", [False, True])
def test_zero_is_a_subgradient(intercept):
    data, l1 = multiclass(1, k=4), 0.02
    found = Solver(l1=l1, tolerance=1e-11).solve(data, "softmax", intercept=intercept)
    W, X = found.weights, data.X.toarray()
    slopes = share(X @ W.T + found.intercept, data.y)
    gradient = slopes.T @ X / 45
    assert np.abs(gradient).max() <= l1 + 1e-5
    assert np.allclose(gradient[W != 0.0], -l1 * np.sign(W[W != 0.0]), atol=1e-5)
    assert not intercept or np.abs(slopes.mean(axis=0)).max() <= 1e-5
    assert 0 < np.count_nonzero(W) < W.size


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("iterations", [1, 2, 5, 20])
def test_the_gap_certifies_however_early_it_stops(iterations, intercept):
    for seed, l1 in ((0, 0.03), (1, 0.2), (2, 1e-3)):
        data = multiclass(seed)
        early = Solver(l1=l1, max_iterations=iterations).solve(
            data, "softmax", None, None, intercept
        )
        best = Solver(l1=l1, tolerance=1e-10).solve(data, "softmax", None, None, intercept)
        assert early.objective - early.gap <= best.objective + 1e-12
        assert early.gap >= 0.0


def test_two_classes_are_the_logistic_loss_with_half_the_penalty():
    """p_1 − p_0 takes ±w/2 of both: the same predictions cost ‖w‖₁ in all."""
    data = multiclass(2, k=2)
    labels = naive.dataset(data.X.toarray(), 2.0 * data.y - 1.0)
    two = Solver(l1=0.02, tolerance=1e-10).solve(data, "softmax", intercept=True)
    one = Solver(l1=0.02, tolerance=1e-10).solve(labels, "logistic", intercept=True)
    assert two.objective == pytest.approx(one.objective, abs=1e-9)
    assert np.allclose(two.weights[1] - two.weights[0], one.weights, atol=1e-4)


def test_row_weights_and_weights_to_start_from():
    data, times = multiclass(3), np.random.default_rng(0).integers(0, 3, 45)
    rows = np.repeat(np.arange(45), times)
    repeated = naive.dataset(
        data.X.toarray()[rows], data.y[rows], "multiclass", classes=data.classes
    )
    solver = Solver(l1=0.02, tolerance=1e-8)
    one = solver.solve(data, "softmax", row_weights=times)
    two = solver.solve(repeated, "softmax", start=one.weights)
    assert one.objective == pytest.approx(two.objective, abs=1e-8)
    assert two.iterations == 0
    with pytest.raises(ValueError, match=r"start: its shape is \(8, 3\); it must be \(3, 8\)"):
        solver.solve(data, "softmax", start=one.weights.T)


simplex = st.lists(st.floats(0.0, 1.0), min_size=3, max_size=3).map(
    lambda a: np.array(a) / sum(a) if sum(a) > 1e-6 else np.eye(3)[0]
)


# A problem's weights are how often each row counts, over their sum.
counts = st.integers(0, 1000)


def shares(counts):
    return counts / counts.sum() if counts.any() else np.full(len(counts), 1.0 / len(counts))


@given(st.lists(st.tuples(simplex, st.integers(0, 2), counts), min_size=1, max_size=8))
@examples(100)
def test_balanced_classes_are_feasible(rows):
    """Rows in the simplex, no pull on any intercept; and what is balanced stays as it is."""
    a, y, c = (np.array(part) for part in zip(*rows, strict=True))
    c = shares(c)
    u = balanced_classes(a - np.eye(3)[y], y.astype(float), c)
    assert np.abs(c @ u).max() <= 1e-15
    assert (u + np.eye(3)[y]).min() >= -1e-15 and np.abs(u.sum(axis=1)).max() <= 1e-15
    assert np.allclose(balanced_classes(u, y.astype(float), c), u, atol=1e-14)


@given(st.lists(st.tuples(st.floats(-1e6, 1e6), counts), min_size=1, max_size=8))
@examples(100)
def test_balanced_signs_are_feasible(rows):
    u, c = (np.array(part) for part in zip(*rows, strict=True))
    c = shares(c)
    v = balanced_signs(u, c)
    assert abs(c @ v) <= 1e-14 * (c @ np.abs(u))
    assert (v * u >= 0.0).all() and (np.abs(v) <= np.abs(u)).all()
    assert np.allclose(balanced_signs(v, c), v, rtol=1e-12, atol=1e-12 * np.abs(u).max())


def test_the_conjugate_of_softmax_is_the_supremum():
    """ℓ*(u) = sup_p u·p − ℓ(p, y): reached at p = ln a, a = u + e_y, and nowhere passed."""
    draw = np.random.default_rng(0)
    for y in range(4):
        a = np.vstack([draw.dirichlet(np.ones(4), 20), np.eye(4), [[0.5, 0.5, 0.0, 0.0]]])
        u, e = a - np.eye(4)[y], np.eye(4)[y]
        value = conjugate(Loss.softmax, u, np.full(len(a), float(y)))
        p = np.log(np.maximum(a, 1e-300))
        reached = (u * p).sum(axis=1) - (np.log(np.exp(p).sum(axis=1)) - p @ e)
        assert np.allclose(value, reached, atol=1e-12)
        for p in 3.0 * draw.standard_normal((50, 4)):
            assert (u @ p - (np.log(np.exp(p).sum()) - p @ e) <= value + 1e-12).all()

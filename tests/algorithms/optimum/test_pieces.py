"""The pieces of the solver under ``coordinate_descent``, each by itself."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from algorithms.optimum import residual_descent
from algorithms.optimum.anderson import shares
from algorithms.optimum.block import bases, violation
from algorithms.optimum.datafits import LogisticFit, SquaredFit
from algorithms.optimum.gram_descent import newton_step
from algorithms.optimum.matrix import GrowingGram, GrowingRows
from tests.support.many.turns import in_turn
from tests.support.problems.blocks import penalty_of


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
def test_a_growing_gram_matrix_is_the_gram_matrix(form):
    rows, store, gram = (
        np.random.default_rng(0).standard_normal((40, 6)),
        GrowingRows(40),
        GrowingGram(),
    )
    for start, end in ((0, 3), (3, 4), (4, 30), (30, 40)):
        store.add(form(rows[start:end]))
        gram.grow(store.all)
        H = gram.H[:end, :end]
        assert gram.size == end
        assert np.abs(H - rows[:end] @ rows[:end].T).max() <= 1e-14
        assert np.array_equal(H, H.T) or np.abs(H - H.T).max() <= 1e-14


def test_a_newton_step_arrives_where_the_zeros_are_right():
    draw = np.random.default_rng(3)
    rows = draw.standard_normal((6, 20))
    penalty, H = penalty_of([1, 2, 3], [0.0, 0.5, 0.2]), rows @ rows.T
    w = np.r_[1.0, 2.0, -1.0, 3.0, 1.0, 1.0]
    g = H @ (w - np.r_[1.1, 2.2, -1.1, 3.0, 1.1, 1.2])
    blocks, units = (penalty.starts, penalty.weights), penalty.units
    for _ in range(6):
        newton_step(H, penalty, w, g)
    assert violation(*blocks, units, w, g) <= 1e-12


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array])
def test_descent_on_the_residual_arrives_with_its_residual(form):
    draw = np.random.default_rng(2)
    rows, target = draw.standard_normal((30, 12)), draw.standard_normal(12)
    penalty = penalty_of([1, 4, 5, 5, 7, 8], [0.0, 2.0, 3.0, 4.0, 2.0, 3.0])
    w, e = np.zeros(30), -target
    settings = penalty, penalty.units, bases(rows, penalty), w, e
    assert residual_descent.minimise(form(rows), *settings, 1e-10)
    assert np.abs(e - (rows.T @ w - target)).max() <= 1e-13
    blocks = penalty.starts, penalty.weights, penalty.units
    assert violation(*blocks, w, rows @ (rows.T @ w - target)) <= 1e-9
    assert 0 < np.count_nonzero(penalty.norms(w)) < 6


@in_turn("seed", range(20))
def test_extrapolation_never_goes_uphill(seed):
    draw = np.random.default_rng(seed)
    rows, penalty = draw.standard_normal((4, 6)), penalty_of([1, 3], [0.3, 3.0])
    history = draw.standard_normal() + 0.1 * draw.standard_normal((6, 4)).cumsum(axis=0)
    residuals = history[1:] @ rows - 1.0

    def cost(w, e):
        return 0.5 * e @ e + penalty.value(w)

    w, e = history[-1].copy(), residuals[-1].copy()
    residual_descent.extrapolate(penalty, history, residuals, w, e)
    assert np.abs(e - (w @ rows - 1.0)).max() <= 1e-12
    assert cost(w, e) <= cost(history[-1], residuals[-1])


def test_shares_add_up_and_find_the_fixed_point_of_a_linear_map():
    draw = np.random.default_rng(0)
    A, b = np.diag([0.9, 0.5, -0.3]), draw.standard_normal(3)
    history = [np.zeros(3)]
    for _ in range(5):
        history.append(A @ history[-1] + b)
    share = shares(np.array(history))
    assert share.sum() == pytest.approx(1.0)
    fixed = np.linalg.solve(np.eye(3) - A, b)
    assert np.abs(share @ np.array(history[1:]) - fixed).max() <= 1e-3 * np.abs(fixed).max()
    assert shares(np.ones((6, 3))) is None


@pytest.mark.parametrize("fit", [SquaredFit, LogisticFit])
def test_fits_are_convex_functions_with_their_conjugates(fit):
    draw = np.random.default_rng(1)
    y, c, p = draw.choice([-1.0, 1.0], 30), draw.dirichlet(np.ones(30)), draw.standard_normal(30)
    f = fit(y, c)
    slopes, e = f.slopes(p), 1e-6 * draw.standard_normal(30)
    assert (f.value(p + e) - f.value(p - e)) / 2.0 == pytest.approx(slopes @ e, rel=1e-6)
    assert abs(f.young(p, slopes)) <= 1e-15
    q = draw.standard_normal(30)
    u = f.slopes(q)  # where q is best: f*(u) = u·q − f(q)
    assert f.young(p, u) == pytest.approx(f.value(p) + u @ (q - p) - f.value(q), rel=1e-12)
    scale = np.ones(30) if f.scale is None else f.scale
    assert abs(scale @ f.balance(slopes)) <= 1e-15
    bend = np.ones(30) if f.bend(p) is None else f.bend(p)
    second = (f.slopes(p + 1e-5) - f.slopes(p - 1e-5)) / 2e-5
    assert np.allclose(bend**2, second, rtol=1e-6)

"""A step of ``interior_point`` is Newton's, within the bounds, down, and counted."""

from __future__ import annotations

import numpy as np
import pytest

from algorithms import CATALOGUE, record
from algorithms.batch.common import barrier
from algorithms.optimum.duality import Objective
from tests.naive.plain import Plain
from tests.support.many.turns import in_turn
from tests.support.problems.batch import draw_labels, problem_of, unit_of
from tests.support.problems.lasso import uncentred_problem

Newton = CATALOGUE["interior_point"]
LOSSES = ("squared", "logistic")
D = 5
TAU, L1 = 0.03, 0.07


def somewhere(loss, intercept, seed=0):
    """An objective, weights within their bounds, and the plain problem."""
    draw = np.random.default_rng(seed)
    data = draw_labels(draw.standard_normal((9, D)) + 0.2, loss)
    u = draw.uniform(0.1, 2.0, D)
    w = np.r_[u * draw.uniform(-0.999, 0.999, D), draw.standard_normal(int(intercept))]
    f = Objective(problem_of(data, loss, intercept), L1)
    return f, w, u, Plain(data.X.toarray(), data.y, loss, intercept)


def phi(plain, w, u) -> float:
    """φ by hand."""
    room = [uj * uj - wj * wj for wj, uj in zip(w[:D].tolist(), u.tolist(), strict=True)]
    return plain.fit(w) + L1 * u.sum() - TAU * np.log(room).sum()


def numeric(of, at, h=1e-6) -> np.ndarray:
    """Derivatives of ``of`` by central differences, one row a coordinate."""
    return np.array([(of(at + e) - of(at - e)) / (2 * h) for e in h * np.eye(len(at))])


@in_turn("loss", LOSSES)
@in_turn("intercept", [False, True])
@in_turn("seed", range(3))
def test_the_barrier_its_gradient_and_newton(loss, intercept, seed):
    """Value by hand; gradient by differences; H (Δw, Δu) = −gradient, H by differences."""
    f, w, u, plain = somewhere(loss, intercept, seed)
    size = len(w)

    def gradient(at):
        mean = f.pull(f.slopes(f.X @ at[:size]))
        return np.r_[barrier.gradient(f, at[:size], at[size:], mean, TAU)]

    at = np.r_[w, u]
    assert barrier.value(f, w, u, f.X @ w, TAU) == pytest.approx(phi(plain, w, u), rel=1e-13)
    # u may be as near to |w| as 1e-3 of it: the barrier is steep there.
    steep = np.abs(gradient(at)).max()
    numbers = numeric(lambda a: phi(plain, a[:size], a[size:]), at, 1e-7)
    assert np.allclose(gradient(at), numbers, rtol=1e-4, atol=1e-5 * steep)

    slopes = np.abs(f.slopes(f.X @ w))
    h = f.c * slopes * (1.0 - slopes) if loss == "logistic" else f.c
    H = f.X.toarray().T @ (h[:, None] * f.X.toarray())
    mean = f.pull(f.slopes(f.X @ w))
    found = barrier.newton(f, w, u, mean, TAU, lambda v: H @ v, np.diag(H), 1e-14)
    left = numeric(gradient, at, 1e-8) @ np.r_[found] + gradient(at)
    assert np.abs(left).max() <= 1e-4 * steep


def test_beyond_a_bound_the_barrier_is_infinite():
    f, w, u, _ = somewhere("squared", True)
    for j in range(D):
        for end in (u[j], -u[j], 2.0 * u[j]):
            over = w.copy()
            over[j] = end
            assert barrier.value(f, over, u, f.X @ over, TAU) == np.inf
    w[D] = 1e3  # the intercept has no bound
    assert np.isfinite(barrier.value(f, w, u, f.X @ w, TAU))


def test_conjugate_gradients_end_where_the_gap_lets_them():
    draw = np.random.default_rng(0)
    root = draw.standard_normal((40, 40)) * np.geomspace(1e-3, 1e3, 40)
    A, right, reads = root.T @ root + np.eye(40), draw.standard_normal(40), []
    for gap in (1e3, 1e-1, 1e-3, 1e-6):
        products = []
        x = barrier.conjugate_gradients(
            lambda v, seen=products: seen.append(v) or A @ v, right, np.diag(A), gap
        )
        size = [np.sqrt(r @ (r / np.diag(A))) for r in (right - A @ x, right)]
        assert size[0] <= 0.1 * min(size[1], gap) * (1.0 + 1e-6)
        reads.append(len(products))
    assert reads == sorted(reads) and reads[0] < reads[-1]
    assert not barrier.conjugate_gradients(lambda v: A @ v, 0.0 * right, np.diag(A), 1.0).any()


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("intercept", [False, True])
def test_every_step_stays_within_the_bounds_and_lowers_the_barrier(loss, intercept):
    data = uncentred_problem(2, loss)
    algorithm = Newton(l1=0.02, tolerance=1e-9)
    state, going = algorithm.start(problem_of(data, loss, intercept)), True
    while going:
        before = state.w, state.u, state.p
        going = algorithm.advance(state, int(state.count[1]) + 1)
        tau = 1.0 / state.t
        values = [
            barrier.value(state.objective, *at, tau) for at in (before, (state.w, state.u, state.p))
        ]
        assert np.isfinite(values).all() and values[1] <= values[0]
        assert (np.abs(state.w[:15]) < state.u).all()
        assert np.allclose(state.p, state.problem.X @ state.w, rtol=0.0, atol=1e-12)
    assert state.count[0] > 15


class Counting:
    """A matrix that counts what is multiplied with it."""

    def __init__(self, matrix) -> None:
        self.matrix, self.times = matrix, 0

    def __matmul__(self, other):
        self.times += 1
        return self.matrix @ other


@pytest.mark.parametrize("loss", LOSSES)
def test_every_product_is_counted(loss):
    """X v and then Xᵀ of that is one reading; so is the gradient, with X Δw of the step."""
    data = uncentred_problem(1, loss)
    algorithm = Newton(l1=0.02, tolerance=1e-6)
    state = algorithm.start(problem_of(data, loss, False))
    X, XT = Counting(state.objective.X), Counting(state.objective.XT)
    state.objective.X, state.objective.XT = X, XT
    for _ in range(8):
        assert algorithm.advance(state, int(state.count[1]) + 1)
        assert X.times == XT.times
        assert state.count[1] == X.times * data.X.nnz
        assert state.count[2] == state.count[0] * 40
    assert not algorithm.advance(state, 10**9)
    assert XT.times == X.times + 1, "where it has arrived it looks, and does not step"
    assert state.count.tolist()[1:] == [XT.times * data.X.nnz, (state.count[0] + 1) * 40]


@pytest.mark.parametrize("loss", LOSSES)
def test_a_run_may_be_cut_anywhere(loss):
    data = uncentred_problem(0, loss)
    algorithm = Newton(l1=0.02, tolerance=1e-7)
    whole, cut = (algorithm.start(problem_of(data, loss, True)) for _ in range(2))
    assert not algorithm.advance(whole, 10**9)
    draw, going = np.random.default_rng(0), True
    while going:
        going = algorithm.advance(cut, int(cut.count[1]) + int(draw.integers(1, 9000)))
    assert np.array_equal(whole.w, cut.w)
    assert whole.gap == cut.gap <= 1e-7 * unit_of(data, loss, True)
    assert not algorithm.advance(cut, 10**9), "there is nothing left to do"
    assert np.array_equal(whole.count, cut.count)
    trace = record(algorithm, data, loss, passes=5000, checkpoints=9, intercept=True)
    assert np.array_equal(trace.final.weights, whole.w[:15])
    assert np.array_equal(trace.final.intercept, whole.w[15:])
    assert trace.steps[-1] == whole.count[0] and trace.final.diverged_at is None


@pytest.mark.parametrize("loss", ["hinge", "clipped"])
def test_a_loss_it_has_no_update_for(loss):
    with pytest.raises(ValueError, match=r"Interior point has no update for it; .* squared, logi"):
        record(Newton(), uncentred_problem(0, "logistic"), loss)


@pytest.mark.parametrize("knobs", [{"l1": 0.0}, {"l1": -1.0}, {"tolerance": 0.0}])
def test_a_knob_out_of_range(knobs):
    with pytest.raises(ValueError, match="it must be a number > 0"):
        Newton(**knobs)

"""Closed forms minimise what they are said to minimise: against a numeric search, in one dimension.

Each objective is written down from its paper and is a sum over coordinates; the gradients in it
are those of the run itself.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from algorithms import CATALOGUE
from tests import naive
from tests.support.many.turns import in_turn

LOOKS = (1, 2, 5, 17, 40)
LOSSES = ("squared", "logistic", "hinge")


def walk(algorithm, loss):
    """The weights before every step and after the last, (T + 1, d), and every gradient, (T, d)."""
    draw = np.random.default_rng(8)
    X = draw.standard_normal((40, 4)) * (draw.random((40, 4)) < 0.6)
    y = np.where(X[:, 0] - 0.5 * X[:, 1] + 0.3 * draw.standard_normal(40) > 0.0, 1.0, -1.0)
    rows, state = naive.dataset(X, y).X, algorithm.start(4, 40)
    weights, gradients = [algorithm.weights(state)], []
    for i in range(40):
        (p,) = algorithm.advance(state, rows, y, np.array([i]), loss)
        gradients.append(naive.slope(loss, p, y[i]) * X[i])
        weights.append(algorithm.weights(state))
    return np.array(weights), np.array(gradients)


def assert_minimiser(w, objective):
    """``objective(v)`` of one coordinate is convex; nothing that a search finds is below ``w``."""
    found = minimize_scalar(objective, bracket=(w - 1.0, w + 1.0), options={"xtol": 1e-12})
    spread = abs(objective(w + 1.0)) + abs(objective(w - 1.0))
    assert objective(w) <= min(found.fun, objective(0.0)) + 1e-14 * spread
    assert w == pytest.approx(found.x, abs=1e-6)


def test_the_search_finds_fault():
    with pytest.raises(AssertionError):
        assert_minimiser(0.30001, lambda v: abs(v) + 2.0 * (v - 0.55) ** 2)
    assert_minimiser(0.3, lambda v: abs(v) + 2.0 * (v - 0.55) ** 2)
    assert_minimiser(0.0, lambda v: abs(v) + 2.0 * (v - 0.2) ** 2)


@in_turn("loss", LOSSES)
@in_turn(("gamma", "l1"), [(1.0, 0.0), (0.5, 0.05), (3.0, 0.2)])
def test_rda(gamma, l1, loss):
    """⟨ū, w⟩ + λ‖w‖₁ + (γ/2√t)‖w‖²: Xiao's (8) with h = ½‖w‖² and β_t = γ√t."""
    weights, gradients = walk(CATALOGUE["rda"](gamma, l1), loss)
    for t in LOOKS:
        for w, u in zip(weights[t], gradients[:t].mean(axis=0), strict=True):
            bend = gamma / (2.0 * np.sqrt(t))
            assert_minimiser(w, lambda v, u=u, c=bend: u * v + l1 * abs(v) + c * v * v)


@in_turn("loss", LOSSES)
@in_turn("schedule", ["constant", "inv_sqrt", "inv"])
def test_cumulative_penalty(schedule, loss):
    """⟨Σ η_s g_s, w⟩ + λ Σ η_s ‖w‖₁ + ½‖w‖²: the paper's q leaves no trace in it."""
    algorithm = CATALOGUE["cumulative_penalty"](0.5, schedule, l1=0.05)
    weights, gradients = walk(algorithm, loss)
    eta = np.array([algorithm.step_size(t) for t in range(1, 41)])
    for t in LOOKS:
        due = 0.05 * eta[:t].sum()
        for w, u in zip(weights[t], eta[:t] @ gradients[:t], strict=True):
            assert_minimiser(w, lambda v, u=u, due=due: u * v + due * abs(v) + 0.5 * v * v)


@in_turn("loss", LOSSES)
@in_turn(
    ("alpha", "beta", "l1", "l2"),
    [(0.1, 1.0, 0.0, 0.0), (0.5, 0.0, 1.0, 0.0), (0.3, 1.0, 0.5, 2.0)],
)
def test_ftrl_proximal(alpha, beta, l1, l2, loss):
    """Σ_s [g_s w + ½σ_s (w − w_s)²] + λ₁|w| + ½λ₂w² with σ_1 + … + σ_t = (β + √n_t)/α, w_1 = 0."""
    weights, gradients = walk(CATALOGUE["ftrl_proximal"](alpha, beta, l1, l2), loss)
    heights = (beta + np.sqrt(np.cumsum(gradients**2, axis=0))) / alpha
    sigmas = np.diff(heights, axis=0, prepend=0.0)
    for t in LOOKS:
        for w, g, sigma, earlier in zip(
            weights[t], gradients[:t].T, sigmas[:t].T, weights[:t].T, strict=True
        ):

            def objective(v, g=g, sigma=sigma, earlier=earlier):
                nearness = 0.5 * (sigma * (v - earlier) ** 2).sum()
                return g.sum() * v + nearness + l1 * abs(v) + 0.5 * l2 * v * v

            if sigma.sum() + l2 > 0.0:
                assert_minimiser(w, objective)


@in_turn("loss", LOSSES)
@in_turn("knobs", [(0.1, 1.0, 0.0), (0.5, 0.1, 0.1), (2.0, 1.0, 0.2)])
def test_adagrad_rda(knobs, loss):
    """η⟨ū, w⟩ + ηλ‖w‖₁ + (1/2t) wᵀHw, H = δ + diag √Σg²: Duchi et al. (3)."""
    eta, delta, l1 = knobs
    weights, gradients = walk(CATALOGUE["adagrad_rda"](*knobs), loss)
    for t in LOOKS:
        heights = delta + np.sqrt((gradients[:t] ** 2).sum(axis=0))
        means = gradients[:t].mean(axis=0)
        for w, u, h in zip(weights[t], means, heights / (2.0 * t), strict=True):
            assert_minimiser(w, lambda v, u=u, h=h: eta * (u * v + l1 * abs(v)) + h * v * v)


@in_turn("loss", LOSSES)
@in_turn("knobs", [(0.1, 1.0, 0.0), (0.5, 0.1, 0.1), (1.0, 1.0, 0.5)])
def test_adagrad_fobos(knobs, loss):
    """η⟨g, w⟩ + ηλ‖w‖₁ + ½(w − w_t)ᵀH(w − w_t): Duchi et al. (4)."""
    eta, delta, l1 = knobs
    weights, gradients = walk(CATALOGUE["adagrad_fobos"](*knobs), loss)
    for t in LOOKS:
        heights = 0.5 * (delta + np.sqrt((gradients[:t] ** 2).sum(axis=0)))
        now = zip(weights[t], weights[t - 1], gradients[t - 1], heights, strict=True)
        for w, before, g, h in now:

            def objective(v, before=before, g=g, h=h):
                return eta * (g * v + l1 * abs(v)) + h * (v - before) ** 2

            assert_minimiser(w, objective)


@pytest.mark.parametrize(("pull", "l2"), [(0.3, 0.0), (0.3, 2.0), (0.0, 2.0)])
def test_the_elastic_net_map(pull, l2):
    """½(w − v)² + ηKg|w| + ½ηKλ₂w², within θ."""
    algorithm = CATALOGUE["elastic_net_truncated_gradient"](0.5, gravity=pull, period=2, l2=l2)
    for v in np.linspace(-2.0, 2.0, 21):

        def objective(w, v=v):
            return 0.5 * (w - v) ** 2 + pull * abs(w) + 0.5 * l2 * w * w

        assert_minimiser(float(algorithm.shrink(np.array([v]), 1)[0]), objective)

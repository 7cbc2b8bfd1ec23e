"""Group methods minimise the objective they name; what is zero together, is zero."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from algorithms import CATALOGUE, record
from algorithms.online.storage.group_layout import Layout
from tests import naive
from tests.support.many.turns import in_turn

GROUP_RDA, GROUP_FOBOS = CATALOGUE["group_rda"], CATALOGUE["group_fobos"]
PENALTIES = in_turn(
    ("l1", "group_l1"), [(0.0, 0.0), (0.05, 0.0), (0.05, 0.5), (0.2, 0.3), (0.02, 4.0), (50.0, 1.0)]
)
LOSSES = in_turn("loss", ["squared", "logistic", "hinge"])
VECTOR = np.array([0, 1, 0, 2, 2, 2, 1, 3, 2])
MEMBERS = [np.flatnonzero(g == VECTOR) for g in range(4)]


def penalty(w, l1, group_l1, by_size=False, norm="length"):
    """λ Σ_g (√d_g ‖w_g‖₂ + r ‖w_g‖₁), with r√d_g for r, or with d_g ‖w_g‖_∞."""
    total = 0.0
    for members in MEMBERS:
        own, root = np.abs(w[..., members]), np.sqrt(len(members))
        size = root * np.linalg.norm(own, axis=-1)
        if norm == "largest weight":
            size = len(members) * own.max(axis=-1)
        total = total + size + group_l1 * (root if by_size else 1.0) * own.sum(axis=-1)
    return l1 * total


def assert_minimiser(w, objective):
    """Steps of many sizes into many directions, to 0, in one or all weights, lead nowhere lower.

    ``objective`` takes (…, d) and is convex and strongly so: a step up from ``w`` is up for good.
    """
    draw = np.random.default_rng(0)
    ways = [draw.standard_normal((60, len(w))), np.eye(len(w)), -np.eye(len(w)), -w[None, :]]
    for g in range(4):
        ways.append(draw.standard_normal((20, len(w))) * (g == VECTOR))
        ways.append(-(w * (g == VECTOR))[None, :])
    ways = np.concatenate(ways)
    ways /= np.maximum(np.linalg.norm(ways, axis=1), 1e-300)[:, None]
    for size in (1e-6, 1e-4, 1e-2, 0.1, 1.0):
        rise = objective(w + size * ways) - objective(w)
        assert rise.min() >= -1e-14 * max(1.0, abs(objective(w)))


def test_the_search_finds_fault():
    def objective(w):
        return 0.5 * ((w - np.linspace(-1.0, 1.0, 9)) ** 2).sum(axis=-1)

    assert_minimiser(np.linspace(-1.0, 1.0, 9), objective)
    with pytest.raises(AssertionError):
        assert_minimiser(np.linspace(-1.0, 1.00001, 9), objective)


def walk(algorithm, loss):
    """The weights before each step and after the last, (T + 1, d), and the gradients, (T, d)."""
    draw = np.random.default_rng(8)
    X = draw.standard_normal((40, 9)) * (draw.random((40, 9)) < 0.6)
    X[20:25] = 0.0
    y = np.where(X[:, 0] - 0.5 * X[:, 1] + 0.3 * draw.standard_normal(40) > 0.0, 1.0, -1.0)
    data = naive.dataset(X, y, groups=VECTOR)
    trace = record(algorithm, data, loss, order=np.arange(40), checkpoints=40)
    weights = np.vstack([np.zeros(9), trace.weights])
    slopes = [naive.slope(loss, x @ w, target) for x, w, target in zip(X, weights, y, strict=False)]
    return weights, np.array(slopes)[:, None] * X


@LOSSES
@PENALTIES
@pytest.mark.parametrize("schedule", ["constant", "inv_sqrt"])
def test_group_fobos_solves_8(l1, group_l1, schedule, loss):
    """½‖w − (w_t − η_t u_t)‖² + η_t Ω(w), at steps with a gradient and without one."""
    algorithm = GROUP_FOBOS(0.2, schedule, l1=l1, group_l1=group_l1)
    weights, gradients = walk(algorithm, loss)
    for t in (1, 2, 5, 17, 22, 24, 40):
        eta = naive.rate(schedule, 0.2, t)
        v = weights[t - 1] - eta * gradients[t - 1]
        assert_minimiser(
            weights[t],
            lambda w, v=v, eta=eta: (
                0.5 * ((w - v) ** 2).sum(axis=-1) + eta * penalty(w, l1, group_l1)
            ),
        )


@LOSSES
@PENALTIES
@in_turn(("by_size", "norm"), list(product((False, True), ("length", "largest weight"))))
@pytest.mark.parametrize(("gamma", "rho"), [(2.0, 0.0), (0.5, 0.2), (20.0, 0.01)])
def test_group_rda_solves_5(l1, group_l1, gamma, rho, loss, by_size, norm):
    """⟨ū_t, w⟩ + Ω(w) + (γ/√t) h(w), h(w) = ½‖w‖² + ρ‖w‖₁; times √t/γ, so that it bends by 1."""
    own = {"by_size": by_size, "norm": norm}
    weights, gradients = walk(GROUP_RDA(gamma, l1=l1, group_l1=group_l1, rho=rho, **own), loss)
    for t in (1, 2, 5, 17, 22, 40):
        u, scale = gradients[:t].mean(axis=0), np.sqrt(t) / gamma
        assert_minimiser(
            weights[t],
            lambda w, u=u, scale=scale: (
                scale * (w @ u + penalty(w, l1, group_l1, **own))
                + 0.5 * (w * w).sum(axis=-1)
                + rho * np.abs(w).sum(axis=-1)
            ),
        )


@pytest.mark.parametrize("algorithm", [GROUP_RDA(l1=0.12), GROUP_FOBOS(0.3, l1=0.3)])
def test_a_group_is_zero_as_a_whole_or_not_at_all(algorithm):
    draw = np.random.default_rng(8)
    data = naive.dataset(draw.standard_normal((60, 9)), draw.choice([-1.0, 1.0], 60), groups=VECTOR)
    weights = record(algorithm, data, checkpoints=60).weights
    some = np.array([(weights[:, m] == 0.0).any(axis=1) for m in MEMBERS])
    whole = np.array([(weights[:, m] == 0.0).all(axis=1) for m in MEMBERS])
    assert np.array_equal(some, whole)
    assert 0.1 < np.mean(whole) < 0.9


def test_a_chain_of_three_by_hand():
    """g = (−3, −4, 0): the edge {0, 1} is 5 long, the edge {1, 2} 4, and λ√2 takes 1 of each."""
    data = naive.dataset([[3.0, 4.0, 0.0]], [1.0], "regression")
    l1 = 1.0 / np.sqrt(2.0)
    for algorithm in (GROUP_RDA, GROUP_FOBOS):
        step = {"eta": 1.0} if algorithm is GROUP_FOBOS else {"gamma": 1.0}
        made = record(algorithm(l1=l1, structure="chain", **step), data, "squared")
        assert made.final.weights == pytest.approx([2.4, 3.2 + 3.0, 0.0], abs=1e-14)
        made = record(algorithm(l1=4.5 * l1, structure="chain", **step), data, "squared")
        assert made.final.weights == pytest.approx([0.3, 0.4, 0.0], abs=1e-14)


def test_the_rows_of_a_layout_lead_to_every_copy_once():
    groups = GROUP_RDA(structure="overlapping", group_size=4).effective_groups(11)
    rows = Layout.of(groups).rows.astype(int)
    assert sorted(rows[:, 0]) == list(range(len(groups.features)))
    for j in range(11):
        met, row = [j], rows[j, 2]
        while row:
            met.append(row)
            row = rows[row, 2]
        assert (rows[met, 3] == j).all()
        assert sorted(rows[met, 0]) == groups.copies[groups.first[j] : groups.first[j + 1]].tolist()
        assert (rows[met, 1] == groups.group[rows[met, 0]]).all()

"""SMIDAS and exponentiated gradient equal their twins to 1e-9, over short runs and long ones."""

from __future__ import annotations

from math import log

import numpy as np
import pytest

from algorithms import CATALOGUE, record
from tests import naive
from tests.support.many.turns import in_turn
from tests.support.twins import hold_to_twin, walk_kernel

SMIDAS, EG, TRUNCATED = (
    CATALOGUE[key] for key in ("smidas", "exponentiated_gradient", "truncated_gradient")
)
LOSSES = ("squared", "logistic", "hinge", "clipped")
PACES = ((0.07, "constant"), (0.9, "inv_sqrt"), (0.5, "inv"))


@pytest.mark.parametrize(
    "algorithm",
    [
        EG(0.3),
        EG(5.0, radius=1.0),
        EG(50.0, "inv_sqrt", radius=1.0),
        SMIDAS(0.1),
        SMIDAS(1.0, l1=0.1, p=9.0),
    ],
    ids=str,
)
def test_after_many_steps_too(algorithm):
    draw = np.random.default_rng(6)
    X = draw.standard_normal((200, 8)) * (draw.random((200, 8)) < 0.5)
    data = naive.dataset(X, np.sign(X @ draw.standard_normal(8) + draw.standard_normal(200)))
    hold_to_twin(algorithm, data, draw.integers(0, 200, 6000), "logistic", True)


@pytest.mark.parametrize("loss", LOSSES)
def test_p_of_2_is_truncated_gradient(loss):
    draw = np.random.default_rng(7)
    data = naive.dataset(draw.standard_normal((40, 9)), draw.choice([-1.0, 1.0], 40))
    for eta, schedule in PACES:
        one = record(SMIDAS(eta, schedule, l1=0.05, p=2.0), data, loss, passes=3, checkpoints=120)
        two = record(TRUNCATED(eta, schedule, gravity=0.05), data, loss, passes=3, checkpoints=120)
        assert np.abs(one.weights - two.weights).max() <= 1e-12
        assert np.array_equal(one.sparsity.nonzeros, two.sparsity.nonzeros)


@pytest.mark.parametrize(("d", "p"), [(1, 2.0), (2, 2.0), (3, 2.0 * log(3)), (9, 2.0 * log(9))])
def test_p_of_0_stands_for_2_ln_d(d, p):
    draw = np.random.default_rng(8)
    data = naive.dataset(draw.standard_normal((20, d)), draw.choice([-1.0, 1.0], 20))
    paths = [record(SMIDAS(p=each), data, checkpoints=20).weights for each in (0.0, p)]
    assert np.array_equal(*paths)


@in_turn("p", [2.0, 2.5, 7.0, 200.0, 1e100])
@in_turn("size", [1e-90, 1.0, 1e90])
def test_the_link_keeps_dual_norms(p, size):
    """‖w‖_q = ‖θ‖_p for 1/p + 1/q = 1, and w·θ = ‖θ‖_p²; nothing over- or underflows."""
    draw = np.random.default_rng(9)
    data = naive.dataset(size * draw.standard_normal((1, 30)), [1.0])
    algorithm = SMIDAS(eta=1.0, l1=0.01 * size, p=p)
    state = algorithm.start(30, 1)
    algorithm.advance(state, data.X, data.y, np.array([0]), "hinge")
    theta, w, q = state.theta / size, algorithm.weights(state) / size, p / (p - 1.0)
    top = np.abs(theta).max()
    norm = top * ((np.abs(theta) / top) ** p).sum() ** (1.0 / p)
    assert (np.abs(w) ** q).sum() ** (1.0 / q) == pytest.approx(norm, rel=1e-12)
    assert w @ theta == pytest.approx(norm**2, rel=1e-12)
    assert (w * theta >= 0.0).all()


def test_the_live_features_of_smidas_are_listed_once_each():
    draw = np.random.default_rng(10)
    X = draw.standard_normal((60, 30)) * (draw.random((60, 30)) < 0.2)
    data = naive.dataset(X, draw.choice([-1.0, 1.0], 60))
    algorithm, fewest = SMIDAS(l1=0.2), 30
    state = algorithm.start(30, 300)
    for row in draw.integers(0, 60, 300):
        algorithm.advance(state, data.X, data.y, np.array([row]), "logistic")
        live = state.live[: state.count[1]]
        assert sorted(live) == np.flatnonzero(state.theta).tolist()
        fewest = min(fewest, len(live))
    assert 0 < len(live) < 30
    assert fewest < len(live)


@pytest.mark.parametrize("p", [1.0, 1.999, 1e-9, 1])
def test_a_norm_between_0_and_2(p):
    with pytest.raises(ValueError, match=rf"p = {p}: it must be a number >= 2, finite, or 0"):
        SMIDAS(p=p)


@in_turn("p", [-1.0, np.nan, np.inf, "2", True])
def test_what_is_no_norm_at_all(p):
    with pytest.raises(ValueError, match=r"p = .*: it must be a number >= 0"):
        SMIDAS(p=p)


def test_looking_changes_nothing():
    draw = np.random.default_rng(11)
    data = naive.dataset(draw.standard_normal((30, 5)), draw.choice([-1.0, 1.0], 30))
    for algorithm in (EG(), SMIDAS()):
        weights = walk_kernel(algorithm, data, np.arange(30), "hinge").weights
        rarely = record(algorithm, data, "hinge", order=np.arange(30), checkpoints=2)
        assert np.array_equal(rarely.final.weights, weights[-1])

"""Algorithms that are one another at the ends of their knobs."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest

from algorithms import CATALOGUE, record
from tests import naive

SCHEDULES, LOSSES = ("constant", "inv_sqrt", "inv"), ("squared", "logistic", "hinge")
SGD, ROUNDING, SUBGRADIENT, TRUNCATED, FOBOS, CUMULATIVE = (
    CATALOGUE[key]
    for key in (
        "sgd",
        "rounding",
        "subgradient",
        "truncated_gradient",
        "fobos",
        "cumulative_penalty",
    )
)
pytestmark = [
    pytest.mark.parametrize("loss", LOSSES),
    pytest.mark.parametrize("schedule", SCHEDULES),
    pytest.mark.parametrize("density", [1.0, 0.3]),
]


@pytest.fixture
def path(loss, density):
    """``path(algorithm)`` is every weight of its run over one problem, shape (T, d)."""
    draw = np.random.default_rng(21)
    X = draw.standard_normal((30, 8)) * (draw.random((30, 8)) < density)
    data = naive.dataset(X, draw.choice([-1.0, 1.0], 30))

    def weights(algorithm):
        trace = record(algorithm, data, loss, passes=2, checkpoints=60)
        assert trace.final.diverged_at is None
        return trace.weights

    return weights


def test_truncated_gradient_without_threshold_is_fobos(path, schedule):
    for l1 in (0.003, 0.1):
        one = path(TRUNCATED(0.1, schedule, gravity=l1, threshold=inf, period=1))
        two = path(FOBOS(0.1, schedule, l1=l1))
        assert np.array_equal(one, two)
        assert (one == 0.0).any()


def test_without_a_penalty_they_are_all_sgd(path, schedule):
    """Those that shrink all weights at once add a prediction up in another order."""
    sgd = path(SGD(0.1, schedule))
    other = TRUNCATED(0.1, schedule, gravity=0.0, threshold=0.2, period=3)
    np.testing.assert_allclose(path(other), sgd, rtol=0.0, atol=1e-13)
    for other in (
        ROUNDING(0.1, schedule, threshold=0.0, period=1),
        SUBGRADIENT(0.1, schedule, l1=0.0),
        TRUNCATED(0.1, schedule, gravity=0.0),
        TRUNCATED(0.1, schedule, gravity=9.0, threshold=0.0),
        FOBOS(0.1, schedule, l1=0.0, rounds=True),
        CUMULATIVE(0.1, schedule, l1=0.0),
        CUMULATIVE(0.1, schedule, l1=0.0, payment="after learning"),
    ):
        assert np.array_equal(path(other), sgd), other


def test_a_period_beyond_the_run_is_sgd_up_to_its_end(path, schedule):
    """There the rule is applied once, as at the end of every run."""
    sgd = path(SGD(0.1, schedule))
    for other in (
        ROUNDING(0.1, schedule, threshold=inf, period=1000),
        TRUNCATED(0.1, schedule, gravity=9.0, period=1000),
    ):
        weights = path(other)
        np.testing.assert_allclose(weights[:-1], sgd[:-1], rtol=0.0, atol=1e-13, err_msg=str(other))
        assert not weights[-1].any()


def test_gravity_that_reaches_the_threshold_is_rounding(path, schedule):
    """η_t K g ≥ θ at every step: what is within θ falls to zero in one pull."""
    for period in (1, 4):
        gravity = 0.05 * 60 / (0.1 * period)
        truncated = path(TRUNCATED(0.1, schedule, gravity, threshold=0.05, period=period))
        rounded = path(ROUNDING(0.1, schedule, threshold=0.05, period=period))
        assert np.array_equal(truncated, rounded)
        assert (rounded == 0.0).any()


def test_rounding_without_a_limit_leaves_nothing(path, schedule):
    weights = path(ROUNDING(0.1, schedule, threshold=inf, period=5))
    assert (weights[4::5] == 0.0).all()
    assert (weights != 0.0).any()


def test_equal_penalties_in_both_halves_are_no_rounds(path, schedule):
    """The first half of the round variant is the plain one with λ/2."""
    rounds, half = FOBOS(0.1, schedule, l1=0.04, rounds=True), FOBOS(0.1, schedule, l1=0.02)
    rounds, half = path(rounds), path(half)
    assert np.array_equal(rounds[:30], half[:30])
    assert not np.array_equal(rounds[30], half[30])


def test_a_mini_batch_moves_only_when_it_is_full(path, schedule):
    weights = path(FOBOS(0.1, schedule, l1=0.01, batch_size=7))
    moved = np.flatnonzero(np.diff(weights, axis=0, prepend=0.0).any(axis=1)) + 1
    assert set(moved) <= set(range(7, 61, 7))
    assert len(moved) >= 7
    assert not path(FOBOS(0.1, schedule, batch_size=61)).any()


def test_a_strong_pull_leaves_nothing(path, schedule):
    assert not path(FOBOS(0.1, schedule, l1=100.0)).any()
    assert not path(TRUNCATED(0.1, schedule, gravity=100.0, period=1)).any()


def test_the_final_rounding_happens_at_the_very_end_only(path, schedule):
    plain = path(SUBGRADIENT(0.1, schedule, l1=0.01))
    rounded = path(SUBGRADIENT(0.1, schedule, l1=0.01, threshold=0.1))
    assert np.array_equal(plain[:-1], rounded[:-1])
    assert np.array_equal(rounded[-1], np.where(np.abs(plain[-1]) <= 0.1, 0.0, plain[-1]))

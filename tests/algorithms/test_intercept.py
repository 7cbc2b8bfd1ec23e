"""The intercept: learned like a weight, but never penalised, truncated, projected or counted."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter

import numpy as np
import pytest

from algorithms import CATALOGUE, ONLINE, random_order, record
from knobs import knobs_of
from tests import naive
from tests.support.cases import CASES, NO_TIES
from tests.support.grids import LOSSES, SCHEDULES, SMALL_GRIDS, small
from tests.support.many.turns import in_turn
from tests.support.twins import hold_to_twin

SETTINGS = small(loss=LOSSES, schedule=SCHEDULES)
# Knobs that shrink weights, turned up until nothing of a weight would be left.
PULLS = {
    "l1": 50.0,
    "gravity": 50.0,
    "threshold": 50.0,
    "group_l1": 50.0,
    "rho": 50.0,
    "l2": 50.0,
    "radius": 1e-3,
    "n_nonzeros": 1,
}


@in_turn("case", [case for case in CASES if case != "huge values"])
@in_turn("key", SMALL_GRIDS)
def test_the_kernel_equals_its_twin(key, case):
    X = CASES[case]
    data = naive.dataset(X, np.random.default_rng(1).choice([-1.0, 1.0], len(X), p=[0.3, 0.7]))
    order = random_order(len(X), passes=2, seed=3)
    for setting in SETTINGS[key]:
        # No multiple of this step is 1, so that b alone does not come upon the kink of the hinge.
        algorithm = CATALOGUE[key](0.0731, setting["schedule"], **setting["knobs"])
        held = hold_to_twin(algorithm, data, order, setting["loss"], intercept=True)
        assert held.complete or case not in NO_TIES, setting


@pytest.fixture(scope="module")
def featureless():
    """Labels, two thirds of them +1, and examples in which nothing is: only b can learn."""
    return naive.dataset(np.zeros((30, 4)), np.resize([1.0, 1.0, -1.0], 30))


def biases(algorithm, data, loss) -> list[float]:
    """The intercept after 1, …, 30 steps of one and the same run."""
    order, n = random_order(data.n_rows), data.n_rows
    return [
        float(record(algorithm, data, loss, order=order[:t], intercept=True).final.intercept[0])
        for t in range(1, n + 1)
    ]


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("schedule", SCHEDULES)
@pytest.mark.parametrize("key", [key for key in SMALL_GRIDS if key != "sgd"])
def test_no_pull_reaches_it(key, schedule, loss, featureless):
    """With nothing to learn from but the labels every penalised descent is SGD, bit for bit."""
    pulls = {name: value for name, value in PULLS.items() if name in knobs_of(CATALOGUE[key])}
    assert pulls
    pulled = biases(CATALOGUE[key](0.3, schedule, **pulls), featureless, loss)
    assert pulled == biases(CATALOGUE["sgd"](0.3, schedule), featureless, loss)
    assert len(set(pulled)) > 5


@pytest.mark.parametrize("key", ONLINE)
def test_of_no_online_algorithm_a_knob_that_shrinks_moves_it(key, featureless):
    algorithm, own = ONLINE[key](), knobs_of(ONLINE[key])
    loss = "logistic" if "logistic" in [loss.name for loss in algorithm.losses] else "squared"
    trace = record(algorithm, featureless, loss, intercept=True)
    assert trace.final.intercept[0] > 0.0
    for name in PULLS.keys() & own.keys():
        if own[name].allows(PULLS[name]):
            pulled = replace(algorithm, **{name: PULLS[name]})
            other = record(pulled, featureless, loss, intercept=True)
            assert np.array_equal(other.final.intercept, trace.final.intercept), name


@pytest.mark.parametrize("key", ONLINE)
def test_it_is_not_counted(key, featureless):
    trace = record(ONLINE[key](), featureless, "squared", intercept=True, checkpoints=30)
    assert trace.final.intercept.shape == (1,)
    assert trace.final.intercept[0] != 0.0
    assert trace.final.weights.tolist() == [0.0] * 4
    assert trace.weights.shape == (30, 4)
    for name in ("sparsity.nonzeros", "sparsity.l1_norm", "sparsity.seen", "costs.accesses"):
        assert not attrgetter(name)(trace).any(), name


@pytest.mark.parametrize("key", SMALL_GRIDS)
def test_it_is_predicted_with(key, featureless):
    """The loss suffered is that of b alone, before each update, and the fit that after it."""
    order = random_order(30)
    algorithm = CATALOGUE[key](0.3)
    before = [0.0, *biases(algorithm, featureless, "logistic")]
    y = featureless.y[order]
    suffered = [naive.value("logistic", b, label) for b, label in zip(before, y, strict=False)]
    trace = record(
        algorithm, featureless, "logistic", order=order, intercept=True, fit=True, checkpoints=30
    )
    assert np.allclose(trace.loss, np.cumsum(suffered), rtol=1e-14)
    wrong = [0.5 - 0.5 * np.sign(b * label) for b, label in zip(before, y, strict=False)]
    assert np.array_equal(trace.mistakes, np.cumsum(wrong))
    fits = [np.mean([naive.value("logistic", b, label) for label in y]) for b in before[1:]]
    assert np.allclose(trace.fit, fits, rtol=1e-14)


@in_turn("key", ONLINE)
def test_without_one_it_is_zero(key):
    draw = np.random.default_rng(0)
    data = naive.dataset(draw.standard_normal((20, 3)), np.ones(20))
    assert record(ONLINE[key](), data, "squared").final.intercept.tolist() == [0.0]


def test_of_sgd_it_is_the_weight_of_a_column_of_ones():
    draw = np.random.default_rng(2)
    X, y = draw.standard_normal((25, 3)), draw.choice([-1.0, 1.0], 25)
    for loss in LOSSES:
        inside = record(ONLINE["sgd"](), naive.dataset(np.c_[np.ones(25), X], y), loss, passes=2)
        beside = record(ONLINE["sgd"](), naive.dataset(X, y), loss, passes=2, intercept=True)
        assert np.array_equal(
            inside.final.weights, [*beside.final.intercept, *beside.final.weights]
        )
        assert np.array_equal(inside.loss, beside.loss)

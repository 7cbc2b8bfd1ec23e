"""A prediction that names no class counts as the mistake that a guess would be, everywhere."""

from __future__ import annotations

import numpy as np
import pytest

from algorithms import ONLINE, Outcomes, evaluate, record, sweep
from algorithms.losses import Loss, mistakes_of
from datasets import Dataset
from tests.support.many.turns import in_turn

SCALAR = ("squared", "logistic", "hinge", "clipped")


def balanced_data(k: int) -> Dataset:
    """Sixty rows of ``k`` classes, of which as many are kept back."""
    draw, y = np.random.default_rng(0), np.arange(60) % k
    X = draw.standard_normal((60, 5))
    return Dataset.from_arrays(X, y, task=None if k == 2 else "multiclass", test=_rest(X, y, k))


def _rest(X, y, k: int) -> Dataset:
    return Dataset.from_arrays(X, y, task=None if k == 2 else "multiclass")


@in_turn("loss", SCALAR)
def test_weights_0_get_half_of_two_classes_wrong(loss):
    data = balanced_data(2)
    assert evaluate(np.zeros(5), data, loss)["test error"] == 0.5
    assert evaluate(np.zeros(5), data, loss)["test AUC"] == 0.5
    assert evaluate(np.zeros(5), data, loss, np.ones(1))["test error"] == 0.5


@pytest.mark.parametrize("k", [3, 5])
def test_weights_0_get_all_but_one_of_k_classes_wrong(k):
    error = evaluate(np.zeros((k, 5)), balanced_data(k), "softmax", np.zeros(k))["test error"]
    assert error == pytest.approx(1.0 - 1.0 / k)


def test_each_kind_of_tie():
    p = np.array([[3.0, 1.0, 3.0], [3.0, 1.0, 3.0], [0.0, 0.0, 0.0], [1.0, 2.0, 0.0]])
    shares = mistakes_of(Loss.softmax, p, np.array([0.0, 1.0, 2.0, 1.0]))
    assert shares == pytest.approx([0.5, 1.0, 2.0 / 3.0, 0.0])
    two = mistakes_of(Loss.logistic, np.array([2.0, -1e-300, 0.0, -0.0]), np.array([1, 1, 1, -1]))
    assert two.tolist() == [0.0, 1.0, 0.5, 0.5]


@in_turn("loss", SCALAR)
@in_turn("key", ["rounding", "truncated_gradient", "fobos", "rda"])
def test_a_run_that_never_learns_is_half_wrong_however_it_is_made(key, loss):
    """Alone, looked at one by one, and side by side with others."""
    knobs = {"rounding": {"threshold": np.inf}, "truncated_gradient": {"gravity": 1e3}}
    algorithm = ONLINE[key](**knobs.get(key, {"l1": 1e3}))
    data = balanced_data(2)
    traces = [
        record(algorithm, data, loss),
        record(algorithm, data, loss, fit=True),
        *sweep([algorithm] * 3, data, loss),
    ]
    for trace in traces:
        assert not trace.final.weights.any()
        assert trace.mistakes.dtype == np.float64
        assert np.array_equal(trace.mistakes, 0.5 * trace.steps)
        assert Outcomes.of([trace], data).values["mistakes"] == 0.5


def test_a_stream_counts_alike():
    data, live = balanced_data(2), ONLINE["truncated_gradient"](memory="live", gravity=1e3)
    trace = record(live, [(data.X, data.y)], "hinge")
    assert trace.mistakes[-1] == 30.0


def test_the_first_prediction_of_a_run_is_a_guess():
    for k, share in ((2, 0.5), (4, 0.75)):
        trace = record(ONLINE["projected_gradient"](), balanced_data(k), checkpoints=60)
        assert trace.mistakes[0] == share

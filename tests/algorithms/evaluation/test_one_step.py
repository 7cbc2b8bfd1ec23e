"""One step of a run: its parts add up to what the algorithm itself comes to."""

from __future__ import annotations

import numpy as np
import pytest

from algorithms import CATALOGUE, order_of, record
from algorithms.evaluation.one_step import one_step
from datasets import Dataset

K = 5
OWN = {"eta": 0.1, "schedule": "constant"}
ROUNDING = CATALOGUE["rounding"](threshold=0.06, period=K, **OWN)
TRUNCATED = CATALOGUE["truncated_gradient"](gravity=0.2, threshold=0.3, period=K, **OWN)


def examples(classes: int = 2) -> Dataset:
    draw = np.random.default_rng(7)
    X = draw.normal(size=(40, 8)) * (draw.random((40, 8)) < 0.7)
    if classes > 2:
        return Dataset.from_arrays(X, draw.integers(0, classes, 40), task="multiclass")
    return Dataset.from_arrays(X, np.where(X[:, 0] + 0.3 * draw.normal(size=40) > 0, 1, -1))


DATA = examples()
ORDER = order_of(DATA, 3, 1)


def every_step(algorithm) -> np.ndarray:
    """The weights after each step, as ``advance`` leaves them."""
    state = algorithm.start(8, len(ORDER), 40)
    weights = [algorithm.weights(state)]
    for t in range(len(ORDER)):
        algorithm.advance(state, DATA.X, DATA.y, ORDER[t : t + 1], "logistic")
        weights.append(algorithm.weights(state))
    return np.array(weights)


@pytest.mark.parametrize("rule", [ROUNDING, TRUNCATED], ids=lambda rule: rule.key)
@pytest.mark.parametrize("step", [1, K - 1, K, 8 * K, 8 * K + 1, 23 * K])
def test_the_parts_add_up_to_what_the_algorithm_does(rule, step):
    weights, parts = every_step(rule), one_step(rule, DATA, "logistic", ORDER, step)
    x = DATA.X[[ORDER[step - 1]]].toarray()[0]
    assert parts.due == (step % K == 0) and parts.row == ORDER[step - 1]
    assert parts.before == pytest.approx(weights[step - 1], abs=1e-14)
    assert parts.after == pytest.approx(weights[step], abs=1e-14)
    assert parts.prediction == pytest.approx(x @ weights[step - 1])
    assert parts.stepped - parts.before == pytest.approx(-0.1 * parts.slope * x)
    cut = (parts.after == 0.0) & (parts.stepped != 0.0)
    assert (parts.pulled[cut] == parts.stepped[cut]).all(), "what is cut waits for the cut"
    assert (parts.pulled[~cut] == parts.after[~cut]).all(), "the cut moves nothing else"
    if not parts.due:
        assert parts.stepped == pytest.approx(parts.after, abs=1e-12) and not cut.any()


def test_rounding_cuts_and_does_not_pull():
    steps = [one_step(ROUNDING, DATA, "logistic", ORDER, t) for t in range(K, 100, K)]
    assert any(((s.pulled != 0.0) & (s.after == 0.0)).any() for s in steps)
    for parts in steps:
        assert parts.pulled == pytest.approx(parts.stepped, abs=1e-12)


def test_truncated_gradient_pulls_small_weights_by_its_gravity():
    moved = []
    for step in range(K, 100, K):
        parts = one_step(TRUNCATED, DATA, "logistic", ORDER, step)
        pull = np.abs(parts.stepped - parts.pulled)
        moved += [*pull[(pull > 1e-12)]]
    assert moved and moved == pytest.approx(len(moved) * [0.1 * K * 0.2])


def test_a_decay_per_pass_is_part_of_the_step():
    rule = CATALOGUE["rounding"](threshold=0.06, period=K, decay=0.5, **OWN)
    assert one_step(rule, DATA, "logistic", ORDER, 85).step_size == pytest.approx(0.025)
    assert one_step(rule, DATA, "logistic", ORDER, 85).stepped is not None


@pytest.mark.parametrize("key", ["rda", "l0_sgd", "exponentiated_gradient", "adagrad_fobos"])
def test_a_method_whose_weights_hang_together_has_no_parts(key):
    algorithm = CATALOGUE[key]()
    parts = [one_step(algorithm, DATA, "logistic", ORDER, t) for t in (7, 60)]
    ends = [record(algorithm, DATA, order=ORDER[:t]).final.weights for t in (7, 60)]
    for part, end in zip(parts, ends, strict=True):
        assert part.after == pytest.approx(end, abs=1e-12)
        assert key == "l0_sgd" or part.stepped is None


def test_several_classes_have_a_prediction_each():
    data = examples(3)
    parts = one_step(CATALOGUE["exponentiated_gradient"](), data, "softmax", order_of(data), 4)
    assert parts.prediction.shape == (3,) and parts.stepped is None
    assert parts.before.shape == parts.after.shape == (24,)


def test_what_cannot_be_shown_is_refused():
    with pytest.raises(ValueError, match="steps 1 to 120"):
        one_step(ROUNDING, DATA, "logistic", ORDER, 121)
    wild = CATALOGUE["sgd"](eta=1e6, schedule="constant")
    with pytest.raises(ValueError, match="diverged before step"):
        one_step(wild, DATA, "squared", ORDER, 120)

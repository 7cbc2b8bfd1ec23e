"""A run by a rule of one's own: as the library's where it says the same, and never without end."""

from __future__ import annotations

import time

import numpy as np
import pytest

import datasets
from algorithms import CATALOGUE, frontier, grid, record
from algorithms.budget.time_limit import TooLongError
from algorithms.feature_search.space import sparse_methods
from algorithms.losses import Loss
from algorithms.rule_language import compile_rule
from algorithms.rule_language.bends import bends_of
from tests.support.many.turns import in_turn
from tests.support.twins import assert_finite

YOURS = CATALOGUE["your_rule"]
T1 = "sign(w) * max(abs(w) - η*K*g, 0) if abs(w) <= θ else w"
T0 = "0 if abs(w) <= θ else w"
STEPS = {"eta": 0.02, "period": 10}


def data(**more):
    noise = {"noise_features": 40, "scaling": "unit variance"}
    return datasets.load("breast_cancer", **noise, **more)


@in_turn(
    ("rule", "key", "knobs"),
    [
        (T1, "truncated_gradient", {"gravity": 0.1, "threshold": 0.05}),
        (YOURS().rule, "truncated_gradient", {"gravity": 0.1}),
        (T0, "rounding", {"threshold": 0.05}),
    ],
)
def test_it_does_what_the_library_does(rule, key, knobs):
    known, own = CATALOGUE[key](**STEPS, **knobs), YOURS(rule=rule, **STEPS, **knobs)
    one, other = (record(each, data(), intercept=True) for each in (known, own))
    np.testing.assert_allclose(other.final.weights, one.final.weights, atol=1e-13)
    np.testing.assert_allclose(other.loss, one.loss)
    assert other.sparsity.nonzeros.tolist() == one.sparsity.nonzeros.tolist()
    v = np.linspace(-0.2, 0.2, 801)
    np.testing.assert_allclose(own.shrink(v, 3), known.shrink(v, 3), atol=1e-15)
    assert own.kinks(1) == pytest.approx(known.kinks(1))
    assert own.stride == known.stride == 10


@in_turn(
    ("rule", "at"),
    [("1 / w", 10), ("log(w)", 10), ("w * 1e300", 10), ("w if t < 35 else sqrt(-1)", 40)],
)
def test_what_is_no_number_ends_the_run(rule, at):
    """The weights are those before the example at which the rule failed, and finite."""
    trace = record(YOURS(rule=rule, **STEPS), data(), checkpoints=20)
    assert trace.final.diverged_at == at and trace.steps[-1] == at - 1
    assert_finite(trace)
    before = record(CATALOGUE["sgd"](eta=0.02), data(), order=order_before(at))
    if at == 10:
        np.testing.assert_allclose(trace.final.weights, before.final.weights)


def order_before(step: int) -> np.ndarray:
    """The rows of the steps before one, as ``record`` draws them."""
    return np.random.default_rng(0).permutation(data().n_rows)[: step - 1]


def test_weights_stay_where_the_last_use_of_the_rule_makes_no_number():
    rule = "w if t < 569 else 1 / (w - w)"
    trace = record(YOURS(rule=rule, eta=0.02, period=100), data())
    plain = record(CATALOGUE["sgd"](eta=0.02), data())
    assert trace.final.diverged_at is None and trace.steps[-1] == 569
    np.testing.assert_allclose(trace.final.weights, plain.final.weights)


def test_a_text_that_is_no_rule_is_refused():
    with pytest.raises(ValueError, match=r"^rule: column 4: a number, a name or “\(” is expected"):
        YOURS(rule="w *")
    with pytest.raises(ValueError, match="it must be text"):
        YOURS(rule=True)


def test_too_many_weights_at_once_are_refused_in_a_sentence():
    state = {"n_features": 10**6, "n_steps": 10**5}
    with pytest.raises(TooLongError) as error:
        YOURS(rule="w * 2").start(**state)
    said = "100,000 times to each of 1,000,000 weights"
    assert said in str(error.value) and "a period K of at least 50," in str(error.value)
    assert YOURS(rule="w * 2", period=50).start(**state).w.size == 10**6


def test_it_sweeps_and_is_tried_by_no_search():
    settings = grid(YOURS(rule=T0, **STEPS), threshold=(0.01, 0.05), gravity=(0.0, 0.1))
    found = frontier({"own": settings}, data(test_fraction=0.25), passes=1)["own"]
    features = {
        (one.algorithm.threshold, one.algorithm.gravity): one.features for one in found.points
    }
    assert features[0.01, 0.0] == features[0.01, 0.1] > features[0.05, 0.0] > 0
    assert not any("your_rule" in sparse_methods(loss) for loss in Loss)


@in_turn(
    ("rule", "bends"),
    [
        ("w", ()),
        ("w ^ 3 + g * w", ()),
        ("w * (1 - eta * g)", ()),
        ("max(w, 0)", ()),
        ("max(w, -g)", (0.3,)),
        ("0 if w > 2 * theta else w", (0.5,)),
        (T1, (0.12, 0.25)),
        ("clip(w, -1, theta)", (0.25, 1.0)),
        ("1 / (w - 1)", (1.0,)),
    ],
)
def test_where_a_rule_bends(rule, bends):
    inputs = {"eta": 0.1, "g": 0.3, "theta": 0.25, "K": 4.0, "t": 1.0}
    assert bends_of(compile_rule(rule), **inputs) == pytest.approx(bends)


def test_a_run_on_the_opening_data_is_over_while_a_knob_moves():
    """Ten passes over 569 × 1,030 with K = 10; some 3 ms, and the bar is that of the pictures."""
    opening = datasets.load("breast_cancer", noise_features=1000, scaling="unit variance")
    algorithm, took = YOURS(rule=T1, threshold=0.05, gravity=0.13, **STEPS), []
    for _ in range(3):
        began = time.thread_time()
        record(algorithm, opening, passes=10)
        took.append(time.thread_time() - began)
    assert min(took) < 0.06

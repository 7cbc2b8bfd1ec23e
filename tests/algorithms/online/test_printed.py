"""The printed forms against naive twins, and the readings of a run's end and of its labels."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import pytest

from algorithms import random_order, record
from algorithms.online.common import eager_shrinkage
from algorithms.online.printed.algorithm_1 import Algorithm1
from algorithms.online.printed.lazy_formulas import (
    LazyFormulaRounding,
    LazyFormulaTruncatedGradient,
)
from algorithms.online.printed.readings import AsExamplesEnd, LabelsZeroOne, OnePullMore
from algorithms.online.rounding import Rounding
from algorithms.online.truncated_gradient import TruncatedGradient
from tests import naive

KNOBS = [
    {"gravity": g, "threshold": theta, "period": K, "schedule": schedule, "decay": decay}
    for g, theta, K, schedule, decay in (
        (0.0, math.inf, 1, "constant", 1.0),
        (0.05, math.inf, 1, "constant", 1.0),
        (0.05, 0.2, 3, "inv_sqrt", 1.0),
        (0.4, math.inf, 7, "constant", 0.7),
        (0.4, 0.1, 2, "inv", 0.5),
        (0.05, math.inf, 1000, "constant", 1.0),
    )
]
LOSSES = ("squared", "logistic", "clipped")


def problem(seed: int = 0):
    draw = np.random.default_rng(seed)
    X = draw.standard_normal((23, 6)) * (draw.random((23, 6)) < [0.1, 0.2, 0.4, 0.7, 1.0, 0.05])
    return naive.dataset(X, draw.choice([-1.0, 1.0], 23)), random_order(23, passes=3, seed=seed)


def walk(algorithm, data, order, loss, intercept=False) -> naive.Run:
    return naive.Run(data.X.toarray(), data.y, order, loss, vars(algorithm), intercept)


def lazy_formula(run: naive.Run, algorithm) -> list[float]:
    """§5 as printed, a dictionary of clocks in hand."""
    K, clocks = algorithm.period, {}
    for i, x, s in run:
        for j, xj in enumerate(x):
            if xj == 0.0:
                continue
            tau = clocks.setdefault(j, i)
            v = run.w[j] - run.rate(i) * s * xj
            if isinstance(algorithm, Rounding):
                if abs(v) <= algorithm.threshold and i >= tau + K:
                    v, clocks[j] = 0.0, i
            else:
                n = (i - tau) // K
                v = naive.T1(v, n * K * run.rate(i) * algorithm.gravity, algorithm.threshold)
                clocks[j] = tau + n * K
            run.w[j] = v
        run.b -= run.rate(i) * s * run.intercept
    return run.w


def algorithm_1(run: naive.Run, algorithm) -> list[float]:
    """Algorithm 1, trial by trial, for any loss."""
    w, b, K = [0.0] * run.X.shape[1], 0.0, algorithm.period
    for i, row in enumerate(run.order, 1):
        x, y = run.X[row].tolist(), float(run.y[row])
        if i % K == 0:
            pull = run.rate(i) * K * algorithm.gravity
            w = [naive.T1(v, pull, algorithm.threshold) for v in w]
        p = b + sum(v * xj for v, xj in zip(w, x, strict=True))
        run.predictions.append(p)
        move = run.rate(i) * naive.slope(run.loss, p, y)
        w = [v - move * xj for v, xj in zip(w, x, strict=True)]
        b -= move * run.intercept
    return w


@pytest.mark.parametrize("knobs", KNOBS)
@pytest.mark.parametrize(
    ("kind", "twin"),
    [
        (LazyFormulaTruncatedGradient, lazy_formula),
        (LazyFormulaRounding, lazy_formula),
        (Algorithm1, algorithm_1),
    ],
)
def test_a_printed_form_equals_its_twin(kind, twin, knobs):
    if kind is LazyFormulaRounding:
        knobs = {name: value for name, value in knobs.items() if name != "gravity"}
        knobs["threshold"] = min(knobs["threshold"], 0.3)
    algorithm = kind(eta=0.2, **knobs)
    for loss in LOSSES:
        for intercept in (False, True):
            data, order = problem()
            run = walk(algorithm, data, order, loss, intercept)
            w = twin(run, algorithm)
            trace = record(
                algorithm, data, loss, order, intercept=intercept, checkpoints=len(order)
            )
            np.testing.assert_allclose(trace.final.weights, w, atol=1e-12)
            margins = np.array(run.predictions) * data.y[order]
            assert trace.mistakes[-1] == (margins < 0).sum() + 0.5 * (margins == 0).sum()
            once = record(algorithm, data, loss, order, intercept=intercept, checkpoints=1)
            assert np.array_equal(once.final.weights, trace.final.weights)


def test_algorithm_1_is_rule_6_but_for_the_last_truncation():
    data, order = problem(1)
    algorithm = Algorithm1(eta=0.2, gravity=0.05, threshold=0.5)
    ours = TruncatedGradient(eta=0.2, gravity=0.05, threshold=0.5)
    first, other = (record(each, data, order=order) for each in (algorithm, ours))
    np.testing.assert_allclose(first.loss, other.loss, rtol=1e-12)
    pulled = TruncatedGradient(eta=0.2, gravity=0.05, threshold=0.5).shrink(first.final.weights, 1)
    np.testing.assert_allclose(pulled, other.final.weights, atol=1e-14)
    assert np.abs(first.final.weights - other.final.weights).max() > 1e-3


def test_where_every_feature_is_in_every_example_the_lazy_formula_is_rule_6_with_k_1():
    """But for the first example, whose step is not pulled."""
    draw = np.random.default_rng(2)
    data = naive.dataset(draw.standard_normal((30, 4)), draw.choice([-1.0, 1.0], 30))
    order, knobs = np.arange(30), {"eta": 0.2, "gravity": 0.05}
    one, other = LazyFormulaTruncatedGradient(**knobs), TruncatedGradient(**knobs)
    state, w = one.start(4, 30), np.zeros(4)
    one.advance(state, data.X, data.y, order[:1], "logistic")
    w = one.weights(state)
    one.advance(state, data.X, data.y, order[1:], "logistic")
    for x, y in zip(data.X.toarray()[1:], data.y[1:], strict=True):
        w = other.shrink(w - 0.2 * naive.slope("logistic", float(x @ w), y) * x, 1)
    np.testing.assert_allclose(one.weights(state), w, atol=1e-13)


@pytest.mark.parametrize("kind", [LazyFormulaTruncatedGradient, Algorithm1])
def test_a_printed_form_has_no_table_of_live_features(kind):
    with pytest.raises(ValueError, match="memory = 'live'"):
        kind(memory="live")


@dataclass(frozen=True)
class AsItEnds(AsExamplesEnd, TruncatedGradient):
    pass


@dataclass(frozen=True)
class OneMore(OnePullMore, TruncatedGradient):
    pass


@pytest.mark.parametrize("period", [1, 2, 10, 20])
@pytest.mark.parametrize("eager", [True, False])
def test_the_ends_of_a_run(period, eager, monkeypatch):
    """As the examples end, at a pull (the default), and one pull more; eager and lazy."""
    monkeypatch.setattr(eager_shrinkage, "FEW", 4 if eager else 0)
    data, order = problem(3)
    knobs = {"eta": 0.2, "gravity": 0.05, "threshold": 0.3, "period": period}
    run = walk(TruncatedGradient(**knobs), data, order, "logistic")
    for t, x, s in run:
        run.step(0.2 * s, x)
        if t % period == 0:
            run.w = [naive.T1(v, 0.2 * period * 0.05, 0.3) for v in run.w]
    more = [naive.T1(v, 0.2 * period * 0.05, 0.3) for v in run.w]
    ends = {AsItEnds: run.w, OneMore: more, TruncatedGradient: more}
    if len(order) % period == 0:
        ends[TruncatedGradient] = run.w
    for kind, expected in ends.items():
        found = record(kind(**knobs), data, order=order).final.weights
        np.testing.assert_allclose(found, expected, atol=1e-13, err_msg=kind.__name__)


@dataclass(frozen=True)
class ZeroOne(LabelsZeroOne, TruncatedGradient):
    pass


@pytest.mark.parametrize("period", [1, 3])
@pytest.mark.parametrize("intercept", [False, True])
def test_labels_0_and_1(period, intercept):
    """w′ = 2w of a run with labels 0 and 1, predictions clipped to [0, 1], as §5 has it."""
    data, order = problem(4)
    algorithm = ZeroOne(eta=0.3, gravity=0.05, threshold=0.6, period=period)
    X, w, b, wrong = (
        naive.Run(data.X.toarray(), data.y, order, "clipped", {}).X,
        np.zeros(6),
        0.0,
        0,
    )
    for t, row in enumerate(order, 1):
        p, y = float(X[row] @ w) + b, (data.y[row] + 1.0) / 2.0
        wrong += (p - 0.5) * data.y[row] < 0.0
        move = 0.3 * (min(max(p, 0.0), 1.0) - y)
        w, b = w - move * X[row], b - move * intercept
        if t % period == 0 or t == len(order):
            w = np.array([naive.T1(v, 0.3 * period * 0.05 / 2.0, 0.3) for v in w.tolist()])
    trace = record(algorithm, data, "clipped", order, intercept=intercept)
    np.testing.assert_allclose(trace.final.weights, 2.0 * w, atol=1e-13)
    assert trace.final.intercept[0] == pytest.approx(2.0 * b - 1.0)
    assert trace.mistakes[-1] == wrong


def test_readings_are_equal_to_themselves_alone():
    assert OneMore() != TruncatedGradient() and replace(OneMore(), eta=0.2) == OneMore(eta=0.2)

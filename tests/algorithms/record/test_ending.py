"""A run ends just after its zeros are made, and every number of features is of that moment."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import datasets
from algorithms import CATALOGUE, Outcomes, evaluate, order_of, over_orders, record, sweep
from algorithms.online.common import eager_shrinkage
from algorithms.trace import just_after_zeros
from datasets import Dataset
from tests import naive
from tests.support.many.turns import in_turn

TRUNCATION = "sign(w) * max(abs(w) - eta * K * g, 0) if abs(w) <= theta else w"
PERIODIC = {
    "rounding": ({"threshold": 0.05}, {"threshold": 0.2}, {"threshold": np.inf}, {"threshold": 0}),
    "truncated_gradient": (
        {"gravity": 0.05},
        {"gravity": 0.3},
        {"gravity": 0.1, "threshold": 0.1},
        {"gravity": 0.0},
    ),
    "elastic_net_truncated_gradient": (
        {"gravity": 0.05},
        {"gravity": 0.3, "l2": 0.5},
        {"gravity": 0.1, "threshold": 0.1},
        {"gravity": 0.0, "l2": 0.0},
    ),
    "your_rule": tuple(
        {"rule": TRUNCATION, "gravity": g, "threshold": theta}
        for g, theta in ((0.05, np.inf), (0.3, np.inf), (0.1, 0.1), (0.0, np.inf))
    ),
}
"""Of every method that makes its zeros every K steps four settings: so many go side by side."""


def problem(n: int, seed: int, density: float = 0.5) -> Dataset:
    draw = np.random.default_rng(seed)
    X = draw.standard_normal((n, 6)) * (draw.random((n, 6)) < density)
    return naive.dataset(X, draw.choice([-1.0, 1.0], n))


def counts_of(trace) -> list[int]:
    """All numbers of features that describe the end of a run."""
    return [
        int(trace.sparsity.nonzeros[-1]),
        int(trace.used[-1]),
        np.count_nonzero(trace.final.weights),
    ]


def test_these_are_all_that_make_zeros_every_k_steps():
    """The sub-gradient method has a period, too, but what it does then makes no zeros."""
    periods = [kind(period=7) for kind in CATALOGUE.values() if hasattr(kind, "period")]
    assert set(PERIODIC) == {kind.key for kind in periods if kind.stride == 7}


@given(
    key=st.sampled_from(sorted(PERIODIC)),
    steps=st.integers(1, 40),
    period=st.integers(1, 45),
    late=st.booleans(),
    schedule=st.sampled_from(["constant", "inv_sqrt"]),
    decay=st.sampled_from([1.0, 0.7]),
    checkpoints=st.sampled_from([1, 4, 100]),
    seed=st.integers(0, 10**6),
)
@settings(max_examples=40)
def test_the_count_is_that_after_a_cut(
    key, steps, period, late, schedule, decay, checkpoints, seed
):
    """For every method with a period, every T and K, however the run is made and looked at."""
    data = problem(15, seed)
    order = np.random.default_rng(seed).integers(0, 15, steps)
    shared = {"period": period, "schedule": schedule, "decay": decay, "eta": 0.3}
    kinds = [CATALOGUE[key](**own, **shared) for own in PERIODIC[key]]
    expected = [plainly(kind, data, order) for kind in kinds]
    asked = data, "logistic", order
    with pytest.MonkeyPatch.context() as patch:
        if late:
            patch.setattr(eager_shrinkage, "FEW", 0)
        single = [record(kind, *asked, checkpoints=checkpoints) for kind in kinds]
        ways = {
            "alone": single,
            "with the fit": [record(kind, *asked, checkpoints=7, fit=True) for kind in kinds],
            "side by side": sweep(kinds, *asked, checkpoints=checkpoints),
        }
        ends = over_orders(kinds, data, "logistic", [order])
    if key == "truncated_gradient":
        live = [replace(kind, memory="live") for kind in kinds]
        ways["on live features"] = [record(kind, *asked) for kind in live]
        blocks = [(data.X[order[:7]], data.y[order[:7]]), (data.X[order[7:]], data.y[order[7:]])]
        stream = blocks[: 1 + (steps > 7)]
        if decay == 1.0:
            ways["from a stream"] = [record(kind, stream) for kind in live]
    for way, traces in ways.items():
        for w, trace in zip(expected, traces, strict=True):
            assert counts_of(trace) == 3 * [np.count_nonzero(w)], way
            found = (
                trace.final.weights if trace.final.features is None else spread_out(trace, len(w))
            )
            np.testing.assert_allclose(found, w, atol=1e-12, err_msg=way)
    for w, several in zip(expected, ends, strict=True):
        assert several.features.tolist() == [np.count_nonzero(w)]
    counted = Outcomes.of(ways["side by side"], data).values["features"][:, 0]
    assert counted.tolist() == [np.count_nonzero(w) for w in expected]


def plainly(algorithm, data, order) -> np.ndarray:
    """The weights of the naive run after the rule, which is applied here where it is not due."""
    raw = naive.run(replace(algorithm, period=1), data, order[:0], "logistic")
    w, eta = np.zeros(data.n_features), 0.0
    X = data.X.toarray()
    for t, row in enumerate(order, 1):
        eta = naive.rate(
            algorithm.schedule, algorithm.eta * algorithm.decay ** ((t - 1) // len(X)), t
        )
        w = w - eta * naive.slope(raw.loss, float(X[row] @ w), data.y[row]) * X[row]
        if t % algorithm.period == 0 or t == len(order):
            w = rule(algorithm, w, eta)
    return w


def rule(algorithm, w: np.ndarray, eta: float) -> np.ndarray:
    """A cut, or a pull of K steps at once."""
    if algorithm.key == "rounding":
        return np.where(np.abs(w) <= algorithm.threshold, 0.0, w)
    pulled = np.sign(w) * np.maximum(np.abs(w) - eta * algorithm.period * algorithm.gravity, 0.0)
    ridge = 1.0 + eta * algorithm.period * getattr(algorithm, "l2", 0.0)
    return np.where(np.abs(w) <= algorithm.threshold, pulled / ridge, w)


def spread_out(trace, d: int) -> np.ndarray:
    """The weights of all features of a run from a stream."""
    w = np.zeros(d)
    w[trace.final.features] = trace.final.weights
    return w


@in_turn("key", PERIODIC)
def test_predictions_do_not_change_and_weights_between_cuts_are_seen(key):
    data, algorithm = problem(33, 3), CATALOGUE[key](**PERIODIC[key][1], period=10, eta=0.3)
    order = np.arange(33)
    state = algorithm.start(6, 33, 33, entries=data.X.nnz / 33)
    weights = []
    for t in order:
        algorithm.advance(state, data.X, data.y, order[t : t + 1], "logistic")
        weights.append(algorithm.weights(state))
    trace = record(algorithm, data, order=order, checkpoints=33)
    assert trace.steps.tolist() == list(range(1, 34))
    assert np.array_equal(trace.weights[:-1], weights[:-1])
    assert np.array_equal(trace.weights[-1], trace.final.weights)
    assert np.count_nonzero(weights[-1]) > trace.sparsity.nonzeros[-1]
    longer = record(algorithm, data, order=np.r_[order, 0, 1], checkpoints=35)
    assert np.array_equal(longer.loss[:33], trace.loss)


@in_turn("key", PERIODIC)
def test_a_run_that_diverged_is_not_cut(key):
    data = replace(problem(30, 1), task="regression")
    algorithm = CATALOGUE[key](**PERIODIC[key][0], period=1000, eta=1e3)
    trace = record(algorithm, data, "squared", passes=40, checkpoints=9)
    state = algorithm.start(6, 1200, 30, entries=data.X.nnz / 30)
    learned = order_of(data, 40)[: trace.final.diverged_at - 1]
    algorithm.advance(state, data.X, data.y, learned, "squared")
    assert np.array_equal(algorithm.weights(state), trace.final.weights)


def test_whoever_turns_k_does_not_see_the_rest_of_a_division():
    """Breast cancer, 10 passes, K = 20: 30 of 30 features, where some 24 are kept after pulls."""
    data = datasets.load("breast_cancer", scaling="unit variance")
    T = 10 * data.n_rows
    order = order_of(data, 10)
    for period in (10, 20, 50):
        algorithm = CATALOGUE["truncated_gradient"](gravity=0.02, period=period)
        ends = [record(algorithm, data, order=order[: T - back]) for back in range(3)]
        counts = [int(trace.sparsity.nonzeros[-1]) for trace in ends]
        assert max(counts) <= 1.3 * min(counts), (period, counts)
        assert abs(counts[0] - ends[0].median_used) <= 0.3 * ends[0].median_used


def test_the_error_is_that_of_the_weights_that_are_counted():
    data = datasets.load("breast_cancer", scaling="unit variance", test_fraction=0.25)
    algorithm = CATALOGUE["rounding"](threshold=0.3, period=20)
    trace = record(algorithm, data)
    assert trace.steps[-1] % 20
    outcomes = Outcomes.of([trace], data).values
    errors = evaluate(trace.final.weights, data, "logistic", trace.final.intercept)
    assert outcomes["test AUC"][0, 0] == errors["test AUC"]
    assert outcomes["features"][0, 0] == np.count_nonzero(trace.final.weights)
    assert not (np.abs(trace.final.weights[trace.final.weights != 0.0]) <= 0.3).any()


def test_features_are_counted_after_cuts_alone_while_learning():
    """Looked at after every step, as at the checkpoints of a long run: not between two cuts."""
    data = problem(33, 3)
    algorithm = CATALOGUE["rounding"](threshold=0.2, period=10, eta=0.3)
    trace = record(algorithm, data, passes=2, checkpoints=66)
    after = just_after_zeros(trace.steps, 10)
    assert trace.steps[after].tolist() == [10, 20, 30, 40, 50, 60, 66]
    assert trace.used[~after].max() > trace.used[after].max()
    assert trace.median_used in trace.used[after][-3:]
    held = Outcomes.of([trace], data).values["features held"][0, 0]
    late = trace.used[after][-4:]
    assert held == pytest.approx(late @ [7, 10, 10, 6] / 33)

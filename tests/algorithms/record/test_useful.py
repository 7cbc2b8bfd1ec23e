"""The counts of features, all and useful ones, are those of the weights at each look."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from algorithms import CATALOGUE, record, sweep
from algorithms.truth import counted_features, truth_of
from tests import naive
from tests.support.many.turns import in_turn
from tests.support.views import toy

FEW, MANY = np.zeros(12), np.arange(12.0) - 3
FEW[[2, 7, 8]] = 1.5, -0.5, 2.0
TRUTHS = {
    "few are useful": {"true_weights": FEW},
    "few are useless": {"true_weights": MANY},
    "all are useful": {"true_weights": np.ones(12)},
    "none is useful": {"true_weights": np.zeros(12)},
    "the last are random": {"n_noise": 9},
    "all are random": {"n_noise": 12},
}
METHODS = [
    CATALOGUE["sgd"](),
    CATALOGUE["truncated_gradient"](gravity=0.3, period=3),
    CATALOGUE["truncated_gradient"](gravity=0.3, memory="live"),
    CATALOGUE["rda"](l1=0.1),
    CATALOGUE["l0_sgd"](n_nonzeros=4),
    CATALOGUE["proximal_gradient"](l1=0.05),
    CATALOGUE["coordinate_descent"](l1=0.05),
]


def recount(trace, useful):
    """The useful features of each look, from all weights that were kept of it."""
    assert trace.tracked.size == trace.final.weights.size
    kept = trace.weights.reshape(len(trace.steps), -1, len(useful)) != 0.0
    used = kept.any(axis=1)
    return used.sum(axis=1), (used & useful).sum(axis=1)


def check(trace, data):
    used, useful = recount(trace, truth_of(data).useful)
    for column, expected in ((trace.used, used), (trace.sparsity.useful, useful)):
        assert column.dtype == np.int64 and np.array_equal(column, expected)


@in_turn("truth", TRUTHS.values())
@in_turn("algorithm", METHODS)
def test_useful_features_are_those_of_the_weights(algorithm, truth):
    data = toy(d=12, n=60, **truth)
    for fit in (False, True):
        trace = record(algorithm, data, passes=4, checkpoints=9, fit=fit)
        check(trace, data)
        assert np.array_equal(trace.used, trace.sparsity.nonzeros)


@in_turn("truth", TRUTHS.values())
def test_side_by_side_counts_the_same(truth):
    data = toy(d=12, n=60, **truth)
    gravities = [CATALOGUE["truncated_gradient"](gravity=g) for g in (0.0, 0.01, 0.05, 0.1, 0.3)]
    for trace in sweep(gravities, data, checkpoints=9):
        check(trace, data)


@pytest.mark.parametrize("n_noise", [2, 9])
def test_of_classes_a_feature_counts_once(n_noise):
    draw = np.random.default_rng(3)
    X = draw.standard_normal((60, 12)) * (draw.random((60, 12)) < 0.5)
    kinds = {"task": "multiclass", "classes": ("a", "b", "c"), "n_noise": n_noise}
    data = replace(naive.dataset(X, np.ones(60)), y=np.arange(60) % 3 * 1.0, **kinds)
    trace = record(CATALOGUE["projected_gradient"](radius=0.5), data, "softmax", checkpoints=9)
    check(trace, data)
    assert (trace.used < trace.sparsity.nonzeros).any() and (trace.used <= 12).all()


def test_where_the_truth_is_unknown_none_are_counted():
    data = toy(d=12, n=60)
    assert record(METHODS[0], data).sparsity.useful is None
    assert record(METHODS[-1], data).sparsity.useful is None
    assert all(trace.sparsity.useful is None for trace in sweep(METHODS[1:2] * 5, data))
    assert not counted_features(data).positions.size


def test_a_run_that_diverges_is_counted_up_to_its_end():
    data = replace(toy(d=12, n=60, n_noise=9), task="regression")
    wild = [CATALOGUE["sgd"](eta=eta) for eta in np.geomspace(0.01, 1e4, 6)]
    traces = sweep(wild, data, "squared", passes=9, checkpoints=30)
    assert any(trace.final.diverged_at for trace in traces)
    for trace in traces:
        used, useful = recount(trace, truth_of(data).useful)
        assert np.array_equal(trace.used, used) and np.array_equal(trace.sparsity.useful, useful)


@in_turn("truth", TRUTHS.values())
def test_the_rarer_kind_is_marked(truth):
    data = toy(d=12, **truth)
    marked, useful = counted_features(data), truth_of(data).useful
    assert marked.positions.size <= 6
    assert np.array_equal(marked.positions, np.flatnonzero(useful == marked.useful))

"""Floating-point operations: what is counted by hand, and what steps cost beside reading."""

from __future__ import annotations

import numpy as np
import pytest

from algorithms import CATALOGUE, record
from algorithms.evaluation.operations import EXTRA
from datasets import load
from tests.support.many.turns import in_turn

DENSE = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], [1, -1, 1]


def operations(key, data, loss="logistic", passes=2, **knobs):
    return record(CATALOGUE[key](**knobs), data, loss, passes=passes).operations


def test_of_six_examples_by_hand():
    # 12 entries at 4, 6 slopes at 5; SGD does nothing else, a lazy pull is 3 an entry.
    assert operations("sgd", DENSE)[-1] == 12 * 4 + 6 * 5
    assert operations("truncated_gradient", DENSE)[-1] == 12 * 7 + 6 * 5
    assert operations("sgd", DENSE, "squared")[-1] == 12 * 4 + 6


def test_a_projection_is_paid_once_for_a_mini_batch():
    each = [operations("projected_gradient", DENSE, batch_size=m)[-1] for m in (1, 3)]
    # Two features, 6 operations each, for 6 updates and for 2.
    assert each[0] - each[1] == 4 * 6 * 2


@in_turn("key", sorted(CATALOGUE))
def test_a_run_only_adds_to_them(key):
    losses = [loss.name for loss in CATALOGUE[key].losses if loss.name != "softmax"]
    counted = operations(key, DENSE, losses[0], passes=4)
    assert (np.diff(counted) > 0.0).all() and counted[0] > 0.0


def test_each_formula_is_of_an_algorithm():
    assert set(EXTRA) <= set(CATALOGUE)


def test_steps_that_do_more_beside_reading_cost_more():
    data = load("sparse_linear", n_rows=200, n_features=2000)
    loss = "squared" if data.task == "regression" else "logistic"
    ways = [operations("projected_gradient", data, loss, way=way)[-1] for way in ("tree", "sort")]
    plain = operations("sgd", data, loss)[-1]
    assert plain < ways[0] < ways[1]


def test_newton_steps_are_paid_for():
    data = load("breast_cancer", scaling="unit variance")
    trace = record(CATALOGUE["interior_point"](l1=0.01), data, passes=60)
    assert (trace.operations > 4.0 * trace.costs.accesses).all()
    assert trace.costs.accesses[-1] > trace.steps[-1] * data.X.nnz, "conjugate gradients read X"
    assert trace.operations[-1] == pytest.approx(
        4.0 * trace.costs.accesses[-1]
        + 5.0 * trace.costs.evaluations[-1]
        + (20 * 30 + 3 * 569) * trace.costs.accesses[-1] / data.X.nnz
        + (40 * 30 + 10 * 569) * trace.steps[-1]
    )

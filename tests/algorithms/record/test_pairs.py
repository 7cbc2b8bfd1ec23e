"""Pairs (X, y) in place of a Dataset: the same numbers, the same sentences for bad shapes."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

from algorithms import (
    BATCH,
    ONLINE,
    Outcomes,
    comparator_loss,
    evaluate,
    find_comparator,
    fold,
    folds,
    frontier,
    order_of,
    over_orders,
    record,
    row_losses,
    sweep,
    tune,
)
from datasets import Dataset, DatasetError
from tests.support.many.turns import in_turn

DRAW = np.random.default_rng(0)
X = DRAW.standard_normal((30, 4)) * (DRAW.random((30, 4)) < 0.7)
LABELS = np.where(X @ [1.0, -1.0, 0.5, 0.0] + 0.1 > 0.0, 1, 0)
PAIR, DATA = (X, LABELS), Dataset.from_arrays(X, LABELS)
SGD, LASSO = ONLINE["sgd"](), BATCH["coordinate_descent"](l1=0.02)
ORDERS = [order_of(DATA, seed=seed) for seed in range(2)]


@in_turn(
    "form",
    [np.asarray, np.ndarray.tolist, sp.csr_array, sp.csc_array, sp.coo_matrix, pd.DataFrame],
)
def test_any_form_is_the_dataset_of_these_arrays(form):
    one, two = record(SGD, (form(X), LABELS.tolist())), record(SGD, DATA)
    assert np.array_equal(one.final.weights, two.final.weights)
    assert np.array_equal(one.loss, two.loss) and one.loss_name == "logistic"


def weights_of(traces):
    return np.array([trace.final.weights for trace in traces])


TAKES = {
    "record": lambda data: record(SGD, data).final.weights,
    "record, batch": lambda data: record(LASSO, data, passes=9).final.weights,
    "sweep": lambda data: weights_of(sweep([SGD, ONLINE["fobos"]()], data)),
    "fitted": lambda data: tune([ONLINE["truncated_gradient"]()], data, passes=2).losses,
    "find_comparator": lambda data: find_comparator(data, None, 0.02).weights,
    "comparator_loss": lambda data: comparator_loss(np.ones(4), data, None, ORDERS[0], [30]),
    "row_losses": lambda data: row_losses(np.ones(4), data, None),
    "over_orders": lambda data: over_orders([SGD], data, None, ORDERS)[0].losses,
    "frontier": lambda data: frontier({"a": [SGD]}, data, seeds=(0,))["a"].points[0].value,
    "folds": lambda data: folds(data, 3)[1].X.toarray(),
    "fold": lambda data: fold(data, 1, 3).test.y,
    "order_of": lambda data: order_of(data, 2, 5),
    "solve": lambda data: LASSO.solve(data).weights,
    "solve by FISTA": lambda data: BATCH["proximal_gradient"](l1=0.02).solve(data).weights,
    "evaluate": lambda data: len(evaluate(np.ones(4), data, None)),
    "outcomes": lambda data: Outcomes.of([record(SGD, DATA)], data).values["loss"],
}


@in_turn("name", tuple(TAKES))
def test_it_is_taken_where_a_dataset_is(name):
    assert np.array_equal(TAKES[name](PAIR), TAKES[name](DATA))


@pytest.mark.parametrize(
    ("y", "loss"),
    [(LABELS, "logistic"), (X @ np.ones(4), "squared"), (np.arange(30) % 3, "softmax")],
)
def test_the_usual_loss_is_that_of_the_target(y, loss):
    algorithm = ONLINE["projected_gradient"]()
    assert record(algorithm, (X, y)).loss_name == loss
    assert sweep([algorithm], (X, y))[0].loss_name == loss
    assert np.array_equal(
        find_comparator((X, y), None, 0.1).weights, find_comparator((X, y), loss, 0.1).weights
    )
    if loss != "softmax":
        assert np.array_equal(LASSO.solve((X, y)).weights, LASSO.solve((X, y), loss).weights)


@in_turn(
    ("pair", "sentence"),
    [
        ((X, LABELS[:5]), "y has 5 values, but X has 30 rows: give one value per row."),
        ((X[0], LABELS), "X has 1 dimension: give one row per example"),
        ((X[:0], LABELS[:0]), "X has no rows"),
        ((np.where(X == 0.0, np.nan, X), LABELS), "is missing \\(NaN\\)"),
        ((X, np.ones(30)), "the target is 1 in every row"),
        (([[1.0], [2.0, 3.0]], [0, 1]), "the rows of X differ in length"),
        ((X, None), "y has 0 dimensions"),
    ],
)
def test_a_bad_pair_is_answered_as_bad_arrays_are(pair, sentence):
    for take in (lambda data: record(SGD, data), lambda data: find_comparator(data, None, 0.1)):
        with pytest.raises(DatasetError, match=sentence):
            take(pair)


@in_turn("data", [None, 3, X, pd.DataFrame(X), "breast_cancer", sp.csr_array(X)])
def test_what_are_no_data_at_all(data):
    for take in (lambda data: record(SGD, data), lambda data: sweep([SGD], data)):
        with pytest.raises(DatasetError, match=r"the data are \w+: give a Dataset, or a tuple"):
            take(data)


def test_a_tuple_of_two_pairs_is_a_stream():
    live = ONLINE["truncated_gradient"](memory="live")
    signs = 2.0 * LABELS - 1.0
    halves = (X[:20], signs[:20]), (X[20:], signs[20:])
    one, two = record(live, halves), record(live, list(halves))
    assert one.steps[-1] == 30 and np.array_equal(one.final.weights, two.final.weights)
    whole = record(live, (X, LABELS), order=np.arange(30))
    assert np.array_equal(one.final.weights, whole.final.weights[one.final.features])


@in_turn(
    "thing",
    [
        DATA,
        Dataset.from_arrays(X, X[:, 0], name="a" * 500),
        record(SGD, DATA),
        record(LASSO, DATA),
        record(ONLINE["sgd"](eta=1e9), (1e9 * X, X[:, 0])),
        Outcomes.of([record(SGD, DATA)], DATA),
        frontier({"a": [SGD]}, DATA, seeds=(0,))["a"],
        find_comparator(DATA, None, 0.1),
        LASSO.solve(DATA),
    ],
)
def test_a_repr_is_one_line_that_says_what_it_is(thing):
    line = repr(thing)
    assert "\n" not in line and len(line) < 160
    assert line.startswith(f"{type(thing).__name__}(") and line.endswith(")")


def test_a_repr_says_the_numbers():
    trace = record(SGD, DATA)
    assert repr(DATA) == f"Dataset(30 × 4, classification, {DATA.X.nnz} nonzeros)"
    assert f"logistic, steps=30, looks=30, used={trace.used[-1]} of 4, loss=" in repr(trace)

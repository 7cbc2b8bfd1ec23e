"""Errors are of the kind that docstrings name: whatever is given, it is taken or a ValueError."""

from __future__ import annotations

from math import inf, nan

import numpy as np
import pytest
import scipy.sparse as sp

from algorithms import (
    BATCH,
    CATALOGUE,
    Loss,
    find_comparator,
    fold,
    folds,
    frontier,
    order_of,
    over_orders,
    random_order,
    record,
    sweep,
    tune,
)
from algorithms.batch.problem import Problem
from algorithms.groups import Groups, as_groups
from algorithms.projection import project_l1_ball, project_simplex, project_weighted_l1_ball

X, SIGNS = np.eye(4) + 1.0, np.array([1.0, -1.0, 1.0, -1.0])
DATA, ROWS, SGD = (X, [0, 1, 0, 1]), sp.csr_array(X), CATALOGUE["sgd"]()
LIVE, GROUPED = CATALOGUE["truncated_gradient"](memory="live"), CATALOGUE["group_fobos"]()
V = [1.0, 2.0]
ANYTHING = (
    None, "a", b"x", [], [1, "b"], [[1], [1, 2]], {}, -1, 0, 1.5, nan, inf, True, object(),
    np.zeros((2, 2)), np.array([None]), np.array([1j]),
)  # fmt: skip
DOORS = {
    "record algorithm": lambda it: record(it, DATA),
    "record data": lambda it: record(SGD, it),
    "record X": lambda it: record(SGD, (it, [0, 1, 0, 1])),
    "record y": lambda it: record(SGD, (X, it)),
    "record loss": lambda it: record(SGD, DATA, it),
    "record order": lambda it: record(SGD, DATA, order=it),
    "record seed": lambda it: record(SGD, DATA, seed=it),
    "record passes": lambda it: record(SGD, DATA, passes=it),
    "record checkpoints": lambda it: record(SGD, DATA, checkpoints=it),
    "record since": lambda it: record(SGD, DATA, since=it),
    "record groups": lambda it: record(GROUPED, DATA, groups=it),
    "sweep": lambda it: sweep(it, DATA),
    "sweep threads": lambda it: sweep([SGD], DATA, threads=it),
    "tune": lambda it: tune(it, DATA),
    "find_comparator l1": lambda it: find_comparator(DATA, None, it),
    "over_orders": lambda it: over_orders(it, DATA, None, [[0, 1]]),
    "over_orders orders": lambda it: over_orders([SGD], DATA, None, it),
    "frontier": lambda it: frontier(it, DATA),
    "frontier datasets": lambda it: frontier({"a": [SGD]}, it),
    "frontier seeds": lambda it: frontier({"a": [SGD]}, DATA, seeds=it),
    "folds k": lambda it: folds(DATA, it),
    "folds seed": lambda it: folds(DATA, 2, it),
    "fold number": lambda it: fold(DATA, it, 2),
    "order_of": lambda it: order_of(DATA, it),
    "random_order seed": lambda it: random_order(4, 1, it),
    "a knob": lambda it: CATALOGUE["truncated_gradient"](gravity=it),
    "a schedule": lambda it: CATALOGUE["sgd"](schedule=it),
    "solve row_weights": lambda it: BATCH["proximal_gradient"]().solve(DATA, row_weights=it),
    "problem y": lambda it: Problem.of(ROWS, it, Loss.logistic),
    "as_groups": lambda it: as_groups(it, 4),
    "groups of lists": lambda it: Groups.from_lists(it, 4),
    "groups of a vector": lambda it: Groups.from_vector(it, 4),
    "groups of a graph": lambda it: Groups.graph(it, 4),
    "groups of blocks": lambda it: Groups.blocks(4, it),
    "a block": lambda it: record(LIVE, [it]),
    "a block's X": lambda it: record(LIVE, [(it, SIGNS)]),
    "a block's y": lambda it: record(LIVE, [(X, it)]),
    "start": lambda it: SGD.start(it, 1),
    "start n_steps": lambda it: CATALOGUE["subgradient"]().start(4, it),
    "advance rows": lambda it: SGD.advance(SGD.start(4, 9), it, SIGNS, [0], "logistic"),
    "advance y": lambda it: SGD.advance(SGD.start(4, 9), ROWS, it, [0], "logistic"),
    "advance order": lambda it: SGD.advance(SGD.start(4, 9), ROWS, SIGNS, it, "logistic"),
    "advance loss": lambda it: SGD.advance(SGD.start(4, 9), ROWS, SIGNS, [0], it),
    "project": lambda it: project_l1_ball(it),
    "project z": lambda it: project_simplex(V, it),
    "project way": lambda it: project_simplex(V, 1.0, it),
    "project out": lambda it: project_l1_ball(V, 1.0, out=it),
    "project weights": lambda it: project_weighted_l1_ball(V, it),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("door", DOORS)
def test_it_is_taken_or_refused_as_a_value(door):
    refused = 0
    for it in ANYTHING:
        try:
            DOORS[door](it)
        except ValueError as error:
            assert str(error), "an error says something"
            refused += 1
    assert refused >= 6, "most of this is no argument of anything"

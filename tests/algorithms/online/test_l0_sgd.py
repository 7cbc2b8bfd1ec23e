"""L0-constrained SGD: any data, its heap, its ties."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms import CATALOGUE, random_order, record
from tests import naive
from tests.support.cases import runs
from tests.support.many.examples import examples
from tests.support.many.turns import in_turn
from tests.support.twins import hold_to_twin, walk_kernel

L0SGD, SGD = CATALOGUE["l0_sgd"], CATALOGUE["sgd"]


@examples(100)
@given(run=runs(), K=st.integers(1, 7), eta=st.sampled_from([0.1, 0.25, 1.0, 10.0]))
def test_on_any_data(run, K, eta):
    hold_to_twin(L0SGD(eta, n_nonzeros=K), *run)


@in_turn("K", [1, 2, 3, 8, 30])
def test_the_heap_holds_the_largest_and_knows_where(K):
    draw = np.random.default_rng(2)
    X = np.round(draw.standard_normal((40, 25)) * (draw.random((40, 25)) < 0.3), 1)
    data = naive.dataset(X, draw.choice([-1.0, 1.0], 40))
    algorithm = L0SGD(eta=0.5, n_nonzeros=K)
    state = algorithm.start(25, 200)
    for row in draw.integers(0, 40, 200):
        algorithm.advance(state, data.X, data.y, np.array([row]), "hinge")
        live = state.heap[: state.count[1]].tolist()
        size = np.abs(state.table[:, 0])
        strength = [(size[j], -j) for j in live]
        assert all(strength[i] > strength[(i - 1) // 2] for i in range(1, len(live)))
        assert [state.table[j, 1] for j in live] == list(range(1, len(live) + 1))
        assert set(np.flatnonzero(state.table[:, 1])) == set(live)
        assert set(np.flatnonzero(size)) <= set(live)
        assert len(live) <= K


def test_never_more_than_allowed_and_mostly_as_many():
    draw = np.random.default_rng(3)
    data = naive.dataset(draw.standard_normal((50, 20)), draw.choice([-1.0, 1.0], 50))
    for K in (1, 4, 20):
        weights = walk_kernel(L0SGD(n_nonzeros=K), data, random_order(50, 4), "logistic").weights
        nonzeros = np.count_nonzero(weights, axis=1)
        assert (nonzeros == K).all()


def test_with_room_for_all_it_is_sgd():
    draw = np.random.default_rng(4)
    data = naive.dataset(draw.standard_normal((30, 6)), draw.choice([-1.0, 1.0], 30))
    for K in (6, 7, 10**9):
        one = record(L0SGD(n_nonzeros=K), data, passes=3, checkpoints=90, intercept=True)
        two = record(SGD(), data, passes=3, checkpoints=90, intercept=True)
        assert np.array_equal(one.weights, two.weights)
        assert np.array_equal(one.loss, two.loss)


def test_of_equals_the_lowest_index_stays():
    data = naive.dataset([[0.0, 1.0, -1.0, 1.0], [1.0, 0.0, 0.0, 0.0]], [1.0, 1.0])
    weights = walk_kernel(L0SGD(eta=1.0, n_nonzeros=2), data, [0, 1], "hinge").weights
    assert weights.tolist() == [[0.0, 1.0, -1.0, 0.0], [1.0, 1.0, 0.0, 0.0]]


def test_a_dropped_weight_starts_from_zero_again():
    data = naive.dataset([[2.0, 0.0], [0.0, 3.0], [2.0, 0.0]], [4.0, 4.0, 4.0], "regression")
    weights = walk_kernel(L0SGD(eta=1.0, n_nonzeros=1), data, [0, 1, 2], "squared").weights
    assert weights.tolist() == [[8.0, 0.0], [0.0, 12.0], [0.0, 12.0]]


@in_turn("K", [0, -1, 2.5, np.nan, np.inf, "3", True])
def test_no_number_of_nonzeros(K):
    with pytest.raises(ValueError, match=r"n_nonzeros = .*: it must be a whole number >= 1"):
        L0SGD(n_nonzeros=K)


def test_it_has_no_update_for_softmax():
    data = naive.dataset(np.eye(3), [0, 1, 2], "multiclass", classes=("a", "b", "c"))
    with pytest.raises(ValueError, match="L0-constrained SGD has no update"):
        record(L0SGD(), data, "softmax")

"""Live features: the run a table of every feature gives, and memory that follows what is alive."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter

import numpy as np
import pytest
from scipy import sparse

from algorithms import CATALOGUE, random_order, record
from algorithms.online.storage.hash_table import EMPTY, slot
from algorithms.online.storage.live_features import (
    SMALLEST,
    LiveState,
    on_live_features,
)
from tests import naive
from tests.support.problems.live import CASES, LIVE, problem


def test_both_algorithms_run_on_live_features():
    assert set(LIVE) == {"truncated_gradient", "rda"}


@pytest.mark.parametrize("loss", ["logistic", "hinge", "squared"])
@pytest.mark.parametrize(("key", "knobs"), CASES)
def test_the_run_is_the_same_bit_for_bit(key, knobs, loss):
    data, dense = problem(), CATALOGUE[key](**knobs)
    options = {"passes": 3, "intercept": True, "checkpoints": 60}
    one = record(dense, data, loss, **options)
    other = record(replace(dense, memory="live"), data, loss, **options)
    for name in ("loss", "sparsity.nonzeros", "sparsity.l1_norm", "weights", "final.weights"):
        assert np.array_equal(attrgetter(name)(one), attrgetter(name)(other)), name
    assert np.array_equal(one.final.intercept, other.final.intercept)
    assert one.sparsity.nonzeros[-1] > 0


@pytest.mark.parametrize("key", LIVE)
def test_a_run_may_be_cut_into_any_stretches(key):
    data, algorithm = problem(), CATALOGUE[key](memory="live")
    order = random_order(400, 2)
    whole, cut = algorithm.start(3000, 800), algorithm.start(3000, 800)
    expected = algorithm.advance(whole, data.X, data.y, order, "logistic")
    parts = np.split(order, [0, 1, 1, 50, 333, 799])
    made = [algorithm.advance(cut, data.X, data.y, part, "logistic") for part in parts]
    assert np.array_equal(np.concatenate(made), expected)
    assert np.array_equal(algorithm.weights(cut), algorithm.weights(whole))


def test_ids_reach_two_to_the_63():
    ids = np.array([0, 1, 2**31, 2**62 + 1, 2**63 - 2])
    small = naive.dataset(np.random.default_rng(1).standard_normal((30, 5)), [1.0, -1.0] * 15)
    far = sparse.csr_array(
        (small.X.data, ids[small.X.indices], small.X.indptr.astype(np.int64)), (30, 2**63 - 1)
    )
    algorithm, order = CATALOGUE["truncated_gradient"](memory="live"), np.arange(30)
    near, state = algorithm.start(5, 30), algorithm.start(0, 30)
    algorithm.advance(near, small.X, small.y, order, "logistic")
    algorithm.advance(state, far, small.y, order, "logistic")
    features, weights = algorithm.live_weights(state)
    w = algorithm.weights(near)
    assert features.tolist() == ids[w != 0.0].tolist()
    assert np.array_equal(weights, w[w != 0.0])


def test_memory_follows_live_features_and_not_the_features_met():
    """Ten times the table's size in new features go by, each seen once and pulled back to zero."""
    n, k = 8 * SMALLEST, 5
    draw = np.random.default_rng(2)
    X = sparse.csr_array(
        (draw.standard_normal(n * k), np.arange(n * k), np.arange(0, n * k + 1, k)), (n, n * k)
    )
    algorithm = CATALOGUE["truncated_gradient"](memory="live", gravity=0.5, eta=0.1)
    state = algorithm.start(n * k, n)
    largest = 0
    for part in np.split(np.arange(n), 64):
        algorithm.advance(state, X, np.ones(n), part, "logistic")
        largest = max(largest, len(state.ids))
    assert largest == SMALLEST
    assert len(algorithm.live_weights(state)[0]) < SMALLEST // 8


def test_the_table_shrinks_again():
    algorithm = CATALOGUE["truncated_gradient"](memory="live", gravity=0.2, eta=0.1)
    n = 2 * SMALLEST
    X = sparse.csr_array((np.ones(n), np.arange(n), np.array([0, n])), (1, n))
    state = algorithm.start(n, 1)
    algorithm.advance(state, X, np.ones(1), np.zeros(1, np.int64), "logistic")
    assert len(state.ids) >= 4 * n
    empty = sparse.csr_array((1, n), dtype=np.float64)
    algorithm.advance(state, empty, np.ones(1), np.zeros(100, np.int64), "logistic")
    state.make_room(0, algorithm._rows_to_keep(state))
    assert len(state.ids) == SMALLEST and state.count[0] == 0


@pytest.mark.parametrize("seed", range(3))
def test_a_slot_is_where_the_feature_was_put(seed):
    """Against a dictionary, with ids that fall on each other."""
    draw = np.random.default_rng(seed)
    ids = np.full(64, EMPTY)
    features = np.unique(np.r_[draw.integers(0, 2**63 - 1, 20), 64 * np.arange(12)])
    for feature in features:
        s = slot(ids, feature)
        assert ids[s] == EMPTY
        ids[s] = feature
    where = {int(feature): s for s, feature in enumerate(ids) if feature != EMPTY}
    assert len(where) == len(features)
    assert all(slot(ids, feature) == where[int(feature)] for feature in features)


def test_without_a_number_of_features_there_is_no_vector_of_weights():
    algorithm = CATALOGUE["truncated_gradient"](memory="live")
    state = algorithm.start(0, 1)
    assert isinstance(state, LiveState)
    with pytest.raises(ValueError, match="weights: the number of features is not known"):
        algorithm.weights(state)


def test_who_has_no_table_of_live_features_says_so():
    with pytest.raises(ValueError, match="algorithm = SGD"):
        on_live_features(CATALOGUE["sgd"]())
    assert on_live_features(CATALOGUE["truncated_gradient"]()).memory == "live"

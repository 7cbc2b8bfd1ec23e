"""Groups of features, made from vectors, lists, blocks and graphs."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms.groups import Groups, as_groups
from tests.support.many.examples import examples
from tests.support.problems.groupings import coverings, lists


@examples(100)
@given(coverings())
def test_lists_come_back_as_they_were(covering):
    d, given_lists = covering
    groups = Groups.from_lists(given_lists, d)
    assert lists(groups) == given_lists
    assert groups.sizes.tolist() == [len(members) for members in given_lists]
    assert groups.overlap == (sum(map(len, given_lists)) > d)
    for g, members in enumerate(given_lists):
        assert (groups.group[groups.starts[g] : groups.starts[g + 1]] == g).all()
        assert len(members) == groups.starts[g + 1] - groups.starts[g]
    for j in range(d):
        copies = groups.copies[groups.first[j] : groups.first[j + 1]]
        assert (groups.features[copies] == j).all()
        assert [j in members for members in given_lists] == [
            g in groups.group[copies] for g in range(len(given_lists))
        ]


@examples(50)
@given(coverings(), st.integers(0, 99))
def test_folding_adds_the_copies_of_a_feature(covering, seed):
    d, given_lists = covering
    groups = Groups.from_lists(given_lists, d)
    weights = np.random.default_rng(seed).standard_normal(len(groups.features))
    expected = np.zeros(d)
    np.add.at(expected, np.concatenate(given_lists), weights)
    assert groups.fold(weights) == pytest.approx(expected, abs=1e-15)


def test_a_vector_says_the_same_as_lists():
    vector = np.array([2, 0, 1, 0, 2, 2], np.uint8)
    assert lists(Groups.from_vector(vector, 6)) == [[1, 3], [2], [0, 4, 5]]
    for given_groups in (vector, vector.tolist(), [[1, 3], [2], [0, 4, 5]]):
        assert lists(as_groups(given_groups, 6)) == [[1, 3], [2], [0, 4, 5]]
    made = Groups.from_vector(vector, 6)
    assert as_groups(made, 6) is made


def test_blocks():
    assert lists(Groups.blocks(7, 3)) == [[0, 1, 2], [3, 4, 5], [6]]
    assert lists(Groups.blocks(6, 3)) == [[0, 1, 2], [3, 4, 5]]
    assert lists(Groups.blocks(7, 4, 2)) == [[0, 1, 2, 3], [2, 3, 4, 5], [4, 5, 6]]
    assert lists(Groups.blocks(6, 4, 2)) == [[0, 1, 2, 3], [2, 3, 4, 5]]
    assert lists(Groups.blocks(3, 1)) == [[0], [1], [2]]
    assert lists(Groups.blocks(2, 10**9, 5 * 10**8)) == [[0, 1]]


def test_a_graph_has_a_group_for_each_edge_and_one_for_each_feature_without():
    assert lists(Groups.graph([(0, 3), (3, 1)], 5)) == [[0, 3], [3, 1], [2], [4]]
    assert lists(Groups.graph(np.array([[1, 0]]), 2)) == [[1, 0]]
    assert lists(Groups.graph([], 2)) == [[0], [1]]


def test_a_chain_joins_each_feature_to_the_next():
    assert lists(Groups.chain(4)) == [[0, 1], [1, 2], [2, 3]]
    assert lists(Groups.chain(1)) == [[0]]
    long = Groups.chain(50_000)
    assert len(long.sizes) == 49_999
    assert np.bincount(long.features).tolist() == [1, *[2] * 49_998, 1]

"""Groups that are none are refused, each with the rule it breaks."""

from __future__ import annotations

import numpy as np
import pytest

from algorithms.groups import Groups, as_groups
from tests.support.many.turns import in_turn


def refusal_of(make, *arguments) -> str:
    with pytest.raises(ValueError) as caught:
        make(*arguments)
    return str(caught.value)


@pytest.mark.parametrize("vector", [[0, 0, 1], [0, 0, 1, 1, 1], [[0, 0, 1, 1]], []])
def test_a_vector_of_the_wrong_shape(vector):
    shape = np.shape(vector)
    says = refusal_of(Groups.from_vector, np.array(vector, int), 4)
    assert f"groups: a vector of shape {shape} was given" in says
    assert "one whole number for each of the 4 features" in says


@pytest.mark.parametrize("vector", [[0.0, 1.0], [True, False], ["a", "b"]])
def test_a_vector_of_no_whole_numbers(vector):
    assert "one whole number for each of the 2 features" in refusal_of(
        Groups.from_vector, vector, 2
    )


def test_a_number_below_0():
    says = refusal_of(Groups.from_vector, [0, -2, 1], 3)
    assert says == "groups: the number -2 is no group; it must be >= 0"


@pytest.mark.parametrize(("vector", "g"), [([1, 1], 0), ([0, 2], 1), ([0, 10**15], 1)])
def test_a_number_that_no_feature_has(vector, g):
    says = refusal_of(Groups.from_vector, vector, 2)
    assert says == f"groups: group {g} is empty; it must hold a feature"


def test_an_empty_list():
    says = refusal_of(Groups.from_lists, [[0, 1], []], 2)
    assert says == "groups: group 1 is empty; each must hold a feature"


def test_a_feature_twice_in_a_group():
    says = refusal_of(Groups.from_lists, [[1, 0], [2, 1, 2]], 3)
    assert says == "groups: group 1 names feature 2 twice; once is the rule"


def test_a_feature_in_no_group():
    says = refusal_of(Groups.from_lists, [[0, 3], [3, 1]], 4)
    assert says == "groups: feature 2 is in no group; it must be in one"


@pytest.mark.parametrize("feature", [3, -1, 2**40])
def test_a_feature_that_does_not_exist(feature):
    says = refusal_of(Groups.from_lists, [[0, 1, 2], [1, feature]], 3)
    assert says == f"groups: group 1 names feature {feature}; it must name features 0 to 2"


@in_turn("members", [[0.0, 1.0], ["a"], [[0, 1]], 0, [True, False]])
def test_a_list_that_is_none_of_features(members):
    says = refusal_of(Groups.from_lists, [[0, 1], members], 2)
    assert says == "groups: group 1 must be a list of feature numbers"


@pytest.mark.parametrize("edges", [[(0, 1, 2)], [0, 1], [(0.0, 1.0)]])
def test_edges_that_are_no_pairs(edges):
    says = refusal_of(Groups.graph, edges, 3)
    assert says == "edges: each must be a pair of feature numbers"


def test_an_edge_from_a_feature_to_itself():
    assert "group 1 names feature 2 twice" in refusal_of(Groups.graph, [(0, 1), (2, 2)], 3)


@pytest.mark.parametrize("edge", [(0, 3), (-1, 0)])
def test_an_edge_to_a_feature_that_does_not_exist(edge):
    assert "it must name features 0 to 2" in refusal_of(Groups.graph, [edge], 3)


@pytest.mark.parametrize(("size", "shared"), [(0, 0), (3, 3), (3, -1), (-1, 0)])
def test_blocks_that_do_not_move_on(size, shared):
    says = refusal_of(Groups.blocks, 9, size, shared)
    assert says == f"shared = {shared}: it must be >= 0 and < size = {size}"


def test_groups_of_another_number_of_features():
    assert refusal_of(as_groups, Groups.chain(3), 4) == "groups: made for 3 features, not 4"


@in_turn("groups", [7, "abba", None, {"a": 1}, np.array(3)])
def test_what_is_no_groups_at_all(groups):
    assert "it must be a vector, or lists of features" in refusal_of(as_groups, groups, 4)

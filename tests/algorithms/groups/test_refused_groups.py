"""Groups that ``record`` cannot run with are refused before an algorithm starts."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from algorithms.groups import as_groups
from tests.support.many.turns import in_turn
from tests.support.refusals import BINARY, Online, either, labelled_data, refusal_text


@either
@pytest.mark.parametrize("vector", [[0, 1, 1], [0, 0, 1, 1, 1], np.zeros(5, int), []])
def test_a_group_vector_of_the_wrong_length(algorithm, vector):
    says = refusal_text(algorithm, BINARY, "logistic", groups=vector)
    assert says == (
        f"groups: a vector of shape ({len(vector)},) was given; it must hold one whole number "
        "for each of the 4 features"
    )


@either
@pytest.mark.parametrize("vector", [[0, 0, 2, 3], [1, 1, 2, 2], [0, 1, 2, 10**15]])
def test_a_number_without_a_feature_is_an_empty_group(algorithm, vector):
    says = refusal_text(algorithm, BINARY, "logistic", groups=np.array(vector))
    missing = min(set(range(4)) - set(vector))
    assert says.startswith(f"groups: group {missing} is empty; it must hold a feature")


def test_an_empty_list_is_an_empty_group():
    says = refusal_text(Online(), BINARY, "logistic", groups=[[0, 1, 2], [], [3]])
    assert says.startswith("groups: group 1 is empty; ")


def test_the_groups_of_the_dataset_are_checked_as_well():
    data = labelled_data(1.0, -1.0, 1.0, groups=np.array([0, 0, 1]))
    assert "a vector of shape (3,) was given" in refusal_text(Online(), data, "logistic")


@in_turn(
    ("groups", "says"),
    [
        ([0.0, 1.0, 0.0], "a vector of shape (3,) was given; it must hold one whole number"),
        ([0, 0.5, 1, 1], "groups holds 0.5; each must be a whole number from 0"),
        ([0.0, np.nan, 1.0, 1.0], "groups holds nan; each must be"),
        ([0, None, 1, 1], "groups holds None; each must be"),
        ([0, 0, 1, 1e300], "groups holds 1e+300; each must be"),
        (np.array([True, True, False, False]), "groups holds True; each must be"),
        (list("aabb"), "groups holds 'a'; each must be a whole number from 0; pandas.factorize"),
        (np.array([[0, 0, 1, 1]]), "an array of shape (1, 4) was given; it must hold one whole"),
        ({0: [0, 1, 2, 3]}, "groups = a dict: it must be a vector, or lists of features"),
        ([-1, 0, 1, 1], "the number -1 is no group"),
        ([[0, 1], [2]], "feature 3 is in no group"),
        ([[0, 1], [2, 3, 3]], "group 1 names feature 3 twice"),
        ([[0, 1], [2, 3, 4]], "must name features 0 to 3"),
        ([[0, 1], [2, -3]], "must name features 0 to 3"),
        ([[0, 1], [2.0, 3.0]], "group 1 must be a list of feature numbers"),
        ("abba", "groups = 'abba': it must be"),
        (7, "groups = 7: it must be"),
    ],
)
def test_groups_that_are_none(groups, says):
    assert says in refusal_text(Online(), BINARY, "logistic", groups=groups)


@pytest.mark.parametrize("kind", [list, tuple, np.array, pd.Series, pd.Index])
@pytest.mark.parametrize("values", [[0.0, 0.0, 1.0, 1.0], [0, 0.0, np.float32(1.0), np.int8(1)]])
def test_whole_numbers_are_taken_however_they_are_held(kind, values):
    same = as_groups([[0, 1], [2, 3]], 4)
    np.testing.assert_array_equal(as_groups(kind(values), 4).group, same.group)
    held = as_groups(pd.Series(values, dtype=object), 4)
    np.testing.assert_array_equal(held.features, same.features)

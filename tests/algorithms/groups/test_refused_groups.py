"""Groups that ``record`` cannot run with are refused before an algorithm starts."""

from __future__ import annotations

import numpy as np
import pytest

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
        ([0.0, 1.0, 0.0, 1.0], "one whole number for each of the 4 features"),
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

"""The line that says which features are one group: what it means, and what it cannot mean."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasets import (
    Dataset,
    DatasetError,
    Preparation,
    format_groups,
    groups_from_table,
    prepare,
)
from datasets.content import Table
from datasets.grouping import groups_of
from datasets.tables import table_dataset
from tests.support.many.examples import examples
from tests.support.many.turns import in_turn

HERE = {"name": "mine", "source": "here", "licence": "mine"}
FRAME = pd.DataFrame(
    {"age": range(6), "hue": list("rgrbgb"), "hue_2": [5, 6, 7, 9, 9, 9], "y": [0, 1] * 3}
)
MINE = table_dataset(Table(FRAME), HERE)  # age, hue=b, hue=g, hue=r, hue_2


def wide(n_features, **options):
    """A dataset of so many features."""
    return Dataset.from_arrays(np.eye(3, n_features) + 1, [0, 1, 1], **options)


@in_turn(
    ("text", "groups"),
    [
        ("", [0, 1, 1, 1, 2]),
        ("one-hot", [0, 1, 1, 1, 2]),
        ("blocks 2", [0, 0, 1, 1, 2]),
        ("blocks 99", [0, 0, 0, 0, 0]),
        ("prefix _", [0, 1, 2, 3, 4]),
        ("prefix =", [0, 1, 1, 1, 2]),
        ("prefix hue", [0, 1, 1, 1, 1]),
        ("numbers 9x2,3x2,9", [1, 1, 0, 0, 1]),
        ("  numbers 0, 1x4 ", [0, 1, 1, 1, 1]),
        ("none", None),
    ],
)
def test_what_a_line_means(text, groups):
    prepared = prepare(MINE, Preparation(groups=text))
    assert (None if prepared.groups is None else prepared.groups.tolist()) == groups
    assert len(prepared.report) == len(MINE.report) + bool(text)


def test_the_report_says_how_many_groups_of_what_size():
    done = prepare(MINE, Preparation(groups="blocks 2")).report[-1]
    assert done == ("grouped", "The 5 features form 3 groups of 1 to 2 (blocks 2).")


@examples(200)
@given(st.lists(st.integers(0, 4), min_size=1, max_size=40))
def test_groups_are_written_and_read_back(numbers):
    dataset = wide(len(numbers), groups=numbers)
    line = format_groups(np.array(numbers))
    assert groups_of(dataset, line).tolist() == dataset.groups.tolist()
    assert groups_of(wide(len(numbers)), format_groups(dataset.groups)).tolist() == (
        dataset.groups.tolist()
    )
    assert len(line) <= len("numbers " + ",".join(map(str, numbers)))


@examples(200)
@given(st.text(max_size=12) | st.from_regex(r"(numbers|blocks|prefix) ?[0-9x, ]*", fullmatch=True))
def test_any_line_is_groups_or_a_sentence(text):
    try:
        groups = groups_of(MINE, text)
    except DatasetError as refused:
        assert str(refused).endswith(".")
        return
    assert groups is None or (len(groups) == 5 and set(groups) == set(range(max(groups) + 1)))


@in_turn(
    ("text", "parts"),
    [
        ("thirds", ["'thirds'", "none, one-hot, blocks 5, prefix _ or numbers"]),
        ("none of them", ["'none of them'", "write none"]),
        ("blocks", ["blocks", "how many features"]),
        ("blocks 0", ["'blocks 0'", "how many features"]),
        ("blocks -1", ["'blocks -1'", "how many features"]),
        ("prefix", ["prefix", "up to which names agree"]),
        ("numbers", ["length 0", "5 columns"]),
        ("numbers 1,2", ["length 2", "5 columns"]),
        ("numbers 1x999999999999999", ["length 999,999,999,999,999", "5 columns"]),
        ("numbers 1,,2", ["'' in place 2", "3x5"]),
        ("numbers 1,a,2", ["'a' in place 2", "3x5"]),
        ("numbers 1x0,2x5", ["'1x0' in place 1", "3x5"]),
        ("numbers -1x5", ["'-1x5' in place 1", "whole number"]),
    ],
)
def test_a_line_that_means_nothing_is_refused(text, parts):
    with pytest.raises(DatasetError) as refused:
        prepare(MINE, Preparation(groups=text))
    assert [part for part in parts if part not in str(refused.value)] == []


def test_only_tables_have_columns_to_group_by():
    with pytest.raises(DatasetError, match=r"came as a table.*choose blocks"):
        prepare(wide(4), Preparation(groups="one-hot"))


def test_a_table_names_features_or_whole_columns():
    rows = {"name": ["hue", "age", "hue_2"], "group": ["colour", 7, "colour"]}
    groups = groups_from_table(pd.DataFrame(rows), MINE)
    assert groups.tolist() == [1, 0, 0, 0, 0]
    names = list(MINE.feature_names)
    each = groups_from_table(pd.DataFrame({"f": names[::-1], "g": [1.0, 1, 2, 2, 3]}), MINE)
    assert each.tolist() == [2, 1, 1, 0, 0]
    numbered = groups_from_table(
        pd.DataFrame({"f": [1, 2], "g": [1, 1]}), wide(2, feature_names=["1", "2"])
    )
    assert numbered.tolist() == [0, 0]


@in_turn(
    ("names", "groups", "parts"),
    [
        (["age", "hue", "size"], [1, 2, 3], ["row 3", "'size'", "no feature", "age, hue=b"]),
        (["age", "hue"], [1, 2], ["leaves out hue_2", "each feature a group"]),
        (["age", "hue", "age", "hue_2"], [1, 2, 1, 3], ["row 3", "'age'", "again"]),
        (["hue", "hue=b", "age", "hue_2"], [1, 2, 1, 3], ["row 2", "'hue=b'", "again"]),
        (["age", "hue", "hue_2"], [1, None, 3], ["row 2", "no group for 'hue'"]),
        (["age", "hue", "hue_2"], ["a", " ", "b"], ["row 2", "no group for 'hue'"]),
    ],
)
def test_a_table_of_groups_that_does_not_fit_is_refused(names, groups, parts):
    with pytest.raises(DatasetError) as refused:
        groups_from_table(pd.DataFrame({"name": names, "group": groups}), MINE)
    assert [part for part in parts if part not in str(refused.value)] == []


def test_a_table_of_groups_has_two_columns():
    with pytest.raises(DatasetError, match="has 4 columns: give two"):
        groups_from_table(FRAME, MINE)


def test_groups_are_those_of_the_features_before_any_are_added():
    done = prepare(MINE, Preparation(groups="blocks 3", noise_features=2, constant=True))
    assert done.groups.tolist() == [0, 0, 0, 1, 1, 2, 3, 4]
    assert prepare(MINE, Preparation(groups="none", noise_features=2)).groups is None

"""Targets become classes or numbers: which class is +1, and which targets are refused."""

import numpy as np
import pytest

from datasets import Dataset, DatasetError
from tests.support.many.turns import in_turn

NAN = float("nan")


def dataset_of(y, **options):
    """A dataset with the target ``y`` and one feature."""
    return Dataset.from_arrays(np.arange(1, len(y) + 1)[:, None], y, **options)


@in_turn(
    ("y", "plus", "minus"),
    [
        ([2, 4, 2], "4", "2"),
        ([0.5, 0.5, 0.25], "0.5", "0.25"),
        ([False, True, True], "1", "0"),
        (["+", "-", "-"], "+", "-"),
        (["benign", "malignant", "benign"], "malignant", "benign"),
        (["0", "1", "1"], "1", "0"),
    ],
)
def test_of_two_values_the_larger_or_later_is_plus(y, plus, minus):
    dataset = dataset_of(y)
    n_plus = int(np.sum(dataset.y == 1))
    assert dataset.task == "classification"
    assert dataset.y.tolist() == [
        1.0 if v == max(y, key=lambda v: (v == "+", v)) else -1.0 for v in y
    ]
    assert f"{plus} is +1 ({n_plus} row" in dataset.notes[-1]
    assert f"{minus} is −1 ({len(y) - n_plus} row" in dataset.notes[-1]


def test_signs_are_kept_without_a_note():
    dataset = dataset_of([-1, 1, -1])
    assert dataset.y.tolist() == [-1, 1, -1] and dataset.notes == ()


def test_other_numbers_are_regression_and_small_whole_ones_get_a_hint():
    assert dataset_of([0.5, 1.5, 2.5]).task == "regression"
    assert dataset_of([0.5, 1.5, 2.5]).notes == ()
    digits = dataset_of([3, 1, 2])
    assert digits.task == "regression" and digits.y.tolist() == [3, 1, 2]
    assert "task='multiclass'" in digits.notes[0]


def test_task_overrides_the_guess():
    assert dataset_of([0, 1, 1], task="regression").y.tolist() == [0, 1, 1]


def test_one_column_of_a_table_will_do():
    assert dataset_of(np.array([[1.5], [2.5], [7.0]])).y.tolist() == [1.5, 2.5, 7.0]


@pytest.mark.parametrize(
    ("y", "positive", "signs"),
    [
        (["cat", "dog", "eel"], "dog", [-1, 1, -1]),
        ([4, 9, 7], "4", [1, -1, -1]),
        (["a", "b", "a"], "a", [1, -1, 1]),
    ],
)
def test_positive_tells_one_class_from_the_rest(y, positive, signs):
    dataset = dataset_of(y, positive=positive)
    assert dataset.task == "classification" and dataset.y.tolist() == signs
    assert f"{positive} is +1" in dataset.notes[-1]


def test_positive_may_differ_in_case_where_only_one_class_is_meant():
    assert dataset_of(["Yes", "no", "no"], positive="YES").y.tolist() == [1, -1, -1]
    assert dataset_of(["Ab", "ab", "c"], positive="ab").y.tolist() == [-1, 1, -1]
    with pytest.raises(DatasetError, match="positive='AB' is no value"):
        dataset_of(["Ab", "ab", "c"], positive="AB")


REFUSALS = {
    "one class": (["a", "a"], {}, ["is a in every row", "two different values"]),
    "constant": ([3.0, 3.0], {}, ["is 3 in every row", "two different values"]),
    "one row": ([3.0], {}, ["in every row", "two different values"]),
    "three words": (["a", "b", "c"], {}, ["3 classes (a, b and c)", "positive='a'"]),
    "three classes": ([1, 2, 3], {"task": "classification"}, ["3 classes", "positive='1'"]),
    "words to regress": (["a", "b"], {"task": "regression"}, ["words (a and b)", "a number"]),
    "no such class": (["a", "b"], {"positive": "c"}, ["positive='c'", "choose among a and b"]),
    "both": ([1, 2], {"positive": "1", "task": "regression"}, ["positive='1'", "regression"]),
    "NaN": ([1, NAN, NAN], {}, ["row 2", "NaN", "first of 2", "leave the row out"]),
    "no word": (["a", None, "b"], {}, ["row 2", "missing", "leave the row out"]),
    "NaN word": (["a", "b", NAN], {}, ["row 3", "missing", "leave the row out"]),
    "infinity": ([1, np.inf], {}, ["row 2", "inf", "finite"]),
    "overflow": ([1e200, 1], {}, ["row 1", "1e+200", "larger unit"]),
    "far beyond": ([10**400, 1], {}, ["1e+100", "rescale"]),
    "table": ([[1, 2], [3, 4]], {}, ["2 dimensions", "one value per row"]),
}


@in_turn("case", REFUSALS)
def test_a_refusal_says_what_is_wrong_where_and_what_to_do(case):
    y, options, parts = REFUSALS[case]
    with pytest.raises(DatasetError) as refused:
        dataset_of(y, **options)
    assert [part for part in parts if part not in str(refused.value)] == []


@pytest.mark.parametrize("y", [[[1, 2], [3]], [(1,), 2], [np.zeros(2), 1.0]])
def test_a_target_of_lists_is_refused(y):
    with pytest.raises(DatasetError, match="y has lists of values in it: give one value per row"):
        Dataset.from_arrays([[1.0], [2.0]], y)

"""Three classes or more: numbered in order, named, and the same through all that follows."""

import numpy as np
import pytest

import datasets
from datasets import Dataset, DatasetError, Preparation, prepare
from tests.support.loading import check_form
from tests.support.many.turns import in_turn

FRUIT = ["pear", "apple", "fig", "apple", "fig", "fig"]


def dataset_of(y, **options):
    """A dataset with the target ``y`` and one feature, which is the row's number."""
    return Dataset.from_arrays(np.arange(1, len(y) + 1)[:, None], y, **options)


def test_words_of_three_kinds_are_numbered_by_the_alphabet():
    dataset = dataset_of(FRUIT)
    check_form(dataset)
    assert dataset.task == "multiclass"
    assert dataset.classes == ("apple", "fig", "pear")
    assert dataset.y.tolist() == [2, 0, 1, 0, 1, 1]
    assert dataset.notes == ("Target: 3 classes, apple (2 rows), fig (3 rows) and pear (1 row).",)


def test_asked_for_numbers_are_classes_in_rising_order():
    dataset = dataset_of([10, 9, -0.5, 9, 10], task="multiclass")
    assert dataset.classes == ("-0.5", "9", "10") and dataset.y.tolist() == [2, 1, 0, 1, 2]
    assert "-0.5 (1 row), 9 (2 rows) and 10 (2 rows)" in dataset.notes[0]
    assert dataset_of([10, 9, -0.5, 9, 10]).task == "regression"


@pytest.mark.parametrize("y", [["no", "yes", "no"], [0, 1, 0], [-1.0, 1.0, -1.0]])
def test_asked_for_two_classes_are_numbered_too(y):
    dataset = dataset_of(y, task="multiclass")
    assert dataset.task == "multiclass" and dataset.y.tolist() == [0, 1, 0]
    assert dataset_of(y).task == "classification" and dataset_of(y).classes == ()


def test_positive_goes_before_many_classes():
    dataset = dataset_of(FRUIT, positive="fig")
    assert dataset.task == "classification" and dataset.classes == ()
    assert dataset.y.tolist() == [-1, -1, 1, -1, 1, 1]


def test_a_hundred_classes_are_the_most():
    words = [f"w{i:03d}" for i in range(101)]
    most = dataset_of(words[:100] * 2)
    assert most.task == "multiclass" and len(most.classes) == 100
    assert "w000 (2 rows)" in most.notes[0] and "80 more" in most.notes[0]
    for y, options in ((words * 2, {}), (list(range(101)), {"task": "multiclass"})):
        with pytest.raises(DatasetError, match=r"101 classes.*more than the 100 .*positive="):
            dataset_of(y, **options)


REFUSALS = {
    "one a row": (["a", "b", "c"], {}, ["3 classes", "another one in each row", "positive='a'"]),
    "one against the rest": (FRUIT, {"task": "classification"}, ["3 classes", "positive='apple'"]),
    "to regress": (FRUIT, {"task": "regression"}, ["words (apple, fig and pear)", "a number"]),
    "both": (FRUIT, {"task": "multiclass", "positive": "fig"}, ["positive='fig'", "multiclass"]),
    "one kind": (["a", "a"], {"task": "multiclass"}, ["is a in every row", "two different"]),
    "missing": (["a", "b", None], {"task": "multiclass"}, ["row 3", "missing"]),
}


@in_turn("case", REFUSALS)
def test_a_refusal_says_what_is_wrong_and_what_to_do(case):
    y, options, parts = REFUSALS[case]
    with pytest.raises(DatasetError) as refused:
        dataset_of(y, **options)
    assert [part for part in parts if part not in str(refused.value)] == []


def test_one_a_row_is_fine_when_asked_for():
    assert dataset_of(["b", "a", "c"], task="multiclass").y.tolist() == [1, 0, 2]


@pytest.mark.parametrize("fraction", [0.1, 0.3, 0.5])
def test_a_split_keeps_the_classes_on_both_sides(fraction):
    kinds = np.repeat(["x", "y", "z"], [5, 20, 9])
    train = prepare(dataset_of(kinds), Preparation(test_fraction=fraction, noise_features=3))
    assert "were held out for testing, chosen at random within each class" in train.notes[1]
    for side in (train, train.test):
        check_form(side)
        assert side.task == "multiclass" and side.classes == ("x", "y", "z")
        rows = side.X[:, [0]].toarray().ravel().astype(int) - 1
        assert np.array_equal(np.array(side.classes)[side.y.astype(int)], kinds[rows])
    held_out = np.bincount(train.test.y.astype(int), minlength=3)
    assert np.all(np.abs(held_out - fraction * np.array([5, 20, 9])) <= 1) and held_out.all()


@pytest.mark.parametrize("scaling", ["none", "unit variance", "max-abs 1", "unit rows"])
def test_scaling_keeps_the_classes(scaling):
    scaled = prepare(dataset_of(FRUIT), Preparation(scaling=scaling, noise_features=2))
    assert scaled.classes == ("apple", "fig", "pear") and scaled.y.tolist() == [2, 0, 1, 0, 1, 1]


def test_a_class_of_one_row_cannot_be_split():
    with pytest.raises(DatasetError, match=r"^class pear has one row only.*test_fraction to 0"):
        prepare(dataset_of(FRUIT), Preparation(test_fraction=0.5))


@pytest.fixture
def table(tmp_path, monkeypatch):
    """``table(text, **options)`` loads a CSV of that text."""
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))

    def load(text, name="mine", **options):
        (tmp_path / f"{name}.csv").write_text(text)
        return datasets.load(name, **options)

    return load


def test_a_table_with_words_of_many_kinds_is_multiclass(table):
    text = "a,kind\n1,cat\n2,dog\n3, eel\n4,cat\n5,\n"
    dataset = table(text)
    assert dataset.task == "multiclass" and dataset.classes == ("cat", "dog", "eel")
    assert dataset.y.tolist() == [0, 1, 2, 0]
    assert any(note.startswith("1 row without a target left out") for note in dataset.notes)
    assert table(text, positive="dog").y.tolist() == [-1, 1, -1, -1]
    assert table("a,kind\n1,3\n2,5\n3,4\n4,3\n").task == "regression"


def test_a_file_called_zoo_is_as_any_other(table):
    text = "legs,kind\n4,mammal\n2,bird\n8,shellfish\n0,fish\n2,bird\n"
    for name in ("farm", "zoo"):
        assert table(text, name=name).classes == ("bird", "fish", "mammal", "shellfish")


def test_svmlight_targets_stay_numbers(tmp_path, monkeypatch):
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))
    (tmp_path / "mine.svm").write_text("1 1:1\n2 1:2\n3 1:3\n2 1:4\n")
    assert datasets.load("mine").task == "regression"

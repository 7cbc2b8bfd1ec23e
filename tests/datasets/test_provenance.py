"""Where the data come from: kept apart from what is learned from."""

import dataclasses

import numpy as np
import pytest

from datasets import ClassCodes, Column, Dataset, Provenance

X, Y = np.eye(3), ["no", "yes", "no"]
GIVEN = {
    "name": "mine",
    "source": "here",
    "licence": "ours",
    "test_name": "rest.csv",
    "columns": (Column("a", "numbers", 0, 0, 3),),
    "target_name": "k",
    "target_reason": "as asked for",
}


def test_keywords_that_say_where_the_data_come_from_are_kept_together():
    dataset = Dataset.from_arrays(X, Y, **GIVEN, in_time=True)
    assert dataset.in_time
    assert dataset.provenance == Provenance(
        **GIVEN, tasks=("classification",), labels=("no", "yes")
    )
    assert dataset.provenance.target_phrase == "k, as asked for"
    own = Provenance(tasks=("classification",), labels=("no", "yes"))
    assert Dataset.from_arrays(X, Y).provenance == own


def test_labels_are_those_of_the_file_minus_1_first():
    assert Dataset.from_arrays(X, [0, 1, 0]).provenance.labels == ("0", "1")
    assert Dataset.from_arrays(X, [-1, 1, 1]).provenance.labels == ("-1", "1")
    assert Dataset.from_arrays(X, Y, positive="no").provenance.labels == ("yes", "no")
    three = Dataset.from_arrays(X, ["a", "b", "c"], positive="b")
    assert three.provenance.labels == ("not b", "b")
    assert Dataset.from_arrays(X, [0.5, 1.5, 2.5]).provenance.labels == ()


@pytest.mark.parametrize("name", ["name", "columns", "target_name", "test_name"])
def test_a_dataset_tells_what_is_often_asked_of_its_provenance(name):
    dataset = Dataset.from_arrays(X, Y, **GIVEN)
    assert getattr(dataset, name) == getattr(dataset.provenance, name) == GIVEN[name]
    with pytest.raises(TypeError, match=name):
        dataclasses.replace(dataset, **{name: GIVEN[name]})


@pytest.mark.parametrize("name", ["nmae", "tasks", "classes", "provenance", "X"])
def test_a_keyword_that_is_no_field_or_comes_of_the_target_is_refused(name):
    with pytest.raises(TypeError, match=name):
        Dataset.from_arrays(X, Y, **{name: ()})


def test_what_was_done_before_stands_before_the_target_in_the_report():
    before = Dataset.from_arrays(X, Y).report
    assert len(before) == 1
    assert Dataset.from_arrays(X, Y, report=before).report == before * 2


def test_declared_classes_are_in_their_order_whether_they_occur_or_not():
    def of(**options):
        codes = ClassCodes([2, 0, 1], ("10", "2", "5", "7"))
        return Dataset.from_arrays(X, codes, **options)

    assert of().classes == ("10", "2", "5") and of().y.tolist() == [2, 0, 1]
    assert of().provenance.tasks == ("multiclass", "regression")
    assert of(task="regression").y.tolist() == [5, 10, 2]
    assert of(positive="2").y.tolist() == [-1, -1, 1]

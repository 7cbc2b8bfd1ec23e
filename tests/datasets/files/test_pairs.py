"""A training file and a test file: known by their names, read as one dataset with held-out rows."""

from __future__ import annotations

import pytest

from datasets.files.pairs import test_file_of as partner

NAMED_ALIKE = [
    ("x.svm", "x.t.svm"),
    ("x.svm", "x.svm.t"),
    ("a7a", "a7a.t"),
    ("dna.scale.tr", "dna.scale.t"),
    ("news20.scale", "news20.t.scale"),
    ("rcv1_train.binary", "rcv1_test.binary"),
    ("x_train.csv", "x_test.csv"),
    ("train.csv", "test.csv"),
    ("Train.csv", "Test.csv"),
    ("adult-train.csv", "adult-test.csv"),
    ("adult.csv", "adult_test.csv"),
    ("adult.data", "adult.test"),
    ("optdigits.tra", "optdigits.tes"),
    ("sat.trn", "sat.tst"),
    ("KDDTrain+.txt", "KDDTest+.txt"),
    ("UNSW-training-set.csv", "UNSW-testing-set.csv"),
    ("x.train", "x.test"),
    ("x.svm.gz", "x.t.svm.xz"),
    ("x.svm", "x.t.svm.zip"),
]


@pytest.mark.parametrize(("training", "test"), NAMED_ALIKE)
def test_a_test_file_is_known_by_its_name(training, test):
    others = ["b.csv", "x.csv", "test2.csv", "trainer.csv", "train-test.txt", test]
    assert partner(training, others) == test
    assert partner(test, [training, *others[:-1]]) == "", "it has none of its own"


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("a.csv", "a_t.csv"),
        ("cart.csv", "cat.csv"),
        ("strain.csv", "stest.csv"),
        ("x.csv", "x.t.svm"),
        ("contest.csv", "contes.csv"),
        ("a.csv", "a.csv"),
    ],
)
def test_names_that_only_look_alike_are_no_pair(name, other):
    assert partner(name, [other]) == ""

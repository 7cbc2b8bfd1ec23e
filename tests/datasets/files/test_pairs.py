"""A training file and a test file: known by their names, read as one dataset with held-out rows."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

import datasets
from datasets import DatasetError
from datasets.files import folder_recipe
from datasets.files.pairs import test_file_of as partner
from tests.support.loading import check_form
from tests.support.many.turns import in_turn

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


@in_turn(("training", "test"), NAMED_ALIKE)
def test_a_test_file_is_known_by_its_name(training, test):
    others = ["b.csv", "x.csv", "test2.csv", "trainer.csv", "train-test.txt", test]
    assert partner(training, others) == test
    assert partner(test, [training, *others[:-1]]) == "", "it has none of its own"


@in_turn(
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


SVM = "1 1:2 3:1\n-1 2:1\n1 3:1\n"
ADULT = "age,country,pay\n" + "20,Mexico,<=50K\n30,Holand,>50K\n40,Cuba,<=50K\n50,Cuba,>50K\n" * 2
MARKS = "a,b,y\n1,u,1.5\n2,v,2.5\n3,u,3.5\n4,v,1\n"


@pytest.fixture
def pair(tmp_path):
    """A function that writes two files and loads the first."""

    def load(first, second, names=("x_train.csv", "x_test.csv"), **options):
        for name, text in zip(names, (first, second), strict=True):
            (tmp_path / name).write_text(text)
        return datasets.load_file(tmp_path / names[0], **options)

    return load


def rows_of(dataset):
    """The test rows as a dense table, and the checked forms of both sides."""
    check_form(dataset)
    check_form(dataset.test)
    assert dataset.test.feature_names == dataset.feature_names
    return dataset.test.X.toarray().tolist(), dataset.test.y.tolist()


def refusal(load, *arguments, **options):
    """The sentence that refuses a test file that was asked for."""
    with pytest.raises(DatasetError) as refused:
        load(*arguments, test="x_test.csv", **options)
    return str(refused.value)


def test_a_narrower_svmlight_file_has_the_columns_of_the_first(pair):
    dataset = pair(SVM, "1 1:5\n-1 2:1\n", ("x.svm", "x.t.svm"))
    assert rows_of(dataset) == ([[5, 0, 0], [0, 1, 0]], [1, -1])
    assert (dataset.n_rows, dataset.test_name) == (3, "x.t.svm")
    assert dataset.notes[-1].startswith("Test rows: x.t.svm, 2 rows")


def test_ids_and_classes_that_only_the_test_file_has_are_left_out_and_counted(pair):
    dataset = pair(SVM, "1 1:2 4:1\n-1 5:2\n3 2:1\n", ("x.svm", "x.svm.t"))
    assert rows_of(dataset) == ([[2, 0, 0], [0, 0, 0]], [1, -1])
    assert dataset.notes[-2:] == (
        "x.svm.t: 2 cells of 2 features that the training rows do not have left out: 4 and 5.",
        "x.svm.t: 1 row of classes that the training rows do not have left out: 3.",
    )


def test_ids_from_zero_and_columns_asked_for_are_the_same_features(pair):
    dataset = pair(SVM, "1 0:9 1:5\n-1 6:1 9:1\n", ("x.svm", "x.t.svm"), n_features=7)
    assert rows_of(dataset)[0] == [[5, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 1, 0]]
    assert "2 cells of 2 features" in dataset.notes[-1]


def test_features_of_vowpal_wabbit_are_matched_by_name(pair):
    first, second = "1 |a x y:2\n-1 |b x\n", "-1 |b x:3 z\n1 |a y x\n"
    dataset = pair(first, second, ("x.vw", "x.t.vw"))
    assert dataset.feature_names == ("a^x", "a^y", "b^x")
    assert rows_of(dataset) == ([[0, 0, 3], [1, 1, 0]], [-1, 1])


def test_a_second_csv_has_the_columns_categories_and_classes_of_the_first(pair):
    """UCI's adult in small: a country is missing, another new, and classes end in a full stop."""
    second = "pay,country,age,more\n<=50K.,Cuba,33,1\n>50K.,Peru,,1\n?,Cuba,1,1\nmuch,Cuba,1,1\n"
    dataset = pair(ADULT, second)
    names = ("age", "country=Cuba", "country=Holand", "country=Mexico")
    assert dataset.feature_names == names
    assert rows_of(dataset) == ([[33, 1, 0, 0], [35, 0, 0, 0]], [-1, 1])
    said = [note.removeprefix("x_test.csv: ") for note in dataset.notes if "x_test.csv: " in note]
    assert said == [
        "Columns that the training rows do not have passed over: more.",
        "1 row whose target reads “?” left out (taken for missing; row 3). Write none under “read "
        "as missing” to keep such rows (missing='none' in Python).",
        "1 missing cell filled with the median of the training rows: 1 in age.",
        "1 cell of categories that the training rows do not have left 0 in all categories: "
        "1 in country (such as 'Peru').",
        "Classes are written otherwise than in the training rows: '<=50K.' for '<=50K' and "
        "'>50K.' for '>50K'.",
        "1 row of classes that the training rows do not have left out: much.",
    ]


def test_the_first_file_is_read_as_if_it_were_alone(pair):
    both, alone = pair(ADULT, "age,country,pay\n9,Peru,>50K\n"), pair(ADULT, "", test="none")
    assert alone.test is None and not alone.test_name
    assert (both.X != alone.X).nnz == 0 and both.y.tolist() == alone.y.tolist()
    assert both.notes[: len(alone.notes)] == alone.notes


def test_options_of_the_first_are_those_of_the_second(pair):
    first = "id;a;b;y\n1;1,5;x;u\n2;2,5;x;v\n3;1;z;w\n4;2;z;u\n"
    dataset = pair(
        first,
        "y;b;a\nu;x;7,5\nw;z;1\n",
        separator="semicolon",
        decimal="comma",
        left_out="id",
        target="y",
        positive="w",
    )
    assert rows_of(dataset) == ([[7.5, 1, 0], [1, 0, 1]], [-1, 1])


def test_columns_without_names_are_matched_by_their_places(pair):
    bare = "1,2,0\n3,4,1\n5,6,0\n"
    assert rows_of(pair(bare, "7,8,1\n")) == ([[7, 8]], [1])
    assert rows_of(pair(bare, "1,2,1\n5,6,0\n")) == ([[1, 2], [5, 6]], [1, -1])
    assert rows_of(pair(bare, "p,q,r\n7,8,1\n9,1,0\n")) == ([[7, 8], [9, 1]], [1, -1])
    dataset = pair(MARKS, "7,u,4\n8,v,5\n")
    assert rows_of(dataset) == ([[7, 1, 0], [8, 0, 1]], [4, 5])
    assert "matched by their places" in dataset.notes[-1]
    assert "4 columns, and the training rows have 3" in refusal(pair, bare, "7,8,1,1\n")


def test_what_does_not_fit_is_refused_by_name(pair):
    assert refusal(pair, MARKS, "b,y\nu,4\n").startswith(
        "x_test.csv: it has no column 'a', and the training rows have: add it here"
    )
    assert "'a' holds numbers in the training rows, and nothing here reads like those" in refusal(
        pair, MARKS, "a,b,y\nmany,u,4\nold,v,5\n"
    )
    assert "the target holds words (j and k)" in refusal(pair, MARKS, "a,b,y\n1,u,k\n2,v,j\n")
    assert "its classes (maybe) are none of those" in refusal(
        pair, ADULT, "age,country,pay\n1,Cuba,maybe\n"
    )
    assert "column 'a', row 1 holds 1e+300" in refusal(pair, MARKS, "a,b,y\n1e300,u,1\n2,v,3\n")
    assert "'a' holds inf in row 1" in refusal(pair, MARKS, "a,b,y\ninf,u,1\n2,v,3\n")
    assert "the file is empty" in refusal(pair, MARKS, "")
    assert re.search(
        "it holds .*svmlight.*, and the training rows are .*: give both alike",
        refusal(pair, MARKS, SVM),
    )


def test_a_few_words_among_numbers_are_filled_in_and_reported(pair):
    dataset = pair(MARKS, "a,b,y\n1,u,4\nold,v,5\n3,u,4\n")
    assert rows_of(dataset)[0] == [[1, 1, 0], [2.5, 0, 1], [3, 1, 0]]
    assert dataset.notes[-1].endswith("median of the training rows: 1 in a (such as 'old').")


def test_numbers_that_are_categories_are_found_however_they_are_written(pair):
    first = "a,y\n" + "01,1\nx,0\ny,1\nz,0\n2,1\n" * 3
    assert rows_of(pair(first, "a,y\n1,1\n,0\n2,1\n"))[0] == [
        [1, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 1, 0, 0, 0],
    ]


def test_numbers_and_dates_mean_what_they_mean_in_the_first_file(pair):
    """Alone, the second file would have 1.234 and, perhaps, the second of January."""
    first = "day;price;y\n" + "12/31/2024;1,234.50;u\n01/02/2024;5,678;v\n05/06/2024;7;u\n" * 2
    dataset = pair(first, "day;price;y\n02/01/2024;1,234;v\n;many;u\n", separator="semicolon")
    february, may = 19754, 19849
    assert rows_of(dataset)[0] == [[february, 1234], [may, 1234.5]]
    assert "1 in price (such as 'many')" in dataset.notes[-1]
    assert "'price' holds numbers in the training rows, and nothing here" in refusal(
        pair, first, "day;price;y\n12/31/2024;1.234,50;u\n", separator="semicolon"
    )


def test_a_file_named_like_test_rows_that_does_not_fit_is_left_alone_and_reported(pair):
    """The test.csv of a competition keeps its targets to itself."""
    dataset = pair(MARKS, "a,b\n1,u\n", ("train.csv", "test.csv"), test_fraction=0.25)
    assert dataset.test.n_rows == 1 and not dataset.test_name
    assert any(
        note.startswith("test.csv is named like the test rows of this file but was not taken: it ")
        and "no column 'y', which is to be predicted" in note
        for note in dataset.notes
    )


def test_any_other_file_is_taken_when_asked_for(pair, tmp_path):
    (tmp_path / "away").mkdir()
    (tmp_path / "away" / "rest.csv").write_text(MARKS)
    assert pair(MARKS, MARKS, ("a.csv", "b.csv"), test="b.csv").test_name == "b.csv"
    away = pair(MARKS, MARKS, ("a.csv", "b.csv"), test=tmp_path / "away" / "rest.csv")
    assert (away.test_name, away.test.n_rows) == ("rest.csv", 4)
    with pytest.raises(DatasetError, match=r"^a\.csv: there is no file 'c\.csv' beside it"):
        pair(MARKS, MARKS, ("a.csv", "b.csv"), test="c.csv")


def test_a_folder_gives_no_file_of_another_place(pair, tmp_path, monkeypatch):
    (tmp_path / "data").mkdir()
    (tmp_path / "secret.csv").write_text(MARKS)
    (tmp_path / "data" / "a.csv").write_text(MARKS)
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path / "data"))
    for name in ("../secret.csv", str(tmp_path / "secret.csv")):
        with pytest.raises(DatasetError, match="there is no file"):
            datasets.load("a", test=name)


def test_a_pair_is_known_by_the_state_of_both_files(tmp_path):
    (tmp_path / "x.svm").write_text(SVM)
    recipe = folder_recipe(tmp_path / "x.svm", "x")()
    alone = recipe.stamps()
    (tmp_path / "x.t.svm").write_text(SVM)
    both = recipe.stamps()
    (tmp_path / "x.t.svm").write_text(SVM * 2)
    assert len({alone, both, recipe.stamps()}) == 3
    assert replace(recipe, test="none").stamps() == alone


def test_declared_categories_and_classes_of_arff_are_those_of_the_first(pair):
    names = ("x_train.arff", "x_test.arff")
    head = "@relation r\n@attribute a numeric\n@attribute c {n,m}\n@attribute y {%s}\n@data\n"
    first = head % "1,2,3" + "1,n,3\n2,m,1\n3,n,2\n4,m,1\n"
    assert rows_of(pair(first, head % "3,2,1" + "7,m,3\n8,n,1\n", names)) == (
        [[7, 0, 1], [8, 1, 0]],
        [2, 0],
    )
    sparse = head % "1,2,3" + "{0 1,2 3}\n{1 m}\n{0 3,2 2}\n{0 4}\n"
    second = head % "3,2,1" + "{0 7,1 m}\n{0 8,2 1}\n"
    assert rows_of(pair(sparse, second, names)) == ([[7, 1], [8, 0]], [2, 0])

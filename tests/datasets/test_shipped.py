"""Datasets shipped with scikit-learn hold what they say, and opening one does not import it."""

import subprocess
import sys

import numpy as np
import pytest
import sklearn.datasets

import datasets
from datasets import DatasetError
from datasets.builtin import breast_cancer, diabetes, digits, wine
from datasets.builtin.from_sklearn import shipped_table
from knobs import knobs_of


def test_breast_cancer_is_scikit_learns_with_malignant_as_plus():
    theirs, ours = sklearn.datasets.load_breast_cancer(), datasets.load("breast_cancer")
    assert np.array_equal(ours.X.toarray(), theirs.data)
    assert np.array_equal(ours.y == 1, theirs.target == 0)
    assert ours.feature_names == tuple(theirs.feature_names)
    assert "malignant is +1 (212 rows)" in ours.notes[0]


@pytest.mark.parametrize(("plus", "minus"), [(4, 9), (9, 4), (0, 1), (3, 8)])
def test_a_pair_of_digits_is_scikit_learns(plus, minus):
    theirs = sklearn.datasets.load_digits()
    ours = datasets.load("digits_4_9", plus=str(plus), minus=str(minus))
    kept = np.isin(theirs.target, (plus, minus))
    assert np.array_equal(ours.X.toarray(), theirs.data[kept])
    assert np.array_equal(ours.y == 1, theirs.target[kept] == plus)
    assert ours.feature_names == tuple(theirs.feature_names)
    assert f"The {np.sum(~kept):,} rows of the other" in ours.notes[0]
    assert f"{plus} is +1 ({np.sum(ours.y == 1)} rows), {minus} is −1" in ours.notes[1]
    assert ours.name == f"Digits, {plus} against {minus}"


def test_the_pair_is_four_against_nine_and_must_differ():
    assert datasets.load("digits_4_9").name == "Digits, 4 against 9"
    with pytest.raises(DatasetError, match=r"^both digits are 7: choose two that differ\.$"):
        datasets.load("digits_4_9", plus="7", minus="7")
    with pytest.raises(ValueError, match="plus = '10'"):
        datasets.load("digits_4_9", plus="10")


def test_diabetes_is_scikit_learns_unscaled():
    theirs = sklearn.datasets.load_diabetes(scaled=False)
    ours = datasets.load("diabetes")
    assert np.array_equal(ours.X.toarray(), theirs.data) and ours.task == "regression"
    assert np.array_equal(ours.y, theirs.target)
    assert ours.feature_names == tuple(theirs.feature_names)


def test_wine_is_scikit_learns_three_classes():
    theirs, ours = sklearn.datasets.load_wine(), datasets.load("wine")
    assert np.array_equal(ours.X.toarray(), theirs.data) and ours.task == "multiclass"
    assert np.array_equal(ours.y, theirs.target) and ours.classes == ("0", "1", "2")
    assert ours.feature_names == tuple(theirs.feature_names)


def test_ten_digits_are_scikit_learns_with_the_digit_as_the_class():
    theirs, ours = sklearn.datasets.load_digits(), datasets.load("digits_ten")
    assert np.array_equal(ours.X.toarray(), theirs.data)
    assert np.array_equal(ours.y, theirs.target) and ours.task == "multiclass"
    assert ours.classes == tuple("0123456789")
    assert ours.feature_names == tuple(theirs.feature_names)
    assert "10 classes, 0 (178 rows), 1 (182 rows)" in ours.notes[0]


@pytest.mark.parametrize(
    ("name", "module"),
    [
        ("breast_cancer", breast_cancer),
        ("digits_4_9", digits),
        ("digits_ten", digits),
        ("diabetes", diabetes),
        ("wine", wine),
    ],
)
def test_without_the_shipped_file_scikit_learn_is_asked(name, module, monkeypatch):
    shipped = datasets.load(name)
    monkeypatch.setattr(module, "shipped_table", lambda *args, **options: None)
    asked = datasets.load(name)
    assert np.array_equal(asked.X.toarray(), shipped.X.toarray())
    assert np.array_equal(asked.y, shipped.y)
    assert asked.notes == shipped.notes


def test_a_file_that_is_not_shipped_is_none():
    assert shipped_table("no_such_file.csv") is None


def test_what_is_shipped_needs_neither_scikit_learn_nor_pandas():
    code = (
        "import sys, datasets; datasets.load('breast_cancer', noise_features=9);"
        "[datasets.load(k) for k, kind in datasets.CATALOGUE.items() if kind.family == 'builtin'];"
        "print([m for m in ('sklearn', 'pandas', 'streamlit') if m in sys.modules])"
    )
    root = datasets.builtin.__path__[0] + "/../.."
    run = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True)
    assert run.stdout.strip() == "[]", run.stderr


@pytest.mark.parametrize(
    "key", [key for key, kind in datasets.CATALOGUE.items() if kind.family != "remote"]
)
def test_every_recipe_describes_itself_and_clashes_with_no_common_option(key):
    kind = datasets.CATALOGUE[key]
    assert kind.key == key
    assert all((kind.title, kind.about, kind.source, kind.licence))
    assert kind.about.endswith(".") and kind.about.count(".") == 1
    assert not set(knobs_of(kind)) & set(knobs_of(datasets.Preparation))
    dataset = kind().build()
    assert dataset.name == kind().metadata()["name"]
    assert dataset.provenance.source and dataset.provenance.licence
    labels = {
        "classification": [-1.0, 1.0],
        "multiclass": list(range(len(dataset.classes))),
        "regression": np.unique(dataset.y),
    }
    assert np.array_equal(np.unique(dataset.y), labels[dataset.task])
    assert bool(dataset.classes) == (dataset.task == "multiclass")

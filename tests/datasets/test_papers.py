"""The papers' datasets come to the papers' shapes, where their files are at hand.

They are looked for in SPARSITY_LAB_DATA and beside the project; without them this file is skipped.
"""

import numpy as np
import pytest

import datasets
from tests.support.loading import FOLDER

# rows, columns (without a constant), how many +1 (None for regression) or the classes.
ZOO = ("amphibian", "bird", "fish", "insect", "invertebrate", "mammal", "reptile")
SHAPES = {
    "ad": (998, 1558, 539),
    "arcene": (200, 10_000, 88),
    "birthwt": (189, 16, 59),
    "crx": (690, 46, 307),
    "housing": (506, 13, None),
    "krvskp": (3196, 73, 1669),
    "magic04": (19_020, 10, 6688),
    "mnist": (12_000, 779, tuple("0123456789")),
    "mnist49": (7000, 779, 3442),
    "mushroom": (8124, 116, 3916),
    "rcv1_sample": (1750, 47_118, 818),
    "spambase": (4601, 57, 1813),
    "splice_donor": (400, 28, 200),
    "wbc": (699, 9, 241),
    "wdbc": (569, 30, 212),
    "wpbc": (198, 33, 47),
    "zoo": (101, 16, ZOO),
}
GROUPS = {"crx": 15, "krvskp": 36, "mushroom": 22, "splice_donor": 7}
# Langford, Li and Zhang (2009), Table 1, where the file is the one they had.
COUNTED = {
    "crx": 47, "housing": 14, "krvskp": 74, "magic04": 11, "mushroom": 117, "spambase": 58,
    "wbc": 10, "wdbc": 31, "zoo": 17,
}  # fmt: skip


@pytest.fixture(autouse=True)
def papers_folder(monkeypatch):
    """The papers' files as the data folder."""
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(FOLDER))


def load(name, **options):
    """The dataset, or a skipped test."""
    if name not in datasets.available() or datasets.recipe(name).family != "file":
        pytest.skip(f"there is no file of {name} here")
    return datasets.load(name, **options)


@pytest.mark.parametrize("name", SHAPES)
def test_shapes_classes_and_groups(name):
    n_rows, n_features, n_plus = SHAPES[name]
    dataset = load(name)
    assert dataset.X.shape == (n_rows, n_features)
    if n_plus is None:
        assert dataset.task == "regression"
    elif isinstance(n_plus, tuple):
        assert dataset.task == "multiclass" and dataset.classes == n_plus
    else:
        assert dataset.task == "classification" and np.sum(dataset.y == 1) == n_plus
        assert set(dataset.y) == {-1.0, 1.0}
    n_groups = None if dataset.groups is None else len(np.unique(dataset.groups))
    assert n_groups == GROUPS.get(name)


@pytest.mark.parametrize("name", COUNTED)
def test_with_a_constant_the_features_are_as_many_as_in_table_1(name):
    assert load(name, constant=True).n_features == COUNTED[name]


@pytest.mark.parametrize(
    "name", sorted(set(SHAPES) - {"arcene", "mnist", "mnist49", "rcv1_sample"})
)
def test_the_columns_of_a_table_are_all_accounted_for(name):
    columns = load(name).columns
    ends = [0] + [column.last for column in columns]
    assert [column.first for column in columns] == ends[:-1] and ends[-1] == SHAPES[name][1]
    missing = {"ad": 731, "crx": 67, "mushroom": 2480, "wbc": 16, "wpbc": 4}
    assert sum(column.missing for column in columns) == missing.get(name, 0)


def test_three_way_products_of_donor_sites_are_yangs_model():
    """Yang et al. (2010), §6.2: d = 2604, in 63 groups and one term more for the intercept."""
    model = load("splice_donor", expansion="triples")
    assert model.X.shape == (400, 2604) and model.groups.max() + 1 == 63
    assert np.unique(np.bincount(model.groups)).tolist() == [4, 16, 64]
    assert (np.diff(model.X.indptr) == 63).all()


def test_magics_repeated_rows_are_counted():
    assert any("115 rows are repeated" in note for note in load("magic04").notes)


def test_the_widths_of_the_papers_can_be_asked_for():
    assert load("mnist49", n_features=784).n_features == 784
    assert load("rcv1_sample", n_features=47_236).n_features == 47_236


def test_one_digit_against_the_rest():
    fours = load("mnist", positive="4")
    assert fours.task == "classification" and 1000 < np.sum(fours.y == 1) < 1400
    assert "4 is +1" in fours.notes[-1]


def test_the_zoos_classes_are_as_many_as_ucis():
    assert np.bincount(load("zoo").y.astype(int)).tolist() == [4, 20, 13, 8, 10, 41, 5]


def test_what_crx_lost_is_counted():
    notes = " ".join(load("crx").notes)
    assert "25 missing cells filled with the column's median: 12 in A2 and 13 in A14." in notes
    assert "42 missing cells of text" in notes


def test_wdbc_is_the_built_in_dataset():
    wdbc, ours = load("wdbc"), datasets.load("breast_cancer")
    assert np.allclose(wdbc.X.toarray(), ours.X.toarray(), rtol=1e-14)
    assert np.array_equal(wdbc.y, ours.y)


def test_rows_of_rcv1_have_unit_length_already():
    rcv1 = load("rcv1_sample")
    length = np.sqrt(rcv1.X.power(2).sum(axis=1))
    assert np.allclose(length, 1, atol=1e-3)

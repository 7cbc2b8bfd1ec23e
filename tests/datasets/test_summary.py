"""The numbers about a dataset are those of its dense table."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import datasets
from datasets import Dataset, Preparation, describe, prepare, summary
from datasets.content import Table
from datasets.tables import table_dataset
from tests.support.many.examples import examples

CELLS = st.sampled_from([0.0, 0.0, 1.0, -1.0, 2.0, 0.25, 1e90, -3e-90, 1000.0])
TABLES = arrays.arrays(np.float64, st.tuples(st.integers(3, 8), st.integers(1, 4)), elements=CELLS)
NUMERIC = ["nonzero share", "mean", "sd", "min", "max"]
HERE = {"name": "mine", "source": "here", "licence": "mine"}


def naive(X):
    """The numbers of each column of a dense table."""
    size = np.abs(X).max(axis=0)
    unit = np.where(size == 0, 1, size)
    parts = [(X != 0).mean(axis=0), X.mean(axis=0), (X / unit).std(axis=0) * unit]
    return [*parts, X.min(axis=0), X.max(axis=0)]


@examples(150)
@given(TABLES)
def test_the_numbers_are_those_of_the_dense_table(X):
    table = describe(Dataset.from_arrays(X, np.arange(len(X)) % 2))
    for name, expected in zip(NUMERIC, naive(X), strict=True):
        size = np.abs(X).max(axis=0) * 1e-12
        assert (np.abs(table[name].to_numpy() - expected) <= size).all(), name
    for kind, column in zip(table["type"], X.T, strict=True):
        whole = (column == np.floor(column)).all()
        assert kind == (
            "0/1" if set(column) <= {0.0, 1.0} else "whole numbers" if whole else "numbers"
        )


@examples(100)
@given(TABLES, st.integers(0, 99))
def test_the_correlation_is_pearsons(X, seed):
    y = np.random.default_rng(seed).standard_normal(len(X))
    table = describe(Dataset.from_arrays(X, y))
    for value, column in zip(table["correlation with the target"], X.T, strict=True):
        if np.ptp(column) == 0:
            assert np.isnan(value)
        else:
            expected = np.corrcoef(column / np.abs(column).max(), y)[0, 1]
            assert value == pytest.approx(expected, abs=1e-9)


@examples(100)
@given(TABLES, st.data())
def test_the_correlation_ratio_is_the_share_between_classes(X, data):
    kinds = [data.draw(st.sampled_from("abcd")) for _ in X[:-3]] + ["a", "b", "c"]
    dataset = Dataset.from_arrays(X, kinds, task="multiclass")
    for value, column in zip(describe(dataset)["correlation ratio η"], X.T, strict=True):
        if np.ptp(column) == 0:
            assert np.isnan(value)
            continue
        column = column / np.abs(column).max()
        means = np.array([column[dataset.y == c].mean() for c in dataset.y])
        assert value == pytest.approx(means.std() / column.std(), abs=1e-9)


def test_a_feature_knows_its_column_its_gaps_its_group_and_its_weight():
    frame = pd.DataFrame({"n": [1, None, 3, 4], "w": ["u", "v", None, "u"], "y": [0, 1, 0, 1]})
    dataset = table_dataset(Table(frame), HERE)
    table = describe(prepare(dataset, Preparation(noise_features=1, constant=True)))
    assert table["name"].tolist() == ["n", "w=u", "w=v", "constant", "noise_0001"]
    assert table["from"].tolist() == ["n", "w", "w", "", ""]
    assert table["missing"].tolist() == [1, 1, 1, 0, 0]
    assert table["group"].tolist() == [0, 1, 1, 2, 3]
    assert "true weight" not in table
    made = datasets.load("sparse_linear", n_rows=100, n_features=40)
    assert describe(made)["true weight"].tolist() == made.true_weights.tolist()
    assert "group" not in describe(made)


def test_a_summary_of_classes():
    train = datasets.load("breast_cancer", test_fraction=0.25, noise_features=5)
    found = summary(train)
    assert (found.rows, found.columns, found.nonzeros) == (*train.X.shape, train.X.nnz)
    assert found.target == {"+1": (train.y == 1).sum(), "−1": (train.y == -1).sum()}
    assert found.held_out + found.rows == 569 and found.groups is None
    assert found.density == train.X.nnz / (found.rows * 35)
    assert found.memory == 12 * found.nonzeros + 4 * (found.rows + 1) + 8 * found.rows


def test_a_summary_of_numbers_and_of_many_classes():
    found = summary(Dataset.from_arrays(np.eye(5), [1.5, 2, 4, 8, 16], groups=[0, 0, 1, 1, 1]))
    assert found.target == {
        "minimum": 1.5, "lower quartile": 2, "median": 4, "upper quartile": 8, "maximum": 16,
    }  # fmt: skip
    assert found.groups == 2 and found.held_out == 0
    many = summary(Dataset.from_arrays(np.eye(4), ["fig", "pear", "fig", "kiwi"]))
    assert many.target == {"fig": 2, "kiwi": 1, "pear": 1}

"""Splitting and noise features: seeded, stratified, repeatable, and each leaves the other alone."""

import dataclasses
import tracemalloc

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

import datasets
from datasets import Dataset, DatasetError, Preparation, prepare
from tests.support.loading import check_form
from tests.support.many.examples import examples
from tests.support.many.turns import in_turn

CANCER = datasets.load("breast_cancer")


def noise_of(dataset):
    """The noise columns as a dense table."""
    return dataset.X[:, dataset.n_features - dataset.n_noise :].toarray()


def test_by_default_nothing_changes():
    same = prepare(CANCER, Preparation())
    assert (same.X != CANCER.X).nnz == 0 and np.array_equal(same.y, CANCER.y)
    assert same.notes == CANCER.notes and same.test is None and same.n_noise == 0


@examples(60)
@given(
    n_plus=st.integers(2, 30),
    n_minus=st.integers(2, 30),
    fraction=st.floats(0.001, 0.5),
    seed=st.integers(0, 99),
)
def test_a_split_is_stratified_and_loses_no_row(n_plus, n_minus, fraction, seed):
    y = np.repeat([1.0, -1.0], [n_plus, n_minus])
    rows = np.arange(1.0, len(y) + 1)  # each row carries its own number
    train = prepare(
        Dataset.from_arrays(rows[:, None], y), Preparation(test_fraction=fraction, seed=seed)
    )
    sides = (train, train.test)
    numbers = [side.X.toarray().ravel() for side in sides]
    assert sorted(np.concatenate(numbers)) == rows.tolist()
    for side, its in zip(sides, numbers, strict=True):
        check_form(side)
        assert np.all(np.diff(its) > 0)
        assert np.array_equal(side.y, y[its.astype(int) - 1])
        assert set(side.y) == {-1.0, 1.0}
    for label, n in ((1, n_plus), (-1, n_minus)):
        assert abs(np.sum(train.test.y == label) - n * fraction) <= 1
    assert f"{train.test.n_rows} of {len(y)} rows were held out" in train.notes[-1]


def test_the_seed_decides_the_split():
    one, again, other = (
        prepare(CANCER, Preparation(test_fraction=0.3, seed=seed)) for seed in (1, 1, 2)
    )
    assert np.array_equal(one.X.toarray(), again.X.toarray())
    assert one.X.shape == other.X.shape and (one.X != other.X).nnz > 0


@pytest.mark.parametrize(
    ("y", "who"), [([1, -1, -1], "class +1"), ([-1, 1, 1], "class -1"), ([3.0, 1.0], None)]
)
def test_a_class_of_one_row_cannot_be_split(y, who):
    dataset = Dataset.from_arrays(np.ones((len(y), 1)), y)
    if who is None:  # two rows of different classes: neither can be on both sides
        who = "class +1" if dataset.y[0] < 0 else "class -1"
    with pytest.raises(DatasetError, match=r"one row only.*test_fraction to 0") as refused:
        prepare(dataset, Preparation(test_fraction=0.5))
    assert who in str(refused.value)


def test_a_dataset_is_split_once():
    with pytest.raises(DatasetError, match="Breast cancer is split already"):
        prepare(prepare(CANCER, Preparation(test_fraction=0.2)), Preparation())


def test_noise_is_zeros_and_ones_at_one_in_twenty():
    noisy = prepare(CANCER, Preparation(noise_features=1000))
    check_form(noisy)
    noise = noise_of(noisy)
    assert noisy.n_noise == noise.shape[1] == 1000
    assert set(np.unique(noise)) == {0.0, 1.0}
    assert abs(noise.mean() - 0.05) < 5 * np.sqrt(0.05 * 0.95 / noise.size)
    assert len(np.unique(noise, axis=1).T) == 1000
    assert noisy.feature_names[30] == "noise_0001" and noisy.feature_names[-1] == "noise_1000"
    assert "noise_0001 to noise_1000" in noisy.notes[-1]


def test_noise_does_not_change_with_any_other_option():
    noise = noise_of(prepare(CANCER, Preparation(noise_features=40)))
    more = noise_of(prepare(CANCER, Preparation(noise_features=90)))
    assert np.array_equal(more[:, :40], noise)
    for scaling in ("unit variance", "max-abs 1"):
        scaled = noise_of(prepare(CANCER, Preparation(noise_features=40, scaling=scaling)))
        assert np.array_equal(scaled, noise)
    unit = noise_of(prepare(CANCER, Preparation(noise_features=40, scaling="unit rows")))
    assert np.array_equal(unit != 0, noise != 0)
    split = prepare(CANCER, Preparation(noise_features=40, test_fraction=0.3))
    rows = {tuple(features): noise[i] for i, features in enumerate(CANCER.X.toarray())}
    for side in (split, split.test):
        for features, drawn in zip(side.X[:, :30].toarray(), noise_of(side), strict=True):
            assert np.array_equal(rows[tuple(features)], drawn)
    assert not np.array_equal(
        noise_of(prepare(CANCER, Preparation(noise_features=40, seed=1))), noise
    )


def test_noise_has_weight_zero_and_groups_of_its_own():
    dataset = Dataset.from_arrays(np.eye(3), [1, -1, 1], groups=[0, 0, 1], true_weights=[1, 2, 3])
    noisy = prepare(dataset, Preparation(noise_features=2))
    assert noisy.groups.tolist() == [0, 0, 1, 2, 3]
    assert noisy.true_weights.tolist() == [1, 2, 3, 0, 0]
    twice = prepare(noisy, Preparation(noise_features=1))
    assert twice.n_noise == 3 and twice.feature_names[-1] == "noise_0003"


@pytest.mark.parametrize("scaling", ["none", "unit variance", "max-abs 1", "unit rows"])
def test_a_wide_dataset_is_prepared_in_the_memory_of_its_nonzeros(scaling):
    wide = sp.random_array((2_000, 200_000), density=1e-4, format="csr", rng=0)
    dataset = Dataset.from_arrays(wide, np.arange(2_000) % 2)
    options = Preparation(scaling=scaling, test_fraction=0.25, noise_features=10)
    tracemalloc.start()
    prepared = prepare(dataset, options)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert prepared.n_features == 200_010
    assert peak < 400 * 200_010  # a dense copy would take 16,000 bytes a column


@in_turn(
    "options",
    [
        {"noise_features": -1},
        {"noise_features": 20_001},
        {"noise_features": 2.5},
        {"test_fraction": 0.6},
        {"test_fraction": float("nan")},
        {"scaling": "log"},
        {"seed": -1},
    ],
)
def test_an_option_out_of_range_is_named(options):
    with pytest.raises(ValueError, match=next(iter(options))):
        Preparation(**options)


def with_test_file(dataset, X):
    """The dataset with test rows as a file of their own would give them."""
    test = dataclasses.replace(dataset, X=sp.csr_array(X), y=np.ones(len(X)))
    provenance = dataclasses.replace(dataset.provenance, test_name="x.t")
    return dataclasses.replace(dataset, test=test, provenance=provenance)


def test_rows_of_a_test_file_stay_the_test_rows():
    own = Dataset.from_arrays([[1.0, 2.0], [3.0, 0.0], [5.0, 7.0]], [1, -1, 1])
    pair = with_test_file(own, np.array([[9.0, 0.0], [0.0, 4.0]]))
    plain = prepare(pair, Preparation())
    assert plain.X.toarray().tolist() == own.X.toarray().tolist()
    assert plain.test.X.toarray().tolist() == [[9, 0], [0, 4]] and not plain.report
    share = prepare(pair, Preparation(test_fraction=0.25))
    assert (share.n_rows, share.test.n_rows, share.test_name) == (3, 2, "x.t")
    (note,) = share.notes
    assert note == "The test share of 0.25 was not taken: the test rows come from x.t."


@pytest.mark.parametrize("scaling", ["unit variance", "max-abs 1", "unit rows"])
def test_the_rows_of_a_test_file_are_scaled_by_the_training_rows_alone(scaling):
    own = Dataset.from_arrays([[1.0, 2.0], [3.0, 0.0], [5.0, 7.0]], [1, -1, 1])
    asked = Preparation(
        scaling=scaling, expansion="squares", noise_features=3, constant=True, groups="blocks 1"
    )
    pair = prepare(with_test_file(own, np.array([[1e6, 0.0], [1.0, 2.0]])), asked)
    alone = prepare(own, asked)
    n_own = alone.n_features - 3
    assert np.array_equal(pair.X.toarray()[:, :n_own], alone.X.toarray()[:, :n_own])
    assert np.array_equal(pair.test.X.toarray()[1, : n_own - 1], pair.X.toarray()[0, : n_own - 1])
    for side in (pair, pair.test):
        check_form(side)
        assert side.feature_names == alone.feature_names
        assert np.array_equal(side.groups, alone.groups)

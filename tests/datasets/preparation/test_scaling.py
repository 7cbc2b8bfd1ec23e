"""Each scaling keeps its promise on the training rows, and only learns from those."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import datasets
from datasets import Dataset, DatasetError, Preparation, prepare
from tests.support.loading import check_form
from tests.support.many.examples import examples

NUMBERS = st.one_of(
    st.just(0.0),
    st.floats(-1e6, 1e6).map(lambda v: round(v, 3)),
    st.sampled_from([1e100, -1e100, 1e-300, 5e-324, 1e80]),
)
TABLES = arrays.arrays(
    np.float64, st.tuples(st.integers(4, 9), st.integers(1, 4)), elements=NUMBERS
)


def dataset_of(table, **options):
    """A dataset of two classes, alternating."""
    return Dataset.from_arrays(table, np.arange(len(table)) % 2, **options)


@examples(100)
@given(TABLES)
def test_unit_variance(table):
    scaled = prepare(dataset_of(table), Preparation(scaling="unit variance"))
    check_form(scaled)
    left = " ".join(note for note in scaled.notes if "left as" in note)
    for name, before, after in zip(
        scaled.feature_names, table.T, scaled.X.toarray().T, strict=True
    ):
        if np.all(before == before[0]):
            assert name in left
        if name in left:
            assert np.array_equal(before, after)
            continue
        assert np.std(after) == pytest.approx(1, rel=1e-3)
        if np.count_nonzero(before) > len(before) / 2:
            assert abs(np.mean(after)) < 1e-3
        else:
            assert np.all(after[before == 0] == 0)


@examples(100)
@given(TABLES)
def test_max_abs(table):
    scaled = prepare(dataset_of(table), Preparation(scaling="max-abs 1"))
    check_form(scaled)
    largest = np.abs(table).max(axis=0)
    expected = np.where(largest < 1e-100, largest, 1.0)
    assert np.allclose(np.abs(scaled.X.toarray()).max(axis=0), expected, rtol=1e-12)


@examples(100)
@given(TABLES)
def test_unit_rows(table):
    scaled = prepare(dataset_of(table), Preparation(scaling="unit rows", noise_features=3))
    check_form(scaled)
    length = np.linalg.norm(scaled.X.toarray(), axis=1)
    empty = scaled.X.count_nonzero(axis=1) == 0
    assert np.all(np.isclose(length, 1, rtol=1e-12) | (length < 1e-100))
    left = f"; {empty.sum()} without any nonzero stayed as they are" if empty.any() else ""
    assert scaled.notes[-1] == f"Each row was divided by its Euclidean length{left}."


def test_breast_cancer_is_standardised_to_rounding():
    scaled = datasets.load("breast_cancer", scaling="unit variance")
    assert np.allclose(scaled.X.toarray().mean(axis=0), 0, atol=1e-12)
    assert np.allclose(scaled.X.toarray().std(axis=0), 1, atol=1e-12)


@pytest.mark.parametrize("scaling", ["unit variance", "max-abs 1"])
def test_the_test_rows_are_scaled_by_the_training_rows(scaling):
    plain = datasets.load("breast_cancer", test_fraction=0.4)
    scaled = datasets.load("breast_cancer", test_fraction=0.4, scaling=scaling)
    train = plain.X.toarray()
    offset, factor = train.mean(axis=0), train.std(axis=0)
    if scaling == "max-abs 1":
        offset, factor = 0, np.abs(train).max(axis=0)
    expected = (plain.test.X.toarray() - offset) / factor
    assert np.allclose(scaled.test.X.toarray(), expected, rtol=1e-10, atol=1e-10)
    assert np.abs(scaled.test.X.toarray()).max() > np.abs(scaled.X.toarray()).max() * 0.1


@pytest.mark.parametrize("scaling", ["unit variance", "max-abs 1"])
@pytest.mark.parametrize("density", [0.1, 0.9])
def test_rescaled_true_weights_predict_the_same_up_to_a_constant(scaling, density):
    options = {"n_rows": 300, "n_features": 40, "noise": 0.0, "density": density}
    options |= {"task": "regression", "scaling": scaling, "test_fraction": 0.3}
    made = datasets.load("sparse_linear", **options)
    shifts = [side.X @ made.true_weights - side.y for side in (made, made.test)]
    assert np.ptp(np.concatenate(shifts)) < 1e-10
    assert density > 0.5 or abs(shifts[0][0]) < 1e-10


def test_constant_columns_stay_and_are_named():
    table = np.column_stack([[7, 7, 7, 7], [0, 0, 0, 0], [1, 2, 3, 4]])
    scaled = prepare(
        dataset_of(table, feature_names=["seven", "nothing", "count"]),
        Preparation(scaling="unit variance"),
    )
    assert scaled.X.toarray()[:, :2].tolist() == [[7, 0]] * 4
    assert "2 columns are constant" in scaled.notes[-1]
    assert scaled.notes[-1].endswith("left as they are: seven and nothing.")


def test_a_test_value_that_scaling_takes_beyond_the_limit_is_refused():
    table = np.full((6, 1), 1e100)
    for row in range(6):
        table[row] = row * 1e-90
    table[5] = 1e100
    found = set()
    for seed in range(20):
        try:
            prepare(
                dataset_of(table), Preparation(scaling="max-abs 1", test_fraction=0.4, seed=seed)
            )
        except DatasetError as refused:
            found.add("column 'x1', row" in str(refused) and "larger unit" in str(refused))
    assert found == {True}

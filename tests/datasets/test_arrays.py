"""Arrays in, one physical form out, and a sentence for each kind of array that cannot be used."""

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from datasets import Dataset, DatasetError
from tests.support.loading import check_form
from tests.support.many.examples import examples
from tests.support.many.turns import in_turn

Y = [-1.0, 1.0, 1.0]
X = np.array([[1.0, 0.0], [0.0, 2.0], [3.0, 4.0]])


@examples(100)
@given(
    arrays.arrays(
        np.float64,
        st.tuples(st.integers(2, 6), st.integers(1, 5)),
        elements=st.sampled_from([0.0, -0.0, 1.0, -2.5, 1e100, 1e-300]),
    ),
    st.sampled_from([np.asarray, sp.csr_matrix, sp.csc_array, sp.coo_array, sp.lil_array]),
)
def test_any_container_gives_the_same_form(table, container):
    y = np.arange(len(table)) % 2
    dataset = Dataset.from_arrays(container(table), y)
    check_form(dataset)
    assert np.array_equal(dataset.X.toarray(), table)
    assert dataset.density == np.count_nonzero(table) / table.size


def test_duplicates_are_summed_and_stored_zeros_dropped():
    cells = ([5.0, 1.0, 2.0, 0.0], ([0, 0, 0, 1], [2, 0, 2, 1]))
    dataset = Dataset.from_arrays(sp.coo_array(cells, shape=(2, 3)), [0, 1])
    check_form(dataset)
    assert dataset.X.toarray().tolist() == [[1, 0, 7], [0, 0, 0]]
    assert dataset.X.nnz == 2


def test_what_the_caller_brought_stays_the_callers():
    mine, target, weights = sp.csr_array(X), np.array(Y), np.ones(2)
    dataset = Dataset.from_arrays(mine, target, true_weights=weights)
    mine.data[:] = 9
    target[:] = 9
    weights[:] = 9
    assert dataset.X.toarray().tolist() == X.tolist()
    assert dataset.y.tolist() == Y
    assert dataset.true_weights.tolist() == [1, 1]


def test_names_come_from_the_table_or_are_counted():
    frame = pd.DataFrame(X, columns=["height", "width"])
    assert Dataset.from_arrays(frame, Y).feature_names == ("height", "width")
    assert Dataset.from_arrays(X, Y).feature_names == ("x1", "x2")


def test_groups_are_renumbered_without_gaps():
    dataset = Dataset.from_arrays(np.eye(3), Y, groups=[7, -2, 7])
    assert dataset.groups.tolist() == [1, 0, 1]
    assert not dataset.groups.flags.writeable


def test_a_wide_sparse_matrix_is_never_made_dense():
    wide = sp.random_array((1000, 1_000_000), density=1e-5, format="csr", rng=0)
    assert Dataset.from_arrays(wide, np.arange(1000) % 2).X.nnz == wide.nnz


REFUSALS = {
    "no rows": (np.zeros((0, 2)), [], {}, ["no rows", "at least one"]),
    "no columns": (np.zeros((3, 0)), Y, {}, ["no columns", "at least one"]),
    "one dimension": ([1, 2, 3], Y, {}, ["1 dimension", "one column per feature"]),
    "rows that differ": ([[1, 2], [3]], [0, 1], {}, ["differ in length", "the same number"]),
    "lengths that differ": (X, [0, 1], {}, ["2 values", "3 rows", "one value per row"]),
    "NaN": (
        [[1, 2], [np.nan, np.nan]], [0, 1], {},
        ["column 'x1', row 2", "NaN", "the first of 2", "fill it in"],
    ),
    "NaN, sparse": (sp.csr_array([[0, np.nan], [1, 0]]), [0, 1], {}, ["'x2', row 1", "fill it in"]),
    "infinity": ([[1, 2], [3, -np.inf]], [0, 1], {}, ["'x2', row 2", "-inf", "finite number"]),
    "overflow": ([[1, 2], [3, 1e101]], [0, 1], {}, ["'x2', row 2", "1e+101", "larger unit"]),
    "words": ([[1, "tall"], [3, 4]], [0, 1], {}, ["row 1, column 2", "'tall'", "numbers only"]),
    "None": ([[1, None], [3, None]], [0, 1], {"feature_names": "ab"}, ["'b', row 1", "fill"]),
    "complex": ([[1j], [2]], [0, 1], {}, ["complex", "real"]),
    "dates": (np.array([["2020"], ["2021"]], "M8[Y]"), [0, 1], {}, ["datetime", "numbers only"]),
    "names": (X, Y, {"feature_names": ["a"]}, ["feature_names has length 1", "2 columns", "each"]),
    "groups": (X, Y, {"groups": [0, 0, 1]}, ["groups has length 3", "2 columns", "each"]),
    "group kind": (X, Y, {"groups": [0.5, 1]}, ["groups", "whole numbers"]),
    "weights": (X, Y, {"true_weights": [1]}, ["true_weights has length 1", "2 columns", "each"]),
    "weight": (X, Y, {"true_weights": [1, np.nan]}, ["true_weights[1]", "nan", "finite"]),
    "task": (X, Y, {"task": "ranking"}, ["'ranking'", "regression or multiclass"]),
}  # fmt: skip


@in_turn("case", REFUSALS)
def test_a_refusal_says_what_is_wrong_where_and_what_to_do(case):
    matrix, y, options, parts = REFUSALS[case]
    with pytest.raises(DatasetError) as refused:
        Dataset.from_arrays(matrix, y, **options)
    assert [part for part in parts if part not in str(refused.value)] == []
    assert str(refused.value).endswith(".")


@in_turn("rows", [np.eye(3), sp.csc_array(np.eye(3)), sp.csr_array(np.eye(3, dtype=np.float32))])
def test_the_unchecked_way_in_takes_one_form(rows):
    with pytest.raises(DatasetError, match="Dataset takes CSR of float64"):
        Dataset(rows, np.array(Y), "classification", ("a", "b", "c"))
    with pytest.raises(DatasetError, match="a number for each row"):
        Dataset(sp.csr_array(np.eye(3)), np.array(Y[:2]), "classification", ("a", "b", "c"))

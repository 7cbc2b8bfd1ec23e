"""Blocks of a stream are checked as a dataset is, and each fault has a sentence of its own."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

from algorithms import ONLINE, record
from tests.support.many.turns import in_turn

LIVE = ONLINE["truncated_gradient"](memory="live", gravity=1e-3)
X = np.random.default_rng(1).standard_normal((12, 5)) * (np.arange(60).reshape(12, 5) % 3 > 0)
Y = np.where(np.arange(12) % 2, 1.0, -1.0)


def weights(blocks, loss=None) -> np.ndarray:
    trace = record(LIVE, blocks, loss)
    w = np.zeros(5)
    w[trace.final.features] = trace.final.weights
    return w


@in_turn(
    "form",
    [sp.csr_array, sp.csc_array, sp.csc_matrix, sp.coo_array, np.asarray, np.ndarray.tolist,
     pd.DataFrame, np.asfortranarray],
)  # fmt: skip
def test_whatever_holds_the_rows_is_read_by_rows(form):
    plain = weights([(sp.csr_array(X), Y)])
    assert np.array_equal(weights([(form(X[:7]), Y[:7]), (form(X[7:]), Y[7:].tolist())]), plain)
    assert plain.any()


def test_unsorted_and_doubled_features_are_put_in_order_and_what_was_given_stays():
    cells = np.array([2.0, 1.0, 3.0]), np.array([4, 0, 4]), np.array([0, 3])
    block = sp.csr_array(cells, shape=(1, 5))
    before = block.indices.copy(), block.data.copy()
    tidy = sp.csr_array(np.array([[1.0, 0.0, 0.0, 0.0, 5.0]]))
    ones = np.array([1.0])
    assert np.array_equal(weights([(block, ones)]), weights([(tidy, ones)]))
    assert np.array_equal(block.indices, before[0]) and np.array_equal(block.data, before[1])


def test_ids_may_be_larger_than_a_dataset_can_have():
    ids = np.array([2**40, 7, 2**62], np.int64)
    cells = np.ones(3), ids, np.array([0, 2, 3])
    trace = record(LIVE, [(sp.csr_array(cells, shape=(2, 2**62 + 1)), [1, -1])])
    assert trace.final.features.tolist() == [7, 2**40, 2**62]


def spoil(value: float) -> np.ndarray:
    out = X.copy()
    out[3, 2] = value
    return out


def negative() -> sp.csr_array:
    out = sp.csr_array(X)
    out.indices[0] = -3
    return out


@in_turn(
    ("block", "sentence"),
    [
        ((X, Y[:9]), r"y has 9 values, but X has 12 rows: give one value per row\."),
        ((X[:9], Y), r"y has 12 values, but X has 9 rows: give one value per row\."),
        ((spoil(np.nan), Y), r"feature 2, row 4 is missing \(NaN\), the only such cell"),
        ((sp.csc_array(spoil(np.inf)), Y), "feature 2, row 4 holds inf, the only such cell"),
        ((spoil(-1e101), Y), r"feature 2, row 4 holds -1e\+101, beyond"),
        ((X, np.where(np.arange(12) == 5, np.nan, Y)), r"the target in row 6 is missing"),
        ((X, np.where(Y > 0.0, "yes", "no")), "the target holds words: give numbers"),
        ((X[0], Y), "X has 1 dimension: give one row per example"),
        ((X.astype(str), Y), ""),
        ((X * 1j, Y), "X holds complex numbers"),
        (([[1.0], [2.0, 3.0]], [1, -1]), "the rows of X differ in length"),
        ((negative(), Y), r"X has feature -3: ids are whole numbers from 0 on\."),
        (X, "it is ndarray: give a pair"),
        ((X, Y, Y), "it is tuple: give a pair"),
        (None, "it is NoneType: give a pair"),
    ],
)
def test_each_fault_has_its_sentence_and_its_block(block, sentence):
    if sentence == "":
        return weights([block])  # numbers that are written as text are numbers, as in a dataset
    with pytest.raises(ValueError, match=f"block 2: {sentence}"):
        record(LIVE, [(X, Y), block])


def test_labels_of_no_meaning_for_the_loss():
    with pytest.raises(ValueError, match=r"y = 0.0: for the logistic loss it must be −1 or"):
        record(LIVE, [(X, (Y > 0.0).astype(float))])
    assert record(LIVE, [(X, X[:, 0])], "squared").steps[-1] == 12


def test_a_block_without_examples_is_passed_over():
    assert np.array_equal(weights([(X[:0], Y[:0]), (X, Y), (X[:0], Y[:0])]), weights([(X, Y)]))
    with pytest.raises(ValueError, match="there was no block with an example"):
        record(LIVE, [(X[:0], Y[:0])])

"""The door of ``advance`` refuses, in a sentence, what must not reach a compiled loop."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from algorithms import ONLINE
from tests.support.many.turns import in_turn

KEYS = tuple(ONLINE)
ROWS = sp.csr_array(np.array([[1.0, 0.0, 2.0, 0.0], [0.0, 3.0, 0.0, -1.0]]))
Y, ORDER = np.array([1.0, -1.0]), np.array([0, 1, 1])
each_algorithm = in_turn("key", KEYS)


def refuse(key, match, rows=ROWS, y=Y, order=ORDER, loss="logistic", **knobs):
    """Say no, and leave the state as it was: the run goes on as one that was never asked."""
    algorithm = ONLINE[key](**knobs)
    state, fresh = algorithm.start(4, 9), algorithm.start(4, 9)
    with pytest.raises(ValueError, match=match):
        algorithm.advance(state, rows, y, order, loss)
    after = [algorithm.advance(each, ROWS, Y, ORDER, "logistic") for each in (state, fresh)]
    assert np.array_equal(*after)


def arrays(data=(1.0, 2.0, 3.0), indices=(0, 2, 1), indptr=(0, 2, 3), width=4) -> sp.csr_array:
    """A CSR array that nobody has checked."""
    rows = sp.csr_array((2, width))
    rows.data, rows.indices = np.array(data), np.array(indices, np.int32)
    rows.indptr = np.array(indptr, np.int32)
    return rows


@each_algorithm
@in_turn("row", [2, 10**9, -1, 2**62])
def test_an_order_of_rows_that_do_not_exist(key, row):
    refuse(key, f"order: row {row} does not exist; the rows are 0 to 1", order=np.array([0, row]))


@each_algorithm
def test_rows_of_another_width(key):
    rows = sp.csr_array(np.eye(2, 9)[:, ::-1])
    refuse(key, "rows: row 0 has a feature that the run does not have.* 0 to 3", rows)


@each_algorithm
@in_turn("index", [4, 10**9, -1])
def test_features_that_do_not_exist(key, index):
    refuse(key, "rows: row 1 has a feature that the run does not", arrays(indices=(0, 2, index)))


@in_turn("key", ["truncated_gradient", "rda"])
def test_on_live_features_an_id_is_not_negative(key):
    refuse(key, "rows: row 1 has a feature", arrays(indices=(0, 2, -1)), memory="live")


@each_algorithm
@in_turn("indptr", [(0, 2, 99), (0, -5, 3), (2, 0, 3), (0, 10**9, 3)])
def test_rows_outside_of_their_arrays(key, indptr):
    refuse(key, "rows: row . lies outside of its arrays", arrays(indptr=indptr))


@each_algorithm
@in_turn("indices", [(2, 0, 1), (2, 2, 1)])
def test_features_that_do_not_increase(key, indices):
    refuse(key, "rows: the features of row 0 must increase", arrays(indices=indices))


@each_algorithm
@in_turn("value", [np.nan, np.inf, -1e101])
def test_numbers_that_are_not_finite(key, value):
    refuse(key, "rows: row 1 holds a number that is not finite", arrays(data=(1.0, 2.0, value)))


@each_algorithm
@in_turn("y", [np.array([0.0, 1.0]), np.array([1.0, np.nan]), [2, 1]])
def test_labels_of_no_meaning(key, y):
    refuse(key, "for the logistic loss it must be −1 or", y=y)


@each_algorithm
def test_labels_that_are_not_one_for_each_row(key):
    refuse(key, "y has 1 values, and there are 2 rows", y=Y[:1], order=np.array([0]))
    refuse(key, "y: it must be a vector of numbers", y=None)
    refuse(key, "y: it must be a vector of numbers", y=["a", "b"])
    refuse(key, "y: it must be a vector of numbers", y=Y[:, None])


@each_algorithm
@in_turn("order", [[0.0, 1.0], [[0, 1]], None, ["0"], [True, False], [[0], [0, 1]]])
def test_an_order_that_is_none(key, order):
    refuse(key, "order: it must be a vector of whole numbers", order=order)


@each_algorithm
@in_turn(
    "rows",
    [ROWS.tocsc(), ROWS.toarray(), ROWS.astype(np.float32), sp.coo_array(ROWS), None, [[1.0]]],
)
def test_rows_in_another_form(key, rows):
    refuse(key, "rows: it must be a CSR array of float64, such as Dataset.X", rows)


@each_algorithm
def test_a_loss_that_the_run_is_not_for(key):
    refuse(key, "loss = 'softmax'", y=np.array([0.0, 1.0]), loss="softmax")


def test_classes_that_do_not_exist():
    algorithm = ONLINE["projected_gradient"]()
    state = algorithm.start(4, 9, n_classes=2)
    for y, match in (([0, 2], "one of the 2 classes"), ([0.5, 1], "one of the 2 classes")):
        with pytest.raises(ValueError, match=match):
            algorithm.advance(state, ROWS, y, ORDER, "softmax")
    with pytest.raises(ValueError, match="loss = 'logistic': the run was started with n_classes"):
        algorithm.advance(state, ROWS, Y, ORDER, "logistic")


def test_only_the_rows_that_are_asked_for_are_looked_at():
    algorithm, broken = ONLINE["sgd"](), arrays(indices=(0, 2, 77))
    state = algorithm.start(4, 9)
    assert algorithm.advance(state, broken, [1, 0], [0, 0], "logistic").shape == (2,)


@each_algorithm
def test_lists_and_other_whole_numbers_will_do(key):
    algorithm = ONLINE[key]()
    plain = algorithm.advance(algorithm.start(4, 9), ROWS, Y, ORDER, "logistic")
    other = algorithm.advance(algorithm.start(4, 9), ROWS, [1, -1], [0, 1, 1], "logistic")
    unchecked = algorithm.advance(
        algorithm.start(4, 9), ROWS, Y, ORDER, "logistic", check_input=False
    )
    assert np.array_equal(plain, other) and np.array_equal(plain, unchecked)

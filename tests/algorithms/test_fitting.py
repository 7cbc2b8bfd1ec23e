"""Losses go with targets, labels mean something, and the rows of ``clipped``."""

from __future__ import annotations

from math import inf, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from algorithms.losses import Loss, check_target, fitting_loss, fitting_rows, loss_code
from tests import naive
from tests.support.many.examples import examples
from tests.support.many.turns import in_turn

FITS = {
    "classification": ("squared", "logistic", "hinge", "clipped"),
    "regression": ("squared", "clipped"),
    "multiclass": ("softmax",),
}


@in_turn("task", FITS)
@in_turn("loss", Loss.__members__)
def test_every_loss_on_every_task(task, loss):
    if loss in FITS[task]:
        assert fitting_loss(loss, task) is fitting_loss(Loss[loss], task) is Loss[loss]
    else:
        with pytest.raises(ValueError, match=f"loss = '{loss}': ") as refused:
            fitting_loss(loss, task)
        with pytest.raises(ValueError, match=f"loss = '{loss}': "):
            fitting_loss(Loss[loss], task)
        known = {"multiclass": "multiclass; take softmax", "regression": "real; take the squared"}
        expected = "take another loss" if loss == "softmax" else known[task]
        assert expected in str(refused.value)


def test_softmax_without_classes_says_what_the_target_is():
    with pytest.raises(ValueError, match="loss = 'softmax': the target here is classification"):
        fitting_loss("softmax", "classification")
    with pytest.raises(ValueError, match="loss = 'softmax': the target here is regression"):
        fitting_loss("softmax", "regression")


def test_an_unknown_loss_is_answered_with_all_there_are():
    names = "squared, logistic, hinge, clipped, softmax"
    for bad in ("absolute", "", "Hinge", 1.5, 1, ["hinge"]):
        for refuse in (loss_code, lambda loss: fitting_loss(loss, "classification")):
            with pytest.raises(ValueError, match=f"loss = .*: it must be one of {names}$"):
                refuse(bad)


@in_turn(
    ("loss", "bad", "rule"),
    [
        ("logistic", 0.0, "−1 or +1"),
        ("logistic", 2.0, "−1 or +1"),
        ("logistic", -1.5, "−1 or +1"),
        ("logistic", nan, "−1 or +1"),
        ("hinge", 0.5, "−1 or +1"),
        ("hinge", inf, "−1 or +1"),
        ("clipped", 1.5, "within [−1, 1]"),
        ("clipped", -2.0, "within [−1, 1]"),
        ("clipped", nan, "within [−1, 1]"),
        ("softmax", 3.0, "one of the 3 classes, numbered from 0"),
        ("softmax", -1.0, "one of the 3 classes, numbered from 0"),
        ("softmax", 0.5, "one of the 3 classes, numbered from 0"),
        ("softmax", nan, "one of the 3 classes, numbered from 0"),
        ("squared", nan, "finite"),
        ("squared", inf, "finite"),
        ("squared", -inf, "finite"),
    ],
)
def test_a_label_without_a_meaning(loss, bad, rule):
    good = 0.0 if loss == "softmax" else 1.0
    with pytest.raises(ValueError) as refused:
        check_target(Loss[loss], np.array([good, bad, good]), 3)
    assert str(refused.value) == f"y = {float(bad)!r}: for the {loss} loss it must be {rule}"


def test_the_first_label_without_a_meaning_is_named():
    with pytest.raises(ValueError, match=r"y = 7\.0: "):
        check_target(Loss.hinge, np.array([1.0, 7.0, 8.0]))


@in_turn(
    ("loss", "good"),
    [
        ("logistic", [-1.0, 1.0]),
        ("hinge", [-1.0, 1.0]),
        ("clipped", [-1.0, -0.3, 0.0, 1.0]),
        ("softmax", [0.0, 2.0, 1.0]),
        ("squared", [-1e100, 0.25, 1e100]),
    ],
)
def test_labels_with_a_meaning(loss, good):
    check_target(Loss[loss], np.array(good), 3)


CELLS = st.sampled_from([0.0, 0.0, 1.0, -2.5, 1e100, 1e-300])


@examples(100)
@given(hnp.arrays(np.float64, st.tuples(st.integers(1, 6), st.integers(1, 9)), elements=CELLS))
def test_rows_are_divided_by_the_root_of_their_nonzeros(table):
    X = naive.dataset(table, np.zeros(len(table))).X
    before = X.data.copy()
    scaled = fitting_rows(Loss.clipped, X)
    expected = [[v / np.sqrt(max(np.count_nonzero(row), 1)) for v in row.tolist()] for row in table]
    assert np.allclose(scaled.toarray(), expected, rtol=1e-15, atol=0.0)
    assert np.array_equal(X.data, before)
    # One physical form, so that each kernel is compiled once.
    assert (scaled.indices.dtype, scaled.indptr.dtype) == (np.int32, np.int32)
    assert scaled.shape == X.shape


@pytest.mark.parametrize("loss", [loss for loss in Loss if loss != Loss.clipped])
def test_rows_of_the_other_losses_are_left_alone(loss):
    X = naive.dataset(np.eye(3), np.zeros(3)).X
    assert fitting_rows(loss, X) is X

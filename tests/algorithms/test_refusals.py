"""Runs ``record`` cannot make are refused by name, value and rule, before an algorithm starts."""

from __future__ import annotations

from math import nan

import numpy as np
import pytest

from algorithms import Loss, record
from tests import naive
from tests.support.many.turns import in_turn
from tests.support.refusals import (
    BINARY,
    EITHER,
    Batch,
    Online,
    X,
    either,
    labelled_data,
    refusal_text,
)

REAL = naive.dataset(X, [0.5, -1.0, 1.0], "regression")
KINDS = naive.dataset(X, [0.0, 2.0, 1.0], "multiclass", classes=("ant", "bee", "cow"))


class Multiclass(Online):
    """One that has an update for softmax only."""

    losses = (Loss.softmax,)


def test_these_would_start_otherwise():
    for algorithm in EITHER:
        with pytest.raises(pytest.fail.Exception, match="it started"):
            record(algorithm, BINARY, "logistic", groups=[0, 1, 0, 1])


def test_a_loss_the_online_algorithm_has_no_update_for():
    expected = "loss = 'softmax': SGD has no update for it; it must be one of squared, logistic"
    assert refusal_text(Online(), KINDS, "softmax").startswith(expected)
    says = refusal_text(Multiclass(), BINARY, "hinge")
    assert says == "loss = 'hinge': SGD has no update for it; it must be one of softmax"


@pytest.mark.parametrize("loss", ["hinge", "clipped", Loss.hinge])
def test_a_loss_the_batch_algorithm_has_no_update_for(loss):
    says = refusal_text(Batch(), BINARY, loss)
    assert says.endswith("Batch has no update for it; it must be one of squared, logistic, softmax")
    assert says.startswith("loss = 'hinge'" if loss != "clipped" else "loss = 'clipped'")


@either
def test_softmax_on_two_classes(algorithm):
    says = refusal_text(algorithm, BINARY, "softmax")
    assert says == "loss = 'softmax': the target here is classification; take another loss"


@either
@pytest.mark.parametrize("loss", ["squared", "logistic", "hinge", "clipped"])
def test_another_loss_than_softmax_on_many_classes(algorithm, loss):
    says = refusal_text(algorithm, KINDS, loss)
    assert says == f"loss = {loss!r}: the target here is multiclass; take softmax"


@either
@pytest.mark.parametrize("loss", ["logistic", "hinge"])
def test_a_margin_loss_on_real_targets(algorithm, loss):
    says = refusal_text(algorithm, REAL, loss)
    assert says.startswith(f"loss = {loss!r}: it needs labels −1/+1, and the target here is real")


@in_turn("loss", ["logistic", "hinge"])
@in_turn("label", [0.0, 2.0, -3.0, 0.5, nan])
def test_a_label_that_is_no_sign(loss, label):
    says = refusal_text(Online(), labelled_data(1.0, label, -1.0), loss)
    assert says == f"y = {float(label)!r}: for the {loss} loss it must be −1 or +1"


@in_turn("label", [1.5, -7.0, nan])
@in_turn("task", ["classification", "regression"])
def test_a_target_outside_the_range_of_the_clipped_loss(task, label):
    says = refusal_text(Online(), labelled_data(1.0, label, -1.0, task=task), "clipped")
    assert says == f"y = {float(label)!r}: for the clipped loss it must be within [−1, 1]"


@pytest.mark.parametrize("label", [3.0, -1.0, 0.5, nan])
def test_a_class_that_does_not_exist(label):
    data = labelled_data(0.0, 1.0, label, task="multiclass", classes=("ant", "bee", "cow"))
    says = refusal_text(Multiclass(), data, "softmax")
    rule = "it must be one of the 3 classes, numbered from 0"
    assert says == f"y = {float(label)!r}: for the softmax loss {rule}"


@pytest.mark.parametrize("task", ["classification", "regression"])
def test_a_target_that_is_not_finite(task):
    says = refusal_text(Online(), labelled_data(1.0, np.inf, -1.0, task=task), "squared")
    assert says == "y = inf: for the squared loss it must be finite"


@either
@pytest.mark.parametrize("name", ["passes", "checkpoints"])
def test_nothing_to_run_or_to_look_at(algorithm, name):
    assert refusal_text(algorithm, BINARY, "logistic", **{name: 0}).startswith(f"{name} = 0: ")

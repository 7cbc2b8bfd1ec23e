"""The table of numbers equals what anyone can work out by hand from the final weights."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from charts import numbers
from datasets import CATALOGUE, Preparation, prepare
from tests.support.views import make, named_runs, toy


def sparse_linear(task="classification", **preparation):
    recipe = CATALOGUE["sparse_linear"](
        n_rows=120, n_features=30, n_nonzeros=6, density=0.9, task=task
    )
    return prepare(recipe.build(), Preparation(**preparation))


def by_hand_auc(scores, y):
    """The share of pairs (positive, negative) in the right order; ties count half."""
    gaps = scores[y > 0][:, None] - scores[y < 0][None, :]
    return np.mean((gaps > 0) + 0.5 * (gaps == 0))


def test_one_row_a_run():
    data = toy()
    runs = named_runs(data, make("sgd"), make("rounding", period=10))
    table = numbers(runs, data)
    assert list(table.index) == ["A · SGD", "B · Rounding"]
    assert list(table.columns) == [
        "first-pass loss", "first-pass error", "mean loss", "progressive error", "nonzero weights",
        "milliseconds", "M nonzeros/s",
    ]  # fmt: skip
    for run, (_, row) in zip(runs, table.iterrows(), strict=True):
        trace = run.trace
        assert row["first-pass loss"] == trace.loss[trace.steps == 40][0] / 40
        assert row["first-pass error"] == trace.mistakes[trace.steps == 40][0] / 40
        assert row["mean loss"] == trace.loss[-1] / 80
        assert row["progressive error"] == trace.mistakes[-1] / 80
        assert row["nonzero weights"] == np.count_nonzero(trace.final.weights)
        assert row["milliseconds"] == 1e3 * trace.costs.seconds[-1]
        read = 2 * data.X.nnz
        assert row["M nonzeros/s"] == pytest.approx(read / trace.costs.seconds[-1] / 1e6)


@pytest.mark.parametrize("noise_features", [0, 25])
def test_false_and_missed_features_where_the_truth_is_known(noise_features):
    data = sparse_linear(noise_features=noise_features)
    runs = named_runs(data, make("sgd"), make("rounding", threshold=0.4), make("subgradient"))
    table = numbers(runs, data)
    for run, (_, row) in zip(runs, table.iterrows(), strict=True):
        w, truth = run.trace.final.weights, data.true_weights
        assert row["missed features"] == sum((w == 0) & (truth != 0))
        assert row["false features"] == sum((w != 0) & (truth == 0))
    assert len(truth) == 30 + noise_features and table["missed features"].max() > 0


def test_noise_features_alone_can_be_false_but_not_missed():
    data = toy(d=20, n_noise=15)
    runs = named_runs(data, make("sgd"), make("truncated_gradient", gravity=0.3))
    table = numbers(runs, data)
    assert "missed features" not in table
    for run, kept in zip(runs, table["false features"], strict=True):
        assert kept == np.count_nonzero(run.trace.final.weights[5:])


def test_nothing_is_false_where_nothing_is_known():
    assert not {"false features", "missed features"} & set(
        numbers(named_runs(toy(), make("sgd")), toy())
    )


def test_a_truth_without_a_zero_can_only_be_missed():
    data = toy(d=3, true_weights=np.array([1.0, 2.0, 3.0]))
    table = numbers(named_runs(data, make("rounding", threshold=np.inf)), data)
    assert table["missed features"].tolist() == [3] and "false features" not in table


def test_test_error_and_auc():
    data = sparse_linear(test_fraction=0.3)
    runs = named_runs(data, make("sgd"), make("truncated_gradient", gravity=0.3))
    for run, (_, row) in zip(runs, numbers(runs, data).iterrows(), strict=True):
        scores = data.test.X @ run.trace.final.weights
        assert row["test error"] == pytest.approx(np.mean(scores * data.test.y <= 0))
        assert row["test AUC"] == pytest.approx(by_hand_auc(scores, data.test.y))
        assert 0 < row["test error"] < 0.5


def test_weights_that_are_all_zero_name_no_class():
    data = sparse_linear(test_fraction=0.3)
    (row,) = numbers(named_runs(data, make("rounding", threshold=np.inf)), data).to_dict("records")
    assert row["test error"] == row["test AUC"] == row["progressive error"] == 0.5


def test_regression():
    data = sparse_linear("regression", test_fraction=0.3)
    runs = named_runs(data, make("sgd", eta=0.01), make("fobos", eta=0.01), loss="squared")
    table = numbers(runs, data)
    assert not {"progressive error", "test error", "test AUC"} & set(table)
    for run, error in zip(runs, table["test mean squared error"], strict=True):
        misses = data.test.X @ run.trace.final.weights - data.test.y
        assert error == pytest.approx(np.mean(misses**2))
        assert run.trace.mistakes[-1] == -1


def test_one_class_in_the_test_rows_is_no_reason_to_fail():
    data = toy()
    one = dataclasses.replace(data, X=data.X[:4], y=np.ones(4))
    data = dataclasses.replace(data, test=one)
    (row,) = numbers(named_runs(data, make("sgd")), data).to_dict("records")
    assert 0 <= row["test error"] <= 1


def test_one_feature_is_enough():
    data = toy(d=1, true_weights=np.ones(1))
    (row,) = numbers(named_runs(data, make("sgd")), data).to_dict("records")
    assert (row["nonzero weights"], row["missed features"]) == (1, 0)

"""Errors on rows kept back are those anyone can count by hand; two classes: test_numbers."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.metrics import accuracy_score, mean_squared_error, roc_auc_score

import datasets
from algorithms import CATALOGUE, evaluate, evaluate_many, record
from algorithms.estimators import CLASSIFIERS
from algorithms.evaluation import scores as scores_module


def test_without_rows_kept_back_there_is_nothing_to_say():
    data = datasets.load("breast_cancer")
    assert evaluate(np.zeros(data.n_features), data, "logistic") == {}


def test_of_ten_classes_the_largest_prediction_names_one():
    data = datasets.load("digits_ten", test_fraction=0.3, scaling="max-abs 1")
    trace = record(CATALOGUE["projected_gradient"](), data, "softmax", intercept=True)
    errors = evaluate(trace.final.weights, data, "softmax", trace.final.intercept)
    error = errors.pop("test error")
    scores = data.test.X @ trace.final.weights.T + trace.final.intercept
    assert error == pytest.approx(np.mean(scores.argmax(axis=1) != data.test.y))
    assert 0 < error < 0.5


def test_the_clipped_loss_scales_the_rows():
    data = datasets.load("breast_cancer", test_fraction=0.3, scaling="unit variance")
    w, b = np.linspace(-1.0, 1.0, data.n_features), np.array([2.0])
    scores = data.test.X @ w / np.sqrt(np.diff(data.test.X.indptr)) + b
    error = evaluate(w, data, "clipped", b)["test error"]
    assert error == pytest.approx(np.mean(np.sign(scores) != data.test.y))
    assert error != evaluate(w, data, "squared", b)["test error"]


def test_the_errors_are_those_of_scikit_learn():
    data = datasets.load("breast_cancer", test_fraction=0.3, scaling="unit variance")
    w, b = np.linspace(-1.0, 1.0, data.n_features), np.array([0.5])
    scores, y = data.test.X @ w + b, data.test.y
    errors = evaluate(w, data, "logistic", b)
    assert errors["test error"] == pytest.approx(1.0 - accuracy_score(y, np.sign(scores)))
    assert errors["test AUC"] == pytest.approx(roc_auc_score(y, scores))
    assert errors["test loss"] == pytest.approx(np.mean(np.log1p(np.exp(-y * scores))))


def test_the_errors_of_a_regression_are_those_of_scikit_learn():
    data = datasets.load("sparse_linear", task="regression", n_rows=200, test_fraction=0.3)
    w = np.linspace(-1.0, 1.0, data.n_features)
    errors = evaluate(w, data, "squared")
    squares = mean_squared_error(data.test.y, data.test.X @ w)
    assert errors == pytest.approx({"test mean squared error": squares, "test loss": squares / 2})


@pytest.mark.parametrize("chunk", [1, 10**9])
def test_many_vectors_are_scored_as_each_alone(chunk, monkeypatch):
    monkeypatch.setattr(scores_module, "CHUNK", chunk)
    draw = np.random.default_rng(0)
    for name, loss, k in (("breast_cancer", "hinge", 0), ("digits_ten", "softmax", 10)):
        data = datasets.load(name, test_fraction=0.3, scaling="max-abs 1")
        w = draw.standard_normal((5, *([k] if k else []), data.n_features))
        b = draw.standard_normal((5, k or 1))
        many = evaluate_many(w, data, loss, b)
        for i in range(5):
            each = {name: values[i] for name, values in many.items()}
            assert each == pytest.approx(evaluate(w[i], data, loss, b[i]))


def test_a_prediction_past_overflow_costs_infinitely_much():
    data = datasets.load("breast_cancer", test_fraction=0.3)
    errors = evaluate(np.full(data.n_features, 1e100), data, "squared")
    assert errors["test loss"] == np.inf and 0.0 < errors["test error"] < 1.0


def test_of_the_errors_those_that_are_asked_for_are_found(monkeypatch):
    data = datasets.load("breast_cancer", test_fraction=0.3)
    w, b = np.linspace(-1.0, 1.0, data.n_features), np.zeros(1)
    errors = evaluate(w, data, "logistic")
    monkeypatch.delitem(scores_module._ERRORS, "test loss")  # it is not even looked for
    for names in (["test AUC"], ["test error", "test AUC"], []):
        asked = evaluate(w, data, "logistic", b, names)
        assert asked == {name: errors[name] for name in names}
    assert evaluate(w, data, "logistic", b, ["weight"]) == {}, "there is no such error"
    whole = datasets.load("breast_cancer")
    assert evaluate(w, whole, "logistic", b, ["test error"]) == {}, "there are no rows for it"


def test_what_are_no_weights_is_named_with_the_way_out():
    data = datasets.load("breast_cancer", test_fraction=0.3)
    trace = record(CATALOGUE["rounding"](), data)
    w = trace.final.weights
    for given, said in (
        ((trace, data), r"a whole trace; .*evaluate\(trace.final.weights, data, trace.loss_name"),
        ((data, w), r"a dataset; weights come first"),
        ((CLASSIFIERS["sgd"](), data), "a model; give its weights"),
        ((w[:5], data), r"shape \(5,\) .* needs numbers of shape \(30,\)"),
        ((w[None], data), r"shape \(1, 30\) .* shape \(30,\)"),
        (("w", data), "needs numbers"),
    ):
        with pytest.raises(ValueError, match=f"^weights: .*{said}"):
            evaluate(*given)
    assert evaluate(w, data) == evaluate(w, data, "logistic")

"""Errors on rows kept back are those anyone can count by hand; two classes: test_numbers."""

from __future__ import annotations

import numpy as np
import pytest

import datasets
from algorithms import CATALOGUE, evaluate, record


def test_without_rows_kept_back_there_is_nothing_to_say():
    data = datasets.load("breast_cancer")
    assert evaluate(np.zeros(data.n_features), data, "logistic") == {}


def test_of_ten_classes_the_largest_prediction_names_one():
    data = datasets.load("digits_ten", test_fraction=0.3, scaling="max-abs 1")
    trace = record(CATALOGUE["projected_gradient"](), data, "softmax", intercept=True)
    (error,) = evaluate(trace.final_weights, data, "softmax", trace.final_intercept).values()
    scores = data.test.X @ trace.final_weights.T + trace.final_intercept
    assert error == pytest.approx(np.mean(scores.argmax(axis=1) != data.test.y))
    assert 0 < error < 0.5


def test_the_clipped_loss_scales_the_rows():
    data = datasets.load("breast_cancer", test_fraction=0.3, scaling="unit variance")
    w, b = np.linspace(-1.0, 1.0, data.n_features), np.array([2.0])
    scores = data.test.X @ w / np.sqrt(np.diff(data.test.X.indptr)) + b
    error = evaluate(w, data, "clipped", b)["test error"]
    assert error == pytest.approx(np.mean(np.sign(scores) != data.test.y))
    assert error != evaluate(w, data, "squared", b)["test error"]

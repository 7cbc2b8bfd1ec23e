"""The mean loss over a plane of two weights, against the loss of each pair by itself."""

from __future__ import annotations

import numpy as np
import pytest

from algorithms.evaluation.loss_plane import MOST_ROWS, loss_plane
from algorithms.losses import Loss
from algorithms.snapshots import mean_loss
from datasets import Dataset

GRID = np.array([-0.5, 0.0, 1.0]), np.array([0.25, 2.0])


@pytest.mark.parametrize("loss", ["logistic", "squared", "hinge", "softmax"])
def test_it_is_the_mean_loss_of_each_pair(loss):
    draw = np.random.default_rng(1)
    X, k = draw.normal(size=(40, 4)), 3 if loss == "softmax" else 0
    y = draw.integers(0, 3, 40).astype(float) if k else np.where(X[:, 0] > 0, 1.0, -1.0)
    data = Dataset.from_arrays(X, y, task="multiclass" if k else "classification")
    w = draw.normal(size=(k, 4) if k else 4)
    b = draw.normal(size=max(k, 1))
    pair = (1, 11) if k else (1, 3)
    losses = loss_plane(data, loss, w, b, pair, GRID)
    for i, height in enumerate(GRID[1]):
        for j, width in enumerate(GRID[0]):
            moved = w.copy()
            moved.ravel()[list(pair)] = width, height
            expected = mean_loss(Loss[loss], data.X, data.y, moved, b)
            assert losses[i, j] == pytest.approx(expected, rel=1e-12)


def test_of_many_examples_evenly_spaced_ones_are_asked():
    n = 2 * MOST_ROWS
    data = Dataset.from_arrays(np.ones((n, 2)), np.where(np.arange(n) < n // 4, 1.0, -1.0))
    losses = loss_plane(data, "hinge", np.zeros(2), np.zeros(1), (0, 1), (np.ones(1), np.zeros(1)))
    assert losses[0, 0] == pytest.approx(0.75 * 2.0, abs=0.01)

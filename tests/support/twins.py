"""Kernels held to their naive twins."""

from __future__ import annotations

import numpy as np

from algorithms import record
from tests import naive
from tests.support.doubt import first_doubt
from tests.support.grids import SAME_OPERATIONS


def check(algorithm, data, order, loss, intercept=False) -> bool:
    """Hold a kernel to its twin; returns whether every step of the run could be compared."""
    twin = naive.run(algorithm, data, order, loss, intercept)
    n = len(twin.predictions)
    trace = record(algorithm, data, loss, order=order, checkpoints=len(order), intercept=intercept)
    rows = naive.dataset(twin.X, data.y).X
    state = algorithm.start(rows.shape[1], len(order), rows.shape[0], intercept=intercept)
    predictions = algorithm.advance(state, rows, data.y, np.asarray(order, np.int64), loss)

    assert trace.diverged_at == twin.diverged_at
    assert len(predictions) == n == trace.steps[-1]
    if twin.diverged_at is None:
        assert np.array_equal(algorithm.weights(state), trace.final_weights)
        assert np.array_equal(algorithm.intercept(state), trace.final_intercept)
    sure = n if algorithm.key in SAME_OPERATIONS else first_doubt(algorithm, twin) - 1

    # 1e-12 for weights up to 1; relative to the largest weight of the run so far beyond.
    expected = np.array(twin.weights)
    largest = np.maximum(np.abs(expected).max(axis=1), np.abs(twin.biases))
    scale = np.maximum(1.0, np.maximum.accumulate(largest))
    off = np.abs(trace.weights - expected).max(axis=1) / scale
    assert (off[:sure] <= 1e-12).all(), (algorithm, loss, int(np.argmax(off > 1e-12)) + 1)
    off = abs(trace.final_intercept[0] - twin.biases[-1]) / scale[-1]
    assert off <= 1e-12 or sure < n, (algorithm, loss)

    reach = (np.abs(twin.X).sum(axis=1)[order[:n]] + intercept) * np.r_[1.0, scale[:-1]]
    off = np.abs(predictions - twin.predictions) / np.maximum(1.0, reach)
    assert (off[: sure + 1] <= 1e-12).all(), (algorithm, loss, int(np.argmax(off > 1e-12)) + 1)
    return sure == n


def assert_finite(trace):
    for name, value in vars(trace).items():
        if isinstance(value, np.ndarray):
            assert np.isfinite(value).all(), name

"""Walking a kernel and its twin side by side, one step at a time."""

from __future__ import annotations

import numpy as np

from tests import naive
from tests.naive.ground import normalised


def walk(algorithm, data, order, loss, intercept=False):
    """What the kernel predicts, and its weights and intercepts after each step.

    The run is made twice, in stretches of one step and as a whole: they are equal bit for bit.
    """
    k, order = len(data.classes), np.asarray(order, np.int64)
    dense = data.X.toarray()
    if loss == "clipped":
        dense = np.array([normalised(x) for x in dense])
    rows = naive.dataset(dense, data.y).X
    setting = (rows.shape[1], len(order), rows.shape[0], None, intercept, k)
    state, made, weights, biases = algorithm.start(*setting), [], [], []
    for t in range(len(order)):
        p = algorithm.advance(state, rows, data.y, order[t : t + 1], loss)
        if len(p) == 0:
            break
        made.append(p[0])
        weights.append(algorithm.weights(state))
        biases.append(algorithm.intercept(state))
    whole = algorithm.start(*setting)
    assert np.array_equal(algorithm.advance(whole, rows, data.y, order, loss), np.array(made))
    if made:
        assert np.array_equal(algorithm.weights(whole), weights[-1])
        assert np.array_equal(algorithm.intercept(whole), biases[-1])
    return np.array(made), np.array(weights), np.array(biases)


def gap(algorithm, data, order, loss, intercept=False, twin=None) -> float:
    """How far kernel and twin are apart at most, over all steps.

    Weights and intercepts are told relative to the largest so far if that is beyond 1, predictions
    to what such weights could make of the example.
    """
    twin = twin or naive.run(algorithm, data, order, loss, intercept)
    made, weights, biases = walk(algorithm, data, order, loss, intercept)
    n = len(twin.predictions)
    assert len(made) == n
    assert n == (len(order) if twin.diverged_at is None else twin.diverged_at - 1)
    expected, b = np.array(twin.weights), np.array(twin.biases).reshape(biases.shape)
    largest = np.maximum(np.abs(expected).reshape(n, -1).max(axis=1), np.abs(b).max(axis=1))
    scale = np.maximum(1.0, np.maximum.accumulate(largest))
    reach = np.abs(twin.X).sum(axis=1)[order[:n]] + intercept
    reach = np.maximum(1.0, reach * np.r_[1.0, scale[:-1]])
    apart = [
        np.abs(weights - expected).reshape(n, -1).max(axis=1) / scale,
        np.abs(biases - b).max(axis=1) / scale,
        np.abs(made - twin.predictions).reshape(n, -1).max(axis=1) / reach,
    ]
    return float(np.max(apart))

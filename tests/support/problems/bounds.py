"""Random problems for bounds, and both sides of one along a run."""

from __future__ import annotations

import numpy as np

from algorithms import record
from algorithms.bounds import (
    gradient_constants,
    truncated_gradient_bound,
)
from tests import naive

LOSSES = ("logistic", "hinge", "squared", "clipped")


def problem(seed: int):
    """Data, loss and order of a small random problem, and a generator for more."""
    draw = np.random.default_rng(seed)
    n, d, loss = int(draw.integers(1, 25)), int(draw.integers(1, 9)), LOSSES[seed % 4]
    X = draw.standard_normal((n, d)) * (draw.random((n, d)) < draw.choice([0.3, 1.0]))
    X[0, 0] = 1.0
    y = X @ draw.standard_normal(d) + 0.3 * draw.standard_normal(n)
    if loss == "squared":
        data = naive.dataset(X, y, "regression")
    else:
        data = naive.dataset(X, np.where(y > 0.0, 1.0, -1.0))
    return data, loss, draw.integers(0, n, draw.integers(1, 70)), draw


def sides(algorithm, data, loss, order, u, constants=None, claimed=None):
    """Both sides of the theorem along a real run; the losses of u by hand."""
    trace = record(algorithm, data, loss, order=order, checkpoints=len(order))
    assert trace.final.diverged_at is None
    each = [naive.value(loss, p, y) for p, y in zip(data.X @ u, data.y, strict=True)]
    return truncated_gradient_bound(
        claimed or algorithm,
        constants or gradient_constants(loss, data.X),
        np.diff(trace.loss, prepend=0.0),
        trace.weights,
        u,
        np.array(each)[order],
    )


def excess(both) -> float:
    """The distance of the measured side above the bound, relative; ≤ 0 when the theorem holds."""
    return float(((both.measured - both.bound) / np.maximum(1.0, np.abs(both.bound))).max())

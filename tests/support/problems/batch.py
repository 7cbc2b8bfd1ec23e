"""Problems as batch algorithms get them."""

from __future__ import annotations

import numpy as np

from algorithms import Loss
from algorithms.batch.problem import Problem
from algorithms.losses import fitting_rows
from tests import naive

SEED = 6


def draw_labels(X, loss) -> naive.Dataset:
    draw = np.random.default_rng(1)
    if loss == "squared":
        return naive.dataset(X, draw.standard_normal(len(X)), "regression")
    return naive.dataset(X, draw.choice([-1.0, 1.0], len(X)))


def unit_of(data, loss, intercept=False) -> float:
    """The objective of weights 0, by hand; with an intercept amounts count from their mean."""
    constant = {"logistic": np.log(2.0), "hinge": 1.0, "softmax": np.log(max(len(data.classes), 1))}
    middle = data.y.mean() if intercept else 0.0
    return constant.get(loss, 0.5 * float(((data.y - middle) ** 2).mean()))


def problem_of(data, loss, intercept, order=None) -> Problem:
    rows = fitting_rows(Loss[loss], data.X)
    return Problem.of(rows, data.y, Loss[loss], None, intercept, None, order, SEED)

"""The comparator is the optimum, whatever the scale, the loss and the intercept."""

from __future__ import annotations

import numpy as np
import pytest

import datasets
from algorithms import find_comparator
from algorithms.losses import fitting_rows, loss_code, loss_values

AS_IT_IS, SCALED = {}, {"scaling": "unit variance"}
CASES = [
    ("breast_cancer", SCALED, "logistic", 0.001, False, 1e-4),
    ("breast_cancer", SCALED, "logistic", 0.001, True, 1e-4),
    ("breast_cancer", SCALED, "squared", 0.01, False, 1e-4),
    ("breast_cancer", AS_IT_IS, "logistic", 0.001, False, 1e-4),
    ("breast_cancer", AS_IT_IS, "squared", 0.001, False, 1e-4),
    ("breast_cancer", SCALED, "hinge", 0.01, False, 1e-2),
    ("breast_cancer", SCALED, "clipped", 0.01, False, 1e-2),
    ("digits_ten", SCALED, "softmax", 0.01, False, 1e-2),
]


def objective(data, loss, l1, w, b) -> float:
    """Mean loss + λ‖w‖₁ by hand."""
    code = loss_code(loss)
    p = fitting_rows(code, data.X) @ np.asarray(w).T + b
    p = p if code.name == "softmax" else p.ravel()
    return float(loss_values(code, p, data.y).mean() + l1 * np.abs(w).sum())


@pytest.mark.parametrize(("name", "options", "loss", "l1", "intercept", "gap"), CASES)
def test_it_is_known_to_a_small_gap_and_nothing_beside_it_is_lower(
    name, options, loss, l1, intercept, gap
):
    data = datasets.load(name, **options)
    u = find_comparator(data, loss, l1, intercept)
    assert 0 <= u.gap <= gap and u.nonzeros == np.count_nonzero(u.weights)
    assert objective(data, loss, l1, u.weights, u.intercept) == pytest.approx(u.objective, rel=1e-9)
    assert u.l1 == l1 and (u.intercept != 0).any() == intercept
    rng = np.random.default_rng(0)
    for size in (1e-3, 1e-2, 0.1):
        for _ in range(5):
            beside = u.weights * (1 + size * rng.standard_normal(u.weights.shape))
            assert objective(data, loss, l1, beside, u.intercept) >= u.objective - u.gap


def test_a_loss_that_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="loss = 'softmax'"):
        find_comparator(datasets.load("breast_cancer"), "softmax", 0.01)

"""The comparator of a view is the optimum, whatever the scale, the loss and the intercept."""

from __future__ import annotations

import numpy as np
import pytest

from algorithms.losses import fitting_rows, loss_code, loss_values
from datasets import Preparation
from tests.support.views import make, on
from ui import engine
from ui.view import Stream, View

SCALED = Preparation(scaling="unit variance")
CASES = [
    ("breast_cancer", SCALED, Stream(), 1e-4),
    ("breast_cancer", SCALED, Stream(intercept=True), 1e-4),
    ("breast_cancer", SCALED, Stream(loss="squared", comparator=0.01), 1e-4),
    ("breast_cancer", Preparation(), Stream(), 1e-4),
    ("breast_cancer", Preparation(), Stream(loss="squared"), 1e-4),
    ("breast_cancer", SCALED, Stream(loss="hinge", comparator=0.01), 1e-2),
    ("breast_cancer", SCALED, Stream(loss="clipped", comparator=0.01), 1e-2),
    ("digits_ten", SCALED, Stream(loss="softmax", comparator=0.01), 1e-2),
]


def solved(data, preparation, stream):
    view = View(recipe=on(data), preparation=preparation, stream=stream, runs=(make("sgd"),))
    return engine.dataset(view.recipe, view.preparation), engine.comparator(view)


def objective(data, stream, w, b) -> float:
    """Mean loss + λ‖w‖₁ by hand."""
    code = loss_code(stream.loss)
    p = fitting_rows(code, data.X) @ np.asarray(w).T + b
    p = p if code.name == "softmax" else p.ravel()
    return float(loss_values(code, p, data.y).mean() + stream.comparator * np.abs(w).sum())


@pytest.mark.parametrize(("data", "preparation", "stream", "gap"), CASES)
def test_it_is_known_to_a_small_gap_and_nothing_beside_it_is_lower(data, preparation, stream, gap):
    data, u = solved(data, preparation, stream)
    assert 0 <= u.gap <= gap and u.nonzeros == np.count_nonzero(u.weights)
    assert objective(data, stream, u.weights, u.intercept) == pytest.approx(u.objective, rel=1e-9)
    assert u.l1 == stream.comparator and (u.intercept != 0).any() == stream.intercept
    rng = np.random.default_rng(0)
    for size in (1e-3, 1e-2, 0.1):
        for _ in range(5):
            beside = u.weights * (1 + size * rng.standard_normal(u.weights.shape))
            assert objective(data, stream, beside, u.intercept) >= u.objective - u.gap


def test_it_is_computed_once():
    _, first = solved("breast_cancer", SCALED, Stream())
    _, again = solved("breast_cancer", SCALED, Stream(passes=3, order=4))
    assert first.weights is again.weights, "neither passes nor their order change the examples"


def test_long_runs_are_announced_and_classes_count():
    for name, loss in (("breast_cancer", "logistic"), ("digits_ten", "softmax")):
        runs = (make("projected_gradient"),)
        data = engine.dataset(on(name), Preparation())
        work = data.X.nnz * max(len(data.classes), 1)
        for passes in (1, 50):
            stream = Stream(loss=loss, passes=passes)
            long = View(recipe=on(name), stream=stream, runs=runs * 4)
            assert engine.is_slow(long, data) == (4 * passes * work > engine.SLOW_WORK)
    assert engine.is_slow(long, data), "ten digits in fifty passes are announced"

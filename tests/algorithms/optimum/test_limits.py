"""``coordinate_descent`` solves at the ends of what it may be given."""

from __future__ import annotations

import numpy as np
import pytest

from algorithms.batch.coordinate_descent import CoordinateDescent
from tests import naive
from tests.support.cases import CASES
from tests.support.many.turns import in_turn
from tests.support.problems.smooth import LOSSES, largest, make_data


@pytest.mark.parametrize("loss", LOSSES)
def test_from_lambda_max_on_nothing_is_left(loss):
    data = make_data(1, loss)
    for factor, left in ((1.0, False), (1.001, False), (1e3, False), (0.9, True)):
        found = CoordinateDescent(l1=factor * largest(data, loss)).solve(data, loss)
        assert found.converged
        assert found.weights.any() == left


@pytest.mark.parametrize("loss", LOSSES)
def test_row_weights_are_repeated_rows(loss):
    data, times = make_data(2, loss, n=15), np.random.default_rng(0).integers(0, 4, 15)
    rows = np.repeat(np.arange(15), times)
    repeated = naive.dataset(data.X.toarray()[rows], data.y[rows], data.task)
    solver = CoordinateDescent(l1=largest(repeated, loss) / 10.0, tolerance=1e-11)
    one = solver.solve(data, loss, row_weights=times, intercept=True)
    two = solver.solve(repeated, loss, intercept=True)
    assert one.converged
    assert two.converged
    assert one.objective == pytest.approx(two.objective, abs=2e-11)


@in_turn("loss", LOSSES)
@in_turn("case", ["empty", "one feature", "one example", "tiny values"])
def test_degenerate_data(case, loss):
    X = CASES[case]
    data = naive.dataset(X, np.resize([1.0, -1.0, 1.0], len(X)))
    for l1 in (0.0, 1e-3):
        found = CoordinateDescent(l1=l1).solve(data, loss, intercept=True)
        assert np.isfinite([*found.weights, *found.intercept, found.objective, found.gap]).all()
        assert found.converged == (found.gap <= 1e-8)
        assert found.converged or l1 == 0.0


def test_arguments_are_checked():
    data = make_data(0, "squared")
    for loss in ("hinge", "softmax", "cubic", "logistic"):
        with pytest.raises(ValueError, match=f"loss = '{loss}'"):
            CoordinateDescent().solve(data, loss)
    with pytest.raises(ValueError, match=r"y = 0\.5: for the logistic loss it must be −1 or \+1"):
        CoordinateDescent().solve(naive.dataset(np.eye(2), [1.0, 0.5]), "logistic")
    with pytest.raises(ValueError, match="row_weights"):
        CoordinateDescent().solve(data, row_weights=[-1.0] * 40)
    for wrong in ({"l1": -1.0}, {"tolerance": 0.0}, {"max_iterations": 0}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            CoordinateDescent(**wrong)

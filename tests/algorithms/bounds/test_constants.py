"""The constants of Theorem 3.1 are right, and wrong ones are caught: the bound is not idle."""

from __future__ import annotations

import numpy as np
import pytest

from algorithms import CATALOGUE
from algorithms.bounds import Constants, gradient_constants
from tests import naive
from tests.support.problems.bounds import excess, sides

LOSSES = ("squared", "logistic", "hinge")


def one_step(loss, eta):
    """One example, x = y = 1, and the comparators between 0 and 1: the theorem at its tightest."""
    data, order = naive.dataset([[1.0]], [1.0]), np.array([0])
    algorithm = CATALOGUE["truncated_gradient"](eta=eta, gravity=0.0)
    return lambda constants: max(
        excess(sides(algorithm, data, loss, order, np.array([u]), constants))
        for u in np.linspace(0.0, 1.0, 101)
    )


def test_the_right_constants_hold_at_its_tightest():
    for loss in LOSSES:
        worst = one_step(loss, eta=0.1)
        right = gradient_constants(loss, naive.dataset([[1.0]], [1.0]).X)
        assert worst(right) <= 0.0


def test_wrong_constants_are_caught():
    assert one_step("squared", eta=0.1)(Constants(A=1.0, B=0.0)) > 1e-3
    assert one_step("logistic", eta=0.1)(Constants(A=0.0, B=0.0)) > 1e-3
    assert one_step("hinge", eta=0.1)(Constants(A=0.0, B=0.0)) > 1e-3


def test_the_constants():
    rows = naive.dataset([[3.0, 4.0], [1.0, 0.0], [0.0, 0.0]], [1.0, -1.0, 1.0]).X
    assert gradient_constants("squared", rows) == Constants(A=50.0, B=0.0)
    assert gradient_constants("logistic", rows) == Constants(A=0.0, B=25.0)
    assert gradient_constants("hinge", rows) == Constants(A=0.0, B=25.0)


@pytest.mark.parametrize("loss", LOSSES)
def test_the_constants_bound_the_gradient(loss):
    """‖∇ℓ‖² ≤ A ℓ + B wherever w is."""
    x = np.array([0.6, -2.0])
    known = gradient_constants(loss, naive.dataset(x[None], [1.0]).X)
    for p in np.linspace(-20.0, 20.0, 401):
        squared_norm = naive.slope(loss, p, 1.0) ** 2 * (x @ x)
        assert squared_norm <= known.A * naive.value(loss, p, 1.0) + known.B + 1e-12

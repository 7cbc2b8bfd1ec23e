"""Group methods at the ends of numbers: nothing is ever inf or NaN, and twins go the same way."""

from __future__ import annotations

import numpy as np
import pytest

from algorithms import CATALOGUE, record
from tests import naive
from tests.support.many.turns import in_turn

GROUP_RDA, GROUP_FOBOS = CATALOGUE["group_rda"], CATALOGUE["group_fobos"]


@in_turn("structure", ["blocks", "overlapping", "chain"])
@in_turn("group_l1", [0.0, 0.7])
@in_turn("eta", [30.0, 1e3, 1e100])
def test_a_run_that_diverges_ends_where_its_twin_does(structure, group_l1, eta):
    draw = np.random.default_rng(3)
    X = draw.standard_normal((20, 6)) * (draw.random((20, 6)) < 0.7)
    data = naive.dataset(X, X @ [1.0, -2.0, 0.0, 3.0, 0.0, 1.0], "regression")
    order = np.tile(np.arange(20), 40)
    shared = {"l1": 0.1, "group_l1": group_l1, "structure": structure, "group_size": 4}
    for algorithm in (GROUP_FOBOS(eta, **shared), GROUP_RDA(1.0 / eta, **shared)):
        twin = naive.run(algorithm, data, order, "squared")
        trace = record(algorithm, data, "squared", order=order, checkpoints=50)
        assert trace.final.diverged_at == twin.diverged_at is not None
        assert np.isfinite(trace.weights).all()
        assert trace.final.weights == pytest.approx(np.array(twin.weights[-1]), rel=1e-8)


@in_turn("loss", ["squared", "logistic", "hinge", "clipped"])
@in_turn("step", [1e-100, 1.0, 1e100])
@in_turn("extreme", [1e-100, 1e100])
def test_the_largest_values_stay_finite(loss, step, extreme):
    data = naive.dataset([[1e100, 1e100], [1e100, -1e100], [1e-100, 1.0]] * 9, [1.0, -1.0, 1.0] * 9)
    order = np.arange(27)
    for l1, r in ((0.0, 0.0), (extreme, 0.0), (extreme, extreme)):
        shared = {"l1": l1, "group_l1": r, "structure": "chain"}
        for algorithm in (GROUP_FOBOS(step, **shared), GROUP_RDA(step, rho=r, **shared)):
            trace = record(algorithm, data, loss, order=order, checkpoints=27)
            twin = naive.run(algorithm, data, order, loss)
            assert trace.final.diverged_at == twin.diverged_at
            for values in (trace.weights, trace.loss, trace.sparsity.l1_norm):
                assert np.isfinite(values).all()


@in_turn("group_l1", [0.0, 0.25])
@in_turn(("x", "l1"), [(1e80, 1e79), (1e100, 3e98), (1e-50, 1e-51)])
def test_groups_whose_squares_overflow_shrink_as_any_other(x, l1, group_l1):
    """Weights of 1e180 lose a tenth of themselves a step, until they are 0 at once."""
    rows = np.array([[x, 0.5 * x, 0.0], *[[0.0, 0.0, 1.0]] * 12])
    data, order = naive.dataset(rows, np.r_[-1.0, np.ones(12)]), np.arange(13)
    vector = np.array([0, 0, 1])
    for eta in (1e100, 1.0):
        algorithm = GROUP_FOBOS(eta, l1=l1, group_l1=group_l1)
        twin = naive.run(algorithm, data, order, "hinge", groups=[[0, 1], [2]])
        trace = record(algorithm, data, "hinge", order=order, checkpoints=13, groups=vector)
        expected = np.array(twin.weights)[:, :2]
        assert trace.weights[:, :2] == pytest.approx(expected, rel=1e-12, abs=1e-14 * eta * x)
        assert np.array_equal(trace.weights[:, :2] == 0.0, expected == 0.0)
        assert expected[0, 0] != 0.0


@pytest.mark.parametrize("scale", [1e-150, 1e-100, 1e40])
def test_without_a_penalty_no_gradient_is_too_small(scale):
    """λ = 0 takes nothing, even where squares of gradients underflow to 0."""
    draw = np.random.default_rng(0)
    data = naive.dataset(scale * draw.standard_normal((10, 6)), draw.choice([-1.0, 1.0], 10))
    step = max(1.0, scale) ** 2
    one = record(GROUP_RDA(step, l1=0.0, structure="overlapping", group_size=1), data)
    two = record(CATALOGUE["rda"](step, l1=0.0), data)
    assert one.final.weights == pytest.approx(two.final.weights, rel=1e-12)
    assert one.final.weights.all()
    for r in (0.0, 1.0):
        one = record(GROUP_FOBOS(0.1 / step, l1=0.0, group_l1=r), data)
        two = record(CATALOGUE["sgd"](0.1 / step), data)
        assert np.array_equal(one.final.weights, two.final.weights)


def test_what_is_left_of_a_group_is_not_taken_for_rounding():
    """Of a length of 2 the pulls of ten steps leave 1e-10, and those of eleven nothing."""
    data = naive.dataset([[1.2, 1.6], [0.0, 0.0]], [1.0, 1.0])
    for l1, left in (((2.0 - 1e-10) / 10, 1e-10), (2.0 / 10, 0.0), ((2.0 + 1e-10) / 10, 0.0)):
        algorithm = GROUP_FOBOS(1.0, l1=l1 / np.sqrt(2.0))
        trace = record(algorithm, data, "hinge", order=[0] + [1] * 10, checkpoints=11)
        assert np.linalg.norm(trace.weights[9]) == pytest.approx(left, rel=1e-4)
        assert not trace.weights[10].any()

"""Every kernel equals its plain twin to 1e-12, after every step, over a grid of knobs and data.

``sgd``, ``rounding`` and ``subgradient`` do the same operations in the same order as their twins,
so they are compared to the end, ties or not. The other two pay shrinkage in sums: they are
compared up to the first step where only rounding decides (``first_doubt``), and on data
without ties that step must not come.
"""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from algorithms import CATALOGUE, ONLINE, random_order
from tests import naive
from tests.support.cases import CASES, NO_TIES
from tests.support.grids import GRIDS, LOSSES
from tests.support.twins import check


@pytest.mark.parametrize("key", ONLINE)
def test_every_online_algorithm_has_a_twin(key):
    assert key in naive.TWINS


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("key", GRIDS)
def test_the_kernel_equals_its_twin(key, case, loss):
    X = CASES[case]
    y = np.random.default_rng(1).choice([-1.0, 1.0], len(X))
    data, order = naive.dataset(X, y), random_order(len(X), passes=2, seed=3)
    for knobs in product(*GRIDS[key]):
        compared_to_the_end = check(CATALOGUE[key](*knobs), data, order, loss)
        assert compared_to_the_end or case not in NO_TIES, knobs


@pytest.mark.parametrize("key", GRIDS)
def test_on_real_targets_too(key):
    """Regression, three passes."""
    draw = np.random.default_rng(2)
    X = draw.standard_normal((40, 6)) * (draw.random((40, 6)) < 0.5)
    data = naive.dataset(X, X @ draw.standard_normal(6) + draw.standard_normal(40), "regression")
    for knobs in product(*GRIDS[key]):
        assert check(CATALOGUE[key](*knobs), data, random_order(40, 3), "squared"), knobs


@pytest.mark.parametrize("key", GRIDS)
def test_a_run_may_be_cut_into_any_stretches(key):
    """``advance`` goes on where it stopped: mid-batch, mid-period, in stretches of nothing."""
    draw = np.random.default_rng(4)
    data = naive.dataset(draw.standard_normal((25, 4)), draw.choice([-1.0, 1.0], 25))
    algorithm = CATALOGUE[key](*(values[-1] for values in GRIDS[key][:2]))
    if key == "fobos":
        algorithm = CATALOGUE[key](batch_size=4, rounds=True)
    order = random_order(25, 2)
    whole, cut = algorithm.start(4, 50), algorithm.start(4, 50)
    expected = algorithm.advance(whole, data.X, data.y, order, "logistic")
    stretches = np.split(order, [0, 0, 1, 7, 7, 22, 49])
    made = [algorithm.advance(cut, data.X, data.y, part, "logistic") for part in stretches]
    assert np.array_equal(np.concatenate(made), expected)
    assert np.array_equal(algorithm.weights(cut), algorithm.weights(whole))

"""Every algorithm of the catalogue equals its plain twin after every step, over its ``GRID``.

Kernels that do the same operations in the same order as their twins are compared to the end, ties
or not. Others pay shrinkage in sums: they are compared up to the first step at which only rounding
decides, and on data without ties that step must not come.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product

import numpy as np
import pytest

from algorithms import CATALOGUE, random_order
from tests import naive
from tests.support.cases import CASES
from tests.support.grids import GRID, pairwise
from tests.support.many.turns import in_turn
from tests.support.problems.batch import draw_labels
from tests.support.twins import SEED, hold_to_twin


def comparisons(catalogue) -> list[tuple[str, str, str]]:
    """(key, case, loss) of every comparison; of an algorithm without a grid one that fails."""
    every = []
    for key in catalogue:
        grid = GRID.get(key)
        cases = [(case, loss) for case in grid.cases for loss in grid.losses] if grid else []
        every += [(key, *each) for each in cases or [("", "")]]
    return every


def compare(key: str, case: str, loss: str) -> None:
    """Hold one algorithm to its twin in all settings of its grid."""
    assert key in GRID, f"{key} is never compared with its twin: it needs an entry in GRID"
    assert key in naive.TWINS, f"{key} has no twin in tests/naive"
    grid, algorithm = GRID[key], CATALOGUE[key]
    X, draw = CASES[case], np.random.default_rng(1)
    if algorithm.kind == "batch":
        data, order = draw_labels(X, loss), random_order(len(X), 2, SEED)
    else:
        data = naive.dataset(X, draw.choice([-1.0, 1.0], len(X)))
        order = random_order(len(X), passes=2, seed=3)
    compared = 0
    for knobs, intercept, groups in grid.settings(case, loss, draw):
        if is_noise(key, case, loss):
            return
        held = hold_to_twin(algorithm(**knobs), data, order, loss, intercept, groups)
        enough = held.complete or (grid.walk and held.steps >= grid.walk.least)
        assert enough or case not in grid.whole or is_tied(key, loss), (knobs, intercept)
        compared += 1
    assert compared, f"{key}: its grid is empty"


def is_noise(key: str, case: str, loss: str) -> bool:
    """Exponents of 10¹²: their last bits alone are worth a thousandth."""
    return (key, case, loss) == ("exponentiated_gradient", "huge values", "squared")


def is_tied(key: str, loss: str) -> bool:
    """Of groups, margins may stand at the kink of the hinge."""
    return key in ("group_rda", "group_fobos") and loss == "hinge"


@pytest.mark.parametrize("key", CATALOGUE)
def test_the_kernel_equals_its_twin(key):
    in_turn(("key", "case", "loss"), comparisons([key]))(compare)()


def test_in_pairwise_settings_each_value_meets_each_other():
    values = {"a": (0, 1, 2), "b": ("x", "y"), "c": (False, True, None)}
    settings = pairwise(**values)
    for one, other in combinations(values, 2):
        met = {(knobs[one], knobs[other]) for knobs in settings}
        assert met == set(product(values[one], values[other]))
    assert len(settings) < 3 * 2 * 3


def test_each_setting_meets_each_case_and_each_loss():
    for key, grid in GRID.items():
        n = len(grid.knobs) * len(grid.intercepts)
        shares = {
            (case, loss): set(grid.share(n, case, loss))
            for case, loss in product(grid.cases, grid.losses)
        }
        assert all(shares.values()), key
        for case in grid.cases:
            assert set().union(*(shares[case, loss] for loss in grid.losses)) == set(range(n)), key
        for loss in grid.losses:
            assert set().union(*(shares[case, loss] for case in grid.cases)) == set(range(n)), key


class Newcomer(CATALOGUE["sgd"]):
    """An algorithm of its own key, whose kernel is that of SGD."""

    key = "newcomer"


@pytest.fixture
def newcomer(monkeypatch):
    """The catalogue with one algorithm more, and what it takes to compare it."""
    monkeypatch.setitem(CATALOGUE, "newcomer", Newcomer)

    def add(grid=None, twin=None):
        if grid is not None:
            monkeypatch.setitem(GRID, "newcomer", grid)
        if twin is not None:
            monkeypatch.setitem(naive.TWINS, "newcomer", twin)

    return add


def drifting_twin(run: naive.Run) -> None:
    """SGD whose steps grow too long, by a hundred-billionth at the first."""
    for t, x, s in run:
        run.step(run.rate(t) * s * (1.0 + 1e-11 * t), x)


def test_an_algorithm_without_a_grid_fails(newcomer):
    newcomer(twin=naive.TWINS["sgd"])
    assert comparisons({"newcomer": Newcomer}) == [("newcomer", "", "")]
    with pytest.raises(AssertionError, match="newcomer is never compared with its twin"):
        compare("newcomer", "", "")


def test_an_algorithm_without_a_twin_fails(newcomer):
    newcomer(grid=GRID["sgd"])
    assert len(comparisons({"newcomer": Newcomer})) == len(CASES) * len(GRID["sgd"].losses)
    with pytest.raises(AssertionError, match="newcomer has no twin"):
        compare("newcomer", "dense", "squared")


def test_a_grid_without_settings_fails(newcomer):
    newcomer(grid=replace(GRID["sgd"], knobs=()), twin=naive.TWINS["sgd"])
    with pytest.raises(AssertionError, match="its grid is empty"):
        compare("newcomer", "dense", "squared")


def test_a_twin_that_differs_is_seen(newcomer):
    newcomer(grid=GRID["sgd"], twin=naive.TWINS["sgd"])
    compare("newcomer", "dense", "squared")
    newcomer(twin=drifting_twin)
    with pytest.raises(AssertionError, match="weights off by"):
        compare("newcomer", "dense", "squared")

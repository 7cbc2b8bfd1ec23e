"""The group methods equal their plain twins to 1e-12, after every step."""

from __future__ import annotations

from itertools import product
from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms import CATALOGUE, Loss, random_order, record
from algorithms.groups import Groups
from algorithms.losses import fitting_rows
from tests import naive
from tests.support.cases import CASES
from tests.support.problems.groupings import coverings

KEYS, LOSSES = ("group_rda", "group_fobos"), ("squared", "logistic", "hinge", "clipped")
OWN = {
    "group_rda": [{"rho": 0.0}, {"rho": 0.05}],
    "group_fobos": [{"schedule": s, "decay": d} for s in ("constant", "inv") for d in (1.0, 0.7)],
}
STRUCTURES = ("data", "named", "blocks", "overlapping", "chain")
PENALTIES, WITHIN = (0.0, 0.02, 0.2, 3.0), (0.0, 0.5)
RUNS = 10


def overlapping_lists(d: int) -> list[list[int]]:
    """Groups of many sizes, in no order, that overlap where there are features for it."""
    draw = np.random.default_rng(d)
    lists = [draw.permutation(d)[: draw.integers(1, d + 1)].tolist() for _ in range(2)]
    rest = sorted(set(range(d)) - set(lists[0]) - set(lists[1]))
    return [*lists, *([rest] if rest else [])]


def first_doubt(walk: naive.Run, scale: np.ndarray) -> int:
    """The first prediction (from 0) at the kink of the hinge, where rounding decides on a step."""
    if walk.loss != "hinge":
        return len(walk.predictions)
    order = walk.order[: len(walk.predictions)]
    margins = walk.y[order] * walk.predictions
    reach = scale * np.maximum(1.0, np.abs(walk.X).sum(axis=1)[order])
    at_kink = np.flatnonzero(np.abs(1.0 - margins) <= 1e-11 * reach)
    return int(at_kink[0]) if len(at_kink) else len(margins)


def check(algorithm, X, y, order, loss, intercept, lists) -> bool:
    """Hold a kernel to its twin; returns whether every step of the run could be compared."""
    data = naive.dataset(X, y)
    twin = naive.run(algorithm, data, order, loss, intercept, lists)
    trace = record(
        algorithm, data, loss, order, checkpoints=len(order), intercept=intercept, groups=lists
    )
    assert trace.diverged_at is twin.diverged_at is None
    # In one stretch, where a group may be unseen for long: the same to the last bit.
    members = None if lists is None else Groups.from_lists(lists, X.shape[1])
    state = algorithm.start(X.shape[1], len(order), len(X), members, intercept)
    algorithm.advance(state, fitting_rows(Loss[loss], data.X), data.y, order, loss)
    assert np.array_equal(algorithm.weights(state), trace.final_weights)
    expected = np.array(twin.weights)
    scale = np.maximum(1.0, np.maximum.accumulate(np.abs(expected).max(axis=1)))
    sure = first_doubt(twin, scale)
    off = np.abs(trace.weights - expected).max(axis=1) / scale
    assert (off[:sure] <= 1e-12).all(), (algorithm, loss, int(np.argmax(off > 1e-12)) + 1)
    losses = [naive.value(loss, p, y[i]) for p, i in zip(twin.predictions, order, strict=True)]
    assert trace.loss[:sure] == pytest.approx(np.cumsum(losses)[:sure], rel=1e-10, abs=1e-12)
    if sure == len(order):
        assert trace.final_intercept[0] == pytest.approx(twin.biases[-1], rel=1e-10, abs=1e-12)
    return sure == len(order)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("key", KEYS)
def test_the_kernel_equals_its_twin(key, case, loss):
    X, draw = CASES[case], np.random.default_rng(1)
    y, order = draw.choice([-1.0, 1.0], len(X)), random_order(len(X), passes=2, seed=3)
    size = max(1.0, float((X * X).sum(axis=1).max()))
    grid = list(product(STRUCTURES, PENALTIES, WITHIN, OWN[key], (False, True)))
    for i in np.sort(draw.choice(len(grid), RUNS, replace=False)):
        structure, l1, group_l1, own, intercept = grid[i]
        step = {"eta": 0.3 / size} if key == "group_fobos" else {"gamma": 10.0 * size}
        algorithm = CATALOGUE[key](
            structure="data" if structure == "named" else structure, group_size=3,
            l1=l1 * sqrt(size), group_l1=group_l1, **own, **step,
        )  # fmt: skip
        lists = overlapping_lists(X.shape[1]) if structure == "named" else None
        assert check(algorithm, X, y, order, loss, intercept, lists) or loss == "hinge"


@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=60)
@given(covering=coverings(), data=st.data())
def test_any_groups_of_any_sparse_data(key, covering, data):
    d, lists = covering
    n, seed = data.draw(st.integers(1, 12), "n"), data.draw(st.integers(0, 999), "seed")
    draw = np.random.default_rng(seed)
    X = draw.standard_normal((n, d)) * (draw.random((n, d)) < data.draw(st.floats(0.1, 1.0)))
    algorithm = CATALOGUE[key](
        l1=data.draw(st.sampled_from([0.0, 0.01, 0.1, 1.0]), "l1"),
        group_l1=data.draw(st.sampled_from([0.0, 0.3, 2.0]), "group_l1"),
        **({"eta": 0.02} if key == "group_fobos" else {"gamma": 100.0, "rho": 1e-3}),
    )
    order = draw.integers(0, n, 40)
    check(algorithm, X, draw.choice([-1.0, 1.0], n), order, "logistic", seed % 2 == 0, lists)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("group_l1", [0.0, 0.5])
@pytest.mark.parametrize("structure", ["blocks", "overlapping"])
def test_a_run_may_be_cut_into_any_stretches(key, group_l1, structure):
    """Bit for bit, looked at or not between them."""
    draw = np.random.default_rng(4)
    X = draw.standard_normal((25, 9)) * (draw.random((25, 9)) < 0.3)
    data, order = naive.dataset(X, draw.choice([-1.0, 1.0], 25)), random_order(25, 3)
    algorithm = CATALOGUE[key](l1=0.02, group_l1=group_l1, structure=structure, group_size=4)
    whole, cut = (algorithm.start(9, 75, 25, intercept=True) for _ in range(2))
    expected = algorithm.advance(whole, data.X, data.y, order, "logistic")
    made = []
    for part in np.split(order, [0, 0, 1, 7, 7, 22, 49, 50]):
        made.append(algorithm.advance(cut, data.X, data.y, part, "logistic"))
        before = [np.copy(part) for part in cut if isinstance(part, np.ndarray)]
        seen = algorithm.weights(cut)
        after = [part for part in cut if isinstance(part, np.ndarray)]
        assert all(map(np.array_equal, before, after))
    assert np.array_equal(np.concatenate(made), expected)
    assert np.array_equal(algorithm.weights(cut), algorithm.weights(whole))
    assert np.array_equal(algorithm.intercept(cut), algorithm.intercept(whole))
    assert seen.any()

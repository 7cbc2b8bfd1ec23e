"""Batch algorithms equal their plain twins to 1e-12, after every step, over knobs and data."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from algorithms import CATALOGUE, random_order
from knobs import knobs_of
from tests.naive import batch
from tests.naive.plain import Plain
from tests.support.cases import CASES
from tests.support.problems.batch import SEED, labelled, problem_of

# A long trial lets rounding grow where the gradient does not show it: by less than 1e4 in 12 steps.
STEPS = {"scd": 30, "greedy_cd": 30, "subgradient_descent": 30, "batch_projected_gradient": 12}
PENALTIES, SCHEDULES = (0.0, 0.05), ("constant", "inv_sqrt", "inv")
GRIDS = {
    "scd": (PENALTIES,),
    "greedy_cd": (PENALTIES,),
    "subgradient_descent": (PENALTIES, (0, 1, 4, 1000), (0.1,), SCHEDULES[::2]),
    "batch_projected_gradient": ((0.3, 5.0), (True, False), (0.1,), SCHEDULES[1:]),
}
NO_TIES = ("dense", "sparse", "one feature")
UPDATES = [(key, loss.name) for key in GRIDS for loss in CATALOGUE[key].losses]


def twin_of(algorithm, data, loss, intercept, order):
    knobs = {name: getattr(algorithm, name) for name in knobs_of(algorithm)}
    more = {"scd": {"seed": SEED}, "subgradient_descent": {"order": order}}
    plain = Plain(data.X.toarray(), data.y, loss, intercept)
    return plain, getattr(batch, algorithm.key)(plain, **knobs, **more.get(algorithm.key, {}))


def what(state) -> tuple:
    """What a twin yields, of a state."""
    if hasattr(state, "halves"):
        return (state.halves.ravel(),)
    if getattr(state, "batches", True) is None:
        return state.w, state.current.w if state.current else state.w
    return (state.w,)


def check(algorithm, data, loss, intercept=False) -> int:
    """Hold an algorithm to its twin; returns after how many steps rounding decides."""
    order, d = random_order(data.X.shape[0], 2, SEED), data.X.shape[1]
    plain, twin = twin_of(algorithm, data, loss, intercept, order)
    state = algorithm.start(problem_of(data, loss, intercept, order))
    at, largest, expected, going = 0, 1.0, what(state), True
    while going and at < STEPS[algorithm.key]:
        going = algorithm.advance(state, int(state.count[1]) + 1)
        # Steps that read nothing are taken together with the next that does.
        for _ in range(at, max(int(state.count[0]), at + (not going))):
            expected = next(twin, expected)
            if plain.doubtful:
                return at
            largest = max(largest, plain.scale, *(np.abs(w).max(initial=0.0) for w in expected))
        at = int(state.count[0])
        # Where one of them has arrived, what is left of the way is rounding.
        assert_close(what(state), expected, largest)
        assert bool(state.diverged[0]) == plain.diverged
        assert np.array_equal(algorithm.weights(state), state.w[:d])
        assert np.array_equal(algorithm.intercept(state), state.w[d:] if intercept else [0.0])
    return STEPS[algorithm.key]


def assert_close(got, expected, largest) -> None:
    for ours, theirs in zip(got, expected, strict=True):
        assert np.abs(ours - theirs).max(initial=0.0) <= 1e-12 * largest


@pytest.mark.parametrize("intercept", [False, True])
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize(("key", "loss"), UPDATES)
def test_it_equals_its_twin(key, case, loss, intercept):
    for knobs in product(*GRIDS[key]):
        compared = check(CATALOGUE[key](*knobs), labelled(CASES[case], loss), loss, intercept)
        assert compared >= 5 or case not in NO_TIES, knobs

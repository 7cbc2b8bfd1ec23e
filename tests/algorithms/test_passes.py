"""A decay per pass: η itself is η ρ^(passes completed), whatever counts as a step."""

from __future__ import annotations

import numpy as np
import pytest

from algorithms import CATALOGUE, random_order, record
from tests import naive
from tests.support.cases import CASES, NO_TIES
from tests.support.grids import LOSSES, SCHEDULES, SMALL_GRIDS, small
from tests.support.many.turns import in_turn
from tests.support.twins import hold_to_twin

SETTINGS = small(loss=LOSSES, schedule=SCHEDULES)


@pytest.mark.parametrize("decay", [0.5, 0.9])
@pytest.mark.parametrize("case", ["dense", "sparse", "one example", "plus and minus one"])
@pytest.mark.parametrize("key", SMALL_GRIDS)
def test_the_kernel_equals_its_twin(key, case, decay):
    X = CASES[case]
    data = naive.dataset(X, np.random.default_rng(1).choice([-1.0, 1.0], len(X)))
    order = random_order(len(X), passes=3, seed=3)
    for setting in SETTINGS[key]:
        algorithm = CATALOGUE[key](0.1, setting["schedule"], decay=decay, **setting["knobs"])
        held = hold_to_twin(algorithm, data, order, setting["loss"])
        assert held.complete or case not in NO_TIES, setting


def steps_made(algorithm, n_rows: int, n_steps: int) -> np.ndarray:
    """The length of each step: with x = y = 1 far from the kink the hinge always slopes by −1."""
    data = naive.dataset(np.ones((n_rows, 1)), np.ones(n_rows))
    order = np.resize(np.arange(n_rows), n_steps)
    trace = record(algorithm, data, "hinge", order=order, checkpoints=n_steps)
    assert abs(trace.final.weights[0]) < 1.0
    return np.diff(trace.weights[:, 0], prepend=0.0)


@in_turn("key", SMALL_GRIDS)
@in_turn("schedule", SCHEDULES)
def test_the_steps_by_definition(key, schedule):
    free = {"rounding": "threshold", "subgradient": "l1", "truncated_gradient": "gravity"}
    knobs = {free[key]: 0.0} if key in free else {"l1": 0.0} if key == "fobos" else {}
    made = steps_made(CATALOGUE[key](1e-3, schedule, decay=0.7, **knobs), 5, 22)
    expected = [naive.rate(schedule, 1e-3 * 0.7 ** ((t - 1) // 5), t) for t in range(1, 23)]
    assert np.allclose(made, expected, rtol=0.0, atol=1e-16)


@in_turn(("n", "m"), [(6, 2), (6, 3), (6, 4), (6, 6), (6, 9), (9, 7), (3, 12), (1, 5)])
def test_of_mini_batches_examples_count_and_not_updates(n, m):
    """An update decays by the passes that were complete before its first example."""
    algorithm = CATALOGUE["fobos"](1e-3, l1=0.0, batch_size=m, decay=0.5)
    made = steps_made(algorithm, n, 80)
    first = np.arange(0, 80 - m + 1, m)
    expected = np.zeros(80)
    expected[first + m - 1] = 1e-3 * 0.5 ** (first // n)
    assert np.allclose(made, expected, rtol=0.0, atol=1e-16)


@in_turn("key", SMALL_GRIDS)
def test_within_the_first_pass_there_is_no_decay(key):
    draw = np.random.default_rng(8)
    data = naive.dataset(draw.standard_normal((30, 5)), draw.choice([-1.0, 1.0], 30))
    plain, decayed = (
        record(CATALOGUE[key](decay=decay), data, passes=2, checkpoints=60).weights
        for decay in (1.0, 0.5)
    )
    assert np.array_equal(plain[:30], decayed[:30])
    assert not np.array_equal(plain[30], decayed[30])


@in_turn("key", SMALL_GRIDS)
def test_a_decayed_run_may_be_cut_into_any_stretches(key):
    draw = np.random.default_rng(4)
    data = naive.dataset(draw.standard_normal((12, 4)), draw.choice([-1.0, 1.0], 12))
    algorithm = CATALOGUE[key](schedule="inv_sqrt", decay=0.8, **SMALL_GRIDS[key][-1])
    order = random_order(12, 5)
    whole, cut = (algorithm.start(4, 60, 12, intercept=True) for _ in range(2))
    expected = algorithm.advance(whole, data.X, data.y, order, "logistic")
    stretches = np.split(order, [1, 11, 12, 12, 13, 25, 59])
    made = [algorithm.advance(cut, data.X, data.y, part, "logistic") for part in stretches]
    assert np.array_equal(np.concatenate(made), expected)
    assert all(map(np.array_equal, whole, cut))

"""Every kernel equals its plain twin to 1e-12, after every step, over a grid of knobs and data.

``sgd``, ``rounding`` and ``subgradient`` do the same operations in the same order as their twins,
so they are compared to the end, ties or not. The other two pay shrinkage in sums: they are
compared up to the first step where only rounding decides (``first_doubt``), and on data
without ties that step must not come.
"""

from __future__ import annotations

from itertools import product
from math import inf

import numpy as np
import pytest

from algorithms import CATALOGUE, ONLINE, random_order, record
from tests import naive
from tests.algorithms.online.test_doubt import first_doubt

SCHEDULES, PERIODS, THRESHOLDS = (
    ("constant", "inv_sqrt", "inv"),
    (1, 2, 3, 7, 1000),
    (0.0, 0.037, 1.0, inf),
)
PENALTIES, LOSSES, RATES = (0.0, 0.01, 3.0), ("squared", "logistic", "hinge"), (0.1,)

GRIDS = {
    "sgd": (RATES, SCHEDULES),
    "rounding": (RATES, SCHEDULES, THRESHOLDS, PERIODS),
    "subgradient": (RATES, SCHEDULES, PENALTIES, THRESHOLDS),
    "truncated_gradient": (RATES, SCHEDULES, PENALTIES, THRESHOLDS, PERIODS),
    "fobos": (RATES, SCHEDULES, PENALTIES, (1, 2, 5, 1000), (False, True)),
}
SAME_OPERATIONS = ("sgd", "rounding", "subgradient")


def cases() -> dict:
    """Data by name: X dense, with empty rows and columns where the name says so."""
    draw = np.random.default_rng(5)
    normal = draw.standard_normal
    sparse = normal((30, 12)) * (draw.random((30, 12)) < 0.2)
    sparse[3], sparse[:, 5] = 0.0, 0.0
    half = normal((12, 3))
    return {
        "dense": normal((20, 5)),
        "sparse": sparse,
        "almost empty": np.diag(normal(9)) * (np.arange(9) > 6),
        "empty": np.zeros((6, 3)),
        "one feature": normal((15, 1)),
        "one example": normal((1, 4)),
        "one example repeated": np.tile(normal((1, 4)), (12, 1)),
        "constant columns": np.c_[np.ones(10), normal((10, 2)), np.full(10, -3.0)],
        "duplicated columns": np.c_[half, half],
        "tiny values": 1e-8 * normal((10, 4)),
        "huge values": 1e6 * normal((10, 4)),
        "plus and minus one": draw.choice([-1.0, 1.0], (14, 4)),
    }


CASES = cases()
NO_TIES = ("dense", "sparse", "one feature", "duplicated columns", "constant columns")


def check(algorithm, data, order, loss, intercept=False) -> bool:
    """Hold a kernel to its twin; returns whether every step of the run could be compared."""
    twin = naive.run(algorithm, data, order, loss, intercept)
    n = len(twin.predictions)
    trace = record(algorithm, data, loss, order=order, checkpoints=len(order), intercept=intercept)
    rows = naive.dataset(twin.X, data.y).X
    state = algorithm.start(rows.shape[1], len(order), rows.shape[0], intercept=intercept)
    predictions = algorithm.advance(state, rows, data.y, np.asarray(order, np.int64), loss)

    assert trace.diverged_at == twin.diverged_at
    assert len(predictions) == n == trace.steps[-1]
    if twin.diverged_at is None:
        assert np.array_equal(algorithm.weights(state), trace.final_weights)
        assert np.array_equal(algorithm.intercept(state), trace.final_intercept)
    sure = n if algorithm.key in SAME_OPERATIONS else first_doubt(algorithm, twin) - 1

    # 1e-12 for weights up to 1; relative to the largest weight of the run so far beyond.
    expected = np.array(twin.weights)
    largest = np.maximum(np.abs(expected).max(axis=1), np.abs(twin.biases))
    scale = np.maximum(1.0, np.maximum.accumulate(largest))
    off = np.abs(trace.weights - expected).max(axis=1) / scale
    assert (off[:sure] <= 1e-12).all(), (algorithm, loss, int(np.argmax(off > 1e-12)) + 1)
    off = abs(trace.final_intercept[0] - twin.biases[-1]) / scale[-1]
    assert off <= 1e-12 or sure < n, (algorithm, loss)

    reach = (np.abs(twin.X).sum(axis=1)[order[:n]] + intercept) * np.r_[1.0, scale[:-1]]
    off = np.abs(predictions - twin.predictions) / np.maximum(1.0, reach)
    assert (off[: sure + 1] <= 1e-12).all(), (algorithm, loss, int(np.argmax(off > 1e-12)) + 1)
    return sure == n


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

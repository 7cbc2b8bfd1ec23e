"""``record``: looking changes nothing, and a trace says what happened."""

from __future__ import annotations

from copy import deepcopy
from operator import attrgetter

import numpy as np
import pytest

from algorithms import ONLINE, comparator_loss, random_order, record, sweep
from algorithms.budget import chunks
from tests import naive
from tests.support.many.turns import in_turn
from tests.support.twins import check_equal_traces, numbers_of

PARTS = "sparsity.nonzeros", "sparsity.l1_norm", "sparsity.seen", "costs.accesses"
KNOBS = {
    "sgd": {},
    "rounding": {"threshold": 0.02, "period": 3},
    "subgradient": {"l1": 0.05, "threshold": 0.03},
    "truncated_gradient": {"gravity": 0.05, "threshold": 0.3, "period": 3},
    "fobos": {"l1": 0.05, "batch_size": 4, "rounds": True},
}
ALGORITHMS = [ONLINE[key](schedule="inv_sqrt", **knobs) for key, knobs in KNOBS.items()]
DEFAULTS = [ONLINE[key]() for key in ONLINE if key not in KNOBS]
each_of_these = in_turn("algorithm", ALGORITHMS)
each_algorithm = in_turn("algorithm", ALGORITHMS + DEFAULTS)


@pytest.fixture(scope="module")
def data():
    draw = np.random.default_rng(11)
    X = draw.standard_normal((40, 9)) * (draw.random((40, 9)) < 0.4)
    return naive.dataset(X, draw.choice([-1.0, 1.0], 40))


@each_algorithm
@pytest.mark.parametrize("checkpoints", [1, 2, 7, 79, 500])
def test_the_result_does_not_depend_on_the_checkpoints(algorithm, data, checkpoints):
    every = record(algorithm, data, passes=2, checkpoints=80)
    some = record(algorithm, data, passes=2, checkpoints=checkpoints)
    assert len(some.steps) <= min(checkpoints, 80)
    assert np.array_equal(some.final.weights, every.final.weights)
    for name in ("loss", "mistakes", "used", "weights", *PARTS):
        assert np.array_equal(attrgetter(name)(some), attrgetter(name)(every)[some.steps - 1]), name


@each_algorithm
def test_two_runs_are_equal_bit_for_bit(algorithm, data):
    one, two = (record(algorithm, data, "hinge", seed=5, checkpoints=9) for _ in range(2))
    check_equal_traces(one, two)


def arrays(state) -> list[np.ndarray]:
    """All arrays of a state, those of states within it too."""
    parts = [arrays(part) if isinstance(part, tuple) else [part] for part in state]
    return [array for part in parts for array in part]


@each_algorithm
def test_looking_at_the_weights_changes_nothing(algorithm, data):
    order = random_order(40)
    watched, left_alone = algorithm.start(9, 40), algorithm.start(9, 40)
    for i in range(40):
        algorithm.advance(watched, data.X, data.y, order[i : i + 1], "logistic")
        before = deepcopy(watched)
        algorithm.weights(watched)[:] = np.nan
        assert all(map(np.array_equal, arrays(before), arrays(watched)))
    algorithm.advance(left_alone, data.X, data.y, order, "logistic")
    assert np.array_equal(algorithm.weights(watched), algorithm.weights(left_alone))


@each_of_these
@pytest.mark.parametrize("loss", ["squared", "logistic", "hinge"])
@pytest.mark.parametrize("checkpoints", [5, 80])
def test_a_trace_says_what_happened(algorithm, data, loss, checkpoints):
    trace = record(algorithm, data, loss, seed=2, passes=2, checkpoints=checkpoints)
    order = random_order(40, 2, seed=2)
    twin = naive.run(algorithm, data, order, loss)
    X, y, at = data.X.toarray(), data.y[order], trace.steps
    p = np.array(twin.predictions)
    suffered = np.cumsum([naive.value(loss, *pair) for pair in zip(p, y, strict=True)])
    met = [np.count_nonzero(np.abs(X[order[:t]]).sum(axis=0)) for t in at]

    assert trace.algorithm is algorithm
    assert (trace.loss_name, trace.final.diverged_at) == (loss, None)
    assert (np.diff(at) > 0).all()
    assert at[-1] == 80
    assert np.allclose(trace.loss, suffered[at - 1], rtol=1e-12, atol=1e-12)
    # Lazy and eager may disagree by rounding on a prediction of 0, which is half a mistake.
    most, least = p * y <= 1e-12, 1.0 * (p * y <= -1e-12)
    assert p[0] == 0.0 and (checkpoints < 80 or trace.mistakes[0] == 0.5)
    assert (trace.mistakes <= np.cumsum(most)[at - 1] - 0.5).all()
    assert (trace.mistakes >= np.cumsum(least)[at - 1] + 0.5).all()
    assert np.array_equal(trace.sparsity.nonzeros, (trace.weights != 0.0).sum(axis=1))
    assert np.allclose(
        trace.sparsity.l1_norm, np.abs(trace.weights).sum(axis=1), rtol=1e-14, atol=0.0
    )
    assert np.array_equal(trace.sparsity.seen, met)
    assert np.array_equal(trace.costs.accesses, np.cumsum((X[order] != 0.0).sum(axis=1))[at - 1])
    assert np.array_equal(trace.tracked, np.arange(9))
    assert np.array_equal(trace.final.weights, trace.weights[-1])
    assert (np.diff(trace.costs.seconds, prepend=0.0) >= 0.0).all()
    for value in numbers_of(trace).values():
        assert not isinstance(value, np.ndarray) or not value.flags.writeable


def test_order_overrides_seed_and_is_not_beside_passes(data):
    order = [3, 3, 0, 39, 1]
    trace = record(ALGORITHMS[0], data, order=order, seed=8, checkpoints=99)
    assert trace.steps.tolist() == [1, 2, 3, 4, 5]
    drawn = record(ALGORITHMS[0], data, seed=8, passes=3)
    given = record(ALGORITHMS[0], data, order=random_order(40, 3, seed=8))
    assert np.array_equal(drawn.final.weights, given.final.weights)
    for passes in (1, 7):
        with pytest.raises(ValueError, match=f"passes = {passes}: with an order of its own"):
            record(ALGORITHMS[0], data, order=order, passes=passes)
        with pytest.raises(ValueError, match=f"passes = {passes}: with an order of its own"):
            sweep([ALGORITHMS[0]], data, order=order, passes=passes)


def test_regression_has_no_mistakes(data):
    real = naive.dataset(data.X.toarray(), np.linspace(-3, 3, 40), "regression")
    assert (record(ALGORITHMS[0], real, "squared").mistakes == -1).all()


def test_of_many_features_the_ones_that_matter_are_tracked():
    X = np.zeros((4, 3000))
    X[:, 2990:] = 1.0
    X[0, 5] = 0.5
    truth = np.zeros(3000)
    truth[17] = 1.0
    data = naive.dataset(X, [1.0, 1.0, 1.0, -1.0], true_weights=truth)
    trace = record(ALGORITHMS[0], data, checkpoints=2)
    assert trace.weights.shape == (2, 2048)
    assert (np.diff(trace.tracked) > 0).all()
    assert {5, 17, *range(2990, 3000)} <= set(trace.tracked)
    assert np.array_equal(trace.weights[-1], trace.final.weights[trace.tracked])
    assert trace.sparsity.nonzeros[-1] == np.count_nonzero(trace.final.weights)


def test_progress_is_told_after_so_many_entries_and_at_the_end(data, monkeypatch):
    shares = []
    record(ALGORITHMS[0], data, checkpoints=6, progress=shares.append)
    assert shares == [1.0], "a short run"
    monkeypatch.setattr(chunks, "FIRST", 1)
    monkeypatch.setattr(chunks, "MOST", 1)
    shares.clear()
    record(ALGORITHMS[0], data, checkpoints=6, progress=shares.append)
    filled = np.cumsum(np.diff(data.X.indptr)[random_order(40)] > 0)
    assert len(shares) >= filled[-1] and shares == sorted(set(shares)), "as little as can be"
    assert shares[-1] == 1.0


def test_the_loss_of_a_fixed_comparator(data):
    order, u = random_order(40, 2), np.linspace(-1, 1, 9)
    p = data.X.toarray() @ u
    each = np.array([naive.value("logistic", p[i], data.y[i]) for i in order])
    measured = comparator_loss(u, data, "logistic", order, np.array([1, 30, 80]))
    assert np.allclose(measured, np.cumsum(each)[[0, 29, 79]], rtol=1e-13)


@each_algorithm
def test_the_first_pass_costs_what_was_lost_up_to_its_end(algorithm, data):
    n = data.n_rows
    few, every = (record(algorithm, data, passes=3, checkpoints=c) for c in (4, 3 * n))
    first = few.costs.first_pass
    assert n not in few.steps and first == every.costs.first_pass
    assert first == (n, every.loss[n - 1], every.mistakes[n - 1])
    assert few.later_loss == pytest.approx((few.loss[-1] - first.loss) / (2 * n))
    assert record(algorithm, data).later_loss is None

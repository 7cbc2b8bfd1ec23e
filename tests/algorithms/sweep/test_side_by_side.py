"""Runs that go through the examples together are those that go alone."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import inf
from operator import attrgetter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms import CATALOGUE, record, sweep
from algorithms.losses import Loss
from algorithms.online.common import eager_shrinkage
from algorithms.side_by_side.blocks import FEWEST, blocks_of, lane_of
from algorithms.side_by_side.lanes import LANES
from algorithms.side_by_side.ledger import EVENTS
from datasets import Dataset
from knobs import knobs_of
from tests.support.many.turns import in_turn
from tests.support.views import toy

PULLS = (0.0, 1e-4, 0.003, 0.01, 0.05, 0.3, 3.0)
EXACT = (
    "steps",
    "mistakes",
    "sparsity.nonzeros",
    "used",
    "sparsity.useful",
    "weights",
    "sparsity.seen",
    "costs.accesses",
    "costs.first_pass.steps",
    "costs.first_pass.mistakes",
    "final.diverged_at",
    "final.weights",
    "final.intercept",
)
CLOSE = ("loss", "costs.first_pass.loss", "sparsity.l1_norm")


def settings_of(key: str, **shared) -> list:
    """More settings of one algorithm than go side by side, over its own knobs."""
    own = {
        "sgd": [{"eta": eta} for eta in (0.001, 0.01, 0.1, 0.3, 1.0)],
        "rounding": [{"threshold": theta} for theta in (0.0, 0.01, 0.05, 0.1, 0.5, inf)],
        "truncated_gradient": [
            {"gravity": g, "threshold": theta} for g, theta in product(PULLS, (0.05, 1.0, inf))
        ],
        "fobos": [{"l1": l1} for l1 in PULLS],
        "rda": [{"l1": l1, "gamma": gamma} for l1, gamma in product(PULLS, (0.5, 3.0))],
        "cumulative_penalty": [{"l1": l1} for l1 in PULLS],
        "cumulative_penalty, paid after learning": [
            {"l1": l1, "payment": "after learning"} for l1 in PULLS
        ],
    }
    kind = CATALOGUE[key.split(",")[0]]
    return [kind(**knobs, **shared) for knobs in own[key]]


def check(algorithms, data, loss="logistic", **asked):
    """Each trace of the sweep equals that of its single run."""
    for algorithm, trace in zip(algorithms, sweep(algorithms, data, loss, **asked), strict=True):
        single = record(algorithm, data, loss, **asked)
        for name in EXACT:
            np.testing.assert_array_equal(
                attrgetter(name)(trace), attrgetter(name)(single), f"{name} of {algorithm}"
            )
        for name in CLOSE:
            np.testing.assert_allclose(
                attrgetter(name)(trace), attrgetter(name)(single), rtol=1e-12
            )


LATE = "cumulative_penalty, paid after learning"
KEYS = ("sgd", "rounding", "truncated_gradient", "fobos", "rda", "cumulative_penalty", LATE)


@in_turn("key", KEYS)
@in_turn("loss", ["squared", "logistic", "hinge", "clipped"])
def test_side_by_side_equals_alone(key, loss):
    data = toy(d=11, n=60)
    check(settings_of(key), data, loss, passes=3, checkpoints=9, intercept=True)


@in_turn("schedule", ["constant", "inv_sqrt", "inv"])
@in_turn("key", [key for key in KEYS if key != "rda"])
def test_under_every_schedule(key, schedule):
    shared = {"schedule": schedule, "decay": 0.9}
    check(settings_of(key, **shared), toy(d=7, n=40), passes=4, checkpoints=5)


@in_turn("period", [1, 2, 7, 1000])
@in_turn("key", ["rounding", "truncated_gradient"])
def test_with_every_period(key, period):
    check(settings_of(key, period=period), toy(d=11, n=90), passes=2, checkpoints=200)


def test_the_round_variant():
    check(settings_of("fobos", rounds=True), toy(d=11, n=90), passes=2)


@pytest.mark.parametrize("key", ["rounding", "truncated_gradient", LATE])
def test_lanes_diverge_one_by_one_and_the_rest_go_on(key):
    data = replace(toy(d=5, n=50), task="regression")
    shared = {} if key == LATE else {"period": 3}
    wild = [
        replace(algorithm, eta=eta)
        for algorithm, eta in zip(
            settings_of(key, **shared) * 3, np.geomspace(0.01, 1e4, 12), strict=False
        )
    ]
    ends = {trace.final.diverged_at for trace in sweep(wild, data, "squared", passes=20)}
    assert None in ends and len(ends) > 4, "some stay, others go at different steps"
    check(wild, data, "squared", passes=20, checkpoints=30)


def test_all_lanes_diverge():
    data = replace(toy(d=5, n=50), task="regression")
    wild = [CATALOGUE["sgd"](eta=eta) for eta in np.geomspace(10, 1e4, 6)]
    check(wild, data, "squared", passes=20, checkpoints=7)
    assert all(t.final.diverged_at for t in sweep(wild, data, "squared", passes=20))


@pytest.mark.parametrize("key", ["rounding", "truncated_gradient", LATE])
def test_events_are_numbered_anew_in_long_runs(key):
    """The last features are not met before, or long after that."""
    X = np.zeros((60, 5))
    X[:, :3] = toy(d=3, n=60).X.toarray()
    X[40:, 3] = X[50:, 4] = 1.0
    data = Dataset.from_arrays(X, np.where(X[:, 0] > 0, 1.0, -1.0))
    often = np.tile(np.arange(40), EVENTS // 35)
    order = np.r_[np.arange(50), often, np.arange(60)]
    algorithms = settings_of(key, eta=0.01)[:6]
    for algorithm, trace in zip(algorithms, sweep(algorithms, data, order=order), strict=True):
        single = record(algorithm, data, order=order)
        np.testing.assert_array_equal(trace.weights, single.weights)
        np.testing.assert_array_equal(trace.sparsity.nonzeros, single.sparsity.nonzeros)
        np.testing.assert_allclose(trace.loss, single.loss, rtol=1e-12)


@pytest.mark.parametrize("key", ["rounding", "truncated_gradient"])
@pytest.mark.parametrize("beyond", [1, 3])
def test_the_event_at_the_end_may_be_the_first_for_which_there_is_no_number(
    key, beyond, monkeypatch
):
    monkeypatch.setattr(eager_shrinkage, "FEW", 0)  # all pay late
    data = toy(d=5, n=50)
    order = np.tile(np.arange(50), EVENTS // 20)[: 2 * EVENTS + beyond]
    algorithms = settings_of(key, eta=0.01, period=2)[:6]
    for algorithm, trace in zip(algorithms, sweep(algorithms, data, order=order), strict=True):
        single = record(algorithm, data, order=order)
        np.testing.assert_array_equal(trace.final.weights, single.final.weights)
        assert trace.sparsity.nonzeros[-1] == single.sparsity.nonzeros[-1]


SHARED = {
    "sgd": ("schedule", "decay"),
    "rounding": ("schedule", "decay", "period"),
    "truncated_gradient": ("schedule", "decay", "period"),
    "fobos": ("schedule", "decay", "rounds"),
    "rda": (),
    "cumulative_penalty": ("schedule", "decay"),
    LATE: ("schedule", "decay"),
}
"""What all lanes of a pass have in common."""


@given(draw=st.data(), seed=st.integers(0, 10**6), key=st.sampled_from(KEYS))
def test_any_data_and_any_knobs(draw, seed, key):
    values = {
        "schedule": st.sampled_from(["constant", "inv_sqrt", "inv"]),
        "decay": st.sampled_from([1.0, 0.7]),
        "period": st.sampled_from([1, 2, 5, 13]),
        "rounds": st.booleans(),
    }
    shared = {name: draw.draw(values[name], name) for name in SHARED[key]}
    n, d = draw.draw(st.tuples(st.integers(2, 40), st.integers(1, 12)), "shape")
    rng = np.random.default_rng(seed)
    X = np.round(rng.standard_normal((n, d)), 1) * (rng.random((n, d)) < 0.6)
    data = Dataset.from_arrays(X, np.where(np.arange(n) % 2, 1.0, -1.0))
    asked = {
        "loss": draw.draw(st.sampled_from(["squared", "logistic", "hinge", "clipped"]), "loss"),
        "passes": draw.draw(st.integers(1, 3), "passes"),
        "checkpoints": draw.draw(st.integers(1, 20), "checkpoints"),
        "intercept": draw.draw(st.booleans(), "intercept"),
    }
    check(settings_of(key, **shared), data, seed=seed, **asked)


def test_a_loss_that_is_tiny_is_summed_as_exactly_as_a_large_one():
    """The logarithm of a product would lose the losses of examples that are known by heart."""
    data = Dataset.from_arrays(np.ones((2000, 1)) * 3.0, np.r_[np.ones(1999), -1.0])
    order = np.tile(np.arange(1999), 20)
    check(settings_of("sgd"), data, order=order, checkpoints=10)


def test_a_pass_ends_when_whoever_waits_for_it_goes():
    shares = []

    def progress(share):
        shares.append(share)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        data = toy(d=60, n=3000)
        sweep(settings_of("truncated_gradient"), data, passes=3000, progress=progress)
    assert shares[0] < 0.5


# Which go together --------------------------------------------------------------------------------


ABLE = [kind for kind in CATALOGUE.values() if kind.kind == "online" and lane_of(kind(), 100)]


def other_than(value, knob):
    """Another value of a knob."""
    if knob.flag:
        return not value
    return next(one for one in knob.choices or knob.stops() if one != value)


@pytest.mark.parametrize("kind", ABLE, ids=lambda kind: kind.key)
def test_every_knob_is_in_the_lane_or_has_the_method_go_alone(kind):
    usual = kind()
    for name, knob in knobs_of(kind).items():
        other = replace(usual, **{name: other_than(getattr(usual, name), knob)})
        lane = lane_of(other, 100)
        assert lane is None or lane != lane_of(usual, 100), name


def test_six_methods_go_side_by_side():
    assert len(ABLE) == 6


def test_each_place_is_in_one_block_and_none_is_larger_than_the_lanes():
    algorithms = [a for key in KEYS for a in settings_of(key)]
    algorithms += settings_of("truncated_gradient", period=10)
    algorithms += [CATALOGUE["subgradient"](), CATALOGUE["scd"]()]
    blocks = blocks_of(algorithms, Loss.logistic, 100)
    assert sorted(sum(blocks, ())) == list(range(len(algorithms)))
    assert {len(block) for block in blocks} <= {1, *range(FEWEST, LANES + 1)}
    for block in blocks:
        if len(block) > 1:
            assert len({lane_of(algorithms[place], 100).common for place in block}) == 1


def test_truncated_gradient_fobos_and_sgd_share_a_pass():
    some = [settings_of("sgd")[0], settings_of("fobos")[1], *settings_of("truncated_gradient")[:2]]
    assert blocks_of(some, Loss.logistic, 100) == [(0, 1, 2, 3)]
    check(some, toy(d=6, n=30))


@in_turn(
    "algorithm",
    [
        CATALOGUE["truncated_gradient"](memory="live"),
        CATALOGUE["rda"](memory="live"),
        CATALOGUE["fobos"](batch_size=3),
        CATALOGUE["subgradient"](),
        CATALOGUE["coordinate_descent"](),
    ],
)
def test_others_go_alone(algorithm):
    assert blocks_of([algorithm] * 6, Loss.logistic, 100) == [(i,) for i in range(6)]


def test_classes_and_fits_go_alone():
    assert blocks_of(settings_of("sgd"), Loss.softmax, 100) == [(i,) for i in range(5)]
    for trace in sweep(settings_of("sgd"), toy(), fit=True):
        assert trace.fit is not None

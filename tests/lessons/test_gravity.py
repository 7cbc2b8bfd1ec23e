"""The lesson on gravity: its claim, its numbers, its exercises."""

from __future__ import annotations

import math

import numpy as np
import pytest

import datasets
from algorithms import CATALOGUE, comparator_loss, record
from pages.lessons.gravity import LESSON
from pages.lessons.gravity.evidence import GRAVITIES, Knobs, examples_of
from pages.lessons.gravity.exercises import few_features, next_to_go
from pages.lessons.gravity.words import bought
from tests.support.runs import recorded
from tests.support.views import curves, toy


@pytest.fixture(scope="module")
def data():
    name, options = LESSON.example
    return datasets.load(name, **options)


@pytest.fixture(scope="module")
def found(data):
    return LESSON.evidence(Knobs(), data)


def test_gravity_buys_zeros_and_regret_is_the_price(found):
    path = [found.none, *found.sweep]
    kept, regret = np.array([(o.kept, o.regret) for o in path]).T
    assert kept[0] == found.data.n_features and kept[-1] == 0
    assert (np.diff(kept) <= 0).all()
    assert (np.diff(regret) > 0).all()
    assert found.now.kept < found.none.kept / 30
    assert found.none.regret < found.now.regret < found.sweep[-1].regret


def test_a_movement_of_g_makes_one_run(monkeypatch):
    runs, data = recorded(monkeypatch), toy()
    before = LESSON.evidence(Knobs(), data)
    assert len(runs) == len(GRAVITIES) + 2
    runs.clear()
    after = LESSON.evidence(Knobs(gravity=0.2), data)
    assert [run.gravity for run in runs] == [0.2]
    np.testing.assert_array_equal(after.suffered, before.suffered)
    runs.clear()
    LESSON.evidence(Knobs(eta=0.02), data)
    assert len(runs) == len(GRAVITIES) + 2


def test_what_u_suffers_does_not_move_with_g(monkeypatch):
    data, calls = toy(), []

    def counted(*asked):
        calls.append(asked)
        return comparator_loss(*asked)

    monkeypatch.setattr("pages.lessons.gravity.evidence.comparator_loss", counted)
    for gravity in (0.0, 0.07, 0.2):
        LESSON.evidence(Knobs(gravity=gravity), data)
    assert len(calls) == 1


def test_random_features_go_before_real_ones(found):
    real = np.array([o.useful for o in found.sweep]) / found.truth.useful.sum()
    random = np.array([o.useless for o in found.sweep]) / (~found.truth.useful).sum()
    assert (random <= real + 1e-12).all()
    assert found.now.useful >= 20 and found.now.useless <= 10
    assert "go first" in bought(found)


def test_the_numbers_are_those_of_the_runs(found, data):
    order = examples_of(data, 10)
    run = CATALOGUE["truncated_gradient"](gravity=0.07, period=10, eta=0.01)
    trace = record(run, data, order=order, checkpoints=1)
    fixed = comparator_loss(found.u.weights, data, "logistic", order, trace.steps)
    assert found.now.regret == pytest.approx((trace.loss[-1] - fixed[0]) / len(order))
    assert found.now.kept == np.count_nonzero(trace.final_weights)
    assert f"{found.now.regret:.3f}" in LESSON.lead(found) and f"{found.now.kept:,}" in LESSON.lead(
        found
    )
    told = LESSON.words(found)
    assert f"**{found.now.regret - found.none.regret:.3f} an example**" in told
    assert f"{found.now.useful} of 30 real" in told
    # More than the paper's 90%, at its 1%.
    able = [o for o in found.sweep if o.mistakes <= found.none.mistakes + 0.01]
    assert able[-1].kept < 0.1 * found.none.kept and "over 90%" in told


def test_the_price_does_not_depend_on_the_comparator_and_its_bound_holds(found):
    cost = found.now.regret - found.none.regret
    steps = found.pulled.steps[-1]
    assert cost == pytest.approx((found.pulled.loss[-1] - found.free.loss[-1]) / steps)
    assert cost <= 0.07 * np.abs(found.u.weights).sum()


@pytest.mark.parametrize("period", [1, 10, 50])
@pytest.mark.parametrize("n", [3, 57, 800])
def test_a_run_ends_with_a_pull(period, n):
    order = examples_of(toy(n=n), period)
    assert len(order) % period == 0 and len(order) >= period
    assert order.max() < n


def test_no_gravity_and_too_much_are_told(data):
    none = LESSON.evidence(Knobs(gravity=0.0), data)
    assert none.now == none.none
    assert "Nothing is pulled" in LESSON.lead(none) and "costs **0.000" in LESSON.words(none)
    most = LESSON.evidence(Knobs(gravity=1.0), data)
    assert most.now.kept == 0 and "nothing is left" in LESSON.words(most)
    near = LESSON.evidence(Knobs(threshold=0.005), data)
    assert near.now.kept > found_at_infinity(data)


def found_at_infinity(data) -> int:
    return LESSON.evidence(Knobs(threshold=math.inf), data).now.kept


def test_any_dataset_will_do():
    plain = LESSON.evidence(Knobs(), toy(d=1, n=9))
    told = LESSON.words(plain)
    assert "weights are left" in told and "go first" not in told
    known = datasets.load("sparse_linear", n_rows=100, n_features=3000, n_nonzeros=5)
    film, pictures = LESSON.stage(LESSON.evidence(Knobs(), known))
    assert len(film.scenes) == 3 and len(pictures) == 3
    assert all(len(picture.figure.data) for picture in pictures)
    huge = toy(d=2, n=20)
    huge = datasets.Dataset.from_arrays(huge.X * 1e60, huge.y)
    with pytest.raises(ValueError, match=r"diverged at step \d+: .*scale the features"):
        LESSON.evidence(Knobs(), huge)


@pytest.mark.parametrize("seed", range(4))
def test_few_features(seed, data, found):
    task = few_features(seed)
    gravity = float(task.reveal.split("g = ")[1].rstrip("*."))
    assert task.check(LESSON.evidence(Knobs(gravity=gravity), data)).right
    assert not task.check(found).right
    assert not task.check(LESSON.evidence(Knobs(gravity=1.0), data)).right
    assert "this lesson's example" in task.check(LESSON.evidence(Knobs(), toy())).why


@pytest.mark.parametrize("seed", range(8))
def test_next_to_go(seed):
    task = next_to_go(seed)
    right = task.reveal[2]
    assert [name for name in task.choices if task.check(name).right] == [right]


def test_weights_pulled_step_by_step_reach_zero_as_revealed():
    # A push of 0.4 and a pull of 1 take 30 to 0 in 50 steps, and not in 49.
    w = 30.0
    for step in range(1, 51):
        w = max(w + 0.4 - 1.0, 0.0)
        assert (w < 1e-9) == (step >= 50)


def test_the_dots_stand_where_the_knobs_do(found):
    kept, price, frontier = (curves(picture) for picture in LESSON.stage(found)[1])
    now = found.now
    assert kept["real, now"][1] == pytest.approx([now.useful / 30])
    assert [axis[0] for axis in price["regret, now"]] == pytest.approx([0.07, now.regret])
    assert [axis[0] for axis in frontier["regret, now"]] == pytest.approx([now.kept, now.regret])
    assert [axis[0] for axis in frontier["g = 0, now"]] == pytest.approx([1030, found.none.regret])

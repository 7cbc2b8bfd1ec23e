"""Letters at the ends of curves keep apart, ticks are as many as there is room for."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from charts import profile, regret, sparsity
from charts.labels import LETTER, span_of, spread
from charts.layout import log_axis
from tests.support.views import NOTHING, learned, make, toy

SHARE = 1 / 22
DATA = toy(d=12, n=60)
heights = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=12)


@given(heights)
def test_letters_keep_their_distance_and_their_order(ends):
    share = 1 / 22
    pushed = spread(ends, share)
    room = share * (max(*ends, 0.0) - min(*ends, 0.0) or 1.0)
    assert all(p >= h for p, h in zip(pushed, ends, strict=True))
    assert np.all(np.diff(np.sort(pushed)) >= room * (1 - 1e-9))
    order = np.argsort(ends, kind="stable")
    assert np.all(np.diff(np.array(pushed)[order]) > 0)


def test_letters_with_room_stay_where_they_are():
    assert spread([10.0, 0.0, 5.0], 1 / 22) == [10.0, 0.0, 5.0]
    assert spread([], 1 / 22) == [] and spread([0.0], 0.1) == [0.0]
    assert spread([0.0, 0.0, 0.0], 0.1) == [0.0, 0.1, 0.2]


ends = st.lists(st.tuples(st.floats(-1e6, 1e6), st.floats(0.0, 1.0)), min_size=1, max_size=12)


@given(ends, st.floats(1e-3, 1e7))
def test_letters_side_by_side_keep_their_distance(ends, span):
    heights, places = (list(column) for column in zip(*ends, strict=True))
    pushed, room = spread(heights, SHARE, span, places), SHARE * span
    for i, (level, at) in enumerate(zip(pushed, places, strict=True)):
        assert level >= heights[i]
        beside = [j for j in range(len(ends)) if j != i and abs(places[j] - at) < LETTER]
        assert all(abs(pushed[j] - level) >= room * (1 - 1e-6) - 1e-9 for j in beside)
        if not beside:
            assert level == heights[i]


def test_letters_far_from_each_other_stay_where_they_are():
    assert spread([1.0, 1.0], SHARE, 1.0, [0.1, 0.9]) == [1.0, 1.0]
    assert spread([1.0, 1.0], SHARE, 1.0, [0.5, 0.5]) == [1.0, 1.0 + SHARE]


def test_curves_that_meet_at_the_bottom_of_a_high_picture_have_letters_apart():
    """The height of the picture counts, not the distance of the ends."""
    runs = learned(DATA, make("sgd"), make("sgd", eta=0.11), make("sgd", eta=0.12))
    fall = [np.geomspace(1000.0, 1.0 + i / 100, len(run.trace.steps)) for i, run in enumerate(runs)]
    picture = regret(runs, [run.trace.loss - y for run, y in zip(runs, fall, strict=True)], NOTHING)
    heights = np.sort([letter["y"] for letter in picture.layout["annotations"]])
    assert np.diff(heights).min() >= SHARE * 999 * (1 - 1e-5)
    runs = learned(DATA, make("exponentiated_gradient"), make("exponentiated_gradient", eta=0.11))
    letters = profile(runs).layout["annotations"]
    top = max(np.abs(run.trace.final_weights).max() for run in runs)
    assert abs(letters[0]["y"] - letters[1]["y"]) >= SHARE * top * (1 - 1e-5)


def test_the_span_counts_0_and_on_a_log_axis_decades():
    curves = [{"y": np.array([2.0, np.nan, 10.0])}, {"y": [-1.0, 0.1]}]
    assert span_of(curves) == 11.0 and span_of(curves[:1]) == 10.0
    assert span_of(curves, log=True) == pytest.approx(2.0)
    assert span_of([]) == span_of([{"y": [np.nan]}]) == 0.0


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [(1, 1e6, 1), (1e-3, 1e3, 1), (1, 1e7, 2), (1e8, 1e51, 8), (0.2, 0.3, "D2"), (1, 30, "D2"),
     (5.0, 5.0, "D2"), (1, 40, 1)],
)  # fmt: skip
def test_a_log_axis_has_a_tick_to_read_and_never_too_many(low, high, ticks):
    assert log_axis(low, high)["dtick"] == ticks
    if ticks != "D2":
        assert np.log10(high / low) / ticks <= 6


def test_long_numbers_have_room():
    runs = learned(DATA, make("sgd"))
    low, high = ([run.trace.loss - y for run in runs] for y in (99_000.0, 100_000.0))
    assert regret(runs, low, NOTHING).layout["margin"]["l"] == 52
    assert regret(runs, high, NOTHING).layout["margin"]["l"] == 72
    assert sparsity(runs).layout["margin"]["l"] == 52


def test_a_run_of_one_step_is_a_dot():
    (run,) = learned(toy(d=3, n=1), make("sgd"), passes=1)
    assert run.trace.steps.tolist() == [1]
    assert sparsity([run]).data[0]["mode"] == "markers"
    assert sparsity(learned(DATA, make("sgd"))).data[0]["mode"] == "lines"

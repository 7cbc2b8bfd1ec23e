"""Regret curves are the traces: same points, same ends, same numbers in words."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from algorithms import Spread, comparator_loss, random_order
from charts import regret
from charts.layout import curve
from charts.placing import HEIGHT
from charts.playground.first_pass import LABEL
from charts.playground.regret import AS_GOOD, BETTER
from tests.support.runs import LazyRuns
from tests.support.views import NOTHING, curves, make, named_runs, toy

DATA = toy()
RUNS = LazyRuns(
    lambda: named_runs(DATA, make("sgd"), make("truncated_gradient", gravity=0.3), make("rounding"))
)
U = np.linspace(-1, 1, DATA.n_features)
FIXED = LazyRuns(
    lambda: [
        comparator_loss(U, DATA, "logistic", random_order(DATA.n_rows, 2, 0), run.trace.steps)
        for run in RUNS
    ]
)


def label(run):
    return f"{run.letter} · {run.name}"


@pytest.mark.parametrize("average", [False, True])
def test_regret_is_loss_less_what_u_suffers(average):
    drawn = curves(regret(RUNS, FIXED, NOTHING, average=average))
    for run, fixed in zip(RUNS, FIXED, strict=True):
        t, y = drawn[label(run)]
        expected = (run.trace.loss - fixed) / (run.trace.steps if average else 1)
        assert np.array_equal(t, run.trace.steps)
        assert np.array_equal(y, expected.astype(np.float32))


def test_regret_zero_is_a_line_as_long_as_the_longest_run():
    x, y = curves(regret(RUNS, FIXED, NOTHING))["regret 0"]
    assert (x.tolist(), y.tolist()) == ([0, RUNS[0].trace.steps[-1]], [0, 0])


def test_what_u_suffers_is_summed_along_the_order():
    each = np.log1p(np.exp(-DATA.y * (DATA.X @ U)))[random_order(DATA.n_rows, 2, 0)]
    for run, fixed in zip(RUNS, FIXED, strict=True):
        by_hand = [each[:t].sum() for t in run.trace.steps]
        assert np.allclose(fixed, by_hand, rtol=1e-12)


@pytest.mark.parametrize("average", [False, True])
def test_log_axes_leave_out_regret_below_zero_and_say_so(average):
    better = [run.trace.loss + np.where(run.trace.steps > 40, 1.0, -1.0) for run in RUNS]
    picture = regret(RUNS, better, NOTHING, average=average, log=True)
    for run in RUNS:
        t, y = curves(picture)[label(run)]
        gone = run.trace.steps > 40
        assert np.array_equal(np.isnan(y), gone) and np.all(y[~gone] > 0)
        assert np.array_equal(t, run.trace.steps)
    assert picture.layout["xaxis"]["type"] == picture.layout["yaxis"]["type"] == "log"
    assert "no place for 0 or less" in picture.caption
    assert [note["text"] for note in picture.layout["annotations"]] == [LABEL]
    assert "regret 0" not in curves(picture)


def test_log_letters_stand_at_logarithms():
    worse = [run.trace.loss - 10.0 for run in RUNS[:1]]
    label, letter = regret(RUNS[:1], worse, NOTHING, log=True).layout["annotations"]
    assert label["text"] == LABEL
    assert letter["x"] == pytest.approx(np.log10(RUNS[0].trace.steps[-1]))
    assert letter["y"] == pytest.approx(1.0, abs=0.1) and "<b>A</b>" in letter["text"]


def test_the_words_hold_the_final_numbers():
    sentence = regret(RUNS, FIXED, NOTHING).alt
    for run, fixed in zip(RUNS, FIXED, strict=True):
        last = run.trace.loss[-1] - fixed[-1]
        assert f"{run.letter} {run.name}: {last:.4g} after {run.trace.steps[-1]:,}" in sentence


def test_the_details_name_the_comparator_and_its_gap():
    picture = regret(RUNS, FIXED, NOTHING)
    for part in ("mean logistic loss", "λ = 0.1", "more than 0.000001", "the loss alone"):
        assert part in picture.details and part not in picture.caption
    assert "chosen afterwards (0 features)" in picture.caption
    one = replace(NOTHING, nonzeros=1, weights=np.zeros((3, 6)))
    assert "chosen afterwards (1 weight)" in regret(RUNS, FIXED, one, average=True).caption


def spread_of(values: list[np.ndarray]) -> Spread:
    """A spread of regrets (orders, c) at the checkpoints of the runs, and nothing else."""
    none = np.zeros((len(values), len(values[0])))
    steps = [run.trace.steps for run in RUNS]
    return Spread(none, none, none, list(zip(steps, values, strict=True)), "loss")


@pytest.mark.parametrize("average", [False, True])
def test_bands_are_the_middle_half_of_the_orders_and_hold_the_median(average):
    several = [
        run.trace.loss - fixed + np.arange(-3.0, 6.0)[:, None]
        for run, fixed in zip(RUNS, FIXED, strict=True)
    ]
    several[2][:] = np.nan
    picture = regret(RUNS, FIXED, NOTHING, average=average, spread=spread_of(several))
    bands = [each for each in picture.data if "fill" in each]
    assert [band["name"][0] for band in bands] == ["A", "B"]
    for run, band, values in zip(RUNS, bands, several, strict=False):
        steps = run.trace.steps
        high, low = np.split(np.asarray(band["y"], float), 2)
        assert np.array_equal(band["x"], np.append(steps, steps[::-1]))
        pace = steps if average else 1
        for edge, quarter in ((low[::-1], 25), (high, 75)):
            expected = np.percentile(values, quarter, axis=0) / pace
            assert np.allclose(edge, expected, rtol=1e-6, atol=1e-6)
        middle = np.median(values, axis=0) / pace
        assert (low[::-1] <= middle).all() and (middle <= high).all()
    assert "Band: the middle half of 9 orders of the examples." in picture.caption
    low, high = picture.layout["yaxis"]["range"]
    assert all(low <= min(each["y"]) and max(each["y"]) <= high for each in bands)


def test_bands_stand_against_examples_alone_and_above_0_on_a_log_axis():
    several = [np.linspace(-5.0, 5.0, len(run.trace.steps)) + np.zeros((4, 1)) for run in RUNS]
    spread = spread_of(several)
    apart = regret(RUNS, FIXED, NOTHING, against="seconds", spread=spread)
    assert not any("fill" in each for each in apart.data)
    assert "Band" not in apart.caption
    for band in regret(RUNS, FIXED, NOTHING, log=True, spread=spread).data[:3]:
        assert "fill" in band and min(band["y"]) > 0.0


@pytest.mark.parametrize("lift", [-50.0, 0.0, 50.0])
def test_the_line_at_0_has_its_name_where_no_run_ends_and_no_name_upon_it(lift):
    lifted = [fixed - lift for fixed in FIXED]
    layout = regret(RUNS, lifted, NOTHING).layout
    zero, *names = layout["annotations"]
    low, high = layout["yaxis"]["range"]
    ends = [run.trace.loss[-1] - fixed[-1] for run, fixed in zip(RUNS, lifted, strict=True)]
    assert zero["text"] == (BETTER if min(ends) < 0.0 else AS_GOOD)
    assert abs(zero["y"]) >= 0.8 * HEIGHT * (high - low), "off the line"
    half = 0.5 * HEIGHT * (high - low)
    assert low <= zero["y"] - half and zero["y"] + half <= high
    assert (zero["y"] > 0.0) == (max(ends) < 0.0)
    for name in names:
        assert abs(name["y"] - zero["y"]) >= HEIGHT * (high - low) * (1 - 1e-9)
    assert layout["hovermode"] == "x unified" and layout["meta"]["progress"]


def test_fixed_weights_are_called_the_best_only_where_none_are_known_that_lose_less():
    best, small = (regret(RUNS, FIXED, NOTHING, outdone=outdone) for outdone in (False, True))
    assert best.heading == "Loss beyond the best fixed weights" and "the best" in best.key
    assert best.caption.startswith("How much more a run lost than the best fixed weights, ")
    assert small.heading == "Loss beyond small fixed weights"
    assert small.alt.startswith(small.heading)
    for words in (small.heading, small.key, small.caption.replace("not the best there are", "")):
        assert "best" not in words
    assert "larger fixed weights lose less" in small.caption


def test_a_run_below_fixed_weights_that_are_the_best_owes_it_to_its_moves():
    lifted = [fixed + 1e4 for fixed in FIXED]
    assert "weights move with the examples" in regret(RUNS, lifted, NOTHING).caption
    lowered = [fixed - 1e4 for fixed in FIXED]
    assert "weights move with the examples" not in regret(RUNS, lowered, NOTHING).caption


def test_curves_are_as_short_as_their_largest_number_allows():
    (run,) = named_runs(toy(), make("fobos"))
    for top, kind in ((1.0, np.float32), (1e39, np.float64)):
        heights = np.array([np.nan, -top, 0.5])
        line = curve(run, np.arange(3), heights)
        assert line["y"].dtype == kind and line["x"].dtype == np.float32
        np.testing.assert_array_equal(line["y"], heights.astype(kind))
    assert curve(run, np.arange(2), np.full(2, np.nan))["y"].dtype == np.float32


@pytest.mark.parametrize(("largest", "form"), [(9e3, ",.4g"), (2e4, ",.0f"), (1e12, ",.4g")])
def test_beside_the_crosshair_large_numbers_have_no_places(largest, form):
    fixed = [run.trace.loss - np.linspace(0.0, largest, len(run.trace.loss)) for run in RUNS]
    drawn = [curve for curve in regret(RUNS, fixed, NOTHING).data if "%{y" in str(curve)]
    assert drawn and all(f"%{{y:{form}}}" in str(curve) for curve in drawn)

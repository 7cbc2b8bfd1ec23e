"""The picture of the features kept: the counts of the traces, in strips, on both axes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms.truth import truth_of
from charts import sparsity
from charts.playground.counts import floor_of, linear_axis, log_axis_with_0, running_median
from charts.playground.first_pass import LABEL
from charts.x_axis import LABELS
from tests.naive import dataset
from tests.support.many.turns import in_turn
from tests.support.problems.classes import many_classes
from tests.support.views import curves, make, named_runs, toy

METHODS = [make("sgd"), make("truncated_gradient", gravity=0.3), make("rounding", threshold=0.2)]
WEIGHTS = np.array([1.5, 0, 0, -0.5, 0, 0])
PLAIN, NOISY, TRUE = toy(), toy(n_noise=4), toy(true_weights=WEIGHTS)
UNITS = ("count", "share of d", "share of seen")


def label(run, kind=""):
    return f"{run.letter} · {run.name}" + (f": {kind}" if kind else "")


def base(run, unit):
    return {"count": 1, "share of d": 6, "share of seen": run.trace.sparsity.seen}[unit]


@pytest.mark.parametrize("unit", UNITS)
def test_all_features_in_every_unit(unit):
    runs = named_runs(PLAIN, *METHODS)
    picture = sparsity(runs, unit, truth_of(PLAIN))
    assert "yaxis2" not in picture.layout and picture.heading == "Features kept as the run goes on"
    for run in runs:
        t, y = curves(picture)[label(run)]
        assert np.array_equal(t, run.trace.steps)
        assert np.array_equal(y, (run.trace.sparsity.nonzeros / base(run, unit)).astype(np.float32))


@in_turn("unit", UNITS)
@in_turn(("data", "kinds"), [(NOISY, ("useful", "useless")), (TRUE, ("useful", "useless"))])
def test_useful_and_useless_features_stand_in_two_strips(data, kinds, unit):
    runs = named_runs(data, *METHODS)
    picture = sparsity(runs, unit, truth_of(data))
    upper, lower = (picture.layout[axis]["domain"] for axis in ("yaxis", "yaxis2"))
    assert 0.0 == lower[0] < lower[1] < upper[0] < upper[1] == 1.0
    useful = truth_of(data).useful
    for run in runs:
        kept = run.trace.weights != 0.0
        for kind, axis, mask in zip(kinds, ("y", "y2"), (useful, ~useful), strict=True):
            (line,) = [c for c in picture.data if c["name"] == label(run, kind)]
            expected = kept[:, mask].sum(axis=1) / base(run, unit)
            assert line["yaxis"] == axis
            assert np.array_equal(line["y"], expected.astype(np.float32))


@in_turn("against", LABELS)
@in_turn("log", ["linear", "log"])
@in_turn(("unit", "level"), [("count", 2), ("share of d", 2 / 6)])
def test_the_total_of_the_useful_ones_is_a_line_with_its_name(unit, level, log, against):
    picture = sparsity(named_runs(NOISY, *METHODS), unit, truth_of(NOISY), against, log)
    x, y = curves(picture)["all useful features"]
    assert x.tolist() == picture.layout["xaxis"]["range"] and np.all(y == level)
    for layout in (picture.layout, picture.layout["meta"]["narrow"]):
        (note,) = [n for n in layout["annotations"] if n["text"] == "2 useful features"]
        assert note["y"] > (np.log10(level) if log == "log" else level)
    low, high = picture.layout["yaxis"]["range"]
    assert low <= note["y"] <= high


def test_of_those_seen_there_is_no_total():
    picture = sparsity(named_runs(NOISY, *METHODS), "share of seen", truth_of(NOISY))
    assert "all useful features" not in curves(picture)


def test_a_total_far_above_all_curves_is_left_out():
    data = toy(d=900, true_weights=np.r_[np.ones(800), np.zeros(100)])
    few = named_runs(data, make("l0_sgd", n_nonzeros=3))
    assert "all useful features" not in curves(sparsity(few, truth=truth_of(data)))
    all_of_them = named_runs(data, make("sgd"))
    assert "all useful features" in curves(sparsity(all_of_them, truth=truth_of(data)))


def test_a_share_of_nothing_seen_is_zero():
    empty = dataset(np.zeros((5, 3)), [1, -1, 1, 1, -1])
    (run,) = named_runs(empty, make("sgd"))
    _, y = curves(sparsity([run], "share of seen"))[label(run)]
    assert np.all(y == 0)


@pytest.mark.parametrize("unit", UNITS)
def test_on_a_log_axis_0_stands_at_a_tick_below_all_other_numbers(unit):
    runs = named_runs(NOISY, make("truncated_gradient", gravity=50.0), make("sgd"))
    picture = sparsity(runs, unit, truth_of(NOISY), count_axis="log")
    for pane, kind in (("yaxis", "useful"), ("yaxis2", "useless")):
        axis, floor = picture.layout[pane], picture.layout["meta"]["floor"][pane]
        assert axis["type"] == "log" and (axis["tickvals"][0], axis["ticktext"][0]) == (floor, "0")
        assert axis["range"][0] < np.log10(floor)
        for run in runs:
            _, y = curves(picture)[label(run, kind)]
            counts = (
                run.trace.sparsity.useful
                if kind == "useful"
                else run.trace.used - run.trace.sparsity.useful
            )
            assert np.array_equal(y == floor, counts == 0) and np.all(y >= floor)
            table = picture.table()
            column = table.loc[table["curve"] == label(run, kind), axis["title"]["text"]]
            assert np.allclose(column, counts / base(run, unit), rtol=1e-6)
    assert (runs[0].trace.used == 0).any(), "a test that could fail"


def test_a_zoom_is_kept_while_the_axes_mean_the_same():
    runs, truth = named_runs(NOISY, *METHODS), truth_of(NOISY)
    asked = [(unit, axis) for unit in UNITS for axis in ("linear", "log")]
    each = [sparsity(runs, unit, truth, count_axis=axis) for unit, axis in asked]
    each.append(sparsity(runs))
    assert len({picture.layout["uirevision"] for picture in each}) == len(each)


def test_a_spiky_line_is_thin_and_its_running_median_bears_the_name():
    data = toy(d=30, n=400)
    spiky, calm = make("truncated_gradient", gravity=0.5, eta=0.02), make("sgd")
    picture = sparsity(named_runs(data, spiky, calm))
    thin, thick, sgd, end = (line for line in picture.data if line["name"] != LABEL)
    assert thick["name"] == f"Running median of {thin['name']}" and thick["meta"] == "ornament"
    assert thin["line"]["width"] < thick["line"]["width"] == sgd["line"]["width"]
    assert thin["line"]["color"] == thick["line"]["color"]
    assert (end["x"][-1], end["y"][-1]) == (thin["x"][-1], thin["y"][-1]) and len(end["x"]) == 1
    assert end["mode"] == "markers" and "a dot the count at the end" in picture.caption
    assert "Thin lines show each count, thick ones a running median" in picture.caption
    assert set(picture.table()["curve"]) == {thin["name"], sgd["name"]}
    assert "median" not in sparsity(named_runs(data, calm)).caption


def test_a_running_median_is_that_of_the_looks_around():
    counts = np.random.default_rng(0).integers(0, 50, 100)
    medians = running_median(counts)
    assert np.array_equal(medians[2:-2], [np.median(counts[i - 2 : i + 3]) for i in range(2, 98)])
    assert (medians[-3:] == np.median(counts[-5:])).all()
    assert (medians[:3] == np.median(counts[:5])).all()


def test_one_spike_at_the_end_does_not_move_the_median():
    counts = np.tile([3, 9, 3, 3, 3], 20)
    counts[-1] = 50
    assert running_median(counts).tolist() == [3] * 100


@given(st.lists(st.integers(0, 1000), min_size=1, max_size=250))
def test_a_curve_that_only_rises_or_falls_is_not_spiky(counts):
    for monotone in (np.sort(counts), np.sort(counts)[::-1]):
        assert running_median(monotone) is None


@given(st.integers(0, 10**6), st.sampled_from([1.0, 1 / 7, 1 / 1030]))
def test_axes_show_what_there_is_and_have_few_ticks(count, least):
    top = count * least
    linear, log = linear_axis(top, least), log_axis_with_0(top, least)
    assert linear["range"][0] == 0.0 and linear["range"][1] >= max(top, least)
    assert 1 <= linear["range"][1] / linear["dtick"] <= 6 and linear["dtick"] >= least
    low, high = log["range"]
    assert low < np.log10(floor_of(least)) < np.log10(least) < high
    assert top == 0 or np.log10(top) < high
    at = np.log10(log["tickvals"])
    assert np.all(np.diff(at) > 0.1) and low < at[0] and at[-1] < high and len(at) <= 6
    assert floor_of(least) == np.float32(floor_of(least)) < least / 3


def test_the_words_hold_the_final_numbers():
    runs = named_runs(TRUE, *METHODS)
    whole, parts = sparsity(runs).alt, sparsity(runs, truth=truth_of(TRUE)).alt
    for run in runs:
        right, wrong = truth_of(TRUE).count_nonzeros(run.trace.final.weights)
        assert f"{run.letter} {run.name}: {right + wrong} of 6 features at the end" in whole
        strips = f"{right} of 2 useful and {wrong} of 4 useless features at the end"
        assert f"{run.letter} {run.name}: {strips}" in parts


def test_the_caption_says_when_a_periodic_run_is_counted():
    runs = named_runs(toy(), make("rounding", period=3), make("sgd"))
    assert "A makes zeros every K steps and at the end; in between" in sparsity(runs).caption
    runs = named_runs(toy(n=400), make("rounding", period=3), make("sgd"))
    assert "A is counted every K steps and at the end" in sparsity(runs).caption
    assert "every K steps" not in sparsity(named_runs(toy(), make("sgd"))).caption


def test_letters_stand_in_the_lower_strip_and_names_in_the_upper():
    runs = named_runs(NOISY, *METHODS)
    notes = sparsity(runs, truth=truth_of(NOISY)).layout["annotations"]
    lower = [note["text"] for note in notes if note.get("yref") == "y2"]
    assert lower == ["<b>A</b>", "<b>B</b>", "<b>C</b>"]
    assert "<b>C</b> rounding" in [note["text"] for note in notes if note.get("yref") == "y"]


def test_a_feature_of_several_classes_is_kept_by_one_weight():
    runs = named_runs(many_classes(), make("projected_gradient", radius=1.0), loss="softmax")
    picture = sparsity(runs)
    assert picture.caption.startswith("A feature has a weight for each class.")
    assert picture.key.startswith("A feature has a weight for each class.")


def test_at_both_ends_of_a_running_median_the_last_whole_window_stands():
    """Counts that go up and down around a slope: in the windows at the ends they are known."""
    counts = np.arange(400) + np.where(np.arange(400) % 2, 40, 0)
    medians = running_median(counts)
    reach = int(np.argmax(medians != medians[0])) - 1
    assert reach >= 1 and len(set(medians[: reach + 1])) == 1 == len(set(medians[-reach - 1 :]))
    assert medians[0] == np.sort(counts[: 2 * reach + 1])[reach]
    assert medians[-1] == np.sort(counts[-2 * reach - 1 :])[reach]

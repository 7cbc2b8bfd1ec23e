"""Final weights against the true ones, and the paths of the largest, are the traces' weights."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from charts import weight_paths, weights
from charts.labels import read_back
from charts.playground.weights import kept_apart
from tests.support.runs import LazyRuns
from tests.support.views import curves, make, named_runs, toy

LONG = toy(d=80, n=60, n_noise=75)
TRUTH = np.zeros(80)
TRUTH[[3, 70, 11]] = [0.5, -2.0, 1.0]
KNOWN = toy(d=80, n=60, true_weights=TRUTH)
RUNS = LazyRuns(lambda: named_runs(KNOWN, make("sgd"), make("truncated_gradient", gravity=0.1)))


def test_without_a_truth_each_run_is_sorted_by_its_own_sizes():
    picture = weights(RUNS, LONG)
    for run in RUNS:
        rank, sizes = curves(picture)[f"{run.letter} · {run.name}"]
        expected = sorted(np.abs(run.trace.final.weights), reverse=True)[:60]
        assert rank.tolist() == list(range(1, 61))
        assert np.array_equal(sizes, np.float32(expected))
    assert "Shown are 60 of 80 features, the largest first." in picture.caption


@pytest.mark.parametrize("evil", ["%{y}", "<b>n"])
def test_a_mouse_reads_off_the_feature_and_its_signed_weight(evil):
    named = replace(LONG, feature_names=(evil, *LONG.feature_names[1:]))
    for data, names in ((named, named.feature_names), (None, [f"X[:, {j}]" for j in range(80)])):
        for run, drawn in zip(RUNS, weights(RUNS, data).data, strict=True):
            w = run.trace.final.weights
            first = int(np.argmax(np.abs(w)))
            said = f"{names[first]}: {w[first]:.4g}".replace(": -", ": −")
            assert read_back(drawn["text"][0]) == said and "<b>" not in drawn["text"][0]
            assert drawn["hovertemplate"] == "%{text}<extra></extra>"
            assert {": −" in text for text in drawn["text"]} == {True, False}
    truth, one, _ = weights(RUNS, KNOWN).data
    assert truth["text"][:3] == one["text"][:3] == ["x70", "x11", "x3"]
    assert one["hovertemplate"] == "%{text}: %{y:.4g}<extra></extra>"


def test_with_a_truth_features_stand_in_its_order():
    picture = weights(RUNS, KNOWN)
    drawn = curves(picture)
    assert drawn["true weights"][1].tolist() == [-2, 1, 0.5] + [0] * 57
    for run in RUNS:
        w = np.float32(run.trace.final.weights)
        assert drawn[f"{run.letter} · {run.name}"][1][:3].tolist() == w[[70, 11, 3]].tolist()
        largest = f"{run.letter} {run.name}: largest {np.abs(run.trace.final.weights).max():.3g}"
        assert largest in picture.alt
    assert "Grey circles: the weights the data was made with." in picture.caption


def test_the_largest_of_the_useless_follow_the_truth():
    (_, drawn), (_, other) = list(curves(weights(RUNS, KNOWN)).values())[1:]
    shown = np.abs([drawn[3:], other[3:]]).max(axis=0)
    assert np.all(np.diff(shown) <= 0)


def test_weights_that_are_all_zero():
    runs = named_runs(KNOWN, make("rounding", threshold=np.inf))
    picture = weights(runs, KNOWN)
    assert not curves(picture)["A · Rounding"][1].any()
    assert np.count_nonzero(curves(picture)["true weights"][1]) == 3
    assert "largest 0" in picture.alt and "Grey circles" in picture.caption
    paths = weight_paths(runs[0], KNOWN)
    assert len(paths.data) == 12 and all(not y.any() for _, y in curves(paths).values())


@pytest.mark.parametrize("slot", [0, 1])
def test_the_paths_are_those_of_the_weights_that_were_ever_largest(slot):
    run = RUNS[slot]
    picture = weight_paths(run, KNOWN)
    ever = np.abs(run.trace.weights).max(axis=0)
    drawn = curves(picture)
    names = [f"x{j}" for j in np.argsort(-ever, kind="stable")[:12]]
    assert list(drawn) == names and ", ".join(names) in picture.alt
    for name, (t, path) in drawn.items():
        assert np.array_equal(t, run.trace.steps)
        assert np.array_equal(path, np.float32(run.trace.weights[:, int(name[1:])]))


def test_the_useless_by_construction_are_grey_and_dotted():
    run = named_runs(LONG, make("sgd"))[0]
    picture = weight_paths(run, LONG)
    for path in picture.data:
        useless = int(path["name"][1:]) >= 5
        assert (path["line"]["dash"] == "dot") == useless
        assert (path["line"]["color"] == run.colour) != useless
    assert "Dotted grey: columns of random numbers" in picture.caption
    assert "Dotted grey" not in weight_paths(RUNS[0], KNOWN).caption


@given(st.lists(st.floats(-1.0, 2.0), min_size=1, max_size=12))
def test_names_stand_in_the_order_of_their_curves_and_near_them(ends):
    places = kept_apart(ends, 1 / 22, 0.0, 1.0)
    assert min(places) >= -1e-9 and max(places) <= 1.0 + 1e-9
    order = np.argsort(ends, kind="stable")
    assert np.all(np.diff(np.array(places)[order]) >= 1 / 22 - 1e-9)
    if min(ends) >= 0.0 and max(ends) <= 1.0 and np.diff([-1, *np.sort(ends)]).min() > 1 / 22:
        assert np.allclose(places, ends), "they have room where they are"


def test_a_thin_line_leads_from_each_curve_to_its_name():
    layout, data = (getattr(weight_paths(RUNS[0], KNOWN), part) for part in ("layout", "data"))
    for curve, leader, note in zip(data, layout["shapes"], layout["annotations"], strict=True):
        assert (leader["y0"], leader["y1"]) == (curve["y"][-1], note["y"])
        assert leader["line"]["color"] == curve["line"]["color"]


def test_names_at_the_ends_keep_apart():
    heights = sorted(a["y"] for a in weight_paths(RUNS[0], KNOWN).layout["annotations"])
    ends = [path["y"][-1] for path in weight_paths(RUNS[0], KNOWN).data]
    room = (max(*ends, 0.0) - min(*ends, 0.0)) / 24
    assert len(heights) == 12 and np.diff(heights).min() >= room * (1 - 1e-6)
    low, high = weight_paths(RUNS[0], KNOWN).layout["yaxis"]["range"]
    assert low <= heights[0] and heights[-1] <= high


def test_one_feature_is_enough():
    one = toy(d=1, true_weights=np.ones(1))
    runs = named_runs(one, make("sgd"), make("fobos"))
    assert [y.size for _, y in curves(weights(runs, one)).values()] == [1, 1, 1]
    assert list(curves(weight_paths(runs[0], one))) == ["x0"]
    assert weights(runs, one).caption.strip() == weights(runs, one).caption

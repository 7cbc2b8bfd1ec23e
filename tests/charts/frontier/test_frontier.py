"""The picture of the frontier: each setting is a dot, and the best ones are joined."""

from __future__ import annotations

import json

import numpy as np
import pytest

from algorithms import CATALOGUE, Frontier, Outcomes, grid
from charts import Contest, frontier, name_runs
from tests.support.views import curves
from ui.live.stage import text_of

ROUNDING, GRADIENT = CATALOGUE["rounding"](), CATALOGUE["truncated_gradient"]()
VALUES = (0.01, 0.02, 0.05, 0.1)


def contest(base, knob: str, features, auc, slot: int = 0, diverged=()) -> Contest:
    """A method of four settings in two repeats; in the second ``auc`` is 0.01 more."""
    settings = tuple(grid(base, **{knob: VALUES}))
    wild = np.zeros((4, 2), bool)
    wild[list(diverged)] = True
    value = np.where(wild, np.nan, np.add.outer(np.array(auc, float), [0.0, 0.01]))
    count = np.where(wild, np.nan, np.repeat(np.array(features, float)[:, None], 2, axis=1))
    outcomes = Outcomes(settings, {"features": count, "test AUC": value}, wild)
    run = name_runs([ROUNDING, GRADIENT])[slot]
    return Contest(run, Frontier(outcomes, "test AUC"), (knob,))


FIRST = contest(ROUNDING, "threshold", (40, 10, 5, 0), (0.9, 0.95, 0.8, 0.5))
SECOND = contest(GRADIENT, "gravity", (100, 30, 8, 2), (0.96, 0.9, 0.85, 0.7), slot=1)


def picture_of(*contests, **more):
    return frontier(contests, "AUC", True, "2 orders of the rows", **more)


def test_every_setting_with_features_is_a_dot():
    x, y = curves(picture_of(FIRST))["A · Rounding, all settings"]
    assert x.tolist() == [40, 10, 5] and np.allclose(y, [0.905, 0.955, 0.805])


def test_its_stairs_promise_no_more_than_the_setting_before():
    picture = picture_of(FIRST)
    stairs = next(curve for curve in picture.data if curve["name"] == "A Rounding")
    assert stairs["line"]["shape"] == "hv"
    assert stairs["x"][:-1].tolist() == [5, 10] and np.allclose(stairs["y"], [0.805, 0.955, 0.955])
    assert np.isclose(np.log10(stairs["x"][-1]), picture.layout["xaxis"]["range"][1])


HOPELESS = contest(GRADIENT, "gravity", (100, 30, 28, 2), (0.96, 0.9, 0.85, -3e20), slot=1)
"""A setting that all but diverged; its only one with few features."""


@pytest.mark.parametrize("features", [(40, 10, 5, 3), (500, 400, 300, 5)])
def test_the_axis_holds_the_answer_of_each_method(features):
    first = contest(ROUNDING, "threshold", features, (0.99, 0.985, 0.98, 0.31))
    picture = picture_of(first, SECOND, at_most=8)
    low, high = picture.layout["yaxis"]["range"]
    for each in (first, SECOND):
        assert low <= each.frontier.best(8).value <= high


def test_no_dot_is_so_far_off_that_a_browser_could_not_draw_it():
    picture = picture_of(FIRST, HOPELESS, at_most=20)
    assert np.isfinite(picture.layout["yaxis"]["range"]).all()
    wild = contest(GRADIENT, "gravity", (100, 30, 28, 26), (0.96, 0.9, -3e9, -3e20), slot=1)
    picture = picture_of(FIRST, wild, at_most=12)
    low, high = picture.layout["yaxis"]["range"]
    assert high - low < 2.0
    for _, y in curves(picture).values():
        known = np.asarray(y, float)[np.isfinite(np.asarray(y, float))]
        assert (np.abs(known) <= 20.0 * (high - low) + abs(high)).all()
    assert f"and 2 below {low:.2f}, beyond the axis" in picture.caption


def test_on_a_phone_a_legend_stands_for_the_names():
    picture = picture_of(FIRST, SECOND, at_most=10)
    narrow = picture.layout["meta"]["narrow"]
    texts = [note["text"] for note in narrow["annotations"]]
    assert texts == ["<b>A</b>", "<b>B</b>", "at most 10"] and narrow["showlegend"]
    entries = [curve["name"] for curve in picture.data if curve.get("showlegend", True)]
    assert entries == ["A Rounding", "B Truncated gradient"]


def test_of_methods_that_are_level_a_stands_above_b():
    level = contest(GRADIENT, "gravity", (40, 10, 5, 0), (0.9, 0.95, 0.8, 0.5), slot=1)
    first, second = (note["y"] for note in picture_of(FIRST, level).layout["annotations"])
    assert first > second


@pytest.mark.parametrize(
    ("features", "texts"),
    [
        ((1000, 10, 5, 1), ["1", "10", "100", "1,000"]),
        ((40, 10, 5, 3), ["5", "10", "20"]),
        ((30, 29, 28, 28), ["27", "28", "29", "30", "31", "32"]),
        ((1e7, 10, 5, 1), ["1", "100", "10,000", "1,000,000"]),
    ],
)
def test_the_axis_writes_numbers_out(features, texts):
    axis = picture_of(contest(ROUNDING, "threshold", features, (0.9,) * 4)).layout["xaxis"]
    assert axis["ticktext"] == texts and len(axis["tickvals"]) == len(texts)


def test_the_line_joins_what_nobody_beats():
    x, y = curves(picture_of(FIRST))["A · Rounding, best"]
    assert x.tolist() == [5, 10] and np.allclose(y, [0.805, 0.955])


def test_each_line_carries_the_name_of_its_method():
    picture = picture_of(FIRST, SECOND)
    texts = [note["text"] for note in picture.layout["annotations"]]
    assert texts == ["<b>A Rounding</b>", "<b>B Truncated gradient</b>"]
    heights = sorted(note["y"] for note in picture.layout["annotations"])
    low, high = picture.layout["yaxis"]["range"]
    assert heights[1] - heights[0] >= (high - low) / 20


def test_bars_are_the_middle_half():
    bars = curves(picture_of(FIRST))["A · Rounding, middle half"]
    assert np.allclose(bars[1][:2], [0.8025, 0.8075])


def test_what_has_no_dot_is_said():
    assert "leaves out 1 setting that kept no feature." in picture_of(FIRST).caption
    assert "median over 2 orders of the rows" in picture_of(FIRST).caption


def test_a_dot_says_its_setting_and_can_be_picked():
    dots = picture_of(FIRST, SECOND).data[4]
    assert dots["customdata"] == ["B0", "B1", "B2", "B3"]
    assert dots["text"][0] == "Truncated gradient: g = 0.01"


def test_a_setting_that_diverged_is_not_on_the_line():
    x, _ = curves(
        picture_of(contest(ROUNDING, "threshold", (40, 10, 5, 3), (0.9,) * 4, diverged=[1]))
    )["A · Rounding, best"]
    assert x.tolist() == [3]


@pytest.mark.parametrize("diverged", [(), (0, 1, 2, 3)])
def test_without_any_result_it_is_an_empty_picture(diverged):
    nothing = contest(ROUNDING, "threshold", (0,) * 4, (np.nan,) * 4, diverged=diverged)
    picture = picture_of(nothing, at_most=10)
    assert "Rounding: none." in picture.alt and picture.figure
    assert picture.table().empty


def test_the_line_of_at_most_stands_where_it_is_asked_for():
    picture = picture_of(FIRST, at_most=10)
    assert picture.data[0]["name"] == "at most" and picture.data[0]["x"] == [10, 10]
    assert picture.layout["annotations"][-1]["text"] == "at most 10"
    beyond = picture_of(FIRST, at_most=1000)
    assert "at most 1,000" not in [note["text"] for note in beyond.layout["annotations"]]


def test_a_hopeless_setting_does_not_flatten_the_others():
    wild = contest(ROUNDING, "threshold", (40, 30, 20, 1), (0.97, 0.96, 0.95, 0.1))
    low, high = picture_of(wild).layout["yaxis"]["range"]
    assert 0.9 < low < 0.95 < high
    assert f"leaves out 1 setting below {low:.3f}, beyond the axis." in picture_of(wild).caption


def test_settings_that_are_nearly_as_good_stay_on_the_axis():
    near = contest(ROUNDING, "threshold", (40, 30, 20, 10), (0.895, 0.893, 0.891, 0.868))
    low, high = picture_of(near).layout["yaxis"]["range"]
    assert low < 0.868 and high > 0.9 and "beyond" not in picture_of(near).caption
    losses = frontier([near], "loss", False, "2 orders of the rows")
    assert losses.layout["yaxis"]["range"][1] > 0.9


def test_a_bar_that_goes_on_beyond_the_axis_has_an_arrow():
    aucs = np.add.outer([0.97, 0.96, 0.95, 0.94], np.zeros(5))
    features = np.repeat([[40.0], [30.0], [20.0], [1.0]], 5, axis=1)
    run, settings = name_runs([ROUNDING])[0], tuple(grid(ROUNDING, threshold=VALUES))

    def picture(worst: float):
        aucs[3, :2] = worst
        values = {"features": features, "test AUC": aucs.copy()}
        edge = Frontier(Outcomes(settings, values, np.zeros((4, 5), bool)), "test AUC")
        return picture_of(Contest(run, edge, ("threshold",)))

    cut, whole = picture(0.1), picture(0.91)
    arrow = cut.data[-1]
    assert arrow["marker"]["symbol"] == "triangle-down" and arrow["x"].tolist() == [1.0]
    assert arrow["y"][0] > cut.layout["yaxis"]["range"][0] and "▼ where one goes on" in cut.caption
    assert "triangle" not in str(whole.data) and "▼" not in whole.caption
    assert whole.layout["yaxis"]["range"][0] < 0.91


def test_the_end_of_a_staircase_beyond_the_axis_is_in_words():
    long = contest(ROUNDING, "threshold", (40, 30, 6, 5), (0.99, 0.985, 0.8, 0.7))
    other = contest(GRADIENT, "gravity", (40, 30, 20, 10), (0.99, 0.988, 0.986, 0.985), slot=1)
    said = "2 of them are on a staircase: A with 5 to 6 features, 0.705 to 0.805."
    assert said in picture_of(long, other).caption
    short = contest(ROUNDING, "threshold", (40, 30, 20, 1), (0.97, 0.96, 0.95, 0.1))
    said = "One of them is on the staircase: with 1 feature, 0.105."
    assert said in picture_of(short).caption
    assert "on the staircase" not in picture_of(FIRST).caption


def test_plotly_reads_it_and_so_does_a_table():
    picture = picture_of(FIRST, SECOND, at_most=10)
    assert picture.figure and json.loads(text_of(picture))
    table = picture.table()
    assert list(table) == ["curve", "features at the end", "AUC", "label"]
    assert (table["curve"] == "B · Truncated gradient, all settings").sum() == 4

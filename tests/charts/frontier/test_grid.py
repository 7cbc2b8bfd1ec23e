"""The map of two knobs, and the line of one: each setting in its place."""

from __future__ import annotations

import json

import numpy as np
import pytest

from algorithms import CATALOGUE
from charts import Cell, Grid, grid, name_runs
from ui.live.stage import text_of

(RUN,) = name_runs([CATALOGUE["rounding"]()])
ONE = (("threshold", (0.01, 0.1, 1.0, np.inf)),)
TWO = (("threshold", (0.01, 0.1, 1.0)), ("eta", (0.001, 0.1)))


def cells(values, diverged=()) -> list[Cell]:
    return [
        Cell(i, value, value - 0.01, value + 0.01, i in diverged) for i, value in enumerate(values)
    ]


def picture_of(ladders, values, diverged=(), more: bool | None = True):
    return grid(Grid(RUN, ladders, cells(values, diverged), "AUC", more))


def test_a_map_has_each_setting_in_its_place():
    heat = picture_of(TWO, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]).data[0]
    assert heat["z"] == [[0.1, 0.3, 0.5], [0.2, 0.4, 0.6]]
    assert heat["customdata"] == [["A0", "A2", "A4"], ["A1", "A3", "A5"]]
    assert heat["text"][1][2] == "θ = 1, η = 0.1"


def test_the_axes_say_the_values():
    layout = picture_of(TWO, [0.5] * 6).layout
    assert layout["xaxis"]["title"]["text"] == "threshold θ"
    assert layout["yaxis"]["ticktext"] == ["0.001", "0.1"]


def test_a_cell_that_diverged_is_marked_and_said():
    picture = picture_of(TWO, [0.1, 0.2, 0.3, np.nan, 0.5, 0.6], diverged=[3])
    assert picture.data[0]["z"][1][1] is None
    (cross,) = picture.data[1:]
    assert (cross["x"].tolist(), cross["y"].tolist()) == ([1.0], [1.0])
    assert "One setting diverged (×)" in picture.caption


def test_what_is_not_there_yet_is_empty_without_a_mark():
    picture = picture_of(TWO, [0.1, np.nan, 0.3, np.nan, np.nan, np.nan])
    assert len(picture.data) == 1 and "diverged" not in picture.caption


def test_a_line_leaves_out_what_all_but_diverged():
    picture = picture_of(ONE, [1e20, 10.0, 11.0, 12.0], more=False)
    low, high = picture.layout["yaxis"]["range"]
    assert low < 10.0 and 11.0 < high < 100.0
    for curve in picture.data:
        assert np.abs(np.asarray(curve["y"], float)).max() < 1000.0
    assert f"One setting is above {high:.1f}, beyond the axis." in picture.caption


@pytest.mark.parametrize("more", [True, False, None])
def test_the_best_cell_is_said(more):
    alt = picture_of(TWO, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6], more=more).alt
    best = "Best: 0.6 at θ = 1, η = 0.1." if more else "0.1 at θ = 0.01, η = 0.001."
    assert alt.endswith(best)


def test_the_better_end_has_the_same_colour_whatever_is_better():
    scales = [picture_of(TWO, [0.5] * 6, more=more).data[0]["colorscale"] for more in (True, False)]
    assert scales[0][-1][1] == scales[1][0][1]


@pytest.mark.parametrize(("ladders", "at"), [(ONE, (3.0, 0.4)), (TWO, (1.0, 1.0))])
def test_a_ring_marks_one_setting(ladders, at):
    n = int(np.prod([len(values) for _, values in ladders]))
    values = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6][:n]
    asked = Grid(RUN, ladders, cells(values), "AUC", True, 3, "the best one")
    picture = grid(asked)
    assert (picture.data[-1]["x"][0], picture.data[-1]["y"][0]) == at
    assert "The ring marks the best one." in picture.caption and picture.figure


def test_its_heading_names_method_and_measure():
    assert picture_of(TWO, [0.5] * 6).heading == "Rounding: AUC of every setting"


def test_a_line_with_its_band():
    band, line = picture_of(ONE, [0.1, 0.2, 0.3, 0.4]).data
    assert line["x"].tolist() == [0, 1, 2, 3] and line["y"].tolist() == [0.1, 0.2, 0.3, 0.4]
    assert line["text"][-1] == "θ = ∞" and line["customdata"] == ["A0", "A1", "A2", "A3"]
    assert np.allclose(band["y"][:4], [0.11, 0.21, 0.31, 0.41])


def test_a_line_leaves_out_what_diverged():
    _, line, cross = picture_of(ONE, [0.1, 0.2, np.nan, 0.4], diverged=[2]).data
    assert line["x"].tolist() == [0, 1, 3] and cross["x"].tolist() == [2.0]


@pytest.mark.parametrize(("ladders", "n"), [(ONE, 4), (TWO, 6)])
def test_plotly_reads_it(ladders, n):
    for values in ([0.5] * n, [np.nan] * n):
        picture = picture_of(ladders, values, diverged=[0])
        assert picture.figure and json.loads(text_of(picture)) and picture.alt.endswith(".")


def test_one_point_is_drawn():
    picture = picture_of((("threshold", (0.1,)),), [0.9])
    assert picture.data[1]["y"].tolist() == [0.9]

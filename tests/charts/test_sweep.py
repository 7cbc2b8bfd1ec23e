"""Curves over a logarithmic axis: the room around them, and the dots that say where points are."""

from __future__ import annotations

import numpy as np
import pytest

from charts import Line, SweepAxes, sweep

X = (1.0, 10.0, 100.0)


def picture_of(*heights, now=None, x=X, **options):
    line = Line("one", "#0072b2", "solid", heights, now=now)
    return sweep("kept", SweepAxes("λ", "features", **options), x, [line])


def test_the_room_around_curves_is_a_share_of_their_span():
    picture = picture_of(10.0, 20.0, 30.0, now=(10.0, 20.0), tight=True)
    assert picture.layout["xaxis"]["range"] == pytest.approx([-0.02, 2.02])
    assert picture.layout["yaxis"]["range"] == pytest.approx([9.0, 31.0])
    # Where every point is a dot, half of one stands beyond the last place.
    assert picture_of(1.0, 2.0, 3.0).layout["xaxis"]["range"] == pytest.approx([-0.1, 2.1])


def test_a_single_point_has_room_on_both_sides():
    low, high = picture_of(7.0, x=(10.0,), now=(10.0, 7.0), tight=True).layout["yaxis"]["range"]
    assert low < 7.0 < high and high - 7.0 == pytest.approx(7.0 - low)


def test_heights_begin_at_0_unless_the_axis_is_tight():
    assert picture_of(10.0, 20.0, 30.0).layout["yaxis"]["range"][0] == 0.0
    assert picture_of(-10.0, 20.0, 30.0).layout["yaxis"]["range"][0] < -10.0


def test_each_point_is_a_dot_unless_one_says_where_the_knob_stands():
    (curve,) = picture_of(1.0, 2.0, 3.0).data
    assert curve["mode"] == "lines+markers"
    curve, dot = picture_of(1.0, 2.0, 3.0, now=(10.0, 2.0)).data
    assert curve["mode"] == "lines" and dot["mode"] == "markers"
    assert (list(dot["x"]), list(dot["y"])) == ([10.0], [2.0])


def test_points_without_a_place_are_left_out():
    curve = picture_of(1.0, np.nan, 0.0, log=True).data[0]
    assert list(curve["y"]) == [1.0] and list(curve["x"]) == [1.0]

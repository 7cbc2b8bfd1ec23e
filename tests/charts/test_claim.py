"""The picture of a claim: axes on which its numbers can be read."""

from __future__ import annotations

import numpy as np
import pytest

from charts.claim import Series, XAxis, claim, violations


def series(*middle: float) -> Series:
    values = np.array(middle)
    return Series("ours", values, values - 0.001, values + 0.001, np.full(len(values), np.nan))


@pytest.mark.parametrize(
    ("numbers", "from_zero"), [((0.97, 0.99), False), ((0.2, 0.99), True), ((3.0, 40.0), True)]
)
def test_the_axis_begins_at_zero_where_zero_is_near(numbers, from_zero):
    layout = claim([series(*numbers)], XAxis("k", [10.0, 20.0]), "AUC").layout
    assert (layout["yaxis"].get("rangemode") == "tozero") is from_zero


@pytest.mark.parametrize("log", ["", "y"])
@pytest.mark.parametrize("numbers", [(1.0, 1.0), (0.4, 1.0), (0.99, 1.0), (0.3, 0.3), (0.0, 0.999)])
def test_an_axis_of_shares_ends_at_one(numbers, log):
    middle = np.array(numbers)
    none = np.full(2, np.nan)
    axis = claim(
        [Series("ours", middle, middle, middle, none)], XAxis("k", [1.0, 2.0], log), "AUC"
    ).layout["yaxis"]
    low, high = (10.0 ** np.array(axis["range"])) if log else axis["range"]
    assert low <= min(x for x in numbers if x or not log)
    assert max(numbers) < high <= (1.3 if log else 1.04), "a mark at 1 has room, a tick at 2 none"
    assert log or -0.03 < low <= 0.0 or max(numbers) - min(numbers) < 0.5


def test_other_axes_choose_their_range():
    for numbers in ((0.5, 1.5), (-0.5, 0.5), (5.0, 40.0)):
        layout = claim([series(*numbers)], XAxis("k", [1.0, 2.0]), "seconds").layout
        assert "range" not in layout["yaxis"]


@pytest.mark.parametrize("numbers", [(0.01, 40.0), (0.002, 0.9)])
def test_a_mark_near_zero_is_not_cut(numbers):
    layout = claim([series(*numbers)], XAxis("k", [1.0, 2.0]), "seconds").layout
    low, high = layout["yaxis"]["range"]
    assert -0.03 * high < low < -0.02 * high and high > max(numbers)


@pytest.mark.parametrize(
    ("places", "ticks"),
    [([10, 20, 40], ["10", "20", "40"]), ([10, 11, 12], None), ([2**i for i in range(12)], None)],
)
def test_few_places_far_apart_have_a_tick_each(places, ticks):
    across = XAxis("k", places, "x")
    layout = claim([series(*np.linspace(0.9, 1.0, len(places)))], across, "AUC").layout
    assert layout["xaxis"]["type"] == "log" and layout["xaxis"].get("ticktext") == ticks


def test_places_and_names_are_written_with_powers_of_ten():
    two = [series(0.9, 0.95)._replace(name="λ = 3e-05"), series(0.9, 0.95)]
    by_size = claim(two, XAxis("λ", [1e-5, 1e6], "x"), "AUC")
    assert by_size.layout["xaxis"]["ticktext"] == ["10⁻⁵", "10⁶"]
    assert by_size.data[0]["name"] == "λ = 3·10⁻⁵" and "1e-05" not in by_size.alt
    by_name = claim(two, XAxis("λ", ["1e-05", "λ = 2e-05"]), "AUC")
    assert by_name.layout["xaxis"]["ticktext"] == ["10⁻⁵", "λ = 2·10⁻⁵"]


def test_a_table_names_the_place_beside_which_marks_stand():
    two = [series(1.0, 2.0), series(3.0, 4.0)]
    table = claim(two, XAxis("data", ["crx", "wbc"]), "features").table()
    assert list(table["data"]) == ["crx", "wbc", "crx", "wbc"]
    assert list(table["features"]) == [1.0, 2.0, 3.0, 4.0]


def test_printed_numbers_are_hollow_marks_once_or_by_series():
    ours = series(30.0, 80.0)._replace(printed=np.array([25.0, np.nan]))
    across = XAxis("K", [1.0, 10.0])
    once = claim([ours, ours._replace(name="other")], across, "features")
    assert [curve["name"] for curve in once.data].count("printed") == 1
    assert "Hollow marks" in once.caption and "Printed: 25 at 1." in once.alt
    own = ours._replace(name="other", printed=np.array([np.nan, 7.0]))
    both = claim([ours, own], across, "features")
    hollow = [c for c in both.data if c["marker"].get("symbol") == "diamond-open"]
    assert [list(curve["y"]) for curve in hollow] == [[25.0], [7.0]]
    assert [curve["name"] for curve in hollow] == ["ours, printed", "other, printed"]
    assert all(curve.get("showlegend", True) for curve in hollow), "each has its entry"
    for one, mark in zip(both.data[::2], hollow, strict=True):
        assert mark["x"][0] in one["x"], "over its own series"


@pytest.mark.parametrize("log", ["", "x"])
def test_marks_of_one_place_stand_side_by_side(log):
    three = [series(1.0, 2.0, 3.0)] * 3
    picture = claim(three, XAxis("K", [1.0, 10.0, 20.0], log), "features")
    x = np.array([curve["x"] for curve in picture.data])
    assert (np.diff(x, axis=0) > 0.0).all(), "in the order of the legend"
    assert list(picture.table()["K"]) == 3 * [1.0, 10.0, 20.0]
    assert "side by side" in picture.caption
    assert list(claim([series(1.0, 2.0)], XAxis("K", [1.0, 9.0]), "y").data[0]["x"]) == [1.0, 9.0]


def test_a_logarithmic_axis_says_what_it_has_no_place_for():
    across = XAxis("K", [1.0, 10.0], "y")
    caption = claim([series(0.0, 5.0)], across, "features").caption
    assert "not drawn: ours at 1." in caption
    wide = series(3.0, 5.0)._replace(low=np.array([-1.0, 4.0]))
    assert "reaches 0 or less" in claim([wide], across, "features").caption
    assert "axis" not in claim([series(3.0, 5.0)], across, "features").caption


def test_a_limit_is_a_line_within_the_axis():
    across = XAxis("data", ["crx", "wbc"])
    picture = claim([series(0.98, 0.99)], across, "removed", limits={"at least 0.9": 0.9})
    line = picture.data[-1]
    assert line["name"] == "at least 0.9" and list(line["y"]) == [0.9, 0.9]
    assert picture.layout["yaxis"]["range"][0] < 0.9
    assert len(picture.table()) == 2, "it is no number of ours"


def test_violations_stand_on_an_axis_that_begins_at_nothing():
    none = Series("ours", *np.zeros((3, 2)), np.full(2, np.nan))
    picture = violations([none], XAxis("K", [1.0, 10.0]), "largest violation", 1e-9)
    assert list(picture.table()["largest violation"])[:2] == [0.0, 0.0]
    assert "Allowed is 10⁻⁹." in picture.alt and "lowest tick" not in picture.caption


def test_negative_violations_are_not_drawn_as_0_without_a_word():
    middle = np.array([-3.0, 0.0])
    ours = Series("ours", middle, middle, middle, np.full(2, np.nan))
    picture = violations([ours], XAxis("K", [1.0, 10.0]), "y", 1e-9)
    assert picture.layout["yaxis"]["ticktext"][0] == "≤ 0"
    assert "The lowest tick stands for 0 and all below it" in picture.caption


def test_a_place_at_infinity_is_drawn():
    picture = claim([series(1.0, 2.0, 3.0)], XAxis("θ", [0.1, 1.0, np.inf]), "y")
    assert list(picture.data[0]["x"]) == [0.0, 1.0, 2.0]
    assert picture.layout["xaxis"]["ticktext"] == ["0.1", "1", "∞"]
    assert len(picture.table()) == 3


def test_numbers_of_a_linear_axis_have_a_tick_each_where_there_is_room():
    layout = claim([series(1.0, 2.0, 3.0)], XAxis("K", [1, 10, 20]), "y").layout
    assert layout["xaxis"]["tickvals"] == [1, 10, 20]
    layout = claim([series(1.0, 2.0, 3.0)], XAxis("K", [1, 2, 100]), "y").layout
    assert "tickvals" not in layout["xaxis"]

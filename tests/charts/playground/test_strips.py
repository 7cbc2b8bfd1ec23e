"""Strips over a knob: axes that do not tell what is to come, and names where curves lie apart."""

from __future__ import annotations

import pytest

from charts import Dial, Line, strips, sweep
from charts.palette import HUES

DIAL = Dial("period K", (1, 10, 100, 1000), (1, 10, 100, 1000), 10)
PANES = {
    "real kept": {"one": [3, 9, 20, 20], "other": [11, 10, 20, 20]},
    "noise kept": {"one": [0, 0, 0, 0], "other": [51, 4, 0, 0]},
}
COLOURS = {"one": "#d55e00", "other": "#0072b2"}


def picture_of(*names, panes=PANES):
    return strips("kept", DIAL, panes, COLOURS, names)


@pytest.mark.parametrize("names", [(), ("one",), ("other",)])
def test_axes_are_the_same_whichever_curves_are_drawn(names):
    some, both = picture_of(*names), picture_of("one", "other")
    for axis in ("xaxis", "yaxis", "yaxis2"):
        assert some.layout[axis] == both.layout[axis]
    curves = [trace["name"] for trace in some.data if trace.get("meta") != "ornament"]
    assert curves == [*names, *names]


def test_each_name_stands_in_each_strip_and_the_knob_is_marked():
    picture = picture_of("one", "other")
    names = [(note["text"], note["yref"]) for note in picture.layout["annotations"]]
    assert names == [(f"<b>{n}</b>", pane) for pane in ("y", "y2") for n in ("one", "other")]
    assert all(picture.figure.layout.annotations[i].xanchor == "left" for i in range(4))
    upright = [trace for trace in picture.data if trace["name"] == "now"]
    assert len(upright) == 2 and all(list(trace["x"]) == [10, 10] for trace in upright)
    sizes = picture.data[1]["marker"]["size"]
    assert sizes.index(max(sizes)) == 1


def test_names_stand_at_ends_that_lie_apart_the_lowest_below_its_curve():
    losses = {"loss": {"one": [0.2, 0.3, 0.5, 0.6], "other": [0.2, 0.2, 0.3, 0.4]}}
    above, below = picture_of("one", "other", panes=losses).layout["annotations"]
    assert above["xanchor"] == below["xanchor"] == "right" and above["x"] == 3.0
    assert above["y"] > 0.6 and below["y"] < 0.4


def test_the_caption_names_two_doublings_of_the_axis():
    doubled = Dial("period K", (1, 2, 10, 25, 50), (1, 2, 10, 25, 50), 10)
    caption = strips("kept", doubled, {"real kept": {"one": [1, 2, 3, 4, 5]}}, COLOURS, ()).caption
    assert "from 1 to 2 is as far as from 25 to 50" in caption
    assert "Along the bottom" not in picture_of("one").caption


@pytest.mark.parametrize(("heights", "side"), [([0, 1, 5, 9], "right"), ([9, 5, 1, 0], "left")])
def test_a_label_stands_where_its_curve_does_not_rise_into_it(heights, side):
    line = Line("a", HUES["blue"][0], "solid", heights, [1, 10, 20, 40], (10, heights[1]), "label")
    [note] = sweep("picture", ("x", "y"), None, [line]).layout["annotations"]
    assert note["xanchor"] == side and (note["xshift"] < 0) == (side == "right")

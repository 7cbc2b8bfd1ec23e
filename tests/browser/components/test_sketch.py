"""The quick painter, in a browser without the app: curves, dots and the legend on a canvas."""

from __future__ import annotations

import pytest

from charts.layout import frame
from pages.lessons.gravity.pictures import rows_of
from pages.lessons.gravity.pictures import squares as rows_of_squares
from tests.support.modules import BOX, LOOK, evaluate, sketch_pixels, trace

pytestmark = pytest.mark.browser

RED, BLUE = "rgb(200, 0, 0)", "rgb(0, 0, 200)"


def pixels(browser, data: list[dict], at: dict | None, asked: list[tuple[int, int]]) -> list:
    layout = frame("x", "y", xaxis={"range": [0.0, 10.0]}, yaxis={"range": [0.0, 10.0]})
    return sketch_pixels(browser, {"data": data, "layout": layout}, at, asked)


def test_curves_stand_where_plotly_has_put_the_axes(browser):
    at = {"box": BOX, "entries": [{"name": "red", "off": False, "x": 100, "y": 12}]}
    # Height 5 is the middle of the box; between the points there is no dot.
    on_curve, above, sample = pixels(
        browser, [trace("red", RED, 5.0)], at, [(90, 80), (90, 76), (80, 12)]
    )
    assert on_curve == [200, 0, 0, 255] and sample == [200, 0, 0, 255]
    assert above[3] == 0 or above[:3] == [238, 238, 238]


def test_what_is_switched_off_in_the_legend_is_not_drawn(browser):
    entries = [{"name": n, "off": n == "red", "x": 100, "y": y} for n, y in (("red", 8), ("b", 20))]
    data = [trace("red", RED, 5.0), trace("b", BLUE, 7.5)]
    red, blue, faint = pixels(
        browser, data, {"box": BOX, "entries": entries}, [(90, 80), (90, 55), (80, 8)]
    )
    assert red[:3] != [200, 0, 0] and blue == [0, 0, 200, 255]
    assert 0 < faint[3] < 255, "its sample is faint"


def test_dots_are_as_large_as_told_and_may_stand_on_the_edge(browser):
    at = {"box": BOX, "entries": []}
    data = [trace("dots", RED, 10.0, "markers", cliponaxis=False)]
    above, beside = pixels(browser, data, at, [(140, 27), (132, 30)])
    assert above == [200, 0, 0, 255]
    assert beside[:3] != [200, 0, 0]
    clipped = [trace("dots", RED, 10.0, "lines+markers")]
    assert pixels(browser, clipped, at, [(140, 27)])[0][:3] != [200, 0, 0]


def test_squares_and_arrows_have_corners(browser):
    at = {"box": BOX, "entries": []}
    round_one = trace("dots", RED, 5.0, "markers") | {"marker": {"color": RED, "size": 12}}
    square = round_one | {"marker": round_one["marker"] | {"symbol": "square"}}
    corner = [(44, 84)]  # a dot of 12 pixels stands around (40, 80)
    assert pixels(browser, [round_one], at, corner)[0][:3] != [200, 0, 0]
    assert pixels(browser, [square], at, corner)[0] == [200, 0, 0, 255]
    for way, broad, pointed in (("up", 82, 76), ("down", 78, 84)):
        arrow = round_one | {"marker": round_one["marker"] | {"symbol": f"triangle-{way}"}}
        inside, outside = pixels(browser, [arrow], at, [(44, broad), (44, pointed)])
        assert inside == [200, 0, 0, 255] and outside[:3] != [200, 0, 0], way


CELLS = {
    "type": "heatmap",
    "name": "cells",
    "x": ["a", "b"],
    "y": ["c", "d"],
    "z": [[0.0, 1.0], [0.5, None]],
    "zmin": 0.0,
    "zmax": 1.0,
    "colorscale": [[0.0, "#c80000"], [1.0, "rgba(0, 0, 200, 1)"]],
    "showscale": False,
}
RANGED = {"xaxis": {"range": [0, 2]}, "yaxis": {"range": [0, 2]}}


def test_what_a_canvas_does_not_know_is_left_to_plotly(browser):
    """Bars that lie, symbols, bars of colours; a lesson's rows of squares and cells it does.

    Axes that move aside for long names are left to it at rest.
    """
    bars = {"type": "bar", "x": [1], "y": [1], "marker": {"color": RED}}
    squares = rows_of_squares("kept", [1], [1], RED) | {"x": [1], "y": [1]}
    ways = evaluate(
        browser,
        ["ui/live/browser/stage/sketch"],
        """(given) => given.map(([data, layout]) =>
            sketchable({ data, layout }) && (restsAsSketch({ data, layout }) || "not at rest"))""",
        [
            [[trace("a", RED, 1.0)], {}],
            [[bars], RANGED],
            [[trace("a", RED, 1.0), bars], {}],
            [[bars], RANGED | {"yaxis": {"automargin": True}}],
            [[{**bars, "orientation": "h"}], RANGED],
            [[{**bars, "text": ["one"]}], RANGED],
            [[CELLS], {"xaxis": {}, "yaxis": {}}],
            [[CELLS | {"showscale": True}], {"xaxis": {}, "yaxis": {}}],
            [[{**trace("a", RED, 1.0, "markers"), "marker": {"symbol": "cross"}}], RANGED],
            [[squares], rows_of(("features", "orders"), [1], 9)],
        ],
    )
    assert ways == [True, True, False, "not at rest", False, False, True, False, False, True]


def test_cells_fill_their_axes_from_the_top_where_those_are_turned(browser):
    """Two rows of two on 200 × 100 pixels; their names stand beside them."""
    layout = frame("", "", yaxis={"autorange": "reversed", "tickvals": []})
    figure = {"data": [CELLS], "layout": layout}
    asked = [(42, 32), (138, 78), (142, 32), (42, 82), (238, 128)]
    red, blue, half = [200, 0, 0, 255], [0, 0, 200, 255], [100, 0, 100, 255]
    at = {"box": BOX, "entries": []}
    assert sketch_pixels(browser, figure, at, asked) == [red, red, blue, half, [0, 0, 0, 0]]


def test_a_legend_stands_over_the_axes_before_plotly_has_put_it_there(browser):
    """The axes begin lower for it, by a row of 29 pixels and the narrowest margin."""
    data = [trace("red", RED, 5.0), trace("blue", BLUE, 0.0)]
    ranges = {"xaxis": {"range": [0.0, 10.0]}, "yaxis": {"range": [0.0, 10.0]}}
    layout = frame("x", "y", **ranges) | {
        "margin": {"l": 40, "r": 20, "t": 8, "b": 30},
        "showlegend": True,
        "legend": {"orientation": "h", "y": 1.0, "yanchor": "bottom"},
    }
    places = evaluate(
        browser,
        ["ui/live/browser/stage/legend"],
        """({ figure, look }) => placesIn(figure, { width: 260, height: 160 },
            document.createElement("canvas").getContext("2d"), look)""",
        {"figure": {"data": data, "layout": layout}, "look": LOOK},
    )
    assert places["box"] == {"left": 40, "right": 240, "top": 37, "bottom": 130}
    (name, y, x), (other, beside, further) = (
        (one["name"], one["y"], one["x"]) for one in places["entries"]
    )
    assert (name, other, x, y, beside) == ("red", "blue", 80, 22.5, 22.5) and further > x + 45
    sample = sketch_pixels(browser, {"data": data, "layout": layout}, None, [(60, 22)])
    assert sample == [[200, 0, 0, 255]]


def test_bars_that_share_a_place_stand_side_by_side(browser):
    """Of the 100 pixels of a category Plotly leaves a fifth free, and halves the rest."""
    names = ["a", "b"]
    kind = {"type": "bar", "x": names, "marker": {"color": RED}}
    data = [
        {**kind, "name": "red", "y": [5.0, 0.0]},
        {**kind, "name": "blue", "y": [2.0, 8.0], "marker": {"color": BLUE}},
    ]
    across = {"type": "category", "categoryarray": names, "range": [-0.5, 1.5]}
    layout = frame("", "y", xaxis=across, yaxis={"range": [0.0, 10.0], "showgrid": False})
    at = {"box": BOX, "entries": [{"name": "blue", "off": False, "x": 100, "y": 12}]}
    asked = [(52, 82), (88, 82), (92, 82), (92, 112), (128, 112), (192, 52), (132, 112), (80, 12)]
    pixels = sketch_pixels(browser, {"data": data, "layout": layout}, at, asked)
    red, blue = [200, 0, 0, 255], [0, 0, 200, 255]
    free = [0, 0, 0, 0]
    assert pixels == [red, red, free, blue, blue, blue, free, blue]


def test_a_staircase_keeps_its_height_up_to_the_next_point(browser):
    line = {"color": RED, "width": 3, "shape": "hv"}
    stairs = trace("red", RED, 0.0, x=[0.0, 10.0], y=[2.0, 8.0], line=line)
    before, slanted = pixels(
        browser, [stairs], {"box": BOX, "entries": []}, [(140, 110), (140, 80)]
    )
    assert before == [200, 0, 0, 255] and slanted != before

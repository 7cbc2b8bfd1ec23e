"""Sketches of what stands beside curves: shapes, bands, panes, names; axes that a hand holds."""

from __future__ import annotations

import pytest

from charts.layout import frame, log_axis
from tests.support.modules import BOX, LOOK, evaluate, sketch_pixels, trace

pytestmark = pytest.mark.browser

RED = "rgb(200, 0, 0)"
INK, GREY, NONE = [200, 0, 0, 255], [0, 0, 0, 128], 0


def pixels(browser, data: list[dict], asked: list[tuple[int, int]], look=LOOK, **layout) -> list:
    axis = {"range": [0.0, 10.0], "showgrid": False}
    base = frame("x", "y", xaxis=axis, yaxis=axis)
    figure = {"data": data, "layout": base | layout}
    return sketch_pixels(browser, figure, {"box": BOX, "entries": []}, asked, look)


def test_shapes_stand_where_they_are_told_by_axes_or_by_shares_of_the_picture(browser):
    fill = {"type": "rect", "fillcolor": "#000", "opacity": 128 / 255, "line": {"width": 0}}
    tall = {**fill, "x0": 2.0, "x1": 4.0, "y0": 0.0, "y1": 1.0, "yref": "paper"}
    line = {"type": "line", "x0": 5.0, "x1": 5.0, "y0": 0.0, "y1": 5.0, "line": {"color": RED}}
    within, beside, on, above = pixels(
        browser, [], [(100, 35), (130, 35), (140, 100), (140, 60)], shapes=[tall, line]
    )
    assert within == GREY and on == INK
    assert beside[3] == above[3] == NONE


def test_a_shape_below_the_curves_is_drawn_under_them(browser):
    shape = {"type": "rect", "x0": 0.0, "x1": 10.0, "y0": 4.0, "y1": 6.0, "fillcolor": "#000"}
    data = [trace("red", RED, 5.0)]
    under = pixels(browser, data, [(90, 80)], shapes=[{**shape, "layer": "below"}])
    over = pixels(browser, data, [(90, 80)], shapes=[shape])
    assert under == [INK] and over == [[0, 0, 0, 255]]


def test_a_band_is_filled_as_far_as_its_edges_and_gaps_cut_it(browser):
    band = trace("band", RED, 0.0) | {
        "x": [0.0, 4.0, 4.0, 0.0, None, 6.0, 10.0, 10.0, 6.0],
        "y": [2.0, 2.0, 8.0, 8.0, None, 2.0, 2.0, 8.0, 8.0],
        "fill": "toself",
        "fillcolor": RED,
        "line": {"width": 0},
    }
    left, gap, right = pixels(browser, [band], [(80, 80), (140, 80), (200, 80)])
    assert left == right == INK and gap[3] == NONE


def test_a_second_pane_has_its_own_heights_below_the_first(browser):
    axis = {"range": [0.0, 10.0], "showgrid": False, "title": {"text": "y"}}
    panes = {"yaxis": {**axis, "domain": [0.5, 1.0]}, "yaxis2": {**axis, "domain": [0.0, 0.4]}}
    data = [trace("up", RED, 5.0), trace("down", "rgb(0, 0, 200)", 5.0, yaxis="y2")]
    # Half of 100 pixels, from 30 on; two fifths of them, up to 130.
    up, down = pixels(browser, data, [(90, 55), (90, 110)], **panes)
    assert up == INK and down == [0, 0, 200, 255]


def test_a_name_has_a_rim_of_the_papers_colour(browser):
    note = {"x": 5.0, "y": 5.0, "text": "<b>M</b> M", "showarrow": False, "font": {"size": 20}}
    look = {**LOOK, "paper": "rgb(255, 255, 0)"}
    asked = [(x, y) for x in range(110, 170) for y in range(66, 96)]
    colours = pixels(browser, [trace("red", RED, 5.0)], asked, look, annotations=[note])
    assert [255, 255, 0, 255] in colours and [0, 0, 0, 255] in colours


def test_everything_grows_with_the_letters_of_the_page(browser):
    data = [trace("red", RED, 5.0, line={"color": RED, "width": 10})]
    thin, thick = (
        pixels(browser, data, [(90, 88)], {**LOOK, "scale": scale})[0] for scale in (1, 2)
    )
    assert thin[3] == NONE and thick == INK


SPANS = """({ layout, curves, zoomed, held }) => spansOf(layout, curves, zoomed, held)"""


def spans(browser, high: float, held: dict | None = None, zoomed=None, **layout) -> dict:
    base = frame("x", "y", xaxis={"range": [0, 1]}, yaxis={"rangemode": "tozero"})
    curves = [{"mode": "lines", "x": [0, 1], "y": [0, high]}]
    given = {"layout": base | layout, "curves": curves, "zoomed": zoomed or {}, "held": held}
    return evaluate(browser, ["ui/live/browser/stage/panes"], SPANS, given)


def test_axes_only_grow_while_a_hand_moves_and_in_steps(browser):
    first = spans(browser, 100.0)["yaxis"]
    assert first == pytest.approx([0.0, 105.5])
    held = {"xaxis": [0, 1], "yaxis": first}
    assert spans(browser, 10.0, held)["yaxis"] == first, "never less"
    step = spans(browser, 106.0, held)["yaxis"]
    assert step == pytest.approx([0.0, 1.15 * 105.5]), "a step, so that it does not creep"
    assert spans(browser, 112.0, {**held, "yaxis": step})["yaxis"] == step
    assert spans(browser, 1000.0, held)["yaxis"] == pytest.approx([0.0, 1055.0]), "or a leap"


def test_a_zoom_and_an_axis_that_is_free_are_not_held(browser):
    held = {"xaxis": [0, 1], "yaxis": [0, 500]}
    assert spans(browser, 10.0, held, {"yaxis": [2, 3]})["yaxis"] == [2, 3]
    free = spans(browser, 10.0, held, meta={"free": ["y"]})
    assert free["yaxis"] == pytest.approx([0.0, 10.55])


TICKS = """(axis) => {
    const texts = [];
    const pen = document.createElement("canvas").getContext("2d");
    pen.fillText = (text) => texts.push(text);
    const plain = { range: [0, 1], tickvals: [], title: { text: "" } };
    const plane = planeOf({ left: 0, right: 100, top: 0, bottom: 100 }, [[0, 1], axis.range]);
    const look = { font: "serif", text: "#000", grid: "#eee" };
    drawAxes(pen, { xaxis: plain, yaxis: axis }, plane, look);
    return texts;
}"""


def test_powers_of_ten_are_written_with_raised_digits(browser):
    axis = {**log_axis(1e-2, 1e3), "range": [-2.0, 3.0], "title": {"text": ""}}
    texts = evaluate(browser, ["ui/live/browser/stage/axes"], TICKS, axis)
    assert texts == ["0.01", "0.1", "1", "10", "100", "1,000"], "as the figure asks for them"
    axis |= {"exponentformat": "power"}
    texts = evaluate(browser, ["ui/live/browser/stage/axes"], TICKS, axis)
    assert texts == ["10⁻²", "10⁻¹", "1", "10", "10²", "10³"]
    names = evaluate(browser, ["ui/live/browser/stage/axes"], "() => POWERS", None)
    assert names["10<sup>−2</sup>"] == "10⁻²" and names["10<sup>12</sup>"] == "10¹²"


@pytest.mark.parametrize("axis", [{"dtick": 1}, log_axis(1.0, 5.0)], ids=["linear", "log"])
def test_a_held_axis_that_shows_much_more_than_its_figure_asks_for_has_few_ticks(browser, axis):
    axis = {**axis, "range": [0.0, 1000.0], "title": {"text": ""}}
    texts = evaluate(browser, ["ui/live/browser/stage/axes"], TICKS, axis)
    assert 4 <= len(texts) <= 13


DRESSED = """({ figure, look }) => {
    const { data, layout } = scaleFigure(figure, look.scale);
    return { data, layout: applyTheme(layout, look) };
}"""


def test_plotly_is_given_everything_in_pixels_as_large_as_the_letters_of_the_page(browser):
    note = {"x": 1.0, "y": 1.0, "text": "a", "xshift": 3, "font": {"size": 13}}
    shape = {"type": "line", "x0": 0, "x1": 1, "y0": 0, "y1": 1, "line": {"width": 1.5}}
    layout = frame("x", "y") | {"annotations": [note], "shapes": [shape]}
    dashed = trace("red", RED, 5.0, line={"color": RED, "width": 2.5, "dash": "dash"})
    given = {
        "figure": {"data": [dashed], "layout": layout},
        "look": LOOK | {"paper": "#fff", "scale": 2},
    }
    large = evaluate(browser, ["ui/live/browser/stage/figure_theme"], DRESSED, given)
    line, drawn = large["data"][0]["line"], large["layout"]
    assert line == {"color": RED, "width": 5, "dash": "18px,18px"}
    assert large["data"][0]["marker"]["size"] == 18
    given["figure"]["data"][0]["marker"]["size"] = [6, 13]
    several = evaluate(browser, ["ui/live/browser/stage/figure_theme"], DRESSED, given)
    assert several["data"][0]["marker"]["size"] == [12, 26]
    assert drawn["font"]["size"] == drawn["hoverlabel"]["font"]["size"] == 24
    assert drawn["margin"] == {side: 2 * size for side, size in layout["margin"].items()}
    assert drawn["xaxis"]["title"]["standoff"] == 12 and drawn["xaxis"]["ticklen"] == 8
    assert drawn["annotations"][0]["font"]["size"] == 26 and drawn["annotations"][0]["xshift"] == 6
    assert drawn["shapes"][0]["line"]["width"] == 3


def test_titles_at_the_side_are_the_first_words_that_fit(browser):
    layout = {
        "margin": {"t": 0, "b": 0},
        "xaxis": {"title": {"text": "as long as it likes to be below"}},
        "yaxis": {"domain": [0.5, 1.0], "title": {"text": "random kept"}},
        "yaxis2": {"domain": [0.0, 0.5], "title": {"text": "AUC (better ↑)"}},
    }
    modules, fit = ["ui/live/browser/stage/titles"], "([l, h, s]) => withTitlesThatFit(l, h, s)"
    titles = {
        size: [
            axis["title"]["text"]
            for name, axis in evaluate(browser, modules, fit, [layout, *size]).items()
            if name != "margin"
        ]
        for size in ((400, 1), (140, 1), (280, 2))
    }
    below = "as long as it likes to be below"
    assert titles[400, 1] == [below, "random kept", "AUC (better ↑)"]
    assert titles[140, 1] == titles[280, 2] == [below, "random", "AUC"]

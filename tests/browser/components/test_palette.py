"""Colours in the dark: a curve has the partner of its colour, however it is drawn."""

from __future__ import annotations

import pytest

from charts.frontier.settings import with_opacity
from charts.palette import LETTER_COLOURS, PARTNERS, REFERENCE
from tests.support.modules import evaluate

pytestmark = pytest.mark.browser

A, C = LETTER_COLOURS["A"], LETTER_COLOURS["C"]
THINGS = """({ dark, figure }) => {
    const look = { dark };
    const points = new Float64Array([1, 2]);
    const scene = { colours: figure.palette, tracks: [{ colour: figure.palette[0], y: points }] };
    const drawn = inTheme(scene, look);
    return {
        shades: figure.palette.map((colour) => shade(colour, look)),
        figure: inTheme(figure, look),
        scene: [drawn.colours, drawn.tracks[0].colour, drawn.tracks[0].y === points],
        kept: inTheme(scene, look) === drawn,
    };
}"""
FIGURE = {
    "palette": [A, REFERENCE, "#123456", with_opacity(C), "rgba(1,2,3,0.5)"],
    "data": [
        {"x": {"bdata": "AAA", "dtype": "f8"}, "y": [1, 2], "line": {"color": A, "width": 2}},
        {"name": A, "marker": {"color": [A, C], "size": 3}, "fillcolor": with_opacity(C, 0.2)},
        {"marker": {"color": [0.5, 1]}, "colorscale": [[0, "rgba(1,2,3,0.5)"], [1, C]]},
        {"z": [[None, 1.0], [0.5, None]]},
    ],
    "layout": {
        "annotations": [{"text": A, "font": {"color": A}, "bgcolor": None}],
        "shapes": [{"line": {"color": REFERENCE}}],
    },
}


def _draw(browser, dark: bool) -> dict:
    modules = ["ui/live/browser/lib/palette"]
    return evaluate(browser, modules, THINGS, {"dark": dark, "figure": FIGURE})


def _faint(colour: str, share: float = 0.35) -> str:
    return with_opacity(PARTNERS[colour], share)


def test_the_dark_page_has_every_partner_and_the_light_one_none(browser):
    light, dark = _draw(browser, False), _draw(browser, True)
    assert light["figure"] == FIGURE and light["shades"] == FIGURE["palette"] and light["kept"]
    assert dark["shades"] == [
        PARTNERS[A], PARTNERS[REFERENCE], "#123456", _faint(C), "rgba(1,2,3,0.5)"
    ]  # fmt: skip
    assert dark["scene"] == [dark["shades"], PARTNERS[A], True] and dark["kept"]
    first, second, third, fourth = dark["figure"]["data"]
    assert first == {**FIGURE["data"][0], "line": {"color": PARTNERS[A], "width": 2}}
    assert second["marker"] == {"color": [PARTNERS[A], PARTNERS[C]], "size": 3}
    assert second["name"] == A and second["fillcolor"] == _faint(C, 0.2)
    assert third["marker"]["color"] == [0.5, 1]
    assert third["colorscale"] == [[0, "rgba(1,2,3,0.5)"], [1, PARTNERS[C]]]
    assert fourth == FIGURE["data"][3], "a gap is no object"
    layout = dark["figure"]["layout"]
    note = {"text": A, "font": {"color": PARTNERS[A]}, "bgcolor": None}
    assert layout["annotations"] == [note]
    assert layout["shapes"] == [{"line": {"color": PARTNERS[REFERENCE]}}]

"""A picture in a reader's hands: zoomed, kept zoomed, and seen whole again."""

from __future__ import annotations

import pytest

from tests.support.browser import shot
from tests.support.views import (
    STAGE,
    address_has,
    choice,
    enter,
    figure,
    repainted,
    revisions,
    slider,
    start,
)

pytestmark = pytest.mark.browser


@pytest.fixture
def p(page):
    return start(page())


def ranges(p, name: str) -> list[float]:
    """What the axes of a picture show."""
    return (
        figure(p, name)
        .locator(".lab-plot")
        .evaluate("plot => [...plot._fullLayout.xaxis.range, ...plot._fullLayout.yaxis.range]")
    )


def zoom(p, name: str) -> list[float]:
    """Drag a box in the middle of a picture; the ranges it then shows."""
    full = ranges(p, name)
    box = figure(p, name).locator(".nsewdrag").bounding_box()
    p.mouse.move(box["x"] + 0.3 * box["width"], box["y"] + 0.3 * box["height"])
    p.mouse.down()
    p.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + 0.5 * box["height"], steps=5)
    p.mouse.move(box["x"] + 0.7 * box["width"], box["y"] + 0.7 * box["height"], steps=5)
    p.mouse.up()
    p.wait_for_function(
        """([name, full]) => {
            const plot = document.querySelector(`[data-figure="${name}"] .lab-plot`);
            return Math.abs(plot._fullLayout.xaxis.range[0] - full[0]) > 1e-3;
        }""",
        arg=[name, full],
    )
    zoomed = ranges(p, name)
    assert full[0] < zoomed[0] < zoomed[1] < full[1]
    return zoomed


def test_zoom_survives_a_change(p):
    zoomed = {name: zoom(p, name) for name in STAGE}
    before = revisions(p)
    enter(p, "run C", "gravity", "0.12")
    repainted(p, before)
    for name in STAGE:
        assert ranges(p, name) == pytest.approx(zoomed[name], rel=1e-6)
    shot(p, "zoomed")


def test_zoom_survives_a_drag(p):
    zoomed, before = zoom(p, "regret"), revisions(p)
    box = slider(p, "run C", "gravity").bounding_box()
    y = box["y"] + box["height"] / 2
    p.mouse.move(box["x"] + 0.6 * box["width"], y)
    p.mouse.down()
    for i in range(8):
        p.mouse.move(box["x"] + (0.6 + 0.02 * i) * box["width"], y)
        p.wait_for_timeout(50)
    p.mouse.up()
    address_has(p, c="truncated_gradient")
    repainted(p, before)
    assert ranges(p, "regret") == pytest.approx(zoomed, rel=1e-6)


def test_double_click_takes_zoom_back(p):
    full, _ = ranges(p, "regret"), zoom(p, "regret")
    figure(p, "regret").locator(".nsewdrag").dblclick()
    p.wait_for_function(
        """low => Math.abs(document.querySelector('[data-figure="regret"] .lab-plot')
            ._fullLayout.xaxis.range[0] - low) < 1e-6""",
        arg=full[0],
    )
    assert ranges(p, "regret") == pytest.approx(full)


def test_other_axes_and_units_are_seen_whole(p):
    zoom(p, "regret")
    zoom(p, "sparsity")
    before = revisions(p)
    choice(p, "view", "axes").select_option("log-log")
    repainted(p, {"regret": before["regret"]})
    low, high, *_ = ranges(p, "regret")
    assert -1 < low < high < 6, "logarithms of steps, not steps"
    before = revisions(p)
    choice(p, "view", "sparsity").select_option("share of d")
    repainted(p, {"sparsity": before["sparsity"]})
    high = ranges(p, "sparsity")[-1]
    assert high <= 2, "shares, not numbers of weights"


def test_the_line_of_no_regret_is_drawn(opening):
    p = opening
    path = figure(p, "regret").locator(".scatterlayer .trace path.js-line").first
    assert path.evaluate("node => node.getTotalLength()") > 100

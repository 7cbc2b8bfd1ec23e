"""A picture in a reader's hands: zoomed, kept zoomed, seen whole again, drawn otherwise."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.support.axe import grave
from tests.support.browser import shot
from tests.support.views import (
    DATA_STAGE,
    STAGE,
    address_has,
    choose,
    enter,
    figure,
    panel,
    revisions,
    slider,
    wait_for_paint,
    wait_for_repaint,
    wait_for_rest,
)
from tests.support.visits import navigate

pytestmark = pytest.mark.browser


@pytest.fixture
def p(opening):
    """A page in which the pictures are taken down at the end: no address undoes a zoom."""
    yield opening
    navigate(opening, "/data", DATA_STAGE)


def ranges(p, name: str) -> list[float]:
    """Return the ends of the axes of a picture."""
    return (
        figure(p, name)
        .locator(".lab-plot")
        .evaluate("plot => [...plot._fullLayout.xaxis.range, ...plot._fullLayout.yaxis.range]")
    )


def zoom(p, name: str) -> list[float]:
    """Drag a box in the middle of a picture; the ranges it then shows."""
    full = ranges(p, name)
    box = figure(p, name).locator(".nsewdrag").first.bounding_box()
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


def test_a_zoom_survives_a_change_and_a_drag_until_a_double_click(p):
    full = ranges(p, "regret")
    zoomed = {name: zoom(p, name) for name in STAGE}
    before = revisions(p)
    enter(p, "all runs", "eta", "0.06")
    wait_for_repaint(p, before)
    for name in STAGE:
        assert ranges(p, name) == pytest.approx(zoomed[name], rel=1e-6)
    shot(p, "zoomed")

    before = revisions(p)
    box = slider(p, "run C", "gravity").bounding_box()
    y = box["y"] + box["height"] / 2
    p.mouse.move(box["x"] + 0.6 * box["width"], y)
    p.mouse.down()
    for i in range(8):
        p.mouse.move(box["x"] + (0.6 + 0.02 * i) * box["width"], y)
        p.wait_for_timeout(50)
    p.mouse.up()
    p.wait_for_function("() => !location.search.includes('c.gravity=0.13&')")
    wait_for_repaint(p, before)
    assert ranges(p, "regret") == pytest.approx(zoomed["regret"], rel=1e-6)

    figure(p, "regret").locator(".nsewdrag").dblclick()
    p.wait_for_function(
        """low => Math.abs(document.querySelector('[data-figure="regret"] .lab-plot')
            ._fullLayout.xaxis.range[0] - low) < 1e-6""",
        arg=full[0],
    )
    whole = ranges(p, "regret")
    assert whole[0] < zoomed["regret"][0] < zoomed["regret"][1] < whole[1]
    assert whole[:2] == pytest.approx(full[:2])
    assert whole[2:] != pytest.approx(full[2:], rel=1e-5), "another whole than at first"
    figure(p, "tradeoff").locator(".nsewdrag").dblclick(position={"x": 3, "y": 3})
    p.wait_for_function(
        """low => document.querySelector('[data-figure="tradeoff"] .lab-plot')
            ._fullLayout.yaxis.range[0] < low""",
        arg=zoomed["tradeoff"][2],
    )


def test_other_axes_and_units_are_seen_whole(p):
    zoom(p, "regret")
    zoom(p, "sparsity")
    before = revisions(p)
    choose(p, "view", "axes", "log-log")
    wait_for_repaint(p, {"regret": before["regret"]})
    low, high, *_ = ranges(p, "regret")
    assert -1 < low < high < 6, "logarithms of steps, not steps"
    before = revisions(p)
    choose(p, "view", "sparsity", "share of d")
    wait_for_repaint(p, {"sparsity": before["sparsity"]})
    high = ranges(p, "sparsity")[-1]
    assert high <= 2, "shares, not numbers of weights"


# How opaque a legend's sample is on the canvas that stands in for Plotly's picture: summed across
# the line, by its width.
SAMPLE = """(figure) => {
    const [at, canvas] = [figure.sample, figure.querySelector("canvas")];
    const { data } = canvas.getContext("2d").getImageData(at.x - 10, at.y - 4, 1, 9);
    return data.reduce((sum, v, i) => sum + (i % 4 === 3) * v, 0) / (255 * at.width);
}"""
KEEP = """(figure) => {
    const box = (css) => figure.querySelector(css).getBoundingClientRect();
    const [text, plot] = [box(".legendtext"), box(".lab-plot")];
    const y = text.top - plot.top + text.height / 2;
    const { strokeWidth } = getComputedStyle(figure.querySelector(".legend .js-line"));
    const width = parseFloat(strokeWidth);
    figure.sample = { x: Math.round(text.left - plot.left), y: Math.round(y), width };
}"""
MOVE = """(slider) => {
    slider.value = Number(slider.value) + 1;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
}"""


def test_the_reader_takes_a_knob_switches_a_curve_off_and_takes_it_again(anywhere):
    p = navigate(anywhere, "/fobos_rda?step=0&frame=0", ("kept",))
    wait_for_rest(p)
    kept = figure(p, "kept")
    kept.scroll_into_view_if_needed()
    kept.evaluate(KEEP)
    for off in (False, True):
        if off:
            kept.locator(".legendtoggle").first.click()
            expect(kept.locator(".legend .traces").first).to_have_css("opacity", "0.5")
        knob = p.locator(".lab-panel input[type=range]").first
        knob.evaluate(MOVE)
        expect(kept).to_have_class(re.compile("lab-moving"))
        assert (kept.evaluate(SAMPLE) < 0.6) == off, "half as opaque"
        knob.dispatch_event("change")
        wait_for_paint(p, ("kept",))


def test_the_line_of_no_regret_is_drawn(opening):
    p = opening
    path = figure(p, "regret").locator(".scatterlayer .trace path.js-line").first
    assert path.evaluate("node => node.getTotalLength()") > 100


def test_views_of_the_pictures(opening):
    p = opening
    before = revisions(p)
    choose(p, "view", "sparsity", "share of d")
    address_has(p, view__sparsity="share of d")
    expect(figure(p, "sparsity").locator(".ytitle")).to_have_text("useful / d")
    choose(p, "view", "regret", "average")
    address_has(p, view__regret="average")
    expect(figure(p, "regret").locator(".ytitle")).to_have_text("extra loss per example")
    choose(p, "view", "rug", "A")
    expect(figure(p, "truncation").locator("p")).to_contain_text("nonzero weights of A")
    after = revisions(p)
    assert all(after[name] > before[name] for name in ("regret", "sparsity"))
    expect(panel(p, "view")).to_be_visible()


def test_the_weights_are_seen_in_time_and_one_step_part_by_part(opening):
    p = opening
    bar = p.locator(".lab-transport")
    time, position = bar.get_by_role("slider"), bar.locator("output")
    bar.get_by_role("button", name="See the weights").click()
    world = p.locator(".lab-world")
    expect(world.locator("canvas")).to_have_count(3)
    address_has(p, world__shown="1")
    # Nothing plays by itself for who wants no motion.
    bar.get_by_role("button", name="Play the run").click()
    bar.get_by_role("button", name="Pause the run").click()
    time.fill("700")
    expect(position).to_have_text("example 700 of 4,270")
    address_has(p, frame="700")
    here = int(world.get_attribute("data-frame"))
    time.press("ArrowRight")
    expect(world).to_have_attribute("data-frame", str(here + 1))
    assert int(bar.get_attribute("data-at")) > 700
    assert grave(p) == []
    bar.get_by_role("button", name="One step", exact=True).click()
    step = world.locator(".lab-steps")
    expect(step.locator("p").first).to_contain_text("It predicts")
    for phase, words in (("step", "step size"), ("pull", "no pull"), ("cut", "exactly 0")):
        bar.get_by_role("button", name="Next part").click()
        expect(position).to_contain_text(phase)
        expect(step.locator("p").first).to_contain_text(words)
    moment = int(bar.get_attribute("data-at"))
    time.press("ArrowRight")
    expect(position).to_contain_text(f"{moment + 1:,} of 4,270: predict")
    address_has(p, world__moment=str(moment + 1), frame=None)
    shot(p, "playground-one-step")
    bar.get_by_role("button", name="All steps").click()
    expect(step).to_be_hidden()
    time.press("End")
    bar.get_by_role("button", name="See the weights").click()
    expect(world).to_have_count(0)

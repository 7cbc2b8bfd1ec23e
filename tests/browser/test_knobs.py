"""Knobs without a mouse: arrows, exact numbers, 0, ∞, Escape, and what is no number."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.support.three_runs import three_runs
from tests.support.views import (
    address_has,
    choice,
    choose,
    enter,
    entry,
    figure,
    panel,
    plot,
    revisions,
    slider,
    wait_for_repaint,
)
from ui import openings
from ui.live.panel import Panel, Selection

pytestmark = pytest.mark.browser
AROUND = Selection(ranges=openings.ranges(three_runs()))
RUN_C = Panel("run_2", "run C", three_runs().runs[2], openings.move, AROUND)
FOCUSED = "document.activeElement.ariaLabel ?? document.activeElement.textContent"
STOPS = RUN_C.slider("gravity").stops()


@pytest.fixture
def p(opening):
    return opening


def after(value: float, steps: int) -> str:
    """The stop so many steps along gravity's slider, as the address writes it."""
    nearest = min(range(len(STOPS)), key=lambda i: abs(STOPS[i] - value))
    return f"{STOPS[nearest + steps]:.6g}"


def test_arrows_move_a_slider(p):
    before = revisions(p)
    knob = slider(p, "run C", "gravity")
    knob.focus()
    for _ in range(3):
        knob.press("ArrowRight")
    address_has(p, c__gravity=after(0.13, 3))
    wait_for_repaint(p, before)
    expect(knob).to_be_focused()
    knob.press("End")
    address_has(p, c__gravity=f"{STOPS[-1]:.6g}")
    knob.press("Home")
    address_has(p, c__gravity="0")
    expect(knob).to_be_focused()


def test_tab_walks_through_a_panel_and_from_one_to_the_next(p):
    p.locator('select[aria-label="algorithm of run C"]').focus()
    assert tab_stops(p, 4) == ["gravity", "period", "+ add a run", "eta"]
    turned = "C θ = 0.05, scaling = unit variance, order seed = 5"
    assert tab_stops(p, 4) == [
        "noise_features", "fit the knobs to this data", "passes", f"more knobs ({turned})",
    ]  # fmt: skip


def tab_stops(p, steps: int) -> list[str]:
    """The names of what Tab comes to, step by step."""
    names = []
    for _ in range(steps):
        p.keyboard.press("Tab")
        names.append(p.evaluate(FOCUSED))
    return names


def test_numbers_are_typed_taken_back_and_refused(p):
    """Numbers in one field; the reading of each text is tested in ``components/test_panels``."""
    field, knob = entry(p, "run C", "gravity"), slider(p, "run C", "gravity")
    before = revisions(p)
    enter(p, "run C", "gravity", "0,1234")
    address_has(p, c__gravity="0.1234")
    wait_for_repaint(p, before)
    expect(field).to_have_value("0.1234")
    expect(knob).to_have_attribute("aria-valuetext", "0.1234")
    field.fill("0.9")
    field.press("Escape")
    expect(field).to_have_value("0.1234")
    expect(knob).to_be_focused()
    expect(knob).to_have_attribute("aria-valuetext", "0.1234")
    p.keyboard.type("0.2")
    expect(field).to_be_focused()
    expect(field).to_have_value("0.2")
    p.keyboard.press("Enter")
    address_has(p, c__gravity="0.2")
    expect(knob).to_be_focused()
    p.keyboard.press("Enter")
    expect(field).to_be_focused()
    p.keyboard.type("0.1234")
    p.keyboard.press("Enter")
    address_has(p, c__gravity="0.1234")
    enter(p, "run C", "gravity", "lots")
    expect(field).to_have_value("0.1234")
    expect(field).to_have_attribute("aria-invalid", "true")
    enter(p, "run C", "period", "7.4")
    address_has(p, c__period="7", c__gravity="0.1234")
    expect(entry(p, "run C", "period")).to_have_value("7")
    enter(p, "run C", "gravity", "0")
    address_has(p, c__gravity="0")
    expect(field).to_have_attribute("aria-invalid", "false")
    expect(knob).to_have_js_property("value", "0")
    enter(p, "run C", "gravity", "inf")
    address_has(p, c__gravity="1e+09")
    expect(field).to_have_value("10⁹")


def test_infinity(p):
    enter(p, "run A", "threshold", "∞")
    address_has(p, a__threshold="inf")
    expect(entry(p, "run A", "threshold")).to_have_value("∞")
    words = re.compile("A Rounding[^;]*no bend but at 0")
    expect(plot(p, "truncation")).to_have_accessible_name(words)
    expect(p.locator(".lab-headline").first).to_contain_text("(A 0, ")


def test_out_of_range_goes_to_the_end_and_beyond_the_slider_its_end_moves(p):
    for text, shown, held in (
        ("1e12", "10⁹", "1e+09"),
        ("-1", "10⁻¹²", "1e-12"),
        ("99", "99", "99"),
    ):
        enter(p, "all runs", "eta", text)
        expect(entry(p, "all runs", "eta")).to_have_value(shown)
        address_has(p, **{f"{slot}__eta": held for slot in "abc"})
    expect(slider(p, "all runs", "eta")).to_have_attribute("aria-valuetext", "99")


def test_choices_and_switches(p):
    choose(p, "all runs", "schedule", "inv_sqrt")
    address_has(p, **{f"{slot}__schedule": "inv_sqrt" for slot in "abc"})
    choose(p, "data", "scaling", "max-abs 1")
    address_has(p, data__scaling="max-abs 1")
    expect(choice(p, "run B", "schedule")).to_have_count(0)
    panel(p, "view").locator('input[aria-label="linked"]').uncheck()
    expect(choice(p, "run B", "schedule")).to_have_value("inv_sqrt")
    expect(choice(p, "run B", "schedule")).to_be_visible()
    expect(choice(p, "all runs", "schedule")).to_have_count(0)


def test_a_threshold_is_moved_in_the_picture_and_its_slider_with_it(p):
    ring = figure(p, "truncation").get_by_role("slider", name="threshold of B", exact=True)
    knob = slider(p, "run B", "threshold")
    expect(ring).to_have_attribute("aria-valuetext", knob.get_attribute("aria-valuetext"))
    before = revisions(p)
    box = ring.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    p.mouse.move(x, y)
    p.mouse.down()
    for i in range(6):
        p.mouse.move(x + 8 * i, y)
        p.wait_for_timeout(50)
    dragged = ring.get_attribute("aria-valuetext")
    expect(knob).to_have_attribute("aria-valuetext", dragged)
    box = ring.bounding_box()
    assert abs(box["x"] + box["width"] / 2 - (x + 40)) < 1.5, "it stays under the hand"
    p.mouse.up()
    address_has(p, b__threshold=dragged)
    wait_for_repaint(p, before)

    ring.press("ArrowLeft")
    pressed = ring.get_attribute("aria-valuetext")
    assert float(pressed) < float(dragged)
    address_has(p, b__threshold=pressed)
    expect(knob).to_have_attribute("aria-valuetext", pressed)
    enter(p, "run B", "threshold", "0.03")
    expect(ring).to_have_attribute("aria-valuetext", "0.03")

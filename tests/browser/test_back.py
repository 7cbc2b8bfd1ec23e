"""Back takes one change back, whatever its kind, and leaves the page in the end."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.views import (
    address_has,
    algorithm,
    enter,
    entry,
    figure,
    panel,
    slider,
    start,
)
from tests.support.visits import navigate

pytestmark = pytest.mark.browser


def test_back_undoes_step_by_step(opening):
    p = opening
    for text in ("0.2", "0.3"):
        enter(p, "run C", "gravity", text)
        address_has(p, c__gravity=text)
    p.get_by_role("button", name="remove run A").click()
    address_has(p, a=None)
    p.go_back()
    expect(panel(p, "run C")).to_be_visible()
    address_has(p, c__gravity="0.3")
    p.go_back()
    expect(entry(p, "run C", "gravity")).to_have_value("0.2")
    address_has(p, c__gravity="0.2")


def test_a_drag_is_one_step_back(opening):
    p = opening
    knob = slider(p, "run C", "gravity")
    box = knob.bounding_box()
    y = box["y"] + box["height"] / 2
    p.mouse.move(box["x"] + 0.5 * box["width"], y)
    p.mouse.down()
    for i in range(10):
        p.mouse.move(box["x"] + (0.5 + 0.03 * i) * box["width"], y)
        p.wait_for_timeout(50)
    p.mouse.up()
    address_has(p, c__gravity=f"{float(knob.get_attribute('aria-valuetext')):.6g}")
    p.go_back()
    address_has(p, c__gravity="0.13")
    expect(entry(p, "run C", "gravity")).to_have_value("0.13")


def test_pinned_views_are_gone_through_by_a_clicker_and_back(opening):
    p = opening
    gravity = entry(p, "run C", "gravity")
    p.get_by_role("button", name="Pin this view").click()
    p.wait_for_function("() => location.search.includes('pin1=')")
    enter(p, "run C", "gravity", "0.3")
    address_has(p, c__gravity="0.3")
    p.get_by_role("button", name="Pin this view").click()
    p.wait_for_function("() => location.search.includes('pin2=')")
    p.get_by_role("button", name="Present").click()
    p.get_by_role("textbox", name="Knobs that stay").fill("c.gravity")
    p.get_by_role("button", name="Present this view").click()
    address_has(p, present="1", show="c.gravity")
    expect(p.locator(".lab-panel .lab-knob")).to_have_count(1)
    expect(p.locator(".lab-pins output")).to_have_text("2 of 2")
    expect(figure(p, "regret").locator("p")).to_contain_text("lower is better")
    slider(p, "run C", "gravity").focus()
    for key, text, place in (("PageUp", "0.13", 1), ("PageUp", "0.13", 1), ("PageDown", "0.3", 2)):
        p.keyboard.press(key)
        expect(gravity).to_have_value(text)
        expect(p.locator(".lab-pins output")).to_have_text(f"{place} of 2")
    address_has(p, c__gravity="0.3")  # or Back would leave the view before
    p.go_back()
    expect(gravity).to_have_value("0.13")
    fits = "document.querySelector('[data-testid=stMain]').scrollHeight <= innerHeight + 1"
    p.wait_for_function(f"() => {fits}")
    p.keyboard.press("Escape")
    address_has(p, present=None, show=None)
    p.get_by_title("Take view 1 out of the list").click()
    p.wait_for_function("() => !location.search.includes('pin2=')")


def test_back_leaves_an_address_that_was_mended(anywhere):
    p = navigate(anywhere, "/playground?a=sgd")
    start(p, "/playground?a=rounding&a.eta=1e12")
    address_has(p, a="rounding", a__eta="1e+09")
    expect(p.get_by_text("a.eta: 1e12 was moved to 1e+09.")).to_be_visible()
    p.go_back()
    p.go_back()
    expect(algorithm(p, "A")).to_have_value("sgd")

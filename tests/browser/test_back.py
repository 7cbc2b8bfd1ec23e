"""Back takes one change back, whatever its kind, and leaves the page in the end."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.axe import grave
from tests.support.views import (
    address_has,
    algorithm,
    enter,
    entry,
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
    p.get_by_role("button", name="Share and present").press("Enter")
    p.get_by_role("button", name="Pin this view").press("Enter")
    p.wait_for_function("() => location.search.includes('pin1=')")
    p.keyboard.press("Escape")
    enter(p, "run C", "gravity", "0.3")
    address_has(p, c__gravity="0.3")
    p.get_by_role("button", name="Pin this view").click()
    p.wait_for_function("() => location.search.includes('pin2=')")
    _views_are_named(p)
    p.get_by_role("button", name="Share and present").press("Enter")
    ticked = p.locator(".lab-share-dialog fieldset input:checked")
    while ticked.count():
        ticked.first.press("Space")
    p.get_by_role("checkbox", name="gravity").press("Space")
    p.get_by_role("button", name="Present this view").press("Enter")
    address_has(p, present="1", show="gravity")
    expect(p.locator(".lab-panel .lab-knob")).to_have_count(1)
    _one_picture_at_a_time(p)
    fits = "document.querySelector('[data-testid=stMain]').scrollHeight <= innerHeight + 1"
    p.wait_for_function(f"() => {fits}")
    assert grave(p) == []
    p.keyboard.press("q")
    expect(p.get_by_role("img", name="QR code of http")).to_be_visible()
    p.keyboard.press("Escape")  # closes the code alone
    expect(p.locator("dialog[open]")).to_have_count(0)
    address_has(p, present="1")
    p.keyboard.press("Escape")
    address_has(p, present=None, show=None, picture=None)
    expect(p.get_by_role("button", name="Share and present")).to_be_focused()
    p.get_by_title("Take view 1 out of the list").click()
    p.wait_for_function("() => !location.search.includes('pin2=')")


def _views_are_named(p) -> None:
    """By keys alone; Back takes a text away again."""
    p.get_by_role("button", name="Arrange").press("Enter")
    expect(p.get_by_label("Title", exact=True)).to_be_focused()
    p.get_by_label("Question of view 2").fill("How many *stay*?")
    p.keyboard.press("Enter")
    address_has(p, pin2__question="How many *stay*?")
    p.get_by_label("Name of view 2").fill("More gravity")
    p.keyboard.press("Enter")
    address_has(p, pin2__name="More gravity")
    assert grave(p) == []
    p.keyboard.press("Escape")
    expect(p.get_by_role("button", name="2 More gravity")).to_be_visible()


def _one_picture_at_a_time(p) -> None:
    gravity, place = entry(p, "run C", "gravity"), p.locator(".lab-walk output")
    expect(p.locator("h1")).to_have_text("More gravity")
    expect(p.get_by_role("heading", name="How many *stay*?")).to_be_visible()
    expect(gravity).not_to_be_visible()
    p.keyboard.press("PageDown")
    expect(place).to_have_text("1 of 4 · view 2 of 2")
    expect(p.locator(".lab-panel input[type=range]").first).to_be_focused()
    slider(p, "run C", "gravity").focus()
    shown = p.locator("[data-figure]:visible")
    p.keyboard.press("PageDown")
    expect(place).to_have_text("2 of 4 · view 2 of 2")
    expect(shown).to_have_attribute("data-figure", "regret")
    expect(shown.locator("p")).to_contain_text("lower is better")
    assert shown.locator(".lab-plot").bounding_box()["height"] > 0.5 * p.viewport_size["height"]
    address_has(p, picture="2")
    for key, text in (("PageUp", "1 of 4 · view 2 of 2"), ("p", "question · view 2 of 2")):
        p.keyboard.press(key)
        expect(place).to_have_text(text)
    p.keyboard.press("PageUp")
    expect(place).to_have_text("4 of 4 · view 1 of 2")
    expect(gravity).to_have_value("0.13")
    address_has(p, c__gravity="0.13", picture="4")  # or Back would leave the view before
    p.keyboard.press("o")
    expect(shown).to_have_count(4)
    address_has(p, picture="all")
    p.keyboard.press("PageDown")
    expect(p.get_by_role("heading", name="How many *stay*?")).to_be_visible()
    address_has(p, c__gravity="0.3", picture="0")
    p.go_back()
    expect(place).to_have_text("view 1 of 2")
    p.keyboard.press("o")
    expect(place).to_have_text("1 of 4 · view 1 of 2")


def test_back_leaves_an_address_that_was_mended(anywhere):
    p = navigate(anywhere, "/playground?a=sgd")
    start(p, "/playground?a=rounding&a.eta=1e12")
    address_has(p, a="rounding", a__eta="1e+09")
    expect(p.get_by_text("a.eta: 1e12 was moved to 1e+09.")).to_be_visible()
    p.go_back()
    p.go_back()
    expect(algorithm(p, "A")).to_have_value("sgd")

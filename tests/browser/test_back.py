"""Back takes one change back, whatever its kind, and leaves the page in the end."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.views import (
    address_has,
    algorithm,
    enter,
    entry,
    panel,
    slider,
    start,
)

pytestmark = pytest.mark.browser


def test_back_undoes_step_by_step(opening):
    p = opening
    for text in ("0.2", "0.3"):
        enter(p, "run C", "gravity", text)
        address_has(p, c__gravity=text)
    p.get_by_role("button", name="remove run A").click()
    address_has(p, c=None)
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
    address_has(p, c="truncated_gradient")
    p.go_back()
    address_has(p, c=None)
    expect(entry(p, "run C", "gravity")).to_have_value("0.1")


def test_back_leaves_an_address_that_was_mended(page):
    p = page()
    start(p, "/?a=sgd")
    start(p, "/?a=rounding&a.eta=99")
    address_has(p, a="rounding", a__eta="10")
    expect(p.get_by_text("a.eta: 99 was moved to 10.")).to_be_visible()
    p.go_back()
    p.go_back()
    expect(algorithm(p, "A")).to_have_value("sgd")

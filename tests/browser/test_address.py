"""The address bar is the view: reload, links, Back."""

from __future__ import annotations

import re
from secrets import token_hex

import pytest
from playwright.sync_api import expect

from tests.support.axe import grave
from tests.support.views import (
    STAGE,
    address_has,
    choose,
    enter,
    entry,
    plot,
    revisions,
    start,
    wait_for_paint,
    wait_for_repaint,
)
from tests.support.visits import navigate

pytestmark = pytest.mark.browser
AFTER_THREE_PASSES = re.compile("after 1,281")


def page_text(p) -> list[str]:
    """Return the page as text: the headline, the pictures' words, the knobs."""
    knobs = "[...document.querySelectorAll('.lab-panel :is(input, select)')]"
    return [
        p.locator(".lab-headline").first.text_content(),
        *(plot(p, name).get_attribute("aria-label") for name in STAGE),
        *p.evaluate(f"{knobs}.map((node) => node.ariaLabel + '=' + node.value)"),
    ]


def other_view(p) -> list[str]:
    """A view unlike the opening one."""
    enter(p, "run C", "gravity", "0.25")
    address_has(p, c__gravity="0.25")
    choose(p, "view", "sparsity", "share of d")
    address_has(p, view__sparsity="share of d")
    enter(p, "stream of examples", "passes", "3")
    address_has(p, stream__passes="3")
    expect(plot(p, "regret")).to_have_accessible_name(AFTER_THREE_PASSES)
    wait_for_paint(p)
    return page_text(p)


def test_reload_keeps_the_view_and_a_link_shows_the_same_to_others(opening, page):
    p = opening
    view = other_view(p)
    other = start(page(), p.url)
    assert page_text(other) == view
    assert other.url == p.url
    expect(other.get_by_test_id("stAlert")).to_have_count(0)
    p.reload()
    wait_for_paint(p)
    assert page_text(p) == view


def test_back_undoes_and_forward_does_it_again(opening):
    p = opening
    opening = page_text(p)
    enter(p, "run C", "gravity", "0.25")
    address_has(p, c__gravity="0.25")
    expect(p.locator(".lab-headline").first).not_to_have_text(opening[0])
    later = page_text(p)
    before = revisions(p)
    # The menu's link to this page may be older than the view, and leads nowhere.
    own = p.locator(".st-key-menu").get_by_role("link", name="Playground")
    own.click()
    assert "c.gravity=0.25" in own.evaluate("(link) => link.href")
    p.go_back()
    expect(p.locator(".lab-headline").first).to_have_text(opening[0])
    expect(entry(p, "run C", "gravity")).to_have_value("0.13")
    wait_for_repaint(p, {"regret": before["regret"], "sparsity": before["sparsity"]})
    assert page_text(p) == opening
    address_has(p, c__gravity="0.13")
    p.go_forward()
    expect(entry(p, "run C", "gravity")).to_have_value("0.25")
    expect(p.locator(".lab-headline").first).to_have_text(later[0])
    assert page_text(p) == later


def test_what_was_mended_is_said_until_the_next_change(anywhere):
    p = navigate(anywhere, "/playground?a=rounding&a.eta=1e12&colour=red")
    expect(p.get_by_text("a.eta: 1e12 was moved to 1e+09.")).to_be_visible()
    expect(p.get_by_text("unknown key “colour”")).to_be_visible()
    enter(p, "run A", "threshold", "0.3")
    address_has(p, a__threshold="0.3", colour=None)
    expect(p.get_by_text("was moved to")).to_have_count(0)


def test_a_link_is_copied_made_short_and_shown_as_a_code(opening, app_url):
    p = opening
    enter(p, "run C", "gravity", "0.25")
    address_has(p, c__gravity="0.25")
    p.context.grant_permissions(["clipboard-read", "clipboard-write"])
    p.get_by_role("button", name="Share and present").press("Enter")
    p.get_by_role("button", name="Copy link").click()
    expect(p.get_by_role("button", name="Copied")).to_be_visible()
    assert p.evaluate("navigator.clipboard.readText()") == p.url
    name = f"L-{token_hex(4)}".upper()
    p.get_by_label("name of the short link").fill(name.lower())
    p.keyboard.press("Enter")
    short = p.locator(".lab-share-dialog output b")
    expect(short).to_contain_text(f"/l/{name}")
    assert grave(p) == []
    there = p.request.get(f"{app_url}/l/{name}", max_redirects=0)
    assert there.headers["location"] == f"../playground?{p.url.partition('?')[2]}"
    p.get_by_role("button", name="QR code").press("Enter")
    expect(p.get_by_role("img", name=f"/l/{name}")).to_be_visible()
    expect(p.get_by_text("Phones cannot reach this address")).to_have_count(2)
    p.keyboard.press("Escape")
    p.keyboard.press("Escape")
    expect(p.locator("dialog[open]")).to_have_count(0)

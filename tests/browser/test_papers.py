"""The page of papers in a browser: from the overview to a claim, on by keys, and to its run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from papers.catalogue import PAPERS, all_claims
from tests.support.axe import faint, grave
from tests.support.browser import shot
from tests.support.views import address_has, wait_for_paint, wait_for_rest
from tests.support.visits import TURN, navigate, turned_to

pytestmark = pytest.mark.browser
CLAIMS = dict(all_claims())
FIRST, SECOND = list(CLAIMS)[:2]
STRONG = "langford.strong_pull"


def test_a_class_is_led_through_the_claims(page):
    p = page(1280, 720)
    p.set_default_timeout(20_000)
    p.goto("/papers")
    cards = p.locator(".lab-board li a")
    expect(cards).to_have_count(len(CLAIMS), timeout=20_000)
    expect(p.get_by_role("heading", name=str(PAPERS[0]))).to_be_visible()
    wait_for_rest(p)
    assert grave(p) == []
    shot(p, "papers")
    cards.first.click()
    address_has(p, claim=FIRST)
    heading = p.locator(".lab-card h2")
    expect(heading).to_have_text(CLAIMS[FIRST].says)
    wait_for_paint(p, ("claim",))
    p.keyboard.press("PageDown")
    address_has(p, claim=SECOND)
    expect(heading).to_have_text(CLAIMS[SECOND].says)
    p.go_back()
    address_has(p, claim=FIRST)
    expect(heading).to_have_text(CLAIMS[FIRST].says)
    _numbers_lead_to_their_run(p)


@contextmanager
def on_paper(p: Page) -> Iterator[None]:
    """The page as it is printed."""
    p.emulate_media(media="print")
    yield
    p.emulate_media(media="screen")


@pytest.fixture
def reader(anywhere) -> Iterator[Page]:
    """The page that tests share, on the screen again whatever became of the test."""
    yield anywhere
    anywhere.emulate_media(media="screen")


def test_on_paper_nothing_is_cut_and_words_are_explained(reader):
    p = reader
    p.set_viewport_size({"width": 1280, "height": 720})
    cards = p.locator(".lab-board li a")
    turned_to(p, "/papers", cards.first)
    expect(cards).to_have_count(len(CLAIMS), timeout=20_000)
    wait_for_rest(p)
    with on_paper(p):
        kept = "all => all.map((one) => getComputedStyle(one).breakInside)"
        assert set(p.locator(".lab-board li").evaluate_all(kept)) == {"avoid"}
    navigate(p, "/papers?claim=yang.signs", ("claim",))
    meanings = p.locator(".lab-words .lab-about")
    expect(meanings.first).to_be_hidden()
    with on_paper(p):
        for meaning in meanings.all():
            expect(meaning).to_be_visible()
        expect(p.locator(".stExpander")).to_be_hidden()


def test_a_phone_shows_all_of_an_explanation_and_of_the_first_knob(anywhere):
    p = anywhere
    p.set_viewport_size({"width": 390, "height": 844})
    turned_to(p, "/papers?claim=yang.signs", p.locator(".lab-words .lab-term").first)
    wait_for_paint(p, ("claim",))
    for term in p.locator(".lab-words .lab-term").all():
        term.focus()
        box = term.locator(".lab-about").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 390 and box["y"] >= 0
    turned_to(p, "/", p.locator('input[aria-label="period, exact"]'))
    ends = "[...document.querySelectorAll('.lab-knob')].map((n) => n.getBoundingClientRect().right)"
    assert max(p.evaluate(ends)) <= 390, "the knob of the first page, with its number"


def _numbers_lead_to_their_run(p) -> None:
    p.evaluate(TURN, f"/papers?claim={STRONG}")
    expect(p.locator(".lab-card h2")).to_have_text(CLAIMS[STRONG].says)
    wait_for_paint(p, ("claim",))
    # A quick claim is computed on the spot: then the page says so.
    expect(p.get_by_text("Computed here, just now")).to_be_visible(timeout=60_000)
    wait_for_rest(p)
    # With the result the card is drawn once more, after the run has ended.
    wait_for_paint(p, ("claim",))
    expect(p.locator(".lab-card h2")).to_have_text(CLAIMS[STRONG].says)
    assert grave(p) == []
    shot(p, "papers-claim")
    p.emulate_media(color_scheme="dark")
    p.wait_for_timeout(500)
    assert faint(p) == []
    p.set_viewport_size({"width": 390, "height": 844})
    assert p.evaluate("document.documentElement.scrollWidth") <= 390, "it fits a phone"
    link = p.get_by_role("table").get_by_role("link").first.get_attribute("href")
    p.goto(f"/{link}")
    address_has(p, a="truncated_gradient", b="rounding")
    wait_for_paint(p, ("truncation", "sparsity"))

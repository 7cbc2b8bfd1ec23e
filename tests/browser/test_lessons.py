"""The main path through every lesson: it opens moving, a knob moves it, the link keeps it, the
exercises answer, the presenter sees it large."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from knobs import format_value, knobs_of
from pages.lessons import LESSONS
from tests.support.browser import shot
from tests.support.views import address_has, let_go

pytestmark = pytest.mark.browser

each = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.key)
DRAWN = re.compile(r"^[1-9]")


def opened(page, path, **looks):
    """The page once its first picture was drawn."""
    p = page(**looks)
    p.set_default_timeout(20_000)
    p.goto(path)
    drawn = p.locator("[data-revision], [data-drawn]").first
    expect(drawn).to_be_visible(timeout=60_000)
    expect(p.get_by_test_id("stException")).to_have_count(0)
    return p


def drawings(p) -> int:
    return p.evaluate(
        """() => [...document.querySelectorAll('[data-revision], [data-drawn]')]
            .reduce((sum, node) => sum + Number(node.dataset.revision ?? node.dataset.drawn), 0)"""
    )


def slid(lesson) -> tuple[str, str]:
    """A knob with a slider, and a value of it that is not its default."""
    for name, knob in knobs_of(lesson.knobs).items():
        if not (knob.flag or knob.choices or knob.rare):
            stops = [stop for stop in knob.stops() if stop != getattr(lesson.knobs(), name)]
            return name, format_value(stops[len(stops) // 2])
    raise LookupError(lesson.key)


@each
def test_it_says_its_claim_moves_follows_a_knob_and_answers(lesson, page):
    p = opened(page, f"/{lesson.key}?student=3")
    expect(p.get_by_role("heading", name=lesson.claim)).to_be_visible()
    before = drawings(p)
    p.wait_for_timeout(700)
    assert drawings(p) > before
    shot(p, f"lesson-{lesson.key}", full_page=True)

    name, value = slid(lesson)
    typed = p.locator(f'input[aria-label="{name}, exact"]')
    typed.fill(value)
    typed.press("Enter")
    address_has(p, **{name: value})
    let_go(p)
    expect(typed).to_have_value(value)

    p.get_by_role("button", name=re.compile("^Hint 1")).first.click()
    expect(p.get_by_test_id("stAlert").first).to_be_visible()
    p.get_by_role("button", name="Check").first.click()
    expect(p.get_by_test_id("stAlert").nth(1)).to_be_visible()
    p.get_by_role("button", name="Reveal").first.click()
    expect(p.get_by_test_id("stException")).to_have_count(0)


@each
def test_it_is_presented(lesson, page):
    first = next(iter(knobs_of(lesson.knobs)))
    p = opened(page, f"/{lesson.key}?present=1&show={first}&frame=5", width=1280, height=720)
    expect(p.get_by_role("heading", name=lesson.claim)).to_be_visible()
    expect(p.get_by_role("button", name="copy link")).to_have_count(0)
    assert p.locator(".lab-panel .lab-knob").count() == 1
    shot(p, f"lesson-{lesson.key}-presented")


@each
def test_it_fits_a_phone_in_the_dark(lesson, page):
    p = opened(page, f"/{lesson.key}?frame=5", width=390, height=844, dark=True)
    wide = p.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth")
    assert wide <= 391
    shot(p, f"lesson-{lesson.key}-phone-dark", full_page=True)


def test_the_chosen_dataset_takes_the_examples_place(page):
    p = opened(page, "/rounding?frame=0")
    p.get_by_role("radio", name="the chosen dataset").click()
    expect(p.get_by_role("combobox", name="dataset", exact=True)).to_be_visible()
    p.wait_for_function("() => location.search.includes('data=breast_cancer')")
    p.get_by_role("radio", name="this lesson's example").click()
    p.wait_for_function("() => !location.search.includes('data=')")


def test_lessons_are_in_the_menu_in_their_order(page):
    p = opened(page, "/")
    p.get_by_role("button", name="Lessons").click()
    links = p.get_by_test_id("stPopoverBody").get_by_role("link")
    expect(links).to_have_text([lesson.title for lesson in LESSONS])
    links.nth(1).click()
    expect(p.get_by_role("heading", name=LESSONS[1].claim)).to_be_visible()

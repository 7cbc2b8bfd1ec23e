"""Free play in every lesson: it opens on its claim, a knob moves it, the link keeps it, the
exercises stand beside it, it fits a phone, the presenter sees it large. Its story is walked in
``lessons/``; that its exercises answer is seen without a browser, in ``tests/lessons``.

One visitor goes from lesson to lesson; the tests of a lesson follow one another in their page.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from knobs import format_value, knobs_of
from pages.lessons import LESSONS
from tests.support.axe import grave
from tests.support.browser import shot
from tests.support.views import address_has, wait_until
from tests.support.visits import TURN, Pages, is_titled
from ui.lessons import Lesson
from ui.web.failure import SENTENCE

pytestmark = pytest.mark.browser
FAILED = SENTENCE.split(";")[0]

ALL = os.environ.get("WALKS") == "all"
MOVED = {"gravity", "shrinking", "l1_ball"}
"""Those whose knob is moved here and which are presented, unless all are: curves, and geometry of
two kinds. Of each lesson ``tests/lessons/test_all`` and ``tests/ui/test_present`` say the same
without a browser."""


@pytest.fixture(scope="module", params=LESSONS, ids=lambda lesson: lesson.key)
def lesson(request: pytest.FixtureRequest) -> Lesson:
    return request.param


@pytest.fixture(scope="module")
def visitor(pages: Pages) -> Iterator[Page]:
    """The page of a student of a number."""
    page = open_lesson(pages(1280, 720, moving=True), f"/{LESSONS[0].key}?step=0&student=3")
    # A server that is warming up has kernels to compile before it comes to what stands below.
    expect(page.get_by_role("button", name="Check")).to_be_visible(timeout=90_000)
    yield page
    page.close()


@pytest.fixture(scope="module")
def lesson_page(visitor: Page, lesson: Lesson) -> Page:
    """The page of ``lesson``, come to by a link."""
    visitor.evaluate(TURN, f"/{lesson.key}?step=0&student=3")
    is_titled(visitor, lesson.entry.claim)
    wait_until(visitor, UNDRAWN, None, 20_000)
    return visitor


@pytest.fixture
def p(pages: Pages, lesson_page: Page) -> Iterator[Page]:
    yield lesson_page
    assert not pages.complaints()


def open_lesson(p: Page, path: str) -> Page:
    """The page once its first picture was drawn."""
    p.set_default_timeout(20_000)
    p.goto(path)
    drawn = p.locator("[data-revision], [data-drawn]").first
    expect(drawn).to_be_visible(timeout=60_000)
    expect(p.get_by_text(FAILED)).to_have_count(0)
    return p


# What is missing while nothing has been drawn.
UNDRAWN = """() => document.querySelector("[data-revision], [data-drawn]")?.checkVisibility()
    ? [] : ["a picture"]"""
DRAWINGS = """() => [...document.querySelectorAll('[data-revision], [data-drawn]')]
    .reduce((sum, node) => sum + Number(node.dataset.revision ?? node.dataset.drawn), 0)"""


WIDE_ENOUGH = """() => [...document.querySelectorAll('.lab-figures > *')]
    .every(({ offsetWidth }) => !offsetWidth || offsetWidth >= 329)"""


def drawings(p: Page) -> int:
    return p.evaluate(DRAWINGS)


def slid(lesson: Lesson) -> tuple[str, str]:
    """A knob with a slider, and a value of it that is not its default."""
    for name, knob in knobs_of(lesson.knobs).items():
        if not (knob.flag or knob.choices or knob.rare):
            stops = [stop for stop in knob.stops() if stop != getattr(lesson.knobs(), name)]
            return name, format_value(stops[len(stops) // 2])
    raise LookupError(lesson.key)


def test_a_knob_moves_it_and_the_link_keeps_it(lesson, p):
    expect(p.get_by_role("heading", name=lesson.entry.claim)).to_be_visible()
    p.wait_for_function(f"before => ({DRAWINGS})() > before", arg=drawings(p))
    # What moves by itself has been seen, and would only take the machine's time from now on.
    pause = p.get_by_role("button", name="Pause", exact=True)
    while pause.count():
        pause.first.click()
    shot(p, f"lesson-{lesson.key}")
    assert grave(p) == []
    assert p.evaluate(WIDE_ENOUGH), "names have room in pictures"
    check = p.get_by_role("button", name="Check").first
    knob = p.locator(".lab-panel input").first
    assert abs(check.bounding_box()["y"] - knob.bounding_box()["y"]) < 900, "in one sight"
    if ALL or lesson.key in MOVED:
        a_knob_moves_it(lesson, p)


def a_knob_moves_it(lesson: Lesson, p: Page) -> None:
    name, value = slid(lesson)
    typed = p.locator(f'input[aria-label="{name}, exact"]')
    typed.fill(value)
    typed.press("Enter")
    address_has(p, **{name: value})
    expect(typed).to_have_value(value)


def test_it_fits_a_phone_and_is_presented(lesson, p):
    p.set_viewport_size({"width": 390, "height": 844})
    p.wait_for_function(
        "() => document.querySelector('[data-testid=stMain]').scrollWidth <= 391", timeout=10_000
    )
    p.set_viewport_size({"width": 1280, "height": 720})
    if ALL or lesson.key in MOVED:
        it_stands_on_paper(lesson, p)
        it_is_presented(lesson, p)


def it_stands_on_paper(lesson: Lesson, p: Page) -> None:
    p.get_by_role("button", name="Share and present").press("Enter")
    with p.expect_popup() as opened:
        p.get_by_role("link", name="Sheet for students").click()
    paper = opened.value
    paper.wait_for_function("() => document.documentElement.dataset.drawn", timeout=40_000)
    assert paper.locator("[data-failed]").count() == 0
    empty = """(places) => places.filter((place) => !place.querySelector("canvas, img")).length"""
    assert paper.locator("figure .picture").evaluate_all(empty) == 0
    assert paper.locator(".code svg").count() == 1
    expect(paper.locator(".link").last).to_contain_text(f"/{lesson.key}?step=")
    paper.close()
    p.keyboard.press("Escape")


def it_is_presented(lesson: Lesson, p: Page) -> None:
    first = next(iter(knobs_of(lesson.knobs)))
    p.evaluate(TURN, f"/{lesson.key}?step=0&present=1&show={first}&frame=5")
    expect(p.get_by_role("button", name="Share and present")).to_have_count(0)
    expect(p.get_by_role("heading", name=lesson.entry.claim)).to_be_visible()
    expect(p.locator(".lab-panel .lab-knob")).to_have_count(1)


def test_the_chosen_dataset_takes_the_examples_place(visitor):
    p = visitor
    p.evaluate(TURN, "/rounding?step=0&frame=0")
    p.get_by_role("radio", name="the chosen dataset").click()
    expect(p.get_by_role("combobox", name="dataset", exact=True)).to_be_visible()
    p.wait_for_function("() => location.search.includes('data=')")
    p.get_by_role("radio", name="this lesson's example").click()
    p.wait_for_function("() => !location.search.includes('data=')")


def test_lessons_are_in_the_menu_in_their_order(opening):
    p = opening
    p.get_by_role("button", name="Course").click()
    links = p.get_by_test_id("stPopoverBody").get_by_role("link")
    titles = [f"{i}. {lesson.entry.title}" for i, lesson in enumerate(LESSONS, 1)]
    expect(links).to_have_text(titles)
    links.nth(1).click()
    expect(p.get_by_role("heading", name=LESSONS[1].entry.claim)).to_be_visible()
    expect(p).to_have_title(f"{LESSONS[1].entry.title} · Sparsity Lab")
    expect(links).to_have_count(0)

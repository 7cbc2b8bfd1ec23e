"""The player plays by itself: nothing is sent while it plays or is scrubbed; keys; the address."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.support.views import address_has, enter, wait_for_rest
from tests.support.visits import TURN, messages

pytestmark = pytest.mark.browser

LAST, EXAMPLES = 132, 120
"""Frames of the film: of the step at which a rule cuts there are two."""
ROOT = "parseFloat(getComputedStyle(document.documentElement).fontSize)"


def frame_of(p):
    expect(player(p)).to_have_attribute("data-drawn", re.compile(r"^[1-9]"), timeout=30_000)
    return p


def player(p):
    return p.locator(".lab-player")


def at(p) -> int:
    return int(player(p).get_attribute("data-frame"))


def button(p, name):
    return p.get_by_role("group", name="player").get_by_role("button", name=name, exact=True)


def pause(p):
    expect(player(p)).to_have_attribute("data-playing", "false")


@pytest.fixture(scope="module")
def visit(pages):
    """One visitor's page, in which all tests follow one another: a stranger to the app at first."""
    p = pages(moving=True)
    p.set_default_timeout(20_000)
    p.goto("/rounding?step=0")
    yield frame_of(p)
    p.close()


@pytest.fixture
def p(pages, visit):
    pages.watch.clear()
    yield visit
    assert not pages.complaints()


def test_a_link_opens_a_lesson_first_and_it_plays_to_its_end(p):
    """Also where this visitor has not opened the app's own page before."""
    expect(p.get_by_role("link", name="Playground")).to_be_visible()
    expect(player(p)).to_have_attribute("data-playing", "true")
    p.get_by_label("speed").select_option("4")
    expect(player(p)).to_have_attribute("data-frame", str(LAST), timeout=20_000)
    pause(p)
    expect(p.locator(".lab-bar output")).to_have_text(f"example {EXAMPLES} of {EXAMPLES}")
    address_has(p, frame=str(LAST))


def test_nothing_is_sent_while_it_plays_or_is_scrubbed(p):
    button(p, "To the beginning").click()
    expect(player(p)).to_have_attribute("data-frame", "0")
    wait_for_rest(p)
    p.wait_for_timeout(1000)
    before, drawn = messages(p), int(player(p).get_attribute("data-drawn"))
    button(p, "Play").click()
    p.wait_for_timeout(1000)
    button(p, "Pause").click()
    box = p.get_by_label("frame", exact=True).bounding_box()
    p.mouse.move(box["x"] + 5, box["y"] + box["height"] / 2)
    p.mouse.down()
    for i in range(20):
        p.mouse.move(box["x"] + 5 + i * box["width"] / 25, box["y"] + box["height"] / 2)
    p.mouse.up()
    p.wait_for_timeout(500)
    assert int(player(p).get_attribute("data-drawn")) > drawn + 10
    assert messages(p) == before


@pytest.fixture(scope="module")
def student_page(visit):
    """A student's page at a frame of a film; the three tests below follow one another in it."""
    visit.evaluate(TURN, "/l1_ball?step=0&frame=0")  # within a lesson a film stays where it is
    expect(visit.locator(".lab-l1_ball")).to_be_visible()
    visit.evaluate(TURN, "/rounding?step=0&frame=30&student=7")
    expect(player(visit)).to_have_attribute("data-frame", "30")
    return visit


def test_the_frame_of_a_link_stays_when_a_knob_moves(student_page):
    p = student_page
    before = messages(p)
    enter(p, "knobs", "period", "20")
    address_has(p, period="20", frame="30")
    assert messages(p) > before
    assert at(p) == 30


def test_an_answer_is_checked_and_hints_come_one_by_one(student_page):
    p = student_page
    enter(p, "knobs", "period", "10")
    address_has(p, period=None)
    expect(p.get_by_role("spinbutton", name="your number")).to_have_value("7")
    p.get_by_role("button", name="Check").first.click()
    expect(p.get_by_text("Give an answer first.")).to_be_visible()
    p.get_by_role("button", name="Hint 1 of 3").click()
    expect(p.get_by_text("How long is the first step?")).to_be_visible()
    p.get_by_role("spinbutton", name="steps").fill("1")
    p.get_by_role("spinbutton", name="steps").press("Enter")
    p.get_by_role("button", name="Check").first.click()
    expect(p.get_by_text("With K = 1 rounding looks at the weight")).to_be_visible()


def test_pause_step_and_keys(student_page):
    p = student_page
    assert at(p) == 30
    button(p, "One example forward").click()
    button(p, "One example forward").click()
    button(p, "One example back").click()
    expect(player(p)).to_have_attribute("data-frame", "31")
    p.locator("h1").first.click()
    for key, frame in (
        ("ArrowRight", 32),
        ("Shift+ArrowRight", 42),
        ("ArrowLeft", 41),
        ("Home", 0),
    ):
        p.keyboard.press(key)
        expect(player(p)).to_have_attribute("data-frame", str(frame))
    p.keyboard.press("Space")
    expect(player(p)).to_have_attribute("data-playing", "true")
    p.keyboard.press("Space")
    pause(p)
    p.keyboard.press("End")
    address_has(p, frame=str(LAST))


def test_a_presenter_sees_the_claim_the_pictures_and_the_knobs_of_the_link(p):
    p.evaluate(TURN, "/rounding?step=0&present=1&show=period&frame=10")
    expect(p.get_by_role("heading", name="Rounding cuts what is small")).to_be_visible()
    # The panel of the page before stands beside the new one until all of it has come.
    expect(p.get_by_label("threshold", exact=True)).to_have_count(0)
    expect(p.get_by_label("period", exact=True)).to_have_count(1)
    expect(p.get_by_label("period", exact=True)).to_be_visible()
    expect(p.get_by_test_id("stHeader")).to_be_hidden()
    expect(p.get_by_text("Try it")).to_have_count(0)
    p.set_viewport_size({"width": 1920, "height": 1080})
    assert 24 <= 12 / 16 * p.evaluate(ROOT) <= 28, "pictures have letters of 12 / 16 of the root's"
    p.set_viewport_size({"width": 1280, "height": 720})
    assert 12 / 16 * p.evaluate(ROOT) >= 17
    p.mouse.move(600, 400)
    p.mouse.wheel(0, 400)
    expect(p.get_by_label("period", exact=True)).to_be_in_viewport()
    p.evaluate(TURN, "/rounding?step=0&present=1&show=perod")
    expect(p.get_by_text("There is no knob “perod” on this page; there are ")).to_be_visible()
    expect(p.get_by_label("threshold", exact=True)).to_have_count(1)
    expect(p.get_by_label("threshold", exact=True)).to_be_visible()
    p.keyboard.press("Escape")
    address_has(p, present=None, show=None)
    expect(p.get_by_text("Try it")).to_be_visible()

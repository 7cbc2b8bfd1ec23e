"""Each story is walked through in a browser: by a clicker, by the keyboard alone, on a phone.

``make test`` walks three of them, each in another way; ``make walks`` walks all of them all three
ways.
"""

from __future__ import annotations

import os
import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from pages.lessons import LESSONS
from tests.support.axe import grave
from tests.support.views import wait_for_rest
from tests.support.visits import TURN

pytestmark = pytest.mark.browser

WAYS = {"clicker": (1280, 720), "keyboard": (1440, 900), "phone": (390, 844)}
STORIES = [lesson for lesson in LESSONS if lesson.story]
ALL = os.environ.get("WALKS") == "all"
FEW = {("shrinking", "keyboard"), ("zeros", "clicker"), ("l1_ball", "phone")}
WALKS = [(lesson, way) for lesson in STORIES for way in WAYS if ALL or (lesson.key, way) in FEW]

DRAWN = """() => [...document.querySelectorAll("[data-figure]")].every((node) =>
    Number(node.dataset.revision) > 0)"""
WHOLE = """() => {
    const { scrollHeight, clientHeight } = document.querySelector("[data-testid=stMain]");
    return scrollHeight <= clientHeight + 1;
}"""
STANDS = """() => ({
    words: document.querySelector(".lab-card").innerText,
    knobs: [...document.querySelectorAll(".lab-panel :is(input, select)")]
        .map((node) => [node.ariaLabel, node.type === "checkbox" ? node.checked : node.value]),
    frame: document.querySelector(".lab-player")?.dataset.frame ?? null,
    pictures: [...document.querySelectorAll("[data-figure] .lab-plot")].map((n) => n.ariaLabel),
})"""


def test_the_walks_of_every_suite_are_there():
    assert {(lesson.key, way) for lesson, way in WALKS} >= FEW
    assert {way for _, way in FEW} == set(WAYS)


@pytest.mark.parametrize(("lesson", "way"), WALKS, ids=[f"{each.key}-{way}" for each, way in WALKS])
def test_a_story_from_its_first_step_to_its_last(page, lesson, way):
    p = page(*WAYS[way])
    p.emulate_media(reduced_motion="reduce", color_scheme="dark" if way == "phone" else "light")
    p.goto(f"/{lesson.key}" + ("?present=1" if way == "clicker" else ""))
    steps = len(lesson.story.steps)
    looked_at = {1, steps // 2, steps} if ALL else {steps // 2}
    stood = {}
    for number in range(1, steps + 1):
        wait_for_step(p, lesson, number)
        if way != "phone":
            assert fits(p), f"step {number}: card and picture are not in sight together"
        if lesson.story.passage(number).question:
            bet(p, way)
        if way == "clicker":
            p.wait_for_function(WHOLE, timeout=5_000)  # the reply is there, and nothing scrolls
        wait_for_rest(p)  # the address is written last
        stood[number] = (p.evaluate("location.search"), p.evaluate(STANDS))
        if number in looked_at:
            assert grave(p) == []
        if number < steps:
            onward(p, way)
    bet_is_kept(p, lesson, way)
    # Any step from any other: the address alone brings back what stood there.
    for number in (2, steps - 1, 1):
        search, before = stood[number]
        p.evaluate(TURN, f"/{lesson.key}{search}")
        wait_for_step(p, lesson, number)
        expect(p.locator(".lab-card")).to_have_text(re.compile("."))
        p.wait_for_function(
            f"(stood) => JSON.stringify(({STANDS})()) === stood", arg=dump(p, before)
        )


def wait_for_step(p: Page, lesson, number: int) -> None:
    """Wait until the card and the stage of a step are there."""
    place = f"Step {number} of {len(lesson.story.steps)}"
    expect(p.locator(".lab-card .lab-place")).to_contain_text(place, timeout=30_000)
    expect(p.locator(".lab-card h2")).to_have_text(lesson.story.passage(number).title)
    stage = p.locator(
        ".lab-player[data-drawn], [data-figure][data-revision], "
        ".st-key-story_pictures canvas:visible"
    )
    expect(stage.first).to_be_visible(timeout=30_000)
    p.wait_for_function(DRAWN, timeout=30_000)


def bet(p: Page, way: str) -> None:
    """Bet as this reader would; the outcome is said, and nothing of it before."""
    assert not p.locator(".lab-outcome").count()
    if way == "clicker":
        p.keyboard.press("PageDown")
    elif way == "keyboard":
        p.locator(".lab-answers button").first.focus()
        p.keyboard.press("Enter")
    else:
        p.locator(".lab-answers button").last.click()
    expect(p.locator(".lab-outcome")).to_be_visible(timeout=15_000)


def bet_is_kept(p: Page, lesson, way: str) -> None:
    """Come to a bet that was made on the way, and have it asked again."""
    asked = [bool(lesson.story.passage(n).question) for n in range(1, len(lesson.story.steps) + 1)]
    place = next(n for n, pair in enumerate(pairwise(asked), 1) if pair == (False, True))
    p.evaluate(TURN, f"/{lesson.key}?step={place}" + ("&present=1" if way == "clicker" else ""))
    wait_for_step(p, lesson, place)
    onward(p, way)
    wait_for_step(p, lesson, place + 1)
    expect(p.locator(".lab-outcome")).to_be_visible()
    p.locator("[name=ask]").click()
    expect(p.locator(".lab-answers button").first).to_be_visible()
    expect(p.locator(".lab-outcome")).to_have_count(0)
    if way == "keyboard":
        a_resting_pointer_opens_nothing(p)


ANEW = """() => {
    const { card } = document.querySelector(".lab-card");
    card.text = "";
    card.show(card.data, card.setStateValue);
}"""
BEGINNING = """(word) => {
    const { left, top, height } = word.getClientRects()[0];
    return [left + 2, top + height / 2];
}"""
COVERED = """(about) => {
    const one = about.getBoundingClientRect();
    return [...document.querySelectorAll(".lab-card button")].filter((button) => {
        const other = button.getBoundingClientRect();
        return one.left < other.right && other.left < one.right && one.top < other.bottom &&
            other.top < one.bottom;
    }).length;
}"""


def a_resting_pointer_opens_nothing(p: Page) -> None:
    """A word explains itself to a pointer that moves to it, above what is to be pressed."""
    words, about = p.locator(".lab-card p .lab-term"), p.locator(".lab-about:visible")
    if ALL and not words.count():  # a step without a term
        return
    word = words.last
    x, y = word.evaluate(BEGINNING)
    p.mouse.move(x, y)
    expect(about).to_have_count(1)
    assert not about.evaluate(COVERED)
    p.evaluate(ANEW)
    p.mouse.move(x + 2, y)
    expect(about).to_have_count(0)
    p.mouse.move(x + 8, y)
    expect(about).to_have_count(1)
    word.focus()
    p.evaluate("() => document.querySelector('.lab-card').classList.add('lab-still')")
    expect(about).to_have_count(1)


def onward(p: Page, way: str) -> None:
    """Go to the next step."""
    if way == "clicker":
        p.keyboard.press("PageDown")
    elif way == "keyboard":
        p.locator(".lab-ways [name=next]").focus()
        p.keyboard.press("Enter")
    else:
        p.locator(".lab-ways [name=next]").click()


def fits(p: Page) -> bool:
    """True if the card and the picture are on the screen together, once heights have settled."""
    together = """() => [".lab-card", ".lab-rows, .lab-in-story, .lab-balls"].every((name) => {
        const { top, bottom } = document.querySelector(name).getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight + 1;
    })"""
    try:
        p.wait_for_function(together, timeout=5_000)
    except TimeoutError:
        return False
    return True


def dump(p: Page, value) -> str:
    """The value as the page writes it."""
    return p.evaluate("(value) => JSON.stringify(value)", value)

"""Knobs that are seldom turned: behind a button, by mouse and by keyboard; the button names those
that have been turned."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.views import (
    DATA_STAGE,
    STAGE,
    address_has,
    algorithm,
    choice,
    enter,
    entry,
    panel,
    revisions,
    slider,
    wait_for_repaint,
)
from tests.support.visits import navigate

pytestmark = pytest.mark.browser


@pytest.fixture
def p(opening):
    return opening


def more(p, label):
    """The button of a panel."""
    return panel(p, label).locator("button.lab-more")


def close_all(p, label, knob, changed=""):
    named = f" ({changed})" if changed else ""
    expect(more(p, label)).to_have_text(f"more knobs{named}")
    expect(more(p, label)).to_have_attribute("aria-expanded", "false")
    expect(panel(p, label).locator(f'[aria-label="{knob}"]')).to_be_hidden()


def open_rare(p, label, knob):
    expect(more(p, label)).to_have_text("fewer knobs")
    expect(more(p, label)).to_have_attribute("aria-expanded", "true")
    expect(panel(p, label).locator(f'[aria-label="{knob}"]')).to_be_visible()


def test_by_mouse_and_by_keyboard(p):
    close_all(p, "run C", "decay", "θ = 0.05")
    close_all(p, "run C", "memory", "θ = 0.05")
    more(p, "run C").click()
    open_rare(p, "run C", "decay")
    open_rare(p, "run C", "memory")
    close_all(p, "run B", "decay")
    close_all(p, "stream of examples", "order", "order seed = 5")
    more(p, "run C").click()
    close_all(p, "run C", "decay", "θ = 0.05")
    for key in ("Enter", "Space"):
        more(p, "stream of examples").focus()
        p.keyboard.press(key)
        open_rare(p, "stream of examples", "order")
        expect(more(p, "stream of examples")).to_be_focused()
        p.keyboard.press("Shift+Tab")
        expect(entry(p, "stream of examples", "comparator")).to_be_focused()
        more(p, "stream of examples").press(key)
        close_all(p, "stream of examples", "order", "order seed = 5")
    what_is_hidden_is_not_walked_through(p)


def what_is_hidden_is_not_walked_through(p):
    entry(p, "run C", "period").focus()
    p.keyboard.press("Tab")
    expect(more(p, "run C")).to_be_focused()
    p.keyboard.press(" ")
    entry(p, "run C", "gravity").focus()
    for expected in ("threshold", "threshold, exact", "period"):
        p.keyboard.press("Tab")
        expect(panel(p, "run C").locator(f'[aria-label="{expected}"]').first).to_be_focused()


def test_a_rare_knob_works_and_its_panel_stays_open(p):
    more(p, "run C").click()
    before = revisions(p)
    enter(p, "run C", "decay", "0.8")
    address_has(p, a__decay="0.8", b__decay="0.8", c__decay="0.8")
    wait_for_repaint(p, before)
    open_rare(p, "run C", "decay")
    for label in ("run A", "run B"):
        close_all(p, label, "decay", "ηₚ = 0.8")
    for label in ("run A", "run B", "run C"):
        expect(entry(p, label, "decay")).to_have_value("0.8")


def test_its_button_names_what_the_address_turns(p):
    navigate(p, "/playground?a=sgd&a.decay=0.9&b=sgd&view.linked=0&stream.order=7")
    close_all(p, "run A", "decay", "ηₚ = 0.9")
    expect(entry(p, "run A", "decay")).to_have_value("0.9")
    close_all(p, "stream of examples", "order", "order seed = 7")
    close_all(p, "run B", "decay")
    more(p, "run A").click()
    open_rare(p, "run A", "decay")
    more(p, "run A").click()
    enter(p, "run B", "eta", "0.2")
    address_has(p, a__decay="0.9", b__eta="0.2")
    close_all(p, "run A", "decay", "ηₚ = 0.9")


def test_a_panel_without_first_knobs_is_open_where_the_address_turns_one(p):
    navigate(p, "/data?data.constant=1", DATA_STAGE)
    open_rare(p, "preparation", "constant")
    more(p, "preparation").click()
    close_all(p, "preparation", "constant", "constant feature on")
    choice(p, "preparation", "scaling").select_option("unit variance")
    address_has(p, data__constant="1", data__scaling="unit variance")
    close_all(p, "preparation", "constant", "constant feature on")


def test_an_open_panel_stays_open_when_its_algorithm_changes(p):
    more(p, "run A").click()
    open_rare(p, "run A", "decay")
    algorithm(p, "A").select_option("truncated_gradient")
    expect(slider(p, "run A", "gravity")).to_be_visible()
    open_rare(p, "run A", "memory")
    algorithm(p, "A").select_option("frank_wolfe")
    expect(slider(p, "run A", "radius")).to_be_visible()
    expect(more(p, "run A")).to_have_count(0)
    assert min(revisions(p, STAGE[2:]).values()) >= 1

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
    more,
    more_knobs,
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


HIDDEN = [
    ("run B", "decay"), ("run C", "memory"), ("all runs", "schedule"), ("data", "scaling"),
    ("stream of examples", "order"), ("view", "axes"),
]  # fmt: skip
"""Knobs behind the one button, of all panels."""

TURNED = "C θ = 0.05, scaling = unit variance, order seed = 5"
"""What the button names of three runs."""


def close_all(p, label, knob, changed=""):
    named = f" ({changed})" if changed else ""
    expect(more_knobs(p, label)).to_have_text(f"more knobs{named}")
    expect(more_knobs(p, label)).to_have_attribute("aria-expanded", "false")
    expect(panel(p, label).locator(f'[aria-label="{knob}"]')).to_be_hidden()


def open_rare(p, label, knob):
    expect(more_knobs(p, label)).to_have_text("fewer knobs")
    expect(more_knobs(p, label)).to_have_attribute("aria-expanded", "true")
    expect(panel(p, label).locator(f'[aria-label="{knob}"]')).to_be_visible()


def test_by_mouse_and_by_keyboard(p):
    close_all(p, "run C", "decay", TURNED)
    more_knobs(p, "run C").click()
    for label, knob in HIDDEN:
        open_rare(p, label, knob)
    more_knobs(p, "run C").click()
    for label, knob in HIDDEN:
        close_all(p, label, knob, TURNED)
    button = more_knobs(p, "view")
    for key in ("Enter", "Space"):
        button.focus()
        p.keyboard.press(key)
        open_rare(p, "stream of examples", "order")
        expect(button).to_be_focused()
        p.keyboard.press("Shift+Tab")
        expect(panel(p, "view").locator('[aria-label="linked_cuts"]')).to_be_focused()
        button.press(key)
        close_all(p, "stream of examples", "order", TURNED)
    what_is_hidden_is_not_walked_through(p)


def what_is_hidden_is_not_walked_through(p):
    slider(p, "run C", "gravity").focus()
    p.keyboard.press("Tab")
    expect(slider(p, "run C", "period")).to_be_focused()
    more(p, "run C")
    slider(p, "run C", "gravity").focus()
    for expected in ("threshold", "period"):
        p.keyboard.press("Tab")
        expect(slider(p, "run C", expected)).to_be_focused()


def test_a_rare_knob_works_and_its_panel_stays_open(p):
    more_knobs(p, "run C").click()
    before = revisions(p)
    enter(p, "run C", "decay", "0.8")
    address_has(p, a__decay="0.8", b__decay="0.8", c__decay="0.8")
    wait_for_repaint(p, before)
    for label in ("run A", "run B", "run C"):
        open_rare(p, label, "decay")
        expect(entry(p, label, "decay")).to_have_value("0.8")
    more_knobs(p, "run C").click()
    turned = f"A ηₚ = 0.8, B ηₚ = 0.8, {TURNED.replace('C ', 'C ηₚ = 0.8, ')}"
    close_all(p, "run C", "decay", turned)


def test_its_button_names_what_the_address_turns(p):
    navigate(p, "/playground?a=sgd&a.decay=0.9&b=sgd&view.linked=0&stream.order=7")
    turned = "A ηₚ = 0.9, order seed = 7, one for all off"
    close_all(p, "run A", "decay", turned)
    expect(entry(p, "run A", "decay")).to_have_value("0.9")
    more_knobs(p, "run A").click()
    open_rare(p, "run A", "decay")
    more_knobs(p, "run A").click()
    enter(p, "run B", "eta", "0.2")
    address_has(p, a__decay="0.9", b__eta="0.2")
    close_all(p, "run A", "decay", turned)


def test_a_panel_without_first_knobs_is_open_where_the_address_turns_one(p):
    navigate(p, "/data?data.constant=1", DATA_STAGE)
    open_rare(p, "preparation", "constant")
    more_knobs(p, "preparation").click()
    close_all(p, "preparation", "constant", "constant feature on")
    choice(p, "preparation", "scaling").select_option("unit variance")
    address_has(p, data__constant="1", data__scaling="unit variance")
    close_all(p, "preparation", "constant", "constant feature on")


def test_an_open_panel_stays_open_when_its_algorithm_changes(p):
    more(p, "run A")
    open_rare(p, "run A", "decay")
    algorithm(p, "A").select_option("truncated_gradient")
    expect(slider(p, "run A", "gravity")).to_be_visible()
    open_rare(p, "run A", "memory")
    algorithm(p, "A").select_option("frank_wolfe")
    expect(slider(p, "run A", "radius")).to_be_visible()
    expect(more_knobs(p, "run A")).to_have_text("fewer knobs")
    assert min(revisions(p, STAGE[2:]).values()) >= 1

"""Runs come, go and become other algorithms; step sizes are one for all, or not."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.support.views import (
    address_has,
    algorithm,
    choice,
    enter,
    entry,
    more,
    panel,
    plot,
    revisions,
    show_numbers,
    slider,
    wait_for_repaint,
)

pytestmark = pytest.mark.browser


@pytest.fixture
def p(opening):
    return opening


def rows(p):
    show_numbers(p)
    return p.get_by_test_id("stTable").locator("tbody tr")


def test_another_algorithm_keeps_what_both_have_and_the_focus(p):
    offered = choice(p, "view", "rug").locator("option").all_inner_texts()
    assert offered == ["A", "B", "C"], "weights of runs that are there"
    algorithm(p, "A").focus()
    algorithm(p, "A").press("ArrowDown")
    address_has(p, a="subgradient")
    expect(slider(p, "run A", "threshold")).to_be_visible()
    expect(algorithm(p, "A")).to_be_focused()
    before = revisions(p)
    algorithm(p, "A").select_option("truncated_gradient")
    address_has(p, a="truncated_gradient", a__threshold="0.029", a__eta="0.02", a__period=None)
    wait_for_repaint(p, before)
    expect(slider(p, "run A", "gravity")).to_be_visible()
    more(p, "run A")
    expect(entry(p, "run A", "threshold")).to_have_value("0.029")
    expect(rows(p).first).to_contain_text("Truncated gradient")
    expect(plot(p, "regret")).to_have_accessible_name(re.compile("A Truncated gradient"))
    # A rule of one's own moves nothing until it is one.
    algorithm(p, "A").select_option("your_rule")
    address_has(p, a="your_rule", a__threshold="0.029")
    field = panel(p, "run A").get_by_role("textbox", name="rule", exact=True)
    field.fill("0 if abs(w) <=")
    expect(panel(p, "run A").get_by_role("status")).to_contain_text("column 15: a number")
    before = revisions(p)
    field.fill("0 if abs(w) <= θ else w")
    address_has(p, a__rule="0 if abs(w) <= θ else w")
    expect(panel(p, "run A").get_by_role("status")).to_be_empty()
    wait_for_repaint(p, before)
    expect(plot(p, "truncation")).to_have_accessible_name(re.compile("A Your rule: .*±0.029"))


def test_runs_are_added_and_removed_but_for_the_last(p):
    before = revisions(p)
    p.get_by_role("button", name="add a run").click()
    expect(panel(p, "run D")).to_be_visible()
    address_has(p, d="truncated_gradient", d__gravity="0.13")
    wait_for_repaint(p, before)
    expect(rows(p)).to_have_count(4)
    expect(p.get_by_role("button", name="add a run")).to_have_count(0)
    enter(p, "run D", "gravity", "0.3")
    address_has(p, d__gravity="0.3", c__gravity="0.13")
    expect(rows(p).last).to_contain_text("g = 0.3")
    p.get_by_role("button", name="remove run A").click()
    expect(panel(p, "run A")).to_have_count(0)
    address_has(p, a=None, b="rounding", c="truncated_gradient", d__gravity="0.3")
    expect(rows(p)).to_have_count(3)
    expect(p.get_by_role("button", name="add a run")).to_be_visible()
    expect(entry(p, "run D", "gravity")).to_have_value("0.3")
    p.get_by_role("button", name="remove run D").click()
    expect(panel(p, "run D")).to_have_count(0)
    algorithm(p, "C").press("Delete")
    expect(panel(p, "run C")).to_have_count(0)
    expect(p.get_by_role("button", name="remove run B")).to_have_count(0)
    algorithm(p, "B").press("Delete")
    address_has(p, b="rounding", c=None, d=None)
    p.get_by_role("button", name="add a run").click()
    expect(p.get_by_role("button", name="remove run B")).to_be_visible()


def test_step_sizes_are_one_for_all_until_they_are_not(p):
    enter(p, "all runs", "eta", "0.025")
    address_has(p, a__eta="0.025", b__eta="0.025", c__eta="0.025")
    more(p, "view")
    panel(p, "view").get_by_label("linked", exact=True).uncheck()
    address_has(p, view__linked="0")
    enter(p, "run B", "eta", "0.05")
    address_has(p, a__eta="0.025", b__eta="0.05", c__eta="0.025")
    expect(entry(p, "run A", "eta")).to_have_value("0.025")
    expect(panel(p, "all runs")).to_have_count(0)
    expect(rows(p).nth(1)).to_contain_text("η = 0.05")
    panel(p, "view").get_by_label("linked", exact=True).check()
    address_has(p, view__linked=None, b__eta="0.05")
    enter(p, "all runs", "eta", "0.03")
    address_has(p, a__eta="0.03", b__eta="0.03", c__eta="0.03")


def test_two_changes_in_quick_succession_both_count(p):
    enter(p, "run A", "threshold", "0.3")
    algorithm(p, "C").select_option("fobos")
    address_has(p, a__threshold="0.3", c="fobos")
    more(p, "run B")
    enter(p, "run B", "threshold", "0.2")
    algorithm(p, "B").select_option("truncated_gradient")
    address_has(p, b="truncated_gradient", b__threshold="0.2")
    expect(entry(p, "run B", "threshold")).to_have_value("0.2")


def test_what_was_typed_into_a_run_does_not_outlive_it(p):
    entry(p, "run A", "threshold").fill("0.3")
    p.get_by_role("button", name="remove run A").click()
    expect(panel(p, "run A")).to_have_count(0)
    enter(p, "run C", "gravity", "0.2")
    address_has(p, c__gravity="0.2", a=None, b="rounding", b__period="10", b__threshold="0.051")
    expect(entry(p, "run B", "threshold")).to_have_value("0.051")


def open_list(p, one):
    """Open the list of datasets: anything that scrolls the page a bit closes it again."""
    p.get_by_role("combobox", name="dataset").click()
    try:
        expect(one).to_be_visible(timeout=2_000)
    except AssertionError:
        p.get_by_role("combobox", name="dataset").click()


def test_another_dataset(p):
    before = revisions(p)
    p.get_by_role("combobox", name="dataset").click()
    digits = p.get_by_role("option", name="Digits, one against another")
    expect(digits).to_be_visible()
    p.locator("[data-figure]").last.click(position={"x": 150, "y": 60})
    expect(digits).to_have_count(0)  # the list closes where one goes on with the pictures
    open_list(p, digits)
    digits.click()
    address_has(p, data="digits_4_9", a="rounding")
    wait_for_repaint(p, before)
    expect(p.get_by_text("the step size η is 0.026, each run has the knobs")).to_be_visible()

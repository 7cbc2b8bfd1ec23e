"""Batch runs beside online ones in a browser: chosen by paper, drawn against what they share."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from algorithms import CATALOGUE
from charts.x_axis import LABELS
from tests.support.browser import shot
from tests.support.views import (
    BATCH_STAGE,
    address_has,
    algorithm,
    choose,
    enter,
    entry,
    figure,
    more,
    panel,
    plot,
    revisions,
    show_numbers,
    slider,
    wait_for_paint,
    wait_for_repaint,
)
from tests.support.visits import navigate, turned_to
from ui.playground.methods import FAMILIES, family

pytestmark = pytest.mark.browser
PLAIN = "data=breast_cancer&data.scaling=unit variance&stream.passes=5"
BOTH = f"/playground?a=truncated_gradient&b=coordinate_descent&{PLAIN}"
MIXED = ("truncation", "suboptimality", "sparsity")


def test_the_select_has_a_heading_a_family(opening):
    p = opening
    groups = algorithm(p, "A").locator("optgroup")
    assert groups.evaluate_all("nodes => nodes.map((node) => node.label)") == list(FAMILIES)
    for i, name in enumerate(FAMILIES):
        titles = [kind.title for kind in CATALOGUE.values() if family(kind) == name]
        expect(groups.nth(i).locator("option")).to_have_text(titles)
    expect(algorithm(p, "A").locator("option[disabled]")).to_have_count(0)


def test_what_has_no_update_for_the_loss_is_disabled(opening):
    p = opening
    choose(p, "stream of examples", "loss", "hinge")
    address_has(p, stream__loss="hinge")
    unable = [k for k, kind in CATALOGUE.items() if "hinge" not in [e.name for e in kind.losses]]
    options = algorithm(p, "A").locator("option[disabled]")
    expect(options).to_have_count(len(unable))
    values = options.evaluate_all("nodes => nodes.map((node) => node.value)")
    assert sorted(values) == sorted(unable)
    choose(p, "stream of examples", "loss", "logistic")
    expect(options).to_have_count(0)


def test_the_one_that_is_chosen_is_never_disabled(opening):
    p = opening
    sign = p.get_by_text("Stochastic coordinate descent has no update for it")
    turned_to(p, f"/playground?a=scd&b=sgd&stream.loss=hinge&{PLAIN}", sign)
    expect(algorithm(p, "A")).to_have_value("scd")
    expect(algorithm(p, "A").locator('option[value="scd"]')).to_be_enabled()
    expect(algorithm(p, "B").locator('option[value="scd"]')).to_be_disabled()
    algorithm(p, "A").select_option("rda")
    wait_for_paint(p)
    address_has(p, a="rda", stream__loss="hinge")


def test_a_batch_run_turns_the_middle_picture_into_the_objective_gap_and_back(anywhere):
    p = navigate(anywhere, f"/playground?a=truncated_gradient&b=sgd&{PLAIN}")
    algorithm(p, "B").select_option("coordinate_descent")
    address_has(p, b="coordinate_descent", view__against="data accesses")
    wait_for_paint(p, MIXED)
    expect(figure(p, "regret")).to_have_count(0)
    expect(figure(p, "suboptimality").locator(".ytitle")).to_contain_text(
        "objective above the least"
    )
    expect(figure(p, "suboptimality").locator(".xtitle")).to_have_text("entries of the data read")
    unseen = "No line for B: the rule looks at more than one weight."
    expect(figure(p, "truncation").locator("p")).to_contain_text(unseen)
    expect(p.locator(".lab-score thead th").filter(has_text=re.compile("^loss$"))).to_be_visible()
    show_numbers(p)
    expect(p.get_by_test_id("stTable").locator("tbody tr").last).to_contain_text("–")
    shot(p, "batch-and-online")
    algorithm(p, "B").select_option("fobos")
    wait_for_paint(p)
    expect(figure(p, "suboptimality")).to_have_count(0)
    address_has(p, view__against="data accesses")


def test_batch_runs_alone(anywhere, pages):
    p = navigate(anywhere, f"/playground?a=scd&b=greedy_cd&{PLAIN}", BATCH_STAGE)
    counts = re.compile(r"^The runs keep different numbers of features \(A \d+ and B \d+\)")
    expect(p.locator(".lab-headline").first).to_contain_text(counts)
    expect(p.locator(".lab-score thead th").last).to_have_text("loss at the end")
    expect(plot(p, "sparsity")).to_have_accessible_name(re.compile(r"A .*: \d+ of 30 features"))
    expect(figure(p, "suboptimality").locator(".xtitle")).to_have_text("steps")
    before = revisions(p, BATCH_STAGE)
    enter(p, "run A", "l1", "0.05")
    address_has(p, a__l1="0.05", b__l1=None)
    wait_for_repaint(p, before)
    assert pages.watch.console_errors == []


def test_every_axis(anywhere):
    p = navigate(anywhere, BOTH, MIXED)
    more(p, "view")
    for against, title in list(LABELS.items())[::-1]:
        choose(p, "view", "against", against)
        for name in MIXED[1:]:
            shown = figure(p, name).locator(".xtitle")
            expect(shown).to_contain_text("steps:" if against == "steps" else title)


def test_a_log_axis_has_ticks_to_read(anywhere):
    p = navigate(anywhere, f"{BOTH}&view.axes=log-log&view.against=data accesses", MIXED)
    for axis in ("xtick", "ytick"):
        ticks = figure(p, "suboptimality").locator(f"g.{axis} text")
        assert 3 <= ticks.count() <= 14
    before = revisions(p, MIXED)
    choose(p, "view", "axes", "linear")
    wait_for_repaint(p, {"suboptimality": before["suboptimality"]})
    name = re.compile("Distance from the best possible weights")
    expect(plot(p, "suboptimality")).to_have_accessible_name(name)


def test_a_batch_run_follows_the_hand(anywhere):
    p = navigate(anywhere, f"/playground?a=coordinate_descent&b=sgd&{PLAIN}", MIXED)
    before = revisions(p, MIXED)
    box = slider(p, "run A", "l1").bounding_box()
    y = box["y"] + box["height"] / 2
    p.mouse.move(box["x"] + 0.6 * box["width"], y)
    p.mouse.down()
    for i in range(10):
        p.mouse.move(box["x"] + (0.6 + 0.02 * i) * box["width"], y)
        p.wait_for_timeout(60)
    expect(p.locator(".lab-moving").first).to_be_attached()
    p.mouse.up()
    p.wait_for_function("() => new URLSearchParams(location.search).has('a.l1')")
    wait_for_repaint(p, before)


def test_what_is_half_typed_survives_what_arrives(opening):
    p = opening
    more(p, "run C")
    enter(p, "run C", "gravity", "0.2")
    entry(p, "run C", "threshold").fill("0.3")
    address_has(p, c__gravity="0.2")
    p.wait_for_timeout(1000)
    expect(entry(p, "run C", "threshold")).to_have_value("0.3")
    entry(p, "run C", "threshold").press("Enter")
    address_has(p, c__threshold="0.3", c__gravity="0.2")
    expect(panel(p, "run C")).to_be_visible()

"""A sweep in a browser: asked, drawn as it comes, stopped, judged, opened in the playground."""

from __future__ import annotations

import csv
import io
import re
from math import isclose
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.support.axe import grave
from tests.support.browser import shot
from tests.support.views import (
    address_has,
    algorithm,
    enter,
    entry,
    figure,
    panel,
    plot,
    slider,
    wait_for_paint,
    wait_for_rest,
)
from tests.support.visits import turned_to

pytestmark = pytest.mark.browser

PICTURES = ("frontier", "grid", "path")
BREAST_CANCER = (
    "data=breast_cancer&data.noise_features=1000&data.scaling=unit+variance"
    "&data.test_fraction=0.25&stream.passes=10"
)
SMALL = (
    f"/sweep?{BREAST_CANCER}&plan.orders=2&a=rounding&a.values=6&a.period=20"
    "&b=truncated_gradient&b.period=20"
)
"""4,270 steps: a run ends between two cuts, unless it ends with one."""
LARGE = f"{SMALL}&b.values=60&b.also=step_size&b.values_2=60&plan.orders=20"


def open_sweep(p: Page, path: str) -> Page:
    p.set_default_timeout(30_000)
    p.goto(path)
    expect(panel(p, "method A")).to_be_visible(timeout=30_000)
    return p


def run(p: Page) -> None:
    p.get_by_role("button", name="Run", exact=True).click()


@pytest.fixture(scope="module")
def visit(pages):
    """One visitor, who asks twice."""
    p = open_sweep(pages(height=2400), SMALL)
    yield p
    p.close()


@pytest.fixture
def p(pages, visit):
    pages.watch.clear()
    yield visit
    assert not pages.complaints()


def test_from_the_question_to_the_playground(p):
    first = settings_asked(p, 2)
    enter(p, "method A", "values", "4")
    expect(p.get_by_text(f"{first} settings × 2 orders")).to_have_count(0)
    fewer = settings_asked(p, 2)
    assert fewer < first
    address_has(p, a__values="4")
    run(p)
    wait_for_paint(p, PICTURES)
    expect(p.get_by_text("All settings")).to_be_visible(timeout=30_000)
    expect(p.get_by_text("Best with at most 10 features")).to_be_visible()
    expect(slider(p, "method A", "values")).to_be_hidden()  # folded away: the answer comes first
    expect(plot(p, "frontier")).to_have_attribute("aria-label", re.compile("B Truncated gradient"))
    assert grave(p) == []
    shot(p, "sweep", full_page=True)
    rows = download_rows(p, "Outcomes (CSV)")
    # Where the number of features steps over 10, settings between were tried, too.
    assert len(rows) >= 2 * fewer
    assert {row["method"] for row in rows} == {"A Rounding", "B Truncated gradient"}
    enter(p, "pictures", "at_most", "25")
    expect(p.get_by_text("Best with at most 25 features")).to_be_visible()
    address_has(p, look__at_most="25")
    p.reload()
    wait_for_paint(p, PICTURES)
    p.get_by_text("What is swept").click()
    expect(entry(p, "method A", "values")).to_have_value("4")
    expect(p.get_by_text("All settings")).to_be_visible(timeout=30_000)
    rows = download_rows(p, "Outcomes (CSV)")  # some more were tried for 25
    p.get_by_role("link", name="Open in the playground").first.click()
    wait_for_paint(p)
    assert algorithm(p, "A").input_value() in ("rounding", "truncated_gradient")
    one_number_of_features_is_told_everywhere(p, rows)
    wait_for_rest(p)
    p.go_back()
    wait_for_paint(p, PICTURES)
    a_cell_is_clicked_and_its_run_opens(p)
    p.go_back()
    wait_for_paint(p, PICTURES)
    address_has(p, a__values="4")


def one_number_of_features_is_told_everywhere(p: Page, outcomes: list[dict[str, str]]) -> None:
    """By the sweep, the headline, the table, the end of the picture, weights and script."""
    names = {"rounding": ("Rounding", "threshold"), "truncated_gradient": ("Truncated", "gravity")}
    title, knob = names[algorithm(p, "A").input_value()]
    value = float(entry(p, "run A", knob).input_value())
    (n_kept,) = [
        float(row["features"])
        for row in outcomes
        if title in row["method"]
        and (row["order"], row["period"]) == ("0", "20")
        and isclose(float(row[knob]), value, rel_tol=1e-3)  # as far as the entry shows it
    ]
    heads = p.locator(".lab-score thead th").all_inner_texts()
    cells = p.locator(".lab-score tbody tr").first.locator("td, th").all_inner_texts()
    assert cells[heads.index("features kept at the end") + 1] == f"{n_kept:.0f}"
    expect(p.locator(".lab-headline")).to_contain_text(f"keeps {n_kept:.0f} of 1,030 features")
    figure(p, "sparsity").hover()
    figure(p, "sparsity").get_by_role("button", name="Save").click()
    picture = download_rows(p, "CSV", "menuitem")
    ends = {row["curve"]: row for row in picture if "Running median" not in row["curve"]}
    assert len(ends) == 2
    kept = [row["useful kept"] or row["useless kept"] for row in ends.values()]
    assert sum(map(float, kept)) == n_kept
    p.get_by_test_id("stButtonGroup").get_by_text("Take it home").click()
    weights = download_rows(p, "Weights (CSV)")
    assert len(weights) == n_kept and all(float(list(row.values())[-1]) for row in weights)
    with p.expect_download() as download:
        p.get_by_role("button", name="Script (Python)").click()
    made: dict = {"__name__": "script"}
    exec(Path(download.value.path()).read_text("utf-8"), made)
    assert np.count_nonzero(made["learners"]["A"].coef_) == n_kept


def download_rows(p: Page, button: str, role: str = "button") -> list[dict[str, str]]:
    """The rows of the CSV file that a button gives."""
    wait_for_rest(p)  # a file that is made on demand is gone with the run that offered it
    with p.expect_download() as download:
        p.get_by_role(role, name=button).click()
    return list(csv.DictReader(io.StringIO(Path(download.value.path()).read_text("utf-8"))))


def settings_asked(p: Page, orders: int) -> int:
    """The number of settings that the page says it will run."""
    headline = p.get_by_text(re.compile(rf"\d+ settings × {orders} orders"))
    return int(headline.inner_text().partition(" settings")[0])


def a_cell_is_clicked_and_its_run_opens(p: Page) -> None:
    dots = figure(p, "grid").locator(".scatterlayer .point")
    box = dots.nth(1).bounding_box()
    p.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    wait_for_paint(p)
    address_has(p, a="rounding")
    expect(entry(p, "run A", "threshold")).not_to_have_value("∞")


def test_one_that_takes_long_is_drawn_as_it_comes_and_stopped(p):
    turned_to(p, LARGE, p.get_by_text("× 20 orders"))
    run(p)
    expect(p.get_by_text(re.compile(r"\d+% done"))).to_be_visible(timeout=30_000)
    expect(figure(p, "frontier")).to_be_visible(timeout=30_000)
    expect(p.get_by_text("All settings")).to_have_count(0)
    expect(p.get_by_text(re.compile(r"left$"))).to_be_visible()
    p.get_by_role("button", name="Cancel").click()
    expect(p.get_by_text("This sweep was stopped when")).to_be_visible()
    wait_for_paint(p, PICTURES)
    expect(p.get_by_role("button", name="Run again")).to_be_visible()
    p.get_by_text("What is swept").click()
    expect(slider(p, "method B", "values")).to_be_visible()
    shot(p, "sweep-stopped", full_page=True)


def test_the_best_with_few_features_is_found_and_opens(p):
    turned_to(p, SMALL, p.get_by_role("button", name="Find the best"))
    enter(p, "the best with at most k features", "at_most", "7")
    p.get_by_role("button", name="Find the best").click()
    address_has(p, find="best", look__at_most="7")
    expect(p.get_by_role("heading", name=re.compile("ith at most 7 features"))).to_be_visible()
    expect(p.get_by_role("button", name="Stop")).to_have_count(0, timeout=60_000)
    heading = p.get_by_role("heading", name=re.compile("ith at most 7 features"))
    expect(heading).to_contain_text(re.compile(r"AUC.* 0\.\d+ \(0\.\d+ to [01]\.\d+\)"))
    expect(heading).not_to_contain_text("so far")
    assert heading.bounding_box()["y"] < 720, "on the first screen"
    assert grave(p) == []
    shot(p, "sweep-best", full_page=True)
    p.get_by_role("link", name="Open in the playground").first.click()
    wait_for_paint(p)
    kept = re.search(r"keeps (\d+) of 1,030", p.locator(".lab-headline").inner_text())
    assert 1 <= int(kept[1]) <= 7
    p.go_back()
    expect(heading).to_be_visible()

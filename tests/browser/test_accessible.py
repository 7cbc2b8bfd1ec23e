"""axe-core finds nothing serious in the app's own elements, in light and in dark."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from pages.lessons import LESSONS

pytestmark = pytest.mark.browser

OURS = "[class^='lab-'], [class*=' lab-']"
GRAVE = ("serious", "critical")
PAGES = ("", "data", *(lesson.key for lesson in LESSONS))


def grave(p) -> list[str]:
    """What is wrong with elements of ours: the rule, and where."""
    found = Axe().run(p).response["violations"]
    wrong = []
    for violation in found:
        for node in violation["nodes"]:
            ours = p.evaluate(
                "([at, ours]) => !!document.querySelector(at)?.closest(ours)",
                [node["target"][-1], OURS],
            )
            if ours and violation["impact"] in GRAVE:
                wrong.append(f"{violation['id']}: {node['target']} {node['failureSummary']}")
    return wrong


@pytest.mark.parametrize(
    ("path", "dark"), [*((path, False) for path in PAGES), ("", True), ("rounding", True)]
)
def test_nothing_serious(page, path, dark):
    p = page(dark=dark)
    p.goto(f"/{path}?frame=3" if path not in ("", "data") else f"/{path}")
    drawn = p.locator("[data-revision], [data-drawn]").first
    expect(drawn).to_be_visible(timeout=30_000)
    p.wait_for_timeout(1000)
    assert grave(p) == []


def test_the_checker_sees_what_is_wrong(page):
    p = page()
    p.goto("/rounding?frame=3")
    expect(p.locator(".lab-player")).to_have_attribute("data-drawn", re.compile(r"^[1-9]"))
    p.evaluate("document.querySelector('.lab-bar select').removeAttribute('aria-label')")
    assert any("select-name" in what for what in grave(p))

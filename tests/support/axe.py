"""axe-core on the app's own elements: what it calls serious there, fails a test; so do headings
that are out of order and texts with little contrast, wherever they stand."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

OURS = "[class^='lab-'], [class*=' lab-']"
GRAVE = ("serious", "critical")
ANYWHERE = ("heading-order", "page-has-heading-one", "color-contrast")


def grave(page: Page) -> list[str]:
    """List what is wrong with elements of ours, or anywhere: the rule, and where."""
    wrong = []
    for violation in Axe().run(page, {"include": [[OURS]]}).response["violations"]:
        for node in violation["nodes"]:
            ours = page.evaluate(
                "([at, ours]) => !!document.querySelector(at)?.closest(ours)",
                [node["target"][-1], OURS],
            )
            if ours and violation["impact"] in GRAVE:
                wrong.append(f"{violation['id']}: {node['target']} {node['failureSummary']}")
    rules = {"runOnly": {"type": "rule", "values": ANYWHERE}}
    for violation in Axe().run(page, options=rules).response["violations"]:
        wrong += [
            f"{violation['id']}: {node['target']} {node['failureSummary']}"
            for node in violation["nodes"]
        ]
    return wrong

"""axe-core on the app's own elements: what it calls serious there, fails a test; so do headings
that are out of order and texts with little contrast, wherever they stand."""

from __future__ import annotations

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

OURS = "[class^='lab-'], [class*=' lab-']"
GRAVE = ("serious", "critical")
CONTRAST = ("color-contrast",)
ANYWHERE = ("heading-order", "page-has-heading-one", *CONTRAST)

THERE = "() => Boolean(window.axe?.run)"
# Violations alone: to describe all that is well takes as long as to look for what is not. Contrast
# is looked at once, on the whole page.
LOOK = """async ([ours, grave, anywhere, near]) => {
    const wrong = [];
    const note = ({ id, nodes }) => {
        for (const { target, failureSummary } of nodes) {
            wrong.push(`${id}: ${target.join(" ")} ${failureSummary}`);
        }
    };
    const kinds = { resultTypes: ["violations"] };
    const others = Object.fromEntries(anywhere.map((name) => [name, { enabled: false }]));
    const look = { ...kinds, rules: others };
    const { violations } = near ? await axe.run({ include: [[ours]] }, look) : { violations: [] };
    for (const { id, impact, nodes } of violations) {
        const own = ({ target }) => document.querySelector(target.at(-1))?.closest(ours);
        if (grave.includes(impact)) note({ id, nodes: nodes.filter(own) });
    }
    const far = await axe.run({ ...kinds, runOnly: { type: "rule", values: anywhere } });
    far.violations.forEach(note);
    return wrong;
}"""


def grave(page: Page) -> list[str]:
    """List what is wrong with elements of ours, or anywhere: the rule, and where."""
    return _look(page, ANYWHERE, True)


def faint(page: Page) -> list[str]:
    """List texts with little contrast: all that another theme can change."""
    return _look(page, CONTRAST, False)


def _look(page: Page, anywhere: tuple[str, ...], near: bool) -> list[str]:
    if not page.evaluate(THERE):
        page.evaluate(AXE_SCRIPT)
    return page.evaluate(LOOK, [OURS, GRAVE, anywhere, near])

"""axe-core finds nothing serious in the app's own elements, in light and in dark. Lessons are
looked at where they are visited, in ``test_lessons``, and the sweep page in ``test_sweep``."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from charts.palette import LETTER_COLOURS, PARTNERS, REFERENCE
from tests.support.axe import faint, grave
from tests.support.views import DATA_STAGE
from tests.support.visits import TURN, navigate

pytestmark = pytest.mark.browser

# After an event of printing: letters and lines of the regret picture, and how many sliders show.
SEEN = """(event) => {
    dispatchEvent(new Event(event));
    const plot = document.querySelector("[data-figure=regret] .js-plotly-plot");
    const sliders = [...document.querySelectorAll(".lab-panels input[type=range]")];
    const colours = plot.data.map(({ line }) => line?.color).filter((c) => c?.startsWith("#"));
    return {
        letters: [...new Set([...plot.querySelectorAll(".xtick text")].map((n) => n.style.fill))],
        lines: [...new Set(colours)],
        turned: [...document.querySelectorAll(".lab-turned")]
            .filter((text) => text.checkVisibility()).map((text) => text.textContent),
        sliders: sliders.filter((slider) => slider.checkVisibility()).length,
    };
}"""


def test_nothing_serious(opening):
    p = opening
    assert grave(p) == []
    p.emulate_media(color_scheme="dark")
    p.wait_for_timeout(500)
    assert faint(p) == []
    _prints_black_on_white(p)
    navigate(p, "/data", DATA_STAGE)
    assert grave(p) == []
    p.emulate_media(color_scheme="light")
    p.wait_for_timeout(500)
    assert faint(p) == []
    _the_checker_sees_what_is_wrong(p)


def _prints_black_on_white(p) -> None:
    """In the dark, on one sheet, the pictures redrawn at rest; then the screen is as it was."""
    assert p.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") == 1
    seen = p.evaluate(SEEN, "beforeprint")
    assert seen["letters"] == ["rgb(0, 0, 0)"] and seen["sliders"] == 0
    (turned,) = seen["turned"]
    assert {"C θ = 0.05", "order seed = 5"} <= set(turned.split(", "))
    assert set(seen["lines"]) <= {*LETTER_COLOURS.values(), REFERENCE} and seen["lines"]
    seen = p.evaluate(SEEN, "afterprint")
    assert seen["letters"] != ["rgb(0, 0, 0)"] and seen["sliders"] > 0 and not seen["turned"]
    assert set(seen["lines"]) <= {PARTNERS[c] for c in (*LETTER_COLOURS.values(), REFERENCE)}


def _the_checker_sees_what_is_wrong(p) -> None:
    p.evaluate(TURN, "/rounding?step=0&frame=3")
    expect(p.locator(".lab-player")).to_have_attribute("data-drawn", re.compile(r"^[1-9]"))
    p.evaluate("document.querySelector('.lab-bar select').removeAttribute('aria-label')")
    assert any("select-name" in what for what in grave(p))

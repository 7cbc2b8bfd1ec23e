"""The first screen in a real browser: four pictures, all the knobs, large and small, light and
dark. Each screen is only looked at, by a visitor of its own."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from knobs import knobs_of
from tests.support.browser import shot
from tests.support.views import STAGE, figure, make, more_knobs, panel, plot, revisions, start
from tests.support.visits import Pages, navigate

pytestmark = pytest.mark.browser
SCREENS = {"wide": (1440, 900, False), "phone": (390, 844, True)}
"""Width, height, and whether it is dark."""
LUMINANCE = """node => getComputedStyle(node).color.match(/[\\d.]+/g).slice(0, 3)
    .reduce((sum, v, i) => sum + Number(v) * [0.2126, 0.7152, 0.0722][i], 0)"""
# What a keyboard stops at, in order, by its text.
STOPS = """() => {
    const stops = document.querySelectorAll("a[href], button, input, select, [tabindex]");
    return [...stops]
        .filter((node) => node.tabIndex >= 0 && !node.disabled && node.checkVisibility())
        .map((node) => node.getAttribute("aria-label") ?? node.textContent.trim().slice(0, 40));
}"""


@pytest.fixture(scope="module")
def screens(pages: Pages) -> Callable[[str], Page]:
    """``screens(name)``: the opening view on such a screen, whose console said nothing."""
    opened = {}

    def screen(name: str = "wide") -> Page:
        if name not in opened:
            pages.watch.clear()
            opened[name] = start(pages(*SCREENS[name]))
            assert not pages.watch.console_errors
            assert not pages.watch.complaints()
        return opened[name]

    yield screen
    for page in opened.values():
        page.close()


@pytest.mark.parametrize("name", SCREENS)
def test_it_opens_on_four_pictures_at_a_bare_address(screens, name):
    p = screens(name)
    assert min(revisions(p).values()) >= 1
    for name in STAGE:
        expect(figure(p, name).locator("svg.main-svg").first).to_be_visible()
    shot(p, f"playground-{name}")
    expect(p.get_by_text("diverged")).to_have_count(0)
    expect(p.get_by_test_id("stButtonGroup").last).to_be_attached()
    assert p.url.split("?")[0] == p.url


def test_the_first_screen_needs_no_scrolling(screens):
    p = screens()
    needed = [
        p.get_by_role("combobox", name="dataset"),
        p.get_by_role("button", name="Share and present"),
        *(panel(p, label) for label in ("all runs", "data", "stream of examples")),
        *(panel(p, f"run {letter}") for letter in "AB"),
        more_knobs(p, "view"),
        *(plot(p, name) for name in STAGE),
        p.get_by_role("heading", name="How few features are enough?"),
        p.locator(".lab-score").first,
        p.locator(".lab-headline").first,
    ]
    for node in needed:
        expect(node).to_be_visible()
        box = node.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 1440, node
        assert box["y"] >= 0 and box["y"] + box["height"] <= 900, f"{node} {box}"


def test_the_pictures_stand_two_and_two_and_are_large(screens):
    boxes = [figure(screens(), name).bounding_box() for name in STAGE]
    places = [(round(box["x"]), round(box["y"])) for box in boxes]
    (left, upper), (right, lower) = places[0], places[3]
    assert places == [(left, upper), (right, upper), (left, lower), (right, lower)]
    assert left < right and upper < lower
    assert all(box["width"] > 400 and box["height"] > 230 for box in boxes)


def test_a_phone_scrolls_down_only_and_its_pictures_are_a_strip(screens):
    p = screens("phone")
    wide = p.evaluate(
        """() => [...document.querySelectorAll(".lab-headline, .lab-score, .lab-panel, .lab-knob")]
            .filter((node) => node.getBoundingClientRect().right > innerWidth + 1)
            .map((node) => node.className + ": " + node.textContent.slice(0, 60))"""
    )
    assert wide == []
    assert p.evaluate("document.documentElement.scrollWidth") <= 390
    boxes = [figure(p, name).bounding_box() for name in STAGE]
    assert len({round(box["y"]) for box in boxes}) == 1 and boxes[0]["y"] < 844
    assert all(box["width"] < 390 for box in boxes)
    assert all(a["x"] + a["width"] <= b["x"] for a, b in pairwise(boxes))
    figure(p, "regret").scroll_into_view_if_needed()
    box = figure(p, "regret").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390
    grounds = [
        p.locator(part).first.evaluate("node => getComputedStyle(node).backgroundColor")
        for part in (".stApp", ".st-key-workbench_pictures .lab-stage")
    ]
    assert grounds[0] == grounds[1], "knobs pass under it"
    shot(p, "playground-phone-regret")


@pytest.mark.parametrize("name", SCREENS)
def test_text_stands_out_from_the_theme(screens, name):
    p, dark = screens(name), SCREENS[name][-1]
    texts = [
        panel(p, "run A"),
        p.locator(".lab-headline").first,
        figure(p, "regret").locator("p"),
    ]
    for node in texts:
        assert (node.evaluate(LUMINANCE) > 150) == dark
    ticks = figure(p, "regret").locator("g.xtick text").first
    fill = ticks.evaluate("node => getComputedStyle(node).fill")
    assert (min(int(v) for v in re.findall(r"\d+", fill)[:3]) > 150) == dark


def test_every_picture_is_told_in_words(screens):
    p = screens()
    for name, part in {
        "truncation": "Truncation functions. A Truncated gradient",
        "regret": "Loss beyond the best fixed weights against examples seen. A Truncated gradient",
        "sparsity": "Features kept against examples seen. A Truncated gradient: 12 of 64 features",
    }.items():
        expect(plot(p, name)).to_have_role("img")
        expect(plot(p, name)).to_have_accessible_name(re.compile(re.escape(part)))


def test_the_tab_key_comes_to_the_knobs_of_the_runs_first(screens):
    stops = screens().evaluate(STOPS)
    assert stops.index("gravity") < 10, "; ".join(stops)
    knobs = ["algorithm of run A", "gravity", "period", "algorithm of run B", "threshold", "period"]
    first = stops.index(knobs[0])
    assert stops[first : first + 6] == knobs
    rest = stops[first + 6 :]
    assert rest.index("eta") < rest.index("noise_features") < rest.index("passes")
    assert not [name for name in stops if name.endswith(", exact")]


def test_every_control_has_a_name(screens):
    p = screens()
    nameless = p.evaluate(
        """() => [...document.querySelectorAll(".lab-panel :is(input, select, button)")]
            .filter((node) => !node.getAttribute("aria-label") && !node.textContent.trim())
            .map((node) => node.outerHTML)"""
    )
    assert nameless == []
    names = p.evaluate(
        """() => [...document.querySelectorAll('[aria-label="run A"] input[type=range]')]
            .map((node) => node.getAttribute("aria-label"))"""
    )
    declared = knobs_of(make("truncated_gradient")).items()
    names.append("eta")  # one for all runs, in a panel of its own
    assert sorted(names) == sorted(n for n, k in declared if not k.choices and not k.flag)


def test_four_runs_fit_too(screens):
    runs = "a=sgd&b=truncated_gradient&c=subgradient&d=fobos"
    prepared = "data=breast_cancer&data.scaling=unit variance"
    p = navigate(screens(), f"/playground?{prepared}&{runs}")
    for letter in "ABCD":  # of SGD all knobs are seldom turned
        expect(panel(p, f"run {letter}").get_by_role("combobox")).to_be_visible()
    shot(p, "playground-wide-four-runs")
    for name in STAGE:
        box = plot(p, name).bounding_box()
        assert box["y"] + box["height"] <= 900, f"{name} {box}"

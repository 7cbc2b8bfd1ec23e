"""Every picture can be saved: as SVG and PNG to be shown, as CSV to be counted."""

from __future__ import annotations

import csv
import io
import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path

import pytest
from playwright.sync_api import expect

from charts.palette import LETTER_COLOURS, PARTNERS
from tests.support.browser import shot
from tests.support.three_runs import three_runs
from tests.support.views import (
    STAGE,
    address_has,
    enter,
    figure,
    revisions,
    runs_of_view,
    show_numbers,
    wait_for_repaint,
)
from tests.support.views import entry as number

pytestmark = pytest.mark.browser


@pytest.fixture
def p(opening):
    return opening


def save_as(p, name: str, kind: str) -> Path:
    figure(p, name).hover()
    figure(p, name).get_by_role("button", name="Save").click()
    with p.expect_download() as download:
        figure(p, name).get_by_role("menuitem", name=kind).click()
    assert download.value.suggested_filename == f"sparsity-lab-{name}.{kind.lower()}"
    return Path(download.value.path())


def test_the_menu_by_keys(p):
    """One stop of the Tab key a picture; the menu has the keys that menus have."""
    saves = figure(p, "regret").locator(".lab-saves")
    button, menu = saves.get_by_role("button", name="Save Loss beyond"), saves.get_by_role("menu")
    button.press("Enter")
    expect(saves.get_by_role("menuitem", name="PNG")).to_be_focused()
    p.keyboard.press("ArrowUp")
    expect(saves.get_by_role("menuitem", name="CSV")).to_be_focused()
    p.keyboard.press("ArrowDown")
    expect(saves.get_by_role("menuitem", name="PNG")).to_be_focused()
    p.keyboard.press("Escape")
    expect(button).to_be_focused()
    expect(menu).to_be_hidden()
    button.press("ArrowDown")
    figure(p, "truncation").locator("p").click()
    expect(menu).to_be_hidden()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_svg(p, dark):
    if dark:
        before = revisions(p)
        p.emulate_media(color_scheme="dark")
        wait_for_repaint(p, before)
    text = save_as(p, "regret", "SVG").read_text("utf-8")
    root = ET.fromstring(text)
    assert root.tag.endswith("svg")
    first = LETTER_COLOURS["A"]
    red, green, blue = bytes.fromhex((PARTNERS[first] if dark else first).removeprefix("#"))
    for part in ("examples seen", "extra loss in total", f"rgb({red}, {green}, {blue})"):
        assert part in text
    paper = root.find("{http://www.w3.org/2000/svg}rect").attrib["fill"]
    assert (paper in ("#ffffff", "rgb(255, 255, 255)")) != dark
    words = [node.text for node in root.findall("{http://www.w3.org/2000/svg}text")]
    names = [f"{run.name}" for run in runs_of_view(three_runs())[1]]
    assert words[:2] == ["Loss beyond the best fixed weights", p.title()]
    assert words[2:] == [part for pair in zip("ABC", names, strict=True) for part in pair]
    link = root.find("{http://www.w3.org/2000/svg}a")
    assert "".join(node.text for node in link) == link.attrib["href"] == p.url


NAMES_APART = """(name) => {
    const plot = document.querySelector(`[data-figure=${name}] .lab-plot`);
    const shown = plot.querySelectorAll(".annotation-text");
    const { left, top, width, height } = plot.getBoundingClientRect();
    return [...shown].map((node) => {
        const box = node.getBoundingClientRect();
        const middle = [(box.left + box.right) / 2 - left, (box.top + box.bottom) / 2 - top];
        return [node.textContent, middle[0] / width, middle[1] / height, box.width / width];
    });
}"""
PUT_DOWN = """(text) => {
    document.body.replaceChildren(
        document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement,
                            true));
    document.querySelector("svg svg").classList.add("lab-plot");
    document.body.dataset.figure = "regret";
}"""


def test_names_stand_where_they_stand_on_the_page(p, browser):
    shown = p.evaluate(NAMES_APART, "regret")
    blank = browser.new_page()
    blank.set_content("<body></body>")
    blank.evaluate(PUT_DOWN, save_as(p, "regret", "SVG").read_text("utf-8"))
    saved = blank.evaluate(NAMES_APART, "regret")
    blank.close()
    assert [name for name, *_ in saved] == [name for name, *_ in shown] and len(shown) > 1
    for (_, *there), (_, *here) in zip(saved, shown, strict=True):
        assert there == pytest.approx(here, abs=0.03)


def test_a_report(p):
    """One file: the pictures as they stand, on white, and nothing that is asked for elsewhere."""
    if not p.locator(".lab-study-list").count():  # a click on what is open would close it
        p.get_by_role("radio", name="Your study").click()
    expect(p.locator(".lab-study-list")).to_be_visible()
    enter(p, "run C", "gravity", "0.3")
    entry = p.locator(".lab-study-list ol li").first
    expect(entry).to_contain_text("C Truncated gradient")
    name = entry.get_by_role("textbox")
    name.fill("<b>mine</b>")
    name.press("Tab")
    address_has(p, c__gravity="0.3")  # runs may still be under way
    with p.expect_download() as download:
        p.get_by_role("button", name="Save a report").click()
    assert re.fullmatch(r"sparsity-lab-report-[\d-]+\.html", download.value.suggested_filename)
    text = Path(download.value.path()).read_text("utf-8")
    drawn = [ET.fromstring(f"{svg}</svg>") for svg in re.findall(r"(<svg.*?)</svg>", text, re.S)]
    assert len(drawn) == 4 and "extra loss in total" in text and len(text) < 2_000_000
    assert "&lt;b&gt;mine&lt;/b&gt;" in text and "<b>mine" not in text
    assert "<!--" not in text and f'<a href="{p.url}"' in text.replace("&amp;", "&").replace(
        ' xmlns="http://www.w3.org/1999/xhtml"', ""
    )
    assert elsewhere(text) == []
    leaves_no_dots(p)


def leaves_no_dots(p) -> None:
    """Forget what was tried: a sheet with more to say of dots is longer, for tests that follow."""
    p.go_back()
    expect(number(p, "run C", "gravity")).to_have_value("0.13")
    p.get_by_role("radio", name="Tried").click()
    p.get_by_role("button", name="Forget them").click()
    expect(figure(p, "tradeoff").get_by_text("Pale dots")).to_have_count(0)
    p.get_by_role("radio", name="Tried").click()
    expect(p.get_by_role("button", name="Forget them")).to_have_count(0)


def elsewhere(html: str) -> list[str]:
    """What a file asks for that is not in it; a link asks for nothing."""
    asked = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag, attrs):
            for name, value in attrs:
                within = re.findall(r"url\([\"']?(.*?)[\"']?\)", value or "") if tag != "a" else []
                asked.extend([value] if name in ("src", "xlink:href") else within)

    Reader().feed(html)
    return [each for each in asked if not each.startswith(("#", "data:"))]


def test_png(p):
    content = save_as(p, "sparsity", "PNG").read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n" and len(content) > 5000
    width, height = int.from_bytes(content[16:20]), int.from_bytes(content[20:24])
    box = figure(p, "sparsity").locator(".lab-plot").bounding_box()
    around = height - 1800 * box["height"] / box["width"]
    assert width == 1800 and 150 < around < 400, "room for what stands above and below"


def test_csv_holds_the_points(p):
    text = save_as(p, "sparsity", "CSV").read_text("utf-8")
    head, *rows = csv.reader(io.StringIO(text))
    assert head == ["curve", "examples seen", "useful kept", "useless kept"]
    _, learned = runs_of_view(three_runs())
    for run in learned:
        useful, steps = run.trace.sparsity.useful.tolist(), run.trace.steps.tolist()
        name = f"{run.letter} · {run.name}"
        real = [(float(x), float(y), z) for curve, x, y, z in rows if curve == f"{name}: useful"]
        assert real == [(x, y, "") for x, y in zip(steps, useful, strict=True)]
        random = [(float(x), y, float(z)) for curve, x, y, z in rows if curve == f"{name}: useless"]
        useless = (run.trace.used - run.trace.sparsity.useful).tolist()
        assert random == [(x, "", z) for x, z in zip(steps, useless, strict=True)]
    assert len(rows) == sum(2 * len(run.trace.steps) for run in learned)


def test_every_picture_can_be_saved(p):
    for name in STAGE:
        assert save_as(p, name, "CSV").stat().st_size > 100


def test_the_pictures_below_are_painted_when_they_are_reached(p):
    show_numbers(p)
    for name in ("weights", "paths"):
        figure(p, name).scroll_into_view_if_needed()
        expect(figure(p, name).locator("svg.main-svg").first).to_be_visible()
    assert save_as(p, "paths", "CSV").stat().st_size > 100
    shot(p, "below")

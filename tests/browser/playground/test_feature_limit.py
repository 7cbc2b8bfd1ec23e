"""The best knobs for one's own data, as a new visitor finds them: counted, and computed again."""

from __future__ import annotations

import re
from dataclasses import replace
from urllib.parse import parse_qsl, urlsplit

import numpy as np
import pandas as pd
import pytest
from playwright.sync_api import Page, expect

from algorithms import Algorithm, Point, frontier
from datasets import prepare, upload_recipe
from knobs import knobs_of
from tests.support.browser import shot
from tests.support.views import entry, figure, plot, slider, wait_for_paint, wait_for_rest
from tests.support.visits import turned_to
from ui.address import decode

pytestmark = pytest.mark.browser
MOST_ACTIONS = 12
FITS = "() => document.querySelector('[data-testid=stMain]').scrollHeight <= innerHeight + 1"
LINE = re.compile(
    r"^(?P<letter>[A-D])[^:]*: AUC (?P<value>[0-9.]+) with (?P<features>[0-9.]+) features?, "
    r"at (?P<setting>.+)$"
)


def own_file() -> bytes:
    """A table of 400 rows and 40 columns, five of which decide the class."""
    rng = np.random.default_rng(7)
    X = rng.standard_normal((400, 40))
    score = X[:, :5] @ [2.0, -1.5, 1.0, 1.0, -1.0] + 0.3 * rng.standard_normal(400)
    table = pd.DataFrame(X.round(4), columns=[f"column {j}" for j in range(40)])
    table["outcome"] = np.where(score > 0, "well", "ill")
    return table.to_csv(index=False).encode()


class Hand:
    """A visitor's hand, of which every action is counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.actions = 0

    def click(self, name: str) -> None:
        self.actions += 1
        self.page.get_by_role("button", name=name, exact=True).click()

    def choose_file(self, name: str, content: bytes) -> None:
        self.actions += 2  # the dialogue of the browser: to open it, and to pick the file
        file = {"name": name, "mimeType": "text/csv", "buffer": content}
        field = self.page.get_by_test_id("stPopoverBody").locator("input[type=file]")
        field.first.set_input_files(file)

    def type(self, label: str, knob: str, text: str) -> None:
        self.actions += 2  # the field, and Enter
        entry(self.page, label, knob).fill(text)
        entry(self.page, label, knob).press("Enter")


def compute_point(address: str, run: Algorithm) -> Point:
    """A setting over the orders of the page, judged on the rows that it keeps back."""
    parameters = dict(parse_qsl(urlsplit(address).query)) | {"data": "breast_cancer"}
    view, _ = decode(parameters)
    data = prepare(upload_recipe("mine.csv", own_file())().build(), view.preparation)
    stream = view.stream
    orders = range(stream.order, stream.order + 10)
    asked = {"seeds": orders, "passes": stream.passes, "intercept": stream.intercept}
    return frontier({"": [run]}, data, stream.loss, "test AUC", **asked)[""].points[0]


def setting_of(line: re.Match, address: str) -> Algorithm:
    """The run of a line of the answer, with the knobs that the line says."""
    parameters = dict(parse_qsl(urlsplit(address).query)) | {"data": "breast_cancer"}
    view, _ = decode(parameters)
    run = view.runs[view.letters.index(line["letter"])]
    names = {knob.symbol: (name, knob) for name, knob in knobs_of(run).items()}
    values = {}
    for part in line["setting"].split(", "):
        symbol, text = part.split(" = ")
        name, knob = names[symbol]
        values[name] = knob.parse(text.replace("∞", "inf"))[0]
    return replace(run, **values)


def test_the_best_with_at_most_ten_features_on_a_file_of_ones_own(opening):
    p = opening
    p.set_viewport_size({"width": 1440, "height": 1600})
    hand = Hand(p)
    wait_for_rest(p)
    hand.click("Your own data")
    wait_for_rest(p)
    hand.choose_file("mine.csv", own_file())
    expect(p).to_have_url(re.compile("data=upload-"), timeout=30_000)
    hand.type("many settings", "at_most", "10")
    answer = p.locator(".lab-headline").get_by_text("With at most 10 features")
    expect(answer).to_be_visible(timeout=30_000)
    assert hand.actions <= MOST_ACTIONS
    expect(p.get_by_test_id("stPopoverBody")).to_have_count(0)
    lines = [LINE.match(text) for text in p.locator("li").all_inner_texts()]
    said = [line for line in lines if line]
    assert said
    for line in said:
        point = compute_point(p.url, setting_of(line, p.url))
        assert float(line["features"]) == point.features <= 10
        assert float(line["value"]) == round(point.value, 3)
    best = max(said, key=lambda line: float(line["value"]))
    text = answer.inner_text()
    assert f", {best['letter']} " in text or "equally well" in text
    shot(p, "own-data", full_page=True)
    the_knobs_go_there(p, said[0])
    a_dot_sets_the_knobs_of_its_run(p)
    its_dot_is_sketched_while_a_hand_moves(p)
    what_was_tried_is_a_table(p)
    it_fits_a_projector(p)


def the_knobs_go_there(p: Page, line: re.Match) -> None:
    run = setting_of(line, p.url)
    p.get_by_role("button", name="Set these knobs").click()
    expect(entry(p, f"run {line['letter']}", "period")).to_have_value(str(run.period))
    wait_for_paint(p)


def a_dot_sets_the_knobs_of_its_run(p: Page) -> None:
    before = p.url
    dots = figure(p, "tradeoff").locator(".scatterlayer .trace").nth(1).locator(".point")
    place = dots.nth(30).bounding_box()
    p.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    expect(p).not_to_have_url(before)
    wait_for_paint(p)


def its_dot_is_sketched_while_a_hand_moves(p: Page) -> None:
    """The cloud of a knob stays while the hand turns that knob."""
    answer = p.locator(".lab-headline").get_by_text("With at most 10 features").inner_text()
    words = plot(p, "tradeoff").get_attribute("aria-label")
    box = slider(p, "run C", "gravity").bounding_box()
    p.mouse.move(box["x"] + 0.3 * box["width"], box["y"] + box["height"] / 2)
    p.mouse.down()
    for share in (0.4, 0.5, 0.6, 0.7):
        p.mouse.move(box["x"] + share * box["width"], box["y"] + box["height"] / 2)
    expect(figure(p, "tradeoff")).to_have_class(re.compile("lab-moving"))
    expect(plot(p, "tradeoff")).not_to_have_attribute("aria-label", words)
    expect(p.get_by_text(answer)).to_be_visible()
    p.mouse.up()
    wait_for_paint(p)
    expect(p.get_by_text(answer)).to_be_visible()


def what_was_tried_is_a_table(p: Page) -> None:
    p.get_by_test_id("stButtonGroup").get_by_text("Tried").click()
    expect(p.get_by_test_id("stDataFrame")).to_be_visible()
    with p.expect_download() as download:
        p.get_by_role("button", name="Tried settings (CSV)").click()
    table = pd.read_csv(download.value.path())
    assert len(table) >= 5 and set(table["run"]) == {"A", "B", "C"}
    p.get_by_test_id("stButtonGroup").get_by_text("Take it home").click()
    with p.expect_download() as download:
        p.get_by_role("button", name="Weights (CSV)").click()
    weights = pd.read_csv(download.value.path())
    assert set(weights["feature"][:3]) <= {f"column {j}" for j in range(5)}


def it_fits_a_projector(p: Page) -> None:
    """The pictures, the winner in a sentence and the table, and nothing to scroll to."""
    turned_to(p, f"{p.url[p.url.index('/playground') :]}&present=1", p.locator(".lab-way_out"))
    winner, table = p.get_by_text("With at most 10 features"), p.locator(".lab-score tr").last
    for width, height in ((1920, 1080), (1280, 720)):
        p.set_viewport_size({"width": width, "height": height})
        p.wait_for_function(FITS)
        for part in (winner, table):
            box = part.bounding_box()
            assert box["y"] >= 0.0 and box["y"] + box["height"] <= height
        expect(p.get_by_text("came out best on the very rows")).to_have_count(0)

"""Geometry under the hand: pointers, arrow keys, the address, and nothing sent but knobs."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.support.views import address_has, wait_for_rest
from tests.support.visits import TURN, messages

pytestmark = pytest.mark.browser

SOME = re.compile(r"^[1-9]")


def draw_page(p, element):
    expect(p.locator(element)).to_have_attribute("data-drawn", SOME, timeout=60_000)
    return p


@pytest.fixture(scope="module")
def visit(pages):
    """One visitor, who goes from lesson to lesson."""
    p = pages(height=1100, moving=True)
    p.set_default_timeout(20_000)
    p.goto(WEIGHTS)
    yield draw_page(p, ".lab-shrinker")
    p.close()


def drag(p, name, dx, dy):
    """The handle ``name`` by so many pixels."""
    box = p.get_by_role("slider", name=name, exact=True).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    p.mouse.move(x, y)
    p.mouse.down()
    p.mouse.move(x + dx / 2, y + dy / 2)
    p.mouse.move(x + dx, y + dy)
    p.mouse.up()


def point(p):
    """The numbers of the address."""
    p.wait_for_function("() => new URLSearchParams(location.search).has('point')")
    return [
        float(n) for n in p.evaluate("new URLSearchParams(location.search).get('point')").split("_")
    ]


def branch(p, key):
    return p.locator(f'.lab-map[data-map="{key}"]')


WEIGHTS = "/shrinking?step=0&point=1_1.3_0.5_-0.25_0.3_-0.2_0.1"


@pytest.fixture
def weights(pages, visit):
    """The weights of *shrinking*; each of the three tests below moves another thing."""
    yield visit
    assert not pages.complaints()


def test_a_weight_is_dragged_and_its_branch_lights_up(weights):
    p = weights
    expect(branch(p, "rounding")).to_have_attribute("data-branch", "zero")
    expect(branch(p, "truncation").locator(".lab-branch.lab-lit")).to_contain_text("v ∓ α")
    drag(p, "weight 2", 0, -60)
    expect(branch(p, "rounding")).to_have_attribute("data-branch", "stays")
    expect(branch(p, "truncation").locator("mark.lab-lit")).to_have_text("v")
    expect(p).to_have_url(re.compile(r"point=1_1\.3_(?!0\.5_)"))
    j, *v = point(p)
    assert j == 1 and v[1] > 0.6 and v[0] == 1.3
    there = p.url
    p.evaluate(TURN, BALL)
    draw_page(p, ".lab-l1_ball")
    wait_for_rest(p)  # its address has been written
    p.evaluate(TURN, there)
    expect(branch(p, "rounding")).to_have_attribute("data-branch", "stays")
    assert point(p) == [j, *v]


def test_arrow_keys_move_the_weight_that_has_the_focus(weights):
    p = weights
    weight = p.get_by_role("slider", name="weight 3", exact=True)
    weight.focus()
    p.keyboard.press("ArrowUp")
    expect(weight).to_have_attribute("aria-valuenow", "-0.20")
    p.keyboard.press("Shift+ArrowDown")
    expect(weight).to_have_attribute("aria-valuenow", "-0.45")
    expect(p).to_have_url(re.compile(r"point=2_1\.3_[0-9.]+_-0\.45_"))


def test_a_level_is_a_knob(weights):
    p = weights
    drag(p, "level θ", 0, -60)
    p.wait_for_function("() => Number(new URLSearchParams(location.search).get('theta')) > 0.7")
    assert point(p)[1] == 1.3
    theta = float(p.evaluate("new URLSearchParams(location.search).get('theta')"))
    exact = p.locator('input[aria-label="theta, exact"]')
    expect(exact).to_have_value(re.compile(rf"^{theta:g}"))
    before = messages(p)
    p.get_by_role("slider", name="level k", exact=True).focus()
    p.keyboard.press("ArrowUp")
    address_has(p, k="4")
    assert messages(p) > before


BALL = "/l1_ball?step=0&frame=0&point=1.6_0.5_1.2_1.1_0.35_0.6_0.4"


@pytest.fixture
def p(pages, visit):
    """The page of the visitor, on the next lesson of the three tests below."""
    yield visit
    assert not pages.complaints()


def test_points_are_moved_and_the_ball_turned_without_a_message(p):
    p.evaluate(TURN, BALL)
    draw_page(p, ".lab-l1_ball")
    expect(p.get_by_text("w = (1.00, 0.00), a corner")).to_be_visible()
    p.get_by_role("heading", name="Try it").wait_for()
    p.wait_for_timeout(1000)
    before = messages(p)
    p.get_by_role("slider", name=re.compile("point in space")).focus()
    p.keyboard.press("ArrowRight")
    p.keyboard.press("Shift+ArrowUp")
    drag(p, "point in the plane", -20, -80)
    expect(p.get_by_text("a side")).to_be_visible()
    box = p.locator(".lab-turns").bounding_box()
    p.mouse.move(box["x"] + 30, box["y"] + 30)
    p.mouse.down()
    p.mouse.move(box["x"] + 130, box["y"] + 30)
    p.mouse.up()
    expect(p).to_have_url(re.compile(r"point=[^&]*_(?!0\.6_)[^_&]+_0\.4(&|$)"))
    place = point(p)
    assert place[0] < 1.6 and place[1] > 0.5 and place[2:5] == [1.25, 1.1, 0.4]
    assert place[5] != 0.6 and place[6] == 0.4
    assert messages(p) == before
    address_has(p, frame="0")
    expect(p.locator(".lab-player")).to_have_attribute("data-frame", "0")


def test_it_moves_by_itself_until_it_is_touched(p):
    p.evaluate(TURN, "/shrinking?step=0")
    draw_page(p, ".lab-shrinker")
    p.get_by_role("button", name="Pause", exact=True).click()
    expect(p.get_by_role("button", name="Show me")).to_be_visible()
    assert "point" not in p.url


def test_a_point_that_is_none_is_left_out(p):
    p.evaluate(TURN, "/l1_ball?step=0&frame=0&point=1_two")
    draw_page(p, ".lab-l1_ball")
    expect(p.get_by_text("a corner.", exact=False).first).to_be_visible()

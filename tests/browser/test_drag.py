"""A knob is dragged: the pictures follow the hand, then address, numbers and words."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.views import (
    STAGE,
    address_has,
    entry,
    figure,
    revisions,
    show_numbers,
    slider,
    wait_for_repaint,
)

pytestmark = pytest.mark.browser
SEVERAL = 4

# Counts what leaves by the line, which is text; by Streamlit's connection leave bytes.
COUNTED = """() => {
    window.saidByLine = 0;
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function (data) {
        window.saidByLine += Number(typeof data === "string");
        return send.call(this, data);
    };
}"""


def take_hold(p, knob, at):
    """Press the mouse on a slider's track; returns how to move along it."""
    box = knob.bounding_box()

    def move(share):
        p.mouse.move(box["x"] + share * box["width"], box["y"] + box["height"] / 2)

    move(at)
    p.mouse.down()
    return move


def sway(p, move, low, high, times=12):
    """Move to and fro, slowly enough for a picture now and then."""
    for i in range(times):
        phase = (i % 12) / 6
        move(low + (high - low) * (phase if phase <= 1 else 2 - phase))
        p.wait_for_timeout(50)


def follow(p, move, low, high, times=SEVERAL, names=STAGE):
    """Sway until each of the pictures was painted ``times`` times: a busy machine may take
    longer over the first ones."""
    before = revisions(p, names)
    for _ in range(15):
        sway(p, move, low, high)
        if all(now >= before[name] + times for name, now in revisions(p, names).items()):
            return
    raise AssertionError(f"pictures went from {before} to {revisions(p, names)}")


def headline(p):
    return p.locator(".lab-headline").first


def test_the_pictures_follow_the_hand(opening):
    p = opening
    sentence = headline(p).text_content()
    gravity = slider(p, "run C", "gravity")
    move = take_hold(p, gravity, 0.5)
    p.evaluate(COUNTED)
    follow(p, move, 0.4, 0.9)
    for _ in range(15):  # the first movement opens the line
        if p.evaluate("saidByLine") >= SEVERAL:
            break
        sway(p, move, 0.4, 0.9)
    else:
        raise AssertionError("nothing leaves by the line")
    expect(headline(p)).not_to_have_text(sentence)
    assert "c.gravity=0.13&" in p.url, "the address waits for the hand"
    expect(p.locator(".lab-moving").first).to_be_attached()
    move(0.65)
    last = revisions(p)
    p.mouse.up()
    wait_for_repaint(p, last)
    value = gravity.get_attribute("aria-valuetext")
    address_has(p, c="truncated_gradient", c__gravity=f"{float(value):.6g}")
    expect(entry(p, "run C", "gravity")).to_have_value(value)
    expect(figure(p, "truncation").locator("canvas")).to_be_hidden()


def test_the_numbers_follow_when_the_hand_rests(opening):
    p = opening
    show_numbers(p)
    row = p.get_by_test_id("stTable").locator("tr").last
    before = row.inner_text()
    gravity = slider(p, "run C", "gravity")
    move = take_hold(p, gravity, 0.5)
    move(0.1)
    p.mouse.up()
    address_has(p, c__gravity=f"{float(gravity.get_attribute('aria-valuetext')):.6g}")
    expect(row).not_to_have_text(before)
    expect(headline(p)).to_contain_text("keep different numbers of features")
    scored = p.locator(".lab-score tr").last.locator("td, th").all_inner_texts()
    kept, loss = scored[2], scored[4]
    assert f"C {kept}" in headline(p).text_content()
    header = p.get_by_test_id("stTable").locator("tr").first.locator("th")
    column = header.all_inner_texts().index("features kept") - 1
    expect(row.locator("td").nth(column)).to_have_text(kept)
    shown = float(row.locator("td").first.inner_text())
    assert abs(shown - float(loss)) < 6e-4


def test_a_linked_step_size_is_one_knob_for_all_runs(opening):
    p = opening
    for letter in "ABC":
        expect(slider(p, f"run {letter}", "eta")).to_have_count(0)
    move = take_hold(p, slider(p, "all runs", "eta"), 0.3)
    sway(p, move, 0.2, 0.6, times=8)
    move(0.45)
    held = slider(p, "all runs", "eta").get_attribute("aria-valuetext")
    p.mouse.up()
    address_has(p, **{f"{slot}__eta": f"{float(held):.6g}" for slot in "abc"})


def test_another_hand_movement_right_after_is_not_lost(opening):
    p = opening
    for label, knob in (("run C", "gravity"), ("run A", "threshold"), ("run B", "period")):
        move = take_hold(p, slider(p, label, knob), 0.2)
        move(0.8)
        p.mouse.up()
    wanted = {
        f"{label[-1].lower()}__{knob}": slider(p, label, knob).get_attribute("aria-valuetext")
        for label, knob in (("run C", "gravity"), ("run A", "threshold"), ("run B", "period"))
    }
    address_has(p, **wanted)


def test_a_drag_to_the_end_is_infinity(opening):
    p = opening
    move = take_hold(p, slider(p, "run A", "threshold"), 0.5)
    move(1.2)
    p.mouse.up()
    address_has(p, a__threshold="inf")
    expect(entry(p, "run A", "threshold")).to_have_value("∞")
    expect(headline(p)).to_contain_text("A 0")


def test_shared_knobs_can_be_dragged_too(opening):
    p = opening
    move = take_hold(p, slider(p, "data", "noise_features"), 0.9)
    # Run A, whose weights stand under the rules, learns the same with more noise or less.
    follow(p, move, 0.1, 0.6, times=2, names=STAGE[1:])
    move(-0.5)
    p.mouse.up()
    address_has(p, data__noise_features=None, data__scaling="unit variance")
    expect(p.get_by_text("30 measurements of a tumour, read one patient")).to_be_visible()

"""Ten digits through the dataset select: loss and runs follow, and the pictures are of classes."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser import shot
from tests.support.views import (
    address_has,
    algorithm,
    choice,
    choose,
    enter,
    figure,
    panel,
    plot,
    revisions,
    show_numbers,
    wait_for_paint,
    wait_for_repaint,
)
from tests.support.visits import navigate

pytestmark = pytest.mark.browser
THREE = ("profile", "regret", "sparsity")
KEPT = re.compile(r"keeps? [^.]*features")
QUICK = "/playground?a=sgd&b=rounding&stream.passes=1&data.scaling=unit variance"


def choose_dataset(p, name):
    # Typed, so that the list holds one option and need not be scrolled.
    box = p.get_by_role("combobox", name="dataset")
    box.click()
    box.fill(name)
    p.get_by_role("option", name=name, exact=True).click()


def test_softmax_through_the_select_and_back(anywhere):
    p = navigate(anywhere, QUICK)
    choose_dataset(p, "Digits 0–9, ten classes")
    address_has(
        p, data="digits_ten", stream__loss="softmax",
        a="projected_gradient", b="exponentiated_gradient", data__scaling="unit variance",
    )  # fmt: skip
    wait_for_paint(p, THREE)
    expect(figure(p, "truncation")).to_have_count(0)
    expect(p.locator(".lab-headline").first).to_contain_text(KEPT)
    expect(plot(p, "sparsity")).to_have_accessible_name(re.compile(r"A .*: \d\d of 64 features"))
    p.get_by_text("For the curious", exact=True).click()
    expect(p.get_by_text("minimise the mean softmax loss")).to_be_visible()
    expect(p.get_by_test_id("stAlert")).to_have_count(0)
    expect(choice(p, "stream of examples", "loss")).to_have_value("softmax")
    weights = re.compile(r"A Projected gradient: [1-6]\d\d nonzero")  # 10 for each of 64 pixels
    expect(plot(p, "profile")).to_have_accessible_name(weights)
    shot(p, "digits-ten")
    choose_dataset(p, "Breast cancer")
    expect(algorithm(p, "A")).to_have_value("truncated_gradient")
    address_has(p, stream__loss=None, b__radius=None, d=None)
    expect(p.locator(".lab-headline").first).to_contain_text(KEPT)
    expect(plot(p, "sparsity")).to_have_accessible_name(re.compile(r"A .*: \d+ of 30 useful"))


def test_a_knob_moves_the_pictures_of_classes_and_what_cannot_learn_them_is_disabled(
    anywhere, pages
):
    path = "/playground?data=digits_ten&stream.loss=softmax&stream.passes=1&data.scaling=max-abs 1"
    p = navigate(anywhere, f"{path}&a=projected_gradient", THREE)
    enabled = algorithm(p, "A").locator("option:not([disabled])")
    expect(enabled).to_have_text(["Projected gradient", "Exponentiated gradient"])
    kept = p.locator(".lab-headline").first.text_content()
    before = revisions(p, THREE)
    enter(p, "run A", "radius", "2")
    address_has(p, a__radius="2")
    wait_for_repaint(p, before)
    expect(p.locator(".lab-headline").first).not_to_have_text(kept)
    show_numbers(p)
    figure(p, "paths").scroll_into_view_if_needed()
    expect(figure(p, "paths").get_by_text(re.compile(r"pixel_\d_\d · \d")).first).to_be_visible()
    assert pages.watch.console_errors == []


def test_a_loss_chosen_by_hand_that_does_not_fit_says_which_does(anywhere):
    p = navigate(anywhere, QUICK)
    choose(p, "stream of examples", "loss", "softmax")
    expect(p.get_by_text("the target here is classification; take another loss.")).to_be_visible()
    expect(panel(p, "run A")).to_be_visible()
    choose(p, "stream of examples", "loss", "squared")
    address_has(p, stream__loss="squared")
    wait_for_paint(p)
    expect(p.get_by_text("take another loss")).to_have_count(0)

"""Sentences of the page in a browser: diverged runs, bad files, kernels, things to take home."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.support.browser import shot
from tests.support.views import (
    STAGE,
    address_has,
    choose,
    enter,
    panel,
    plot,
    revisions,
    slider,
    wait_for_paint,
    wait_for_repaint,
    wait_for_rest,
)
from tests.support.visits import navigate, turned_to

pytestmark = pytest.mark.browser
ROWS = "".join(f"{i % 7},{i * i % 11},{i % 2}\n" for i in range(60))


def test_a_run_that_diverges_says_when_and_what_to_do(opening):
    p = opening
    # Features as they are make the comparator slow, and a busy machine makes it slower.
    p.set_default_timeout(60_000)
    before = revisions(p)
    choose(p, "stream of examples", "loss", "squared")
    address_has(p, stream__loss="squared")
    choose(p, "data", "scaling", "none")
    address_has(p, data__scaling=None)
    enter(p, "all runs", "eta", "5")
    warnings = p.get_by_test_id("stAlert")
    expect(warnings).to_have_count(3)
    expect(warnings.first).to_contain_text("Run A, Rounding")
    expect(warnings.first).to_contain_text("diverged at step")
    expect(warnings.first).to_contain_text("Try a smaller η (now 5)")
    wait_for_repaint(p, before)
    expect(p.locator(".lab-headline").first).to_contain_text("A diverged at")
    shot(p, "diverged")
    enter(p, "all runs", "eta", "0.001")
    choose(p, "data", "scaling", "unit variance")
    address_has(p, data__scaling="unit variance", a__eta="0.001")
    expect(warnings).to_have_count(0, timeout=30_000)


def test_one_that_diverges_does_not_flatten_the_others(anywhere):
    wild = "&a=sgd&a.eta=5&b=sgd&b.eta=0.001&data.scaling=unit variance&view.linked=0"
    p = navigate(anywhere, "/playground?data=breast_cancer&stream.loss=squared" + wild)
    high = plot(p, "regret").evaluate("plot => plot._fullLayout.yaxis.range[1]")
    assert high < 1e4
    shot(p, "one-diverged")


def test_a_bad_file_says_so_and_the_rest_works(opening, data_folder):
    """Other files and what is said of them are in ``tests/pages/test_files``."""
    name, sentence = "words.csv", "'lots' in row 3"
    (data_folder / name).write_text("a,target\n1,0\n2,1\nlots,1\n4,0\n")
    p = opening
    turned_to(p, f"/playground?data={name.removesuffix('.csv')}&a=sgd", p.get_by_text(sentence))
    expect(p.get_by_text(f"{name}: ")).to_be_visible()
    expect(slider(p, "all runs", "eta")).to_be_visible()
    expect(p.locator("[data-figure]")).to_have_count(0)
    shot(p, f"bad-{name.removesuffix('.csv')}")
    enter(p, "all runs", "eta", "0.5")
    address_has(p, a__eta="0.5")
    p.get_by_role("combobox", name="dataset").fill("digits, one")
    p.get_by_role("option", name="Digits, one against another").click()
    wait_for_paint(p)
    expect(p.get_by_text(sentence)).to_have_count(0)
    address_has(p, data="digits_4_9", a="sgd", a__eta="0.01")
    (data_folder / name).unlink()


def test_a_good_file_is_found_without_a_restart(anywhere, data_folder):
    (data_folder / "fresh.csv").write_text("a,b,target\n" + ROWS)
    p = navigate(anywhere, "/playground?a=sgd")
    p.get_by_role("combobox", name="dataset").fill("fresh")
    p.get_by_role("option", name="fresh.csv").click()
    address_has(p, data="fresh")
    expect(p.get_by_text("2 columns of fresh.csv, read one row at a time")).to_be_visible()
    (data_folder / "fresh.csv").unlink()


def test_a_loss_that_does_not_fit_and_back(anywhere):
    p = navigate(
        anywhere,
        "/playground?data=sparse_linear&data.task=regression&stream.loss=squared&a=sgd&a.eta=0.01",
    )
    choose(p, "stream of examples", "loss", "hinge")
    expect(p.get_by_text("it needs labels −1/+1")).to_be_visible()
    expect(panel(p, "run A")).to_be_visible()
    choose(p, "stream of examples", "loss", "squared")
    wait_for_paint(p)
    expect(p.get_by_text("it needs labels −1/+1")).to_have_count(0)


def test_read_the_kernel(opening):
    p = opening
    p.get_by_text("Read the kernel").click()
    expect(p.get_by_text("def learn_eager(").first).to_be_visible()
    expect(p.get_by_text("def learn_eager(")).to_have_count(2)
    loop, called = (p.get_by_test_id("stCode").nth(place) for place in (-2, -1))
    expect(loop).to_contain_text("truncate(w, eta_t * period * g, theta)")
    expect(called).to_contain_text("def truncate(w, pull, theta)")
    expect(p.locator(".katex")).not_to_have_count(0)
    shot(p, "kernel")
    before = revisions(p)
    enter(p, "run C", "gravity", "0.2")
    wait_for_repaint(p, before)
    expect(p.get_by_text("def learn_eager(").first).to_be_visible()


def test_the_source_of_the_data(opening):
    p = opening
    p.get_by_test_id("stButtonGroup").get_by_text("About the data").click()
    expect(p.get_by_text("Licence: CC BY 4.0")).to_be_visible()
    expect(p.get_by_text("malignant is +1").first).to_be_visible()


def test_the_script_and_the_numbers_can_be_taken_home(opening):
    p = opening
    p.get_by_text("Take it home").click()
    expect(p.get_by_role("button", name="Script (Python)")).to_be_visible()
    for label, part in {
        "Script (Python)": "RoundingClassifier(",
        "Numbers (CSV)": '"run","name","pass"',
        "Model A (JSON)": '"format": "sparsity-lab-model"',
    }.items():
        wait_for_rest(p)  # a file that is made on demand is gone with the run that offered it
        with p.expect_download() as download:
            p.get_by_role("button", name=label).click()
        assert part in Path(download.value.path()).read_text("utf-8")
    assert set(revisions(p)) == set(STAGE)

"""The knobs of the view change the pictures and what is written on them."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.views import (
    STAGE,
    address_has,
    choice,
    figure,
    panel,
    revisions,
)

pytestmark = pytest.mark.browser


def test_views_of_the_pictures(opening):
    p = opening
    before = revisions(p)
    choice(p, "view", "sparsity").select_option("share of d")
    address_has(p, view__sparsity="share of d")
    expect(figure(p, "sparsity").locator(".ytitle")).to_have_text("nonzero, share of all d")
    choice(p, "view", "regret").select_option("average")
    address_has(p, view__regret="average")
    expect(figure(p, "regret").locator(".ytitle")).to_contain_text("average regret")
    choice(p, "view", "rug").select_option("A")
    expect(figure(p, "truncation").locator("p")).to_contain_text("nonzero weights of A")
    assert all(after > before[name] for name, after in revisions(p).items() if name in STAGE[1:])
    expect(panel(p, "view")).to_be_visible()

"""The knobs of a recipe, in About the data: exact numbers, and a movement that is refused."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.views import address_has, enter, entry
from tests.support.visits import navigate

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def p(pages, shared_visit):
    """A page with the knobs of a recipe, in which the two tests follow one another."""
    own = "/playground?data=sparse_linear&data.n_rows=200&data.n_features=50&a=sgd"
    p = navigate(shared_visit.anywhere(), own)
    p.get_by_role("button", name="About the data").first.click()
    yield p
    assert not pages.complaints()


def test_exact_numbers_of_a_recipe(p):
    enter(p, "recipe", "noise", "0.02")
    address_has(p, data__noise="0.02")
    expect(entry(p, "recipe", "noise")).to_have_value("0.02")


def test_a_movement_that_is_refused_is_taken_back(p):
    enter(p, "recipe", "n_nonzeros", "60")
    expect(p.get_by_text("n_nonzeros = 60: it must be")).to_be_visible()
    expect(entry(p, "recipe", "n_nonzeros")).to_have_value("20")
    enter(p, "recipe", "n_nonzeros", "30")
    address_has(p, data__n_nonzeros="30")
    expect(p.get_by_text("n_nonzeros = 60")).to_have_count(0)

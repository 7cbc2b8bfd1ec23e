"""axe-core finds nothing serious in the app's own elements, in light and in dark. Lessons are
looked at where they are visited, in ``test_lessons``, and the sweep page in ``test_sweep``."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.support.axe import grave
from tests.support.views import DATA_STAGE, start
from tests.support.visits import turned

pytestmark = pytest.mark.browser


def test_nothing_serious(page):
    p = start(page())
    assert grave(p) == []
    p.emulate_media(color_scheme="dark")
    p.wait_for_timeout(500)
    assert grave(p) == []
    turned(p, "/data", DATA_STAGE)
    assert grave(p) == []
    p.emulate_media(color_scheme="light")
    p.wait_for_timeout(500)
    assert grave(p) == []


def test_the_checker_sees_what_is_wrong(page):
    p = page()
    p.goto("/rounding?frame=3")
    expect(p.locator(".lab-player")).to_have_attribute("data-drawn", re.compile(r"^[1-9]"))
    p.evaluate("document.querySelector('.lab-bar select').removeAttribute('aria-label')")
    assert any("select-name" in what for what in grave(p))

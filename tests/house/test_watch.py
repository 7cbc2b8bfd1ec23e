"""A request that leaves this machine fails the test that opened the page, and reaches nobody."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.browser

ASK = """(url) => fetch(url, { mode: "no-cors" }).then(() => "answered", () => "nobody there")"""


def test_a_stranger_is_noticed_and_not_reached(pages):
    page = pages()
    page.goto("/_stcore/health")
    pages.watch.clear()
    assert page.evaluate(ASK, "http://example.com/pixel.png") == "nobody there"
    assert pages.complaints() == "request that leaves this machine: http://example.com/pixel.png"
    assert page.evaluate(ASK, "/_stcore/health") == "answered" and pages.complaints() == ""
    page.close()

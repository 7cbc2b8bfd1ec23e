"""A request that leaves this machine fails the test that opened the page, and reaches nobody."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.browser

ASK = """(url) => fetch(url, { mode: "no-cors" }).then(() => "answered", () => "nobody there")"""
STRANGER = "http://example.com/pixel.png"


def test_a_stranger_is_noticed_and_not_reached(pages):
    page = pages()
    page.goto("about:blank")
    pages.watch.clear()
    assert page.evaluate(ASK, STRANGER) == "nobody there"
    assert pages.complaints() == f"request that leaves this machine: {STRANGER}"

    page.goto("/_stcore/health")
    assert page.evaluate(ASK, STRANGER) == "nobody there"
    complaints = pages.complaints()
    assert STRANGER in complaints and "Content Security Policy" in complaints
    assert "leaves this machine" not in complaints, "a page of ours does not even ask"
    assert page.evaluate(ASK, "/_stcore/health") == "answered" and pages.complaints() == ""
    page.close()

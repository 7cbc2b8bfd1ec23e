"""The browser of the tests: the lightest there is, and the one that is named before all."""

from __future__ import annotations

from tools import find_browser


def test_tests_prefer_the_browser_without_windows_and_benchmarks_that_of_visitors(monkeypatch):
    monkeypatch.setattr(find_browser.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(find_browser, "works", lambda path: True)
    monkeypatch.delenv("CHROMIUM", raising=False)
    assert find_browser.find_browser(light=True) == "/usr/bin/chromium-headless-shell"
    assert find_browser.find_browser() == "/usr/bin/chromium"
    monkeypatch.setenv("CHROMIUM", "mine")
    assert find_browser.find_browser(light=True) == find_browser.find_browser() == "/usr/bin/mine"

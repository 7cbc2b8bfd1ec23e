"""The browser of the tests: the lightest there is, and the one that is named before all."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

from tools import find_browser

FOLDERS = {
    True: "chromium_headless_shell-{}/chrome-headless-shell-linux64/chrome-headless-shell",
    False: "chromium-{}/chrome-linux64/chrome",
}
"""Where Playwright puts the browser without windows, and the other, by its build."""


def test_tests_prefer_the_browser_without_windows_and_benchmarks_that_of_visitors(monkeypatch):
    monkeypatch.setattr(find_browser.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(find_browser, "works", lambda path: True)
    monkeypatch.delenv("CHROMIUM", raising=False)
    assert find_browser.find_browser(light=True) == "/usr/bin/chromium-headless-shell"
    assert find_browser.find_browser() == "/usr/bin/chromium"
    monkeypatch.setenv("CHROMIUM", "mine")
    assert find_browser.find_browser(light=True) == find_browser.find_browser() == "/usr/bin/mine"


@pytest.mark.parametrize("there", [(True, False), (True,), (False,), ()], ids=str)
def test_of_playwrights_own_the_light_one_is_taken_where_it_is_there(there, tmp_path, monkeypatch):
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))
    with sync_playwright() as playwright:
        build = Path(playwright.chromium.executable_path).parts[-3].rpartition("-")[2]
    paths = {light: tmp_path / folder.format(build) for light, folder in FOLDERS.items()}
    for light in there:
        paths[light].parent.mkdir(parents=True)
        paths[light].touch(mode=0o755)
        (paths[light].parent / "LICENSE.headless_shell").touch(mode=0o644)
    for light in (True, False):
        wanted = light if light in there else not light
        assert find_browser.playwrights_own(light) == (str(paths[wanted]) if there else None)

"""The browser of the tests: the lightest there is, and the one that is named before all."""

from __future__ import annotations

import pytest

from tools import find_browser

FOLDERS = {
    True: "chromium_headless_shell-1255/chrome-headless-shell-linux64/chrome-headless-shell",
    False: "chromium-1255/chrome-linux64/chrome",
}
"""Places in which Playwright puts its browser without windows, and the other one."""


def test_tests_prefer_the_browser_without_windows_and_benchmarks_that_of_visitors(monkeypatch):
    monkeypatch.setattr(find_browser.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(find_browser, "works", lambda path: True)
    monkeypatch.delenv("CHROMIUM", raising=False)
    assert find_browser.find_browser(light=True) == "/usr/bin/chromium-headless-shell"
    assert find_browser.find_browser() == "/usr/bin/chromium"
    monkeypatch.setenv("CHROMIUM", "mine")
    assert find_browser.find_browser(light=True) == find_browser.find_browser() == "/usr/bin/mine"


@pytest.mark.parametrize("there", [(True, False), (True,), (False,), ()], ids=str)
def test_of_playwrights_own_the_light_one_is_taken_where_it_is_there(there, tmp_path):
    paths = {light: tmp_path / folder for light, folder in FOLDERS.items()}
    for light in there:
        paths[light].parent.mkdir(parents=True)
        paths[light].touch(mode=0o755)
        (paths[light].parent / "LICENSE.headless_shell").touch(mode=0o644)
    for light in (True, False):
        wanted = light if light in there else not light
        found = find_browser.downloaded_browser(paths[False], light)
        assert found == (str(paths[wanted]) if there else None)

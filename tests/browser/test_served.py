"""The modules' address, asked for what it does not have."""

from __future__ import annotations

import urllib.error
import urllib.request

import pytest

from tests.support.views import start

pytestmark = pytest.mark.browser

MODULE = "ui/live/browser/stage/stage.js"
# Where the page has its modules from.
FOLDER = f"""() => performance.getEntriesByType("resource").map((entry) => entry.name)
    .find((name) => name.endsWith("/{MODULE}")).slice(0, -"{MODULE}".length)"""


def status(address: str) -> int:
    try:
        with urllib.request.urlopen(address, timeout=10) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def test_neither_python_nor_data_nor_a_folder_can_be_asked_for(page):
    folder = start(page()).evaluate(FOLDER)
    assert status(folder + MODULE) == 200
    for path in (
        "app.py",
        "ui/live/assets.py",
        "pages/lessons/l1_ball/hand.py",
        "ui/live/browser/stage/",
        "../app.py",
        "..%2f..%2fapp.py",
        "%2e%2e/%2e%2e/etc/passwd",
    ):
        assert status(folder + path) in (400, 403, 404), path

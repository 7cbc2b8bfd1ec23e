"""The addresses of modules and of plotly.js: what they have, how it is sent, what they have not."""

from __future__ import annotations

import gzip
import urllib.error
import urllib.request

import pytest

from tests.support.views import start

pytestmark = pytest.mark.browser

MODULE = "ui/live/browser/stage/stage.js"
# Where the page has its modules from.
FOLDER = f"""() => performance.getEntriesByType("resource").map((entry) => entry.name)
    .find((name) => name.endsWith("/{MODULE}")).slice(0, -"{MODULE}".length)"""


PLOTLY = """() => performance.getEntriesByType("resource").map((entry) => entry.name)
    .find((name) => name.endsWith("plotly.min.js"))"""


def sent(address: str, accepted: str = "") -> tuple[bytes, dict[str, str]]:
    """The content of an answer, as it was sent, and its headers."""
    request = urllib.request.Request(address, headers={"Accept-Encoding": accepted})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return answer.read(), {name.lower(): value for name, value in answer.headers.items()}


def status(address: str) -> int:
    try:
        with urllib.request.urlopen(address, timeout=10) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        return error.code


def test_scripts_are_kept_for_good_and_nothing_else_can_be_asked_for(page):
    opened = start(page())
    folder, plotly = opened.evaluate(FOLDER), opened.evaluate(PLOTLY)
    for address in (folder + MODULE, plotly):
        packed, headers = sent(address, "gzip, br")
        assert headers["content-encoding"] == "gzip"
        assert "immutable" in headers["cache-control"]
        assert "javascript" in headers["content-type"]
        plain, headers = sent(address)
        assert "content-encoding" not in headers
        assert gzip.decompress(packed) == plain
    assert len(plain) > 1e6, "plotly.js whole"

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


def test_a_page_below_a_page_leads_home(app_url):
    request = urllib.request.Request(f"{app_url}/data/nonsense", headers={"Accept": "text/html"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        assert answer.url == f"{app_url}/" and b"<title>" in answer.read()

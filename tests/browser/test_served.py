"""The answers of the server: modules and plotly.js, how they are sent, and who gets nothing."""

from __future__ import annotations

import gzip
import json
import socket
import urllib.error
import urllib.request

import pytest
from playwright.sync_api import expect
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.support.views import AT_LEAST_ONE, figure, plot, wait_for_paint, wait_for_rest

pytestmark = pytest.mark.browser

MODULE = "ui/live/browser/stage/stage.js"
PLOTLY = "plotly.min.js"
STREAMLITS = "/static/js/index."


def fetch_raw(address: str, accepted: str = "") -> tuple[bytes, dict[str, str]]:
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


def test_all_private_names_of_streamlit_mean_what_is_meant(opening, server):
    assert "Streamlit's private" not in server.log()


def test_scripts_are_kept_for_good_and_nothing_else_can_be_asked_for(page):
    fresh, fetched = page(), []
    fresh.on("request", lambda request: fetched.append(request.url))
    fresh.goto("/playground")
    expect(figure(fresh, "tradeoff")).to_have_attribute("data-revision", AT_LEAST_ONE)
    wait_for_rest(fresh)
    fresh.get_by_role("heading").first.dispatch_event("pointerdown", {"pointerType": "touch"})
    assert not [url for url in fetched if PLOTLY in url], "nobody has used a picture yet"
    plot(fresh, "regret").dispatch_event("pointerdown", {"pointerType": "touch"})
    wait_for_paint(fresh)
    assert not [url for url in fetched if "SourceSans" in url or "MaterialSymbols" in url]
    assert [url for url in fetched if "/labsans." in url] and [
        u for u in fetched if "/symbols." in u
    ]
    module, streamlits, plotly = (
        next(url for url in fetched if part in url) for part in (MODULE, STREAMLITS, PLOTLY)
    )
    folder = module.removesuffix(MODULE)
    for address in (module, streamlits, plotly):
        packed, headers = fetch_raw(address, "gzip, br")
        assert headers["content-encoding"] == "gzip"
        assert "immutable" in headers["cache-control"]
        assert "javascript" in headers["content-type"]
        plain, headers = fetch_raw(address)
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


def test_nobody_reads_how_many_sessions_there_are_and_what_they_keep(app_url):
    for path in ("/_stcore/metrics", "/_stcore/metrics/", "/_stcore/metrics?families=cache"):
        assert status(app_url + path) == 404


def test_every_answer_has_the_headers_that_keep_a_page_to_itself(app_url):
    for path in ("/", "/gravity", "/_stcore/health", "/media/none", "/data/nonsense/x.js"):
        request = urllib.request.Request(app_url + path)
        try:
            headers = urllib.request.urlopen(request, timeout=10).headers
        except urllib.error.HTTPError as error:
            headers = error.headers
        assert headers["x-content-type-options"] == "nosniff", path
        assert headers.get_all("content-security-policy")[0].startswith("default-src 'none'"), path


def test_another_name_or_site_gets_nothing(app_url):
    host = app_url.removeprefix("http://")
    stream = f"ws://{host}/_stcore/stream"
    with connect(stream, origin=app_url):
        pass
    for origin in (
        "http://evil.example",
        "http://127.0.0.1:1",
        "https://" + host + ".evil.example",
    ):
        with pytest.raises(InvalidStatus, match="403"), connect(stream, origin=origin):
            pass
    # As after the attacker's name was given this machine's address: both headers agree.
    name, port = host.split(":")
    with pytest.raises(InvalidStatus, match="403"):
        way = socket.create_connection((name, int(port)))
        connect("ws://evil.example/_stcore/stream", sock=way, origin="http://evil.example")
    request = urllib.request.Request(app_url, headers={"Host": "evil.example"})
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(request, timeout=10)


def test_no_other_site_may_send_a_window_commands(app_url):
    assert json.loads(fetch_raw(f"{app_url}/_stcore/host-config")[0])["allowedOrigins"] == []


def test_the_server_is_for_this_machine_alone(app_url):
    port = int(app_url.rpartition(":")[2])
    with socket.create_connection(("127.0.0.1", port), 5):
        pass
    # Who listened on every address would be found at this one, too.
    with pytest.raises(OSError, match=r"refused|unreachable|assign"):
        socket.create_connection(("127.0.0.2", port), 5)


def test_an_upload_without_the_session_s_token_is_refused(app_url):
    place = f"{app_url}/_stcore/upload_file/a-session/a-file"
    for method in ("PUT", "DELETE"):
        request = urllib.request.Request(place, data=b"x", method=method)
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(request, timeout=10)

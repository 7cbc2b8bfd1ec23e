"""The names that are answered, and the headers of every answer."""

from __future__ import annotations

import tomllib
from base64 import b64encode
from collections.abc import Coroutine
from hashlib import sha256

import pytest
from starlette.responses import PlainTextResponse
from streamlit import config

from tests.support.browser import ROOT
from ui.web.security_headers import SecurityHeaders, allowed_hosts, frame_ancestors, policy

SETTINGS = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text())


@pytest.fixture(autouse=True)
def _hosts(monkeypatch):
    for name in ("ADDRESS", "ALLOWED_HOSTS", "FRAME_ANCESTORS"):
        monkeypatch.delenv(name, raising=False)


def digest(script: str) -> str:
    return b64encode(sha256(script.encode()).digest()).decode()


def run_ready(answer: Coroutine) -> None:
    """Run what waits for nothing; a browser of another file may hold this thread's event loop."""
    with pytest.raises(StopIteration):
        answer.send(None)


def ask_app(method: str = "GET", **headers: str) -> tuple[int, dict[str, str], str]:
    """Ask an app behind the middleware, and return status, headers and text of the answer."""
    scope = {
        "type": "http",
        "method": method,
        "path": "/",
        "headers": [(name.encode(), text.encode("latin-1")) for name, text in headers.items()],
    }
    sent = []

    async def send(message):
        sent.append(message)

    app = PlainTextResponse("a page", headers={"X-Content-Type-Options": "nosniff"})
    run_ready(SecurityHeaders(app)(scope, None, send))
    start, body = sent
    names = [name.decode() for name, _ in start["headers"]]
    assert len(set(names)) == len(names), "no header twice"
    pairs = {name.decode(): text.decode() for name, text in start["headers"]}
    return start["status"], pairs, body["body"].decode()


@pytest.mark.parametrize("host", ["localhost", "localhost:8501", "127.0.0.1:9", "[::1]:8501"])
def test_a_server_of_this_machine_alone_answers_to_its_names(host):
    assert ask_app(host=host)[0] == 200


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "localhost.evil.example:8501", "192.0.2.1", "a@localhost", "", "::1"),
        *(
            "l\xe9",
            "localhost:x",
            "localhost:99999",
            "localhost/",
            "localhost?",
            "localhost#",
            "[::1",
        ),
    ],
)
def test_nobody_else_s_name_leads_to_it(host):
    status, headers, text = ask_app(host=host)
    assert status == 403 and "ALLOWED_HOSTS" in text and "a page" not in text
    assert "content-security-policy" in headers
    assert ask_app()[0] == 403, "nor does none"


def test_a_class_is_let_in_by_the_environment(monkeypatch):
    monkeypatch.setenv("ALLOWED_HOSTS", "lab.example.edu, *.school.example")
    monkeypatch.setenv("ADDRESS", "192.0.2.7")
    for host in ("lab.example.edu", "a.school.example:80", "192.0.2.7:8501", "localhost"):
        assert ask_app(host=host)[0] == 200, host
    assert ask_app(host="school.example.evil")[0] == 403
    assert ask_app(host="school.example")[0] == 403, "only what stands below it"
    for everywhere in ("0.0.0.0", "::"):
        monkeypatch.setenv("ADDRESS", everywhere)
        assert everywhere not in allowed_hosts() and "localhost" in allowed_hosts()
    monkeypatch.setenv("ALLOWED_HOSTS", "*")
    assert ask_app(host="evil.example")[0] == 200 and ask_app()[0] == 403


def test_another_site_changes_nothing():
    assert ask_app("PUT", host="localhost:1", origin="http://evil.example")[0] == 403
    assert ask_app("DELETE", host="localhost:1", origin="null")[0] == 403
    assert ask_app("PUT", host="localhost:1", origin="http://localhost:1")[0] == 200
    assert ask_app("PUT", host="localhost:1")[0] == 200


@pytest.mark.parametrize(
    ("headers", "let_in"),
    [
        ({"host": "localhost:1", "origin": "http://localhost:1"}, True),
        ({"host": "localhost:1"}, True),
        ({"host": "localhost:1", "origin": "http://localhost:2"}, False),
        ({"host": "localhost:1", "origin": "http://evil.example"}, False),
        ({"host": "evil.example", "origin": "http://evil.example"}, False),
    ],
)
def test_a_socket_is_for_the_app_s_own_pages(headers, let_in):
    sent = []

    async def app(scope, receive, send):
        sent.append("in")

    async def send(message):
        sent.append(message["type"])

    pairs = [(name.encode(), text.encode()) for name, text in headers.items()]
    scope = {"type": "websocket", "path": "/_stcore/stream", "headers": pairs}
    run_ready(SecurityHeaders(app)(scope, None, send))
    assert sent == (["in"] if let_in else ["websocket.close"])


def test_every_answer_says_what_the_page_may_do():
    _, headers, _ = ask_app(host="localhost")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]
    rules = dict(rule.split(" ", 1) for rule in headers["content-security-policy"].split("; "))
    assert rules["default-src"] == "'none'" and rules["frame-ancestors"] == "'self'"
    assert "'unsafe-inline'" not in rules["script-src"], "what is written into a page is not run"
    assert "'unsafe-eval'" not in rules["script-src"]
    assert "//" not in headers["content-security-policy"], "no other host"


def test_scripts_that_stand_in_a_page_are_named_by_their_digests():
    page = "<head><script>one()</script><script src=x></script>\n<script>\n two()\n</script></head>"
    rules = dict(rule.split(" ", 1) for rule in policy(page).split("; "))
    assert rules["script-src"].count("'sha256-") == 2
    assert f"'sha256-{digest('one()')}'" in rules["script-src"]
    assert policy("<p>") == policy()


def test_a_course_page_may_show_the_app_in_a_frame(monkeypatch):
    monkeypatch.setenv("FRAME_ANCESTORS", "https://course.example.edu, https://*.example.org:8443")
    assert policy().endswith(
        "frame-ancestors 'self' https://course.example.edu https://*.example.org:8443"
    )


@pytest.mark.parametrize("site", ["*", "https://a; script-src", "'none'", "javascript:x", "a.b"])
def test_what_is_no_site_may_not(site, monkeypatch):
    monkeypatch.setenv("FRAME_ANCESTORS", site)
    with pytest.raises(ValueError, match="give addresses such as https://course"):
        frame_ancestors()


def test_who_names_nobody_answers_to_this_machine_s_names_alone():
    assert ask_app(host="lab.example.edu")[0] == 403 and ask_app(host="localhost")[0] == 200
    assert allowed_hosts() == ["localhost", "127.0.0.1", "::1"]


def test_the_settings_keep_strangers_out():
    # Plain Streamlit, which reads them too, is asked under names that nobody here knows.
    assert "allowedHosts" not in SETTINGS["server"]
    assert SETTINGS["client"]["showErrorDetails"] == "none"
    assert SETTINGS["client"]["allowedOrigins"] == [], "who may send a window commands"
    assert SETTINGS["browser"]["gatherUsageStats"] is False
    for option in ("server.enableCORS", "server.enableXsrfProtection"):
        assert config.get_option(option) is True, option
    assert not config.get_option("server.enableStaticServing")

"""A path before the app, which a proxy takes off or leaves."""

from __future__ import annotations

import pytest
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from streamlit import config

from tests.support.many.turns import in_turn
from ui.web.base_path import OPTION, BasePath, asked_base_path, base_path, path_inside


@pytest.fixture(autouse=True)
def _option(monkeypatch):
    monkeypatch.delenv("BASE_PATH", raising=False)
    before = config.get_option(OPTION)
    yield
    config.set_option(OPTION, before)


def scope(path: str, kind: str = "http", query: str = "") -> dict:
    return {"type": kind, "method": "GET", "path": path, "query_string": query.encode()}


def passed_on(path: str, kind: str = "http", query: str = "") -> str:
    """The path with which the app is asked, or that to which the browser is led."""
    heard = []

    async def app(scope, receive, send):
        heard.append(scope["path"])
        await PlainTextResponse("")(scope, receive, send)

    async def send(message):
        if message["type"] == "http.response.start" and message["status"] == 307:
            heard.append(f"→ {Headers(raw=message['headers'])['location']}")

    with pytest.raises(StopIteration):
        BasePath(app)(scope(path, kind, query), None, send).send(None)
    return heard[0]


@in_turn("path", ["/", "/data", "/_stcore/health", "/data/_stcore/health", "/laboratory"])
def test_whether_a_proxy_takes_it_off_or_not_the_app_is_asked_alike(path):
    config.set_option(OPTION, "lab")
    for kind in ("http", "websocket"):
        assert passed_on(path, kind) == passed_on(f"/lab{path}", kind) == f"/lab{path}"
    assert path_inside(scope(f"/lab{path}")) == path


def test_without_one_nothing_is_changed():
    config.set_option(OPTION, "")
    assert passed_on("/lab/data") == "/lab/data" == path_inside(scope("/lab/data"))


@pytest.mark.parametrize(("base", "place"), [("lab", "lab/"), ("/a/b.c/", "b.c/")])
def test_the_path_alone_is_led_to_the_first_page_below_it(base, place):
    config.set_option(OPTION, base)
    assert passed_on(base_path()) == f"→ {place}"
    assert passed_on(base_path(), query="student=7") == f"→ {place}?student=7"


@pytest.mark.parametrize("text", ["/lab", "lab", "/lab/", "/user/ann/proxy/8501/", "/a.b/~c-d"])
def test_the_environment_names_it(text, monkeypatch):
    monkeypatch.setenv("BASE_PATH", text)
    config.set_option(OPTION, asked_base_path())
    assert base_path() == f"/{text.strip('/')}"


def test_streamlits_own_option_stands_where_the_environment_names_none(monkeypatch):
    config.set_option(OPTION, "/theirs/")
    assert asked_base_path() == "theirs"
    monkeypatch.setenv("BASE_PATH", "/ours")
    assert asked_base_path() == "ours"


@pytest.mark.parametrize("text", ["https://example.edu/lab", "/a b", "/a//b", "/lab?x=1"])
def test_what_is_no_path_is_refused_in_a_sentence(text, monkeypatch):
    monkeypatch.setenv("BASE_PATH", text)
    with pytest.raises(ValueError, match="give a path such as /lab"):
        asked_base_path()

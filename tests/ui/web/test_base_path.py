"""A path before the app, which a proxy takes off or leaves."""

from __future__ import annotations

import pytest
import streamlit as st
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse

from tests.support.many.turns import in_turn
from ui.web.base_path import BasePath, base_path, path_inside


@pytest.fixture(autouse=True)
def settings(monkeypatch) -> dict[str, str]:
    """Streamlit's settings, in which no path is named."""
    options = {"server.baseUrlPath": ""}
    monkeypatch.delenv("BASE_PATH", raising=False)
    monkeypatch.setattr(st, "get_option", options.__getitem__)
    return options


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


PATHS = ["/", "/data", "/_stcore/health", "/data/_stcore/health", "/laboratory"]


@in_turn("path", PATHS)
def test_whether_a_proxy_takes_it_off_or_not_streamlit_is_asked_alike(path, monkeypatch):
    monkeypatch.setenv("BASE_PATH", "/lab")
    for kind in ("http", "websocket"):
        assert passed_on(path, kind) == passed_on(f"/lab{path}", kind) == path
    assert path_inside(scope(path)) == path


@in_turn("path", PATHS)
def test_a_streamlit_that_has_the_path_in_its_settings_is_asked_with_it(path, settings):
    settings["server.baseUrlPath"] = "/lab/"
    for kind in ("http", "websocket"):
        assert passed_on(path, kind) == passed_on(f"/lab{path}", kind) == f"/lab{path}"
    assert path_inside(scope(f"/lab{path}")) == path


def test_without_one_nothing_is_changed():
    assert passed_on("/lab/data") == "/lab/data" == path_inside(scope("/lab/data"))


@pytest.mark.parametrize(("base", "place"), [("lab", "lab/"), ("/a/b.c/", "b.c/")])
def test_the_path_alone_is_led_to_the_first_page_below_it(base, place, monkeypatch):
    monkeypatch.setenv("BASE_PATH", base)
    assert passed_on(base_path()) == f"→ {place}"
    assert passed_on(base_path(), query="student=7") == f"→ {place}?student=7"


@pytest.mark.parametrize("text", ["/lab", "lab", "/lab/", "/user/ann/proxy/8501/", "/a.b/~c-d"])
def test_the_environment_names_it(text, monkeypatch):
    monkeypatch.setenv("BASE_PATH", text)
    assert base_path() == f"/{text.strip('/')}"


def test_streamlits_own_option_stands_where_the_environment_names_none(monkeypatch, settings):
    settings["server.baseUrlPath"] = "/theirs/"
    assert base_path() == "/theirs"
    monkeypatch.setenv("BASE_PATH", "/ours")
    assert base_path() == "/ours"


@pytest.mark.parametrize("text", ["https://example.edu/lab", "/a b", "/a//b", "/lab?x=1"])
def test_what_is_no_path_is_refused_in_a_sentence(text, monkeypatch):
    monkeypatch.setenv("BASE_PATH", text)
    with pytest.raises(ValueError, match="give a path such as /lab"):
        base_path()

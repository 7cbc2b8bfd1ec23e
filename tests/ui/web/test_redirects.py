"""Addresses of several parts lead home instead of to a white page."""

from __future__ import annotations

from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.datastructures import Headers
from streamlit import config

from tests.support.many.turns import in_turn
from ui.web.redirects import Redirects, is_older, leads_nowhere, looks_below

OPTION = "server.baseUrlPath"


def ask_for(path: str, accept: str = "text/html,*/*;q=0.8", method: str = "GET") -> bool:
    """Ask for an address, and return whether it leads nowhere."""
    headers = [(b"host", b"localhost"), (b"accept", accept.encode())]
    return leads_nowhere({"type": "http", "method": method, "path": path, "headers": headers})


@pytest.mark.parametrize("path", ["/data/nonsense", "/a/b/c", "/data/nonsense/", "//x/index.html"])
def test_a_page_below_a_page_leads_nowhere(path):
    assert ask_for(path)


@in_turn("path", ["/", "/data", "/data/", "/media/a.csv", "/_stcore/health"])
def test_what_the_app_has_does_not(path):
    assert not ask_for(path)


def test_scripts_uploads_and_sockets_are_left_alone():
    assert not ask_for("/data/static/x.js", accept="*/*")
    assert not ask_for("/data/nonsense", method="PUT")
    assert not leads_nowhere({"type": "websocket", "path": "/a/b", "headers": []})


def test_a_page_that_looks_for_the_server_below_itself_is_told_that_it_is_elsewhere():
    def below(path: str) -> bool:
        return looks_below({"type": "http", "method": "GET", "path": path})

    assert below("/gravity/_stcore/health") and below("/data/_stcore/host-config")
    assert not below("/_stcore/health") and not below("/gravity") and not below("/a/b/_stcore/x")


def test_an_address_of_the_playground_before_there_was_a_home_is_known():
    def older(path: str, query: str) -> bool:
        scope = {"type": "http", "method": "GET", "path": path, "query_string": query.encode()}
        return is_older(scope)

    assert older("/", "a=sgd&a.eta=0.1") and older("/", "present=1")
    assert (
        not older("/", "")
        and not older("/", "period=3&student=7")
        and not older("/", "embed=true&embed_options=show_padding")
        and not older("/data", "data=wine")
    )


def redirect_of(path: str, query: str = "", before: str = "") -> str | None:
    """The address to which a browser is led that asks for a path; None where it is answered.

    A proxy has taken off what stands ``before``.
    """
    places = []

    async def others(scope, receive, send):
        pass

    async def send(message):
        if message["type"] == "http.response.start" and message["status"] == 307:
            places.append(Headers(raw=message["headers"])["location"])

    scope = {"type": "http", "method": "GET", "path": path, "query_string": query.encode()}
    with pytest.raises(StopIteration):
        Redirects(others)(scope | {"headers": [(b"accept", b"text/html")]}, None, send).send(None)
    return urljoin(f"http://here{before}{path}", places[0]) if places else None


PARTS = st.text("abz-", min_size=1, max_size=4)


@given(before=st.lists(PARTS, max_size=3), parts=st.lists(PARTS, min_size=2, max_size=4))
def test_every_address_of_several_parts_leads_home_below_what_only_a_proxy_knows(before, parts):
    home = "".join(f"/{part}" for part in before)
    for end in ("", "/"):
        assert redirect_of(f"/{'/'.join(parts)}{end}", before=home) == f"http://here{home}/"


def test_a_page_asked_for_as_a_folder_is_led_to_the_page():
    assert redirect_of("/data/", "data=wine", "/lab") == "http://here/lab/data?data=wine"
    assert redirect_of("/data") is None and redirect_of("/") is None


def test_an_address_from_before_there_was_a_home_is_led_to_the_playground():
    assert redirect_of("/", "a=sgd", "/lab") == "http://here/lab/playground?a=sgd"


def test_what_streamlit_knows_to_stand_before_the_app_is_no_part_of_an_address():
    before = config.get_option(OPTION)
    config.set_option(OPTION, "/lab/")
    try:
        assert redirect_of("/lab/") is None and redirect_of("/lab/data") is None
        assert redirect_of("/lab/data/nonsense") == "http://here/lab/"
        assert redirect_of("/lab/", "a=sgd") == "http://here/lab/playground?a=sgd"
    finally:
        config.set_option(OPTION, before)

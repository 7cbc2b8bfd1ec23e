"""Addresses of several parts lead home instead of to a white page."""

from __future__ import annotations

import pytest

from tests.support.many.turns import in_turn
from ui.web.wayward import is_older, leads_nowhere, looks_below


def asked(path: str, accept: str = "text/html,*/*;q=0.8", method: str = "GET") -> bool:
    """Ask for an address, and return whether it leads nowhere."""
    headers = [(b"host", b"localhost"), (b"accept", accept.encode())]
    return leads_nowhere({"type": "http", "method": method, "path": path, "headers": headers})


@pytest.mark.parametrize("path", ["/data/nonsense", "/a/b/c", "/data/nonsense/", "//x/index.html"])
def test_a_page_below_a_page_leads_nowhere(path):
    assert asked(path)


@in_turn("path", ["/", "/data", "/data/", "/media/a.csv", "/_stcore/health"])
def test_what_the_app_has_does_not(path):
    assert not asked(path)


def test_scripts_uploads_and_sockets_are_left_alone():
    assert not asked("/data/static/x.js", accept="*/*")
    assert not asked("/data/nonsense", method="PUT")
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
        and not older("/data", "data=wine")
    )

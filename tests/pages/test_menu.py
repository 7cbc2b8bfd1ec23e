"""The menu leads everywhere and forgets nobody."""

from __future__ import annotations

import streamlit as st
from streamlit.testing.v1 import AppTest

from tests.support.views import framed_app, values


def open_old(**parameters: str) -> AppTest:
    """The app with its frame, at an address that is older than home."""
    app = framed_app()
    for name, value in parameters.items():
        app.query_params[name] = value
    return app.run()


def test_links_to_other_pages_carry_who_looks_and_how():
    app = open_old(student="7", frame="3")
    links = [link.proto.query_string for link in app.get("page_link")]
    assert len(links) > 10 and all("student=7" in link for link in links)
    assert not any("frame" in link for link in links), "that is of one film"


def test_an_older_address_leads_to_the_playground():
    app = open_old(a="fobos")
    assert values(app)["run_0"] and app.query_params["a"] == "fobos"


def test_the_menu_does_not_wait_for_the_pictures(monkeypatch):
    monkeypatch.setattr("ui.session.page_run.stage", lambda page, read: st.stop())
    assert len(open_old(student="7").get("page_link")) > 10

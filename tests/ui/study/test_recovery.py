"""Uploads that come back from the browser that keeps them."""

from __future__ import annotations

from dataclasses import replace

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from tests.support.views import framed_app
from ui import dataset_library
from ui.study import keeper, recovery
from ui.view import opening
from ui.visit import Visit

ROWS = [f"{i % 7 + i / 100},{i % 5},{i % 3},{'yes' if i % 7 > 3 else 'no'}" for i in range(60)]
CSV = "\n".join(["rooms,floor,balcony,target", *ROWS]).encode()
OTHER = CSV.replace(b"balcony", b"garden")


@pytest.fixture(autouse=True)
def browser(tmp_path, monkeypatch):
    monkeypatch.setenv("SPARSITY_LAB_DATA", str(tmp_path))
    monkeypatch.setattr(recovery, "is_connected", lambda: True)


def key_of(content: bytes, name: str = "flats.csv") -> str:
    held = dataset_library.Uploads()
    return held.put(name, content)


def open_playground(key: str) -> AppTest:
    st.cache_resource.clear()
    app = framed_app().run()
    app.switch_page("pages/playground.py")
    address = {"data": key, "data.target": "rooms", "stream.loss": "squared", "a": "sgd"}
    for name, value in address.items():
        app.query_params[name] = value
    return app.run()


def visit(app: AppTest) -> Visit:
    return app.session_state["visit"]


def test_a_page_asks_the_browser_for_its_file_and_shows_it_as_its_address_says():
    app = open_playground(key_of(CSV))
    assert not app.exception and not app.warning and "visit" in app.session_state
    address = {name: app.query_params[name] for name in app.query_params}
    app.file_uploader[0].upload("flats.csv", CSV, "text/csv")
    app.run()
    shown = visit(app).view
    assert shown.recipe.key == key_of(CSV) and shown.recipe.target == "rooms"
    assert [run.key for run in shown.runs] == ["sgd"] and shown.stream.loss == "squared"
    assert not app.warning
    assert address.items() <= {n: app.query_params[n] for n in app.query_params}.items()


def test_another_file_than_the_one_of_the_address_leads_to_the_opening():
    app = open_playground(key_of(CSV))
    app.file_uploader[0].upload("flats.csv", OTHER, "text/csv")
    app.run()
    assert visit(app).view.recipe == opening().recipe
    assert "no longer here" in app.warning[0].value


def test_a_key_is_asked_for_once():
    held = dataset_library.Uploads()
    with dataset_library.lend_uploads(held):
        assert recovery.is_possible("upload-0123456789ab")
        held.missing.add("upload-0123456789ab")
        assert not recovery.is_possible("upload-0123456789ab")
        assert recovery.is_possible("upload-ba9876543210")


def test_the_browser_is_shown_which_file_holds_the_test_rows():
    held = dataset_library.Uploads()
    with dataset_library.lend_uploads(held):
        whole = held.put("flats.train.csv", CSV)
        test = held.put("flats.test.csv", OTHER)
        view = replace(opening(), recipe=dataset_library.recipe(whole)())
        own = {each["key"]: each for each in keeper.descriptions(view)}
    assert f"data={whole}" in own[whole]["query"] and own[test]["query"] == ""
    assert own[whole]["test"] == test and own[test]["test"] == ""
    assert (own[whole]["name"], own[whole]["size"]) == ("flats.train.csv", len(CSV))

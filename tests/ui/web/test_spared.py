"""Parts of Streamlit that are spared: a later version might have them elsewhere."""

from __future__ import annotations

import json
from copy import deepcopy

import pytest
from streamlit import dataframe_util
from streamlit.components.v2 import component_manager, manifest_scanner
from streamlit.components.v2.bidi_component import main, serialization
from streamlit.cursor import Cursor, LockedCursor, RunningCursor
from streamlit.elements.lib.utils import compute_and_register_element_id
from streamlit.proto.BidiComponent_pb2 import BidiComponent
from streamlit.proto.NewSession_pb2 import NewSession
from streamlit.runtime import app_session

from ui.web.spared import spare


@pytest.fixture
def spared(monkeypatch):
    """Streamlit as it comes, then spared; as it was again at the end."""

    def unasked(*_given):
        raise AssertionError("it was to be spared")

    for module, name in (
        (manifest_scanner, "scan_component_manifests"),
        (serialization, "is_dataframe_like"),
        (dataframe_util, "determine_data_format"),
        (main, "make_bidi_component_presenter"),
        (main.BidiComponentMixin, "_build_bidi_identity_kwargs"),
    ):
        assert hasattr(module, name)
        monkeypatch.setattr(module, name, unasked)
    monkeypatch.setattr(Cursor, "__deepcopy__", None, raising=False)
    monkeypatch.setattr(app_session, "_populate_theme_msg", app_session._populate_theme_msg)
    spare()


def test_nothing_in_a_payload_is_taken_for_a_table(spared):
    message, payload = BidiComponent(), {"rows": [{"a": 1}], "b": {"c": [1.5]}}
    serialization.serialize_mixed_data(payload, message)
    assert json.loads(message.json) == payload


def test_packages_are_not_searched_for_components(spared, log_messages):
    manager = component_manager.BidiComponentManager()
    manager.discover_and_register_components(start_file_watching=False)
    assert log_messages == []


def test_an_element_with_a_key_is_known_by_that_alone(spared):
    given = {"component_name": "panels", "data": {"a": 1}, "proto": None, "width": "stretch"}
    known = main.BidiComponentMixin._build_bidi_identity_kwargs(None, **given)
    names = {
        compute_and_register_element_id(
            "bidi_component", user_key="panels", dg=None, key_as_main_identity=True, **more
        )
        for more in (known, {"json": "all that it is given"})
    }
    assert len(names) == 1


def test_what_an_element_reports_is_found_as_it_is(spared):
    presented = main.make_bidi_component_presenter("events", "element", {"moved"})
    report = presented({"moved": [1]}, None)
    assert report == {"moved": [1]} and deepcopy(report) is report
    assert presented(None, None) is None


@pytest.mark.parametrize("place", [RunningCursor(0, (1, 2)), LockedCursor(0, (1, 2), 3)])
def test_a_place_is_copied_whole(spared, place):
    place.transient_elements[2] = ["passing"]
    copy = deepcopy(place)
    assert type(copy) is type(place) and copy.delta_path == place.delta_path
    assert list(copy.transient_elements) == [["passing"]]
    copy.transient_elements[2].append("more")
    copy.transient_elements[0] = "other"
    copy.open_block()
    assert list(place.transient_elements) == [["passing"]]
    assert place.index == (3 if place.is_locked else 0)


def test_the_theme_is_said_in_each_run_and_read_once(monkeypatch):
    asked, said = [], app_session._populate_theme_msg

    def populate(message, section="theme"):
        asked.append(section)
        said(message, section)

    monkeypatch.setattr(app_session, "_populate_theme_msg", populate)
    spare()
    for section in ("theme", "theme.dark", "theme.light.sidebar"):
        whole = NewSession()
        said(whole.custom_theme, section)
        for _ in range(2):
            message = NewSession()
            app_session._populate_theme_msg(message.custom_theme, section)
            assert message == whole and message.HasField("custom_theme") == whole.HasField(
                "custom_theme"
            )
        assert asked.count(section) == 1

"""Parts of Streamlit that are spared: a later version might have them elsewhere."""

from __future__ import annotations

import json

import pytest
from streamlit import dataframe_util
from streamlit.components.v2 import component_manager, manifest_scanner
from streamlit.components.v2.bidi_component import serialization
from streamlit.proto.BidiComponent_pb2 import BidiComponent

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
    ):
        assert hasattr(module, name)
        monkeypatch.setattr(module, name, unasked)
    spare()


def test_nothing_in_a_payload_is_taken_for_a_table(spared):
    message, payload = BidiComponent(), {"rows": [{"a": 1}], "b": {"c": [1.5]}}
    serialization.serialize_mixed_data(payload, message)
    assert json.loads(message.json) == payload


def test_packages_are_not_searched_for_components(spared, logged):
    manager = component_manager.BidiComponentManager()
    manager.discover_and_register_components(start_file_watching=False)
    assert logged == []

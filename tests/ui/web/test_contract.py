"""Private names of Streamlit: each is asked whether it means what is meant here, or is not used."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from ui.web import contract
from ui.web.contract import BackMsg, ForwardMsg, check, upload_name
from ui.web.message_filter import fault_in, note_kinds

EMPTY = BackMsg().SerializeToString()


@pytest.fixture(autouse=True)
def anew(monkeypatch):
    """Nothing was asked yet."""
    monkeypatch.setattr(contract, "_off", set())
    check.cache_clear()
    yield
    check.cache_clear()


def test_the_pinned_release_has_them_all(log_messages):
    check()
    assert log_messages == [] and contract._off == set()
    assert fault_in(EMPTY, {}) == "it is empty"
    assert upload_name(SimpleNamespace(file_id="7")) == "7"


class Other:
    """A message of another release, which loses what was written."""

    def __init__(self) -> None:
        self.delta = SimpleNamespace(
            new_element=SimpleNamespace(bidi_component=SimpleNamespace(id=""))
        )
        widgets = SimpleNamespace(add=lambda: SimpleNamespace())
        self.rerun_script = SimpleNamespace(widget_states=SimpleNamespace(widgets=widgets))

    def SerializeToString(self) -> bytes:
        return b""

    @staticmethod
    def FromString(_content: bytes):
        return {"BackMsg": BackMsg, "ForwardMsg": ForwardMsg}[Other.kind]()


@pytest.mark.parametrize("other", [None, Other], ids=["not there", "of another meaning"])
@pytest.mark.parametrize("name", ["BackMsg", "ForwardMsg"])
def test_a_message_that_means_something_else_is_not_read(name, other, log_messages, monkeypatch):
    monkeypatch.setattr(contract, name, other)
    Other.kind = name
    check()
    (said,) = log_messages
    assert f"Streamlit's private {name} is not used" in said
    kinds: dict[str, str] = {}
    note_kinds(b"nonsense" if name == "ForwardMsg" else b"", kinds)
    assert kinds == {}
    assert fault_in(EMPTY, kinds) == ("" if name == "BackMsg" else "it is empty")


def test_an_upload_without_a_name_has_none_and_that_is_said_once(log_messages):
    assert upload_name(SimpleNamespace()) == upload_name(SimpleNamespace(file_id=7)) == ""
    assert len(log_messages) == 1 and "two minutes" in log_messages[0]

"""The settings of the server do what the comments beside them say."""

from __future__ import annotations

from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime.forward_msg_cache import populate_hash_if_needed


def test_no_message_is_replaced_by_a_reference_that_a_browser_may_not_know():
    message = ForwardMsg()
    message.delta.new_element.bidi_component.json = "x" * 1_000_000
    populate_hash_if_needed(message)
    assert message.hash, "by which the browser knows that nothing has changed"
    assert not message.metadata.cacheable

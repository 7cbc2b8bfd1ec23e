"""Messages of runs are compressed on their way, answers to movements go as they are."""

from __future__ import annotations

import pytest
from websockets.exceptions import NegotiationError
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.frames import Frame, Opcode

from ui.web.message_packing import SETTINGS, BinaryDeflateFactory

MESSAGE = b"the same words again and again. " * 200


def test_binary_is_compressed_text_is_not_and_both_arrive_whole():
    agreed, ours = BinaryDeflateFactory(**SETTINGS).process_request_params(
        [("client_max_window_bits", None)], []
    )
    browsers = ClientPerMessageDeflateFactory(client_max_window_bits=True)
    theirs = browsers.process_response_params(agreed, [])
    for _ in range(2):
        for opcode in (Opcode.BINARY, Opcode.TEXT, Opcode.PING):
            sent = ours.encode(Frame(opcode, MESSAGE))
            packs = opcode is Opcode.BINARY
            assert sent.rsv1 == packs and (len(sent.data) < 200) == packs
            if opcode is not Opcode.PING:
                assert theirs.decode(sent).data == MESSAGE


def test_it_is_agreed_on_once():
    factory = BinaryDeflateFactory(**SETTINGS)
    _, ours = factory.process_request_params([], [])
    with pytest.raises(NegotiationError):
        factory.process_request_params([], [ours])

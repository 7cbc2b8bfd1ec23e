"""WebSockets whose messages of runs are compressed, and whose answers to movements are not.

Streamlit sends binary messages: those of a page's first run are large, and nobody holds a knob
then. Answers to events are text; to compress them took 7 % more of the time of a movement at rest,
12 % under the hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import (
    PerMessageDeflate,
    ServerPerMessageDeflateFactory,
)
from websockets.frames import Frame, Opcode
from websockets.typing import ExtensionParameter

SETTINGS: dict[str, Any] = {
    "server_max_window_bits": 12,
    "client_max_window_bits": 12,
    "compress_settings": {"memLevel": 5},
}
"""As uvicorn itself has them: some 40 kB of memory for each connection."""


class BinaryDeflate(PerMessageDeflate):
    """Compression that lets text pass as it is, which the receiver reads in each frame."""

    def encode(self, frame: Frame) -> Frame:
        """Return a frame as it is sent."""
        return frame if frame.opcode is Opcode.TEXT else super().encode(frame)


class BinaryDeflateFactory(ServerPerMessageDeflateFactory):
    """What agrees with a browser on compression."""

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        """Return the parameters that are agreed on, and the compression."""
        agreed, usual = super().process_request_params(params, accepted_extensions)
        return agreed, BinaryDeflate(
            usual.remote_no_context_takeover,
            usual.local_no_context_takeover,
            usual.remote_max_window_bits,
            usual.local_max_window_bits,
            self.compress_settings,
        )


class PackingProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSockets, with this compression."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.conn.available_extensions = [BinaryDeflateFactory(**SETTINGS)]

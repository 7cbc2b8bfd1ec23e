"""What comes over the wire: a browser counts messages as they are after they were unpacked."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from urllib.parse import urlsplit

CHUNK = 65536


class Wire:
    """A way to a server, at an address of its own, which counts the bytes that come from there."""

    def __init__(self, url: str) -> None:
        self.came = 0
        self._server = urlsplit(url).hostname, urlsplit(url).port
        self._way = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._way.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Let nobody in any more."""
        self._way.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                browser, _ = self._way.accept()
                server = socket.create_connection(self._server)
                for each in (browser, server):
                    each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                for ends in ((browser, server), (server, browser)):
                    threading.Thread(target=self._pass_on, args=ends, daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        counts = source.getpeername() == self._server
        with contextlib.suppress(OSError):
            while data := source.recv(CHUNK):
                self.came += len(data) if counts else 0
                target.sendall(data)
        for each in (source, target):
            with contextlib.suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)


@contextlib.contextmanager
def wire(url: str) -> Iterator[Wire]:
    """A way to the server at ``url``."""
    way = Wire(url)
    try:
        yield way
    finally:
        way.close()

"""Processes that do nothing but answer, and who the children of a process are."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from serving.ports import INNER
from serving.service import Service
from tests.support.browser import free_port

ANSWERING = f"""
import os, socket
server = socket.create_server(("{INNER}", int(os.environ["PORT"])))
while True:
    visitor, _ = server.accept()
    visitor.recv(4096)
    visitor.sendall(b"HTTP/1.1 200 OK\\r\\n\\r\\n")
    visitor.close()
"""
BARE = (sys.executable, "-I", "-S", "-c")


def answering(name: str = "It", before: str = "", port: int | None = None) -> Service:
    """A process that answers, once it has done what is to be done ``before``."""
    port = port or free_port()
    return Service(name, (*BARE, before + ANSWERING), INNER, port, {"PORT": str(port)})


def start_command(text: str) -> str:
    """Python that starts a process and forgets about it."""
    return f"import subprocess; subprocess.Popen({list(BARE)} + [{text!r}])\n"


def apart(work: Callable, *arguments: Any) -> Any:
    """Do work in a thread of its own: a browser of another file may hold this one's event loop."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work, *arguments).result()


def there(process: int) -> bool:
    """Return whether a process runs; one that nobody has buried yet does not."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def children(process: int) -> list[int]:
    """The processes that a process has started."""
    return [
        int(child) for task in tasks(process) for child in (task / "children").read_text().split()
    ]


def tasks(process: int) -> list[Path]:
    return list(Path(f"/proc/{process}/task").iterdir())

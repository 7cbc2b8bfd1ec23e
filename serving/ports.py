"""Ports: the one that visitors reach, and those of the processes behind it."""

from __future__ import annotations

import socket
from collections.abc import Iterator

INNER = "127.0.0.1"
"""The address of the processes behind the front: nobody else reaches them."""

LOWEST, END = 1024, 65536


def family(host: str) -> socket.AddressFamily:
    """Return the kind of address that ``host`` is."""
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def refusal(host: str, port: int) -> str:
    """Return why nobody can listen at a port of ``host``; nothing where somebody can."""
    try:
        with socket.socket(family(host)) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OSError as error:
        return error.strerror or str(error)
    return ""


def free(port: int) -> Iterator[int]:
    """The ports after ``port`` at which a process of this machine can listen, then those before.

    They lie near the public one, and so mostly below the range from which the system takes ports
    for connections: a process that is started again finds its port as it was.
    """
    for candidate in (*range(port + 1, END), *range(LOWEST, port)):
        if not refusal(INNER, candidate):
            yield candidate


def nearby(host: str) -> str:
    """Return the address at which this machine itself reaches what listens on ``host``."""
    return {"0.0.0.0": INNER, "::": "::1"}.get(host, host)

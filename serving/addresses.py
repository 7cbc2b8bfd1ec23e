"""Names of this machine: the link for a class, and the names to which its requests are answered."""

from __future__ import annotations

import fcntl
import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress

from serving.ports import INNER, family

EVERYWHERE = ("0.0.0.0", "::")
"""Addresses to listen on that are no name by which anybody asks."""

NOBODYS = {"0.0.0.0": "192.0.2.1", "::": "2001:db8::1"}
"""An address of documentation for each, to find the way to: nothing is sent there."""

SIOCGIFADDR = 0x8915
"""As Linux's sockios.h names it: the question for an interface's address."""


def names(host: str) -> list[str]:
    """Return the names by which visitors reach what listens on ``host``.

    Where that is every address of this machine they are its addresses and its name, as it is and
    as a network without a name server has it.
    """
    if host not in EVERYWHERE:
        return [host]
    own = socket.gethostname().lower()
    called = [own] if "." in own else [own, f"{own}.local"]
    return list(dict.fromkeys([*addresses(), *called]))


def addresses() -> Iterator[str]:
    """The addresses of this machine: those by which it reaches others, then all of IPv4."""
    for everywhere in EVERYWHERE:
        if outward := outer(everywhere):
            yield outward
    if sys.platform != "linux":
        return
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, interface in socket.if_nameindex():
            with suppress(OSError):  # one without an address
                question = struct.pack("256s", interface.encode()[:15])
                answer = fcntl.ioctl(probe, SIOCGIFADDR, question)
                yield socket.inet_ntoa(answer[20:24])


def outer(everywhere: str) -> str:
    """Return the address by which this machine reaches others; "" where it reaches none."""
    try:
        with socket.socket(family(everywhere), socket.SOCK_DGRAM) as probe:
            probe.connect((NOBODYS[everywhere], 9))
            return probe.getsockname()[0]
    except OSError:
        return ""


def link(host: str, port: int) -> str:
    """Return the link for visitors to what listens on ``host``."""
    if host in EVERYWHERE:
        host = outer(host) or "localhost"
    elif host in (INNER, "::1"):
        host = "localhost"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"

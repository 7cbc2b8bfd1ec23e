"""A process that answers over HTTP: how it is started, asked and ended."""

from __future__ import annotations

import asyncio
import ctypes
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, Process
from contextlib import suppress
from dataclasses import dataclass, field

HEALTH = "/_stcore/health"
"""Streamlit's own address for this question."""

PR_SET_PDEATHSIG = 1
"""As Linux's prctl.h names it: the signal that a process gets when its parent ends."""

LIBRARY = ctypes.CDLL(None) if sys.platform == "linux" else None


@dataclass(frozen=True)
class Service:
    """A process to be kept running.

    Parameters
    ----------
    name : the name it has in sentences about it.
    command : the program and its arguments.
    host, port : the address at which it answers.
    environment : variables on top of our own.
    path, healthy_status : the path of health checks, and the status of a healthy answer.
    orphaned : the signal that ends it when we end without a word.
    """

    name: str
    command: tuple[str, ...]
    host: str
    port: int
    environment: dict[str, str] = field(default_factory=dict)
    path: str = HEALTH
    healthy_status: int = 200
    orphaned: int = signal.SIGKILL

    async def start(self) -> Process:
        """Start the process in a group of its own: a Ctrl-C in the terminal is for us alone.

        Its output is dropped, for it announces an address that is not the visitors'; its errors
        are shown.
        """

        def follow() -> None:
            if LIBRARY is not None:
                LIBRARY.prctl(PR_SET_PDEATHSIG, self.orphaned)

        return await asyncio.create_subprocess_exec(
            *self.command,
            env={**os.environ, **self.environment},
            stdin=DEVNULL,
            stdout=DEVNULL,
            start_new_session=True,
            preexec_fn=follow,
        )

    async def is_healthy(self, patience: float) -> bool:
        """Return whether the process answers as it should within ``patience`` seconds."""
        return await status(self.host, self.port, self.path, patience) == self.healthy_status


async def status(host: str, port: int, path: str, patience: float) -> int:
    """Return the status with which a request is answered, 0 without an answer."""
    writer = None
    try:
        async with asyncio.timeout(patience):
            reader, writer = await asyncio.open_connection(host, port)
            question = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            writer.write(question.encode())
            first = await reader.readline()
            return int(first.split()[1])
    except (OSError, TimeoutError, IndexError, ValueError):
        return 0
    finally:
        if writer is not None:
            writer.close()


async def end(process: Process, patience: float) -> None:
    """End a process and all that it started, within ``patience`` seconds or by force."""
    if process.returncode is None:
        signal_group(process.pid, signal.SIGTERM)
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await process.wait()
    signal_group(process.pid, signal.SIGKILL)
    await process.wait()


def signal_group(group: int, number: int) -> None:
    """Send a signal to the processes of a group that are still there."""
    with suppress(ProcessLookupError):
        os.killpg(group, number)


def last_words(code: int) -> str:
    """Return in words with what code a process ended."""
    if code >= 0:
        return f"ended with status {code}"
    with suppress(ValueError):
        return f"was ended by {signal.Signals(-code).name}"
    return f"was ended by signal {-code}"

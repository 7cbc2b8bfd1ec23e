"""Serve a class: ``python -m serving``, ``WORKERS`` processes behind nginx at ``ADDRESS:PORT``.

By default there are as many processes as cores, and every address of this machine (0.0.0.0) is
listened at, on port 8501. Without nginx there is one process. It runs until it is interrupted.
"""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import signal
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from serving import nginx
from serving.addresses import link, names
from serving.ports import INNER, free, nearby, refusal
from serving.service import Service
from serving.supervisor import NotStartedError, supervise

# The app beside this package: in the wheel both stand below another.
APP = (sys.executable, "-m", f"{(__package__ or '').removesuffix('serving')}ui.serve")
MOST_WORKERS = 64
BASE = re.compile(r"([\w.~-]+(/[\w.~-]+)*)?", re.ASCII)
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True)
class Settings:
    """An address, the number of processes that serve it, and the path before it, "" or "/lab"."""

    host: str
    port: int
    workers: int
    base: str = ""


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def settings(environment: Mapping[str, str]) -> Settings:
    """Return the settings of the environment. Raises ValueError with a sentence."""
    port, workers = environment.get("PORT") or "8501", environment.get("WORKERS") or str(cores())
    if not (port.isdecimal() and 0 < int(port) < 65536):
        raise ValueError(f"PORT is “{port}”: it must be a number from 1 to 65535.")
    if not (workers.isdecimal() and 0 < int(workers) <= MOST_WORKERS):
        raise ValueError(f"WORKERS is “{workers}”: it must be a number from 1 to {MOST_WORKERS}.")
    base = environment.get("BASE_PATH") or ""
    if not BASE.fullmatch(base.strip("/")):
        raise ValueError(f"BASE_PATH is “{base[:80]}”: give a path such as /lab.")
    host = environment.get("ADDRESS") or "0.0.0.0"
    return Settings(host, int(port), int(workers), f"/{base.strip('/')}".rstrip("/"))


def common_environment(config: Settings, environment: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that all processes of the app have in common.

    Among them are the names to which they answer, those that the environment adds and those by
    which a class reaches this machine; and the secret that signs Streamlit's cookies, of which each
    would draw its own.
    """
    secret = environment.get("STREAMLIT_SERVER_COOKIE_SECRET") or secrets.token_hex(32)
    return {
        "ALLOWED_HOSTS": " ".join([environment.get("ALLOWED_HOSTS", ""), *names(config.host)]),
        "STREAMLIT_SERVER_COOKIE_SECRET": secret,
    }


def app(name: str, host: str, port: int, processes: int, common: dict[str, str]) -> Service:
    """Return a process of the app, one of ``processes`` that share this machine."""
    own = {"ADDRESS": host, "PORT": str(port), "SPARSITY_LAB_PROCESSES": str(processes)}
    return Service(name, APP, nearby(host), port, common | own)


def several(
    config: Settings, program: str, folder: Path, common: dict[str, str]
) -> list[list[Service]]:
    """Return the processes, and nginx in front of them, which starts when they answer."""
    ports = list(islice(free(config.port), config.workers))
    apps = [
        app(f"Process {number} (port {port})", INNER, port, config.workers, common)
        for number, port in enumerate(ports)
    ]
    return [apps, [nginx.front(program, folder, config.host, config.port, ports, config.base)]]


async def serve(groups: list[list[Service]], announce: Callable[[], None]) -> None:
    """Keep the services running until a signal comes."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for number in SIGNALS:
        # Whoever starts this with nohup does not want it to end with the terminal.
        if number != signal.SIGHUP or signal.getsignal(number) is not signal.SIG_IGN:
            loop.add_signal_handler(number, stop.set)
    await supervise(groups, announce, stop, say)


def say(sentence: str) -> None:
    print(sentence, flush=True)


def main() -> None:
    try:
        config = settings(os.environ)
    except ValueError as error:
        sys.exit(str(error))
    if reason := refusal(config.host, config.port):
        sys.exit(f"Port {config.port} of {config.host} cannot be had: {reason}. Name another PORT.")
    program = nginx.find()
    if config.workers > 1 and program is None:
        say("nginx is not installed, so one process serves everybody. See docs/serving.md.")
    common = common_environment(config, os.environ)
    with tempfile.TemporaryDirectory(prefix="sparsity-lab-nginx-") as folder:
        if config.workers > 1 and program is not None:
            groups = several(config, program, Path(folder), common)
            words = f"{config.workers} processes behind nginx"
        else:
            groups = [[app("The process", config.host, config.port, 1, common)]]
            words = "one process"
        address = link(config.host, config.port) + (config.base and f"{config.base}/")
        try:
            asyncio.run(serve(groups, lambda: say(f"Sparsity Lab: {address} ({words})")))
        except NotStartedError as error:
            sys.exit(f"{error} Nothing is served.")


if __name__ == "__main__":
    main()
